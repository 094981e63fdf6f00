import type { BoletaContent } from '#domain/document.ts'
import { clpIn, folioIn } from '../pages/amounts.ts'
import { describe, isLoginPage, wordsOf } from '../http/page-words.ts'
import { fieldValue, findForm } from '../pages/forms.ts'
import { plain, visibleText } from '../pages/html.ts'
import type { Page, Visit } from '../http/http.ts'
import type { Answer, IssuedBoleta, PreviewedBoleta, SendOutcome } from '../interface/portal.ts'
import { isConfirmation, isNotEnabled, isSameRut, readBoletaPage } from './page.ts'
import type { Carried } from './script-values.ts'
import { carriedIn } from './script-values.ts'

/** What step 4 was about to issue, to recognise its page. */
export interface SentBoleta {
  content: BoletaContent
  seen: PreviewedBoleta['seen']
  lastFolio: number | null
}

/** Issued for sure, by its bar code; its number must be looked up in the month's report. */
export type Numberless = { kind: 'numberless'; barCode: string; page: string }

/**
 * Reads what followed step 4. Issued only when the page carries a number or a bar code and nothing on it speaks
 * of another boleta; refused only by a sentence about the person that no boleta can follow; all else is
 * uncertain: no source knows a refusal of this step, so a page that looks like one may come after an issue.
 */
export function readSentBoleta(visit: Visit, sent: SentBoleta): SendOutcome | Numberless {
  if (visit.kind === 'notSent') return { kind: 'notSent' }
  if (visit.kind === 'failed') {
    const cause = visit.cause === 'timeout' ? 'timeout' : 'connectionLost'
    return { kind: 'uncertain', cause, page: null }
  }
  const { page } = visit
  const kept = evidence(page)
  const uncertain = (cause: 'serverError' | 'loginPage' | 'unrecognisedPage' | 'mismatch') =>
    ({ kind: 'uncertain', cause, page: kept }) as const
  if (page.status >= 500) return uncertain('serverError')
  const words = wordsOf(page)
  if (isLoginPage(page, words)) return uncertain('loginPage')
  if (page.status !== 200) return uncertain('unrecognisedPage')
  const values = carriedIn(page.text, 'xml_values')
  const folioText = values.get('folio') ?? ''
  const barCode = barCodeIn(page, values)
  if (folioText === '' && barCode === '') {
    const isRefusal = isNotEnabled(words) || SAYS_NOT_ISSUED.test(words)
    return isRefusal ? { kind: 'refused', text: describe(page) } : uncertain('unrecognisedPage')
  }
  if (isStepBefore(page)) return uncertain('unrecognisedPage')
  const contradicts = barCode === null || SAYS_NOT_ISSUED.test(words)
  if (contradicts || !agrees(values, folioText, sent)) return uncertain('mismatch')
  if (folioText === '') return { kind: 'numberless', barCode, page: kept }
  const code = barCode === '' ? null : barCode
  return { kind: 'issued', folio: Number(folioText), code, page: kept }
}

/** The bar code's row in the month's report gives the number; without it somebody must look again. */
export function withNumber(
  { barCode, page }: Numberless,
  month: Answer<IssuedBoleta[]>,
  { content, seen }: SentBoleta,
): SendOutcome {
  const rows = month.kind === 'ok' ? month.value.filter((row) => row.barCode === barCode) : []
  const [row] = rows
  if (row === undefined || rows.length > 1) {
    return { kind: 'uncertain', cause: 'unrecognisedPage', page }
  }
  const isOurs = row.grossClp === seen.grossClp && row.recipient === content.recipient.rut
  if (!isOurs) return { kind: 'uncertain', cause: 'mismatch', page }
  return { kind: 'issued', folio: row.folio, code: barCode, page }
}

const SAYS_NOT_ISSUED = /boleta no (ha sido|fue|sera|pudo ser) emitida|no se emitio la boleta/

/** The page of step 3 shown again carries amounts too, and perhaps an earlier boleta's number. */
function isStepBefore(page: Page): boolean {
  const before = readBoletaPage(page)
  return before !== null && isConfirmation(before)
}

/** Null when the page shows two different ones. */
function barCodeIn(page: Page, values: Carried): string | null {
  const form = findForm(page.text, 'form1')
  const hidden = form === null ? '' : (fieldValue(form.fields, 'txt_codigo_barra') ?? '').trim()
  const carried = values.get('cod_barras') ?? ''
  if (carried !== '' && hidden !== '' && carried !== hidden) return null
  const code = carried || hidden
  return code === '' || /^\w{8,40}$/.test(code) ? code : null
}

/** What the page shows must be ours; what it doesn't show says nothing. */
function agrees(values: Carried, folioText: string, sent: SentBoleta): boolean {
  const { content, seen, lastFolio } = sent
  const folio = folioIn(folioText)
  if (folioText !== '' && (folio === null || folio <= (lastFolio ?? 0))) return false
  const amounts = [
    ['Monto_Boleta', seen.grossClp],
    ['Monto_Retencion', seen.retentionClp],
    ['Monto_Liquido', seen.liquidoClp],
  ] as const
  const ruts = [
    ['arrastre', content.issuer.rut],
    ['destinatario', content.recipient.rut],
  ] as const
  return (
    amounts.every(([name, clp]) => !values.get(name) || clpIn(values.get(name) ?? '') === clp) &&
    ruts.every(([name, rut]) => {
      const body = values.get(`rut_${name}`) ?? ''
      return body === '' || isSameRut(body, values.get(`dv_${name}`) ?? '', rut)
    })
  )
}

const MAX_EVIDENCE_LENGTH = 4000

/** These pages show nothing by themselves: what their scripts carry is what a person would see. */
function evidence(page: Page): string {
  const carried = [...carriedIn(page.text, 'xml_values')].map(([key, value]) => `${key}=${value}`)
  const parts = [`HTTP ${page.status}`, visibleText(page.text), ...carried]
  return plain(parts.join('')) === '' ? '' : parts.join('\n').slice(0, MAX_EVIDENCE_LENGTH)
}

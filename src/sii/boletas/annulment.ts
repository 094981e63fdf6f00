import { rutBody, rutDv } from '#domain/rut.ts'
import { BOLETA_ANNUL, BOLETA_ANNUL_CONFIRM, BOLETA_ANNUL_START } from '../http/addresses.ts'
import { clpIn } from '../pages/amounts.ts'
import type { Fields } from '../pages/charset.ts'
import { classOf } from '../http/answer-class.ts'
import { portalChanged } from '../http/diagnosis.ts'
import { describe, isLoginPage, wordsOf } from '../http/page-words.ts'
import { formsOf, withValues } from '../pages/forms.ts'
import type { Page, Visit } from '../http/http.ts'
import { once } from '../http/once.ts'
import type {
  AnnulmentCause,
  AnnulmentOutcome,
  Answer,
  PreparedAnnulment,
} from '../interface/portal.ts'
import type { BoletaPage } from './page.ts'
import { carriedText, readBoletaPage, refusalOf } from './page.ts'
import type { BoletaChain } from './issue.ts'

/** The portal's steps 1 and 2 of 3 (portal 4.3): up to the page that asks whether to go on. */
export async function prepareAnnulment(
  chain: BoletaChain,
  folio: number,
  cause: AnnulmentCause,
): Promise<Answer<PreparedAnnulment>> {
  const { browser, person, slowMs: timeoutMs } = chain
  const start = await browser.get(BOLETA_ANNUL_START, { timeoutMs })
  const form = start.kind === 'page' ? formWith(start.page, 'Txt_BoletaAnular') : null
  if (form === null) return refusalOf(start, null)
  const asked: Fields = [
    ['rut_arrastre', String(rutBody(person))],
    ['dv_arrastre', rutDv(person)],
    ['origen', 'SEXTO'],
    ['Txt_BoletaAnular', String(folio)],
    ['OptCausaAnulacion', String(cause)],
  ]
  const answer = await browser.post(BOLETA_ANNUL_CONFIRM, withValues(form, asked), {
    referer: BOLETA_ANNUL_START,
    timeoutMs,
  })
  const page =
    answer.kind === 'page' && asksToConfirm(answer.page) ? readBoletaPage(answer.page) : null
  if (page === null) return withoutPage(answer)
  if (isAboutAnother(page, folio)) return portalChanged('Txt_BoletaAnular')
  const grossClp = clpIn(carriedText(page, 'Monto_Boleta'))
  const send = once('send', (checkpoint: () => boolean) => annul(chain, page.fields, checkpoint))
  return { kind: 'ok', value: { folio, grossClp, send } }
}

async function annul(
  { browser, slowMs }: BoletaChain,
  fields: Fields,
  checkpoint: () => boolean,
): Promise<AnnulmentOutcome> {
  const visit = await browser.post(BOLETA_ANNUL, fields, {
    referer: BOLETA_ANNUL_CONFIRM,
    timeoutMs: slowMs,
    freshConnection: true,
    checkpoint,
  })
  return readAnnulled(visit)
}

/**
 * Annulled only by the third step's own mark, or by the SII saying that it is already, and nothing on the page
 * against it; nothing is known of a refusal here, so all else is uncertain and the month's report tells.
 */
export function readAnnulled(visit: Visit): AnnulmentOutcome {
  if (visit.kind === 'notSent') return { kind: 'notSent' }
  if (visit.kind === 'failed') {
    const cause = visit.cause === 'timeout' ? 'timeout' : 'connectionLost'
    return { kind: 'uncertain', cause, page: null }
  }
  const { page } = visit
  const kept = `HTTP ${page.status}\n${describe(page)}`
  if (page.status >= 500) return { kind: 'uncertain', cause: 'serverError', page: kept }
  const words = wordsOf(page)
  if (isLoginPage(page, words)) return { kind: 'uncertain', cause: 'loginPage', page: kept }
  const isThird = /paso 3 de 3/.test(words) && !asksToConfirm(page)
  const isAlready = /ya (se encuentra|esta|fue|ha sido) anulad/.test(words)
  const isContradicted = !MAY_END_IT.has(classOf(visit)) || SAYS_NOT_ANNULLED.test(words)
  const isMarked = isThird || isAlready || showsAmountAlone(page)
  const isDone = page.status === 200 && isMarked && !isContradicted
  return isDone
    ? { kind: 'annulled', page: kept }
    : { kind: 'uncertain', cause: 'unrecognisedPage', page: kept }
}

/** What is no trouble of the portal's. */
const MAY_END_IT: ReadonlySet<string> = new Set([
  'otherPage',
  'blank',
  'refusal',
  'alert',
  'captcha',
])

const SAYS_NOT_ANNULLED =
  /\bno (ha sido|fue|sera|se encuentra|esta|(pudo|puede|podra) ser) anulad|\bno se (anulo|pudo|puede)|\brechazad/

/** The last page may say nothing but the amount, which the page before it shows beside its button. */
function showsAmountAlone(page: Page): boolean {
  return /xml_values\s{0,5}\[\s{0,5}['"]Monto_Boleta/.test(page.text) && !asksToConfirm(page)
}

/** Its button, or where its form leads; the first step shown again still lets the number be typed. */
function asksToConfirm({ text }: Page): boolean {
  if (!/(?<!TMBANU_)ConfirmarAnulacion|TMBANU_RecepcionAnulacion/.test(text)) return false
  const controls = formsOf(text).flatMap((form) => form.controls)
  return !controls.some(
    (each) => each.kind === 'input' && each.name === 'Txt_BoletaAnular' && each.type === 'text',
  )
}

function isAboutAnother(page: BoletaPage, folio: number): boolean {
  const shown = carriedText(page, 'Txt_BoletaAnular')
  return shown !== '' && Number(shown) !== folio
}

function withoutPage(visit: Visit): Answer<never> {
  const refusal = refusalOf(visit, ['Txt_BoletaAnular'])
  const isMissing =
    refusal.kind === 'validationRejected' &&
    visit.kind === 'page' &&
    /no existe|no registra (la )?boleta|inexistente/.test(wordsOf(visit.page))
  return isMissing ? { kind: 'notFound', text: refusal.text } : refusal
}

function formWith({ text }: Page, control: string): Fields | null {
  const form = formsOf(text).find(({ controls }) => controls.some(({ name }) => name === control))
  return form?.fields ?? null
}

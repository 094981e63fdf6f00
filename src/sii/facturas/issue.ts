import type { FacturaContent } from '#domain/document.ts'
import type { Rut } from '#domain/rut.ts'
import { parseDay } from '#domain/day.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import { MAKE_XML, PREVIEW, SEND, SIGN } from '../http/addresses.ts'
import { clpIn } from '../pages/amounts.ts'
import type { Fields } from '../pages/charset.ts'
import { classOf, textOf } from '../http/answer-class.ts'
import { diagnose, portalChanged, unavailable } from '../http/diagnosis.ts'
import { singleAlert, wordsOf } from '../http/page-words.ts'
import { fieldValue, findForm, withValues } from '../pages/forms.ts'
import type { Browser, Visit } from '../http/http.ts'
import { once } from '../http/once.ts'
import { plain } from '../pages/html.ts'
import { withoutSecret } from '../pages/secrets.ts'
import type {
  Answer,
  NotaReference,
  PreviewedFactura,
  SiiFailure,
  SignAnswer,
  SignedFactura,
} from '../interface/portal.ts'
import { certificateStatus } from './certificate.ts'
import type { FacturaForm } from './form.ts'
import { facturaFields, isFormPage, notaFields } from './form.ts'
import { fetchPreviewPdf } from './preview-pdf.ts'
import type { Sent } from './sent.ts'
import { readSent } from './sent.ts'

/** What the steps of one factura share. */
export interface Chain {
  browser: Browser
  person: Rut
  company: Rut
  slowMs: number
  /** Where the form was got. */
  formAddress: string
  /** Throws once the company isn't ours to use any more. */
  assertOpen: () => void
}

type Seen = PreviewedFactura['seen']

/** Step 4: nothing is issued and no folio proposed. `form` is fresh, with its receiver looked up. */
export async function previewFactura(
  chain: Chain,
  form: FacturaForm,
  content: FacturaContent,
  reference: NotaReference | null,
): Promise<Answer<PreviewedFactura>> {
  const factura = facturaFields(form, content)
  const posted = reference === null ? factura : notaFields(factura, reference)
  const preview = readPreview(await post(chain, PREVIEW, posted, chain.formAddress))
  if (preview.kind !== 'ok') return preview
  const { seen, fields } = preview.value
  return {
    kind: 'ok',
    value: {
      seen,
      pdf: async () => {
        chain.assertOpen()
        return fetchPreviewPdf(chain.browser, fields, PREVIEW, chain.slowMs)
      },
      sign: once('sign', (password) => signFactura(chain, seen, fields, password)),
    },
  }
}

function readPreview(visit: Visit): Answer<{ seen: Seen; fields: Fields }> {
  if (visit.kind !== 'page') return diagnose(visit)
  const form = findForm(visit.page.text, 'PreViewDTE')
  if (form === null) return withoutPreview(visit)
  const seen = readSeen(form.fields)
  if (typeof seen === 'string') return portalChanged(`PreViewDTE ${seen}`)
  return { kind: 'ok', value: { seen, fields: form.fields } }
}

/** The form shown again is a refusal in whatever words it has, but those of the portal's own trouble. */
function withoutPreview(visit: Visit): SiiFailure {
  const isFormAgain = visit.kind === 'page' && isFormPage(visit.page.text)
  const isRefusal = isFormAgain && ANSWERS_THE_FORM.has(classOf(visit))
  return isRefusal ? { kind: 'validationRejected', text: textOf(visit) } : diagnose(visit, 'judged')
}

const ANSWERS_THE_FORM: ReadonlySet<string> = new Set(['refusal', 'otherPage', 'captcha', 'blank'])

/** The name of the first field that can't be read, when one can't. */
function readSeen(fields: Fields): Seen | string {
  const text = (name: string) => fieldValue(fields, name)?.trim() ?? ''
  const tipoDte = /^\d{1,3}$/.test(text('PTDC_CODIGO')) ? Number(text('PTDC_CODIGO')) : null
  const recipient = parseRut(`${text('EFXP_RUT_RECEP')}-${text('EFXP_DV_RECEP')}`)
  const netoClp = clpIn(text('EFXP_MNT_NETO'))
  const ivaClp = clpIn(text('EFXP_IVA'))
  const totalClp = clpIn(text('EFXP_MNT_TOTAL'))
  if (tipoDte === null) return 'PTDC_CODIGO'
  if (recipient === null) return 'EFXP_RUT_RECEP'
  if (netoClp === null) return 'EFXP_MNT_NETO'
  if (ivaClp === null) return 'EFXP_IVA'
  if (totalClp === null) return 'EFXP_MNT_TOTAL'
  const issueDate = parseDay(text('EFXP_FCH_EMIS'))
  return { tipoDte, recipient, issueDate, netoClp, ivaClp, totalClp }
}

/**
 * Steps 5–7. Step 5 spends a folio number even when what follows fails, so what can be known before it is asked
 * before it, and none of this is repeated.
 */
async function signFactura(
  chain: Chain,
  seen: Seen,
  fields: Fields,
  password: string,
): Promise<SignAnswer> {
  chain.assertOpen()
  const before = await certificateIdOf(chain)
  if (before.kind !== 'ok') return before
  chain.assertOpen()
  const signed = await makeAndSign(chain, seen, fields, password)
  return signed.kind === 'ok' ? signed : { ...signed, isNumberSpent: true }
}

async function certificateIdOf(chain: Chain): Promise<Answer<string>> {
  const certificate = await certificateStatus(chain.browser, chain.person)
  if (certificate.kind !== 'ok') return certificate
  const { value } = certificate
  if (value.kind === 'none') return { kind: 'noCentralCertificate' }
  return value.kind === 'unknown'
    ? unavailable('unknownPage', 'getCertDigital')
    : { kind: 'ok', value: value.certificateId }
}

async function makeAndSign(
  chain: Chain,
  seen: Seen,
  fields: Fields,
  password: string,
): Promise<Answer<SignedFactura>> {
  const made = readUnsigned(chain, seen, await post(chain, MAKE_XML, fields, PREVIEW))
  if (made.kind !== 'ok') return made
  const certificate = await certificateIdOf(chain)
  if (certificate.kind !== 'ok') return certificate
  const certificateId = certificate.value
  const signed = await signXml(chain, made.value, certificateId, password)
  if (signed.kind !== 'ok') return signed
  const body = withValues(made.value.fields, [
    ['txtPlainText', made.value.xml],
    ['txtSignText', signed.value],
    ...signingFields(certificateId, password),
  ])
  const sent: Sent = { ...seen, folio: made.value.folio, company: chain.company }
  const send = once('send', async (checkpoint: () => boolean) => {
    chain.assertOpen()
    const visit = await chain.browser.post(SEND, body, {
      referer: MAKE_XML,
      timeoutMs: chain.slowMs,
      freshConnection: true,
      checkpoint,
    })
    return readSent(visit, sent, password)
  })
  return { kind: 'ok', value: { folio: made.value.folio, send } }
}

interface Unsigned {
  xml: string
  folio: number
  fields: Fields
}

/** The folio is only proposed. The XML must say what the preview said: it is what gets signed. */
function readUnsigned(chain: Chain, seen: Seen, visit: Visit): Answer<Unsigned> {
  if (visit.kind !== 'page') return diagnose(visit)
  const form = findForm(visit.page.text, 'frmSign')
  const xml = form === null ? null : fieldValue(form.fields, 'txtPlainText')
  if (form === null || xml === null) return diagnose(visit, 'judged')
  const folio = Number(element(xml, 'Folio'))
  if (!(folio > 0)) return portalChanged('txtPlainText Folio')
  const differs = differenceFrom(xml, chain.company, seen)
  return differs ?? { kind: 'ok', value: { xml, folio, fields: form.fields } }
}

function differenceFrom(xml: string, company: Rut, seen: Seen): SiiFailure | null {
  // Another company's XML means that somebody chose it on this session meanwhile.
  if (parseRut(element(xml, 'RUTEmisor')) !== company) return { kind: 'companyNotSelected' }
  const expected = [
    ['TipoDTE', String(seen.tipoDte)],
    ['MntNeto', String(seen.netoClp)],
    ['IVA', String(seen.ivaClp)],
    ['MntTotal', String(seen.totalClp)],
  ] as const
  const wrong = expected.find(([name, value]) => element(xml, name) !== value)
  if (wrong !== undefined) return portalChanged(`txtPlainText ${wrong[0]}`)
  const isOtherRecipient = parseRut(element(xml, 'RUTRecep')) !== seen.recipient
  return isOtherRecipient ? portalChanged('txtPlainText RUTRecep') : null
}

/** The first element of that name, which in a DTE is the heading's. */
function element(xml: string, name: string): string {
  const open = `<${name}>`
  const start = xml.indexOf(open)
  const end = xml.indexOf('</', start)
  return start < 0 || end < 0 ? '' : xml.slice(start + open.length, end).trim()
}

async function signXml(
  chain: Chain,
  { xml, folio }: Unsigned,
  certificateId: string,
  password: string,
): Promise<Answer<string>> {
  const { nombre, ...rest } = Object.fromEntries(signingFields(certificateId, password))
  const visit = await chain.browser.post(
    SIGN,
    [
      ['nombre', nombre ?? ''],
      ['dato', xml],
      ['rut', String(rutBody(chain.person))],
      ['dv', rutDv(chain.person)],
      ...Object.entries(rest),
    ],
    { referer: MAKE_XML, timeoutMs: chain.slowMs, charset: 'utf8' },
  )
  if (visit.kind !== 'page') return diagnose(visit)
  const { page } = visit
  if (page.status === 200 && page.text.includes('<Signature')) {
    const isIt = element(page.text, 'Folio') === String(folio)
    return isIt ? { kind: 'ok', value: page.text } : portalChanged('postFirmaDigital Folio')
  }
  const failure = withoutPassword(diagnose(visit), password)
  if (!refusesPassword(visit)) return failure
  const text = withoutSecret(textOf(visit), password)
  return { kind: 'certificatePasswordRejected', text: text.slice(0, 200) }
}

/**
 * What a wrong password answers is unknown: nothing at all, or a sentence (portal 3.8). Only of the page asked for,
 * and only where it speaks of certificate or password: all else is the portal's trouble.
 */
function refusesPassword(visit: Visit & { kind: 'page' }): boolean {
  const { page } = visit
  if (page.status !== 200 || page.movedTo !== null) return false
  switch (classOf(visit)) {
    case 'blank':
      return page.text.trim() === ''
    case 'refusal':
    case 'alert':
    case 'captcha':
    case 'otherPage':
      return SPEAKS_OF_THE_PASSWORD.test(plain(`${wordsOf(page)} ${singleAlert(page) ?? ''}`))
    default:
      return false
  }
}

const SPEAKS_OF_THE_PASSWORD =
  /\b(clave|contrasena|password|certificado|pkcs\d*|pfx)\b[^.\n]{0,60}(incorrect|invalid|erron|vencid|expirad|revocad|rechazad|no (es|corresponde|existe|coincide|valid))|(incorrect|invalid|erron|no existe)[^.\n]{0,40}\b(clave|contrasena|password|certificado)\b|\berror[^.\n]{0,40}\b(clave|contrasena|password)\b/

function withoutPassword(failure: SiiFailure, password: string): SiiFailure {
  return 'text' in failure ? { ...failure, text: withoutSecret(failure.text, password) } : failure
}

/** The page's script adds these; without them the sent document is refused as "Firma no reconocida". */
function signingFields(certificateId: string, password: string): Fields {
  return [
    ['nombre', certificateId],
    ['clave', password],
    ['nodo', 'dte:DTE'],
    ['nodoId', 'dte:Documento'],
    ['nameSpace', 'http://www.sii.cl/SiiDte'],
  ]
}

function post(chain: Chain, address: string, fields: Fields, referer: string): Promise<Visit> {
  return chain.browser.post(address, fields, { referer, timeoutMs: chain.slowMs })
}

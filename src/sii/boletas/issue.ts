import { monthOf } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import type { Rut } from '#domain/rut.ts'
import { rutBody, rutDv } from '#domain/rut.ts'
import { BOLETA_CONFIRM, BOLETA_FORM, BOLETA_ISSUE, BOLETA_START } from '../http/addresses.ts'
import { clpIn } from '../pages/amounts.ts'
import type { Fields } from '../pages/charset.ts'
import { portalChanged } from '../http/diagnosis.ts'
import { fieldValue, withValues } from '../pages/forms.ts'
import { plain } from '../pages/html.ts'
import type { Browser, Visit } from '../http/http.ts'
import { once } from '../http/once.ts'
import type { Answer, BoletaRecipient, PreviewedBoleta, SendOutcome } from '../interface/portal.ts'
import { boletaFields, personFields, rateIn, readBoletaIssuer } from './form.ts'
import type { BoletaPage } from './page.ts'
import { carriedText, isConfirmation, isSameRut, readBoletaPage, refusalOf } from './page.ts'
import { listIssuedBoletas } from './report.ts'
import type { SentBoleta } from './sent.ts'
import { readSentBoleta, withNumber } from './sent.ts'

export interface BoletaChain {
  browser: Browser
  person: Rut
  slowMs: number
}

type Seen = PreviewedBoleta['seen']

/** Steps 1 and 2: the form to fill in. Who withholds is asked before everything else. */
export async function openBoletaForm(
  chain: BoletaChain,
  withholder: BoletaContent['withholder'] = 'recipient',
): Promise<Answer<BoletaPage>> {
  const { browser, person } = chain
  const start = readStart(await browser.get(BOLETA_START, { timeoutMs: chain.slowMs }), person)
  if (start.kind !== 'ok') return start
  const fields = withValues(start.value.fields, personFields(person, withholder))
  return readData(await post(chain, BOLETA_FORM, fields, BOLETA_START))
}

/** The form's own button for it posts step 2 again with the recipient's RUT. */
export async function lookUpBoletaRecipient(
  chain: BoletaChain,
  recipient: Rut,
): Promise<Answer<BoletaRecipient | null>> {
  const form = await openBoletaForm(chain)
  if (form.kind !== 'ok') return form
  const asked: Fields = [
    ...personFields(chain.person, 'recipient'),
    ['txt_rut_destinatario', String(rutBody(recipient))],
    ['txt_dv_destinatario', rutDv(recipient)],
  ]
  const fields = withValues(form.value.fields, asked)
  const filled = readData(await post(chain, BOLETA_FORM, fields, BOLETA_FORM))
  return filled.kind === 'ok' ? { kind: 'ok', value: readRecipient(filled.value) } : filled
}

/** Step 3: the SII computes the retention. Nothing is issued; the state of it all travels in the fields. */
export async function previewBoleta(
  chain: BoletaChain,
  content: BoletaContent,
): Promise<Answer<PreviewedBoleta>> {
  const { issuer, recipient } = content
  if (issuer.rut !== chain.person) throw new Error('A boleta of another person')
  // Only the page's script stops this, so that the SII might not.
  if (recipient.rut === issuer.rut) {
    return { kind: 'validationRejected', text: 'txt_rut_destinatario' }
  }
  const form = await openBoletaForm(chain, content.withholder)
  if (form.kind !== 'ok') return form
  const { addresses, lastFolio } = readBoletaIssuer(form.value)
  const address = addresses.find(({ id }) => issuer.addressId === null || id === issuer.addressId)
  if (address === undefined) {
    return { kind: 'validationRejected', text: `cbo_domicilio ${issuer.addressId ?? ''}` }
  }
  const posted = boletaFields(form.value, content, address.id)
  const confirmation = readConfirmation(
    await post(chain, BOLETA_CONFIRM, posted, BOLETA_FORM),
    content,
    posted,
  )
  if (confirmation.kind !== 'ok') return confirmation
  const { seen, fields } = confirmation.value
  const send = once('send', (checkpoint: () => boolean) =>
    sendBoleta(chain, fields, { content, seen, lastFolio }, checkpoint),
  )
  return { kind: 'ok', value: { seen, lastFolio, send } }
}

async function sendBoleta(
  { browser, person, slowMs }: BoletaChain,
  fields: Fields,
  sent: SentBoleta,
  checkpoint: () => boolean,
): Promise<SendOutcome> {
  const visit = await browser.post(BOLETA_ISSUE, fields, {
    referer: BOLETA_CONFIRM,
    timeoutMs: slowMs,
    freshConnection: true,
    checkpoint,
  })
  const outcome = readSentBoleta(visit, sent)
  if (outcome.kind !== 'numberless') return outcome
  const month = await listIssuedBoletas(browser, person, monthOf(sent.content.issueDate), slowMs)
  return withNumber(outcome, month, sent)
}

function readStart(visit: Visit, person: Rut): Answer<BoletaPage> {
  const page = visit.kind === 'page' ? readBoletaPage(visit.page) : null
  if (visit.kind !== 'page' || page === null) return refusalOf(visit, null)
  if (!visit.page.text.includes('OptTipoRetencion')) return refusalOf(visit, null)
  const owner = carriedText(page, 'rut_autentificado')
  const isOther = owner !== '' && !isSameRut(owner, carriedText(page, 'dv_autentificado'), person)
  return isOther ? portalChanged('rut_autentificado') : { kind: 'ok', value: page }
}

/** The form itself without any address to choose isn't the one known. */
function readData(visit: Visit): Answer<BoletaPage> {
  const page = visit.kind === 'page' ? readBoletaPage(visit.page) : null
  if (page !== null && readBoletaIssuer(page).addresses.length > 0)
    return { kind: 'ok', value: page }
  const isDataForm = page?.controls.some(({ name }) => DATA_FIELDS.includes(name)) === true
  const refusal = refusalOf(visit, [])
  const isUnknown = refusal.kind === 'unavailable' && refusal.cause === 'unknownPage'
  return isDataForm && isUnknown ? portalChanged('iddir') : refusal
}

/** What the data form asks for, and no page after it. */
const DATA_FIELDS: readonly string[] = ['txt_rut_destinatario', 'desc_prestacion_1']

/** Parsed by the pattern of their names: which of them come back is unknown (portal 4.2). */
function readRecipient(page: BoletaPage): BoletaRecipient | null {
  const text = (...names: string[]) =>
    names.map((name) => carriedText(page, name)).find((value) => value !== '') ?? ''
  const name = text('txt_nombres_destinatario', 'nombres_destinatario', 'nombre_destinatario')
  if (name === '') return null
  const commune = text('txt_comuna_destinatario', 'comuna_destinatario')
  const code = text('cbo_comuna', 'cod_comuna', 'cod_comuna_destinatario')
  return {
    name,
    street: text('txt_domicilio_destinatario', 'domicilio_destinatario'),
    communeCode: /^\d{4,5}$/.test(code) ? Number(code) : null,
    commune: /^\d*$/.test(commune) ? '' : commune,
  }
}

/** The page must repeat what was posted and its sums must hold; else nobody may go on from it. */
export function readConfirmation(
  visit: Visit,
  content: BoletaContent,
  posted: Fields,
): Answer<{ seen: Seen; fields: Fields }> {
  const page = visit.kind === 'page' ? readBoletaPage(visit.page) : null
  if (page === null || !isConfirmation(page)) return refusalOf(visit, DATA_FIELDS)
  const grossClp = clpIn(carriedText(page, 'Monto_Boleta'))
  const retentionClp = clpIn(carriedText(page, 'Monto_Retencion'))
  const liquidoClp = clpIn(carriedText(page, 'Monto_Liquido'))
  if (grossClp === null) return portalChanged('Monto_Boleta')
  if (retentionClp === null) return portalChanged('Monto_Retencion')
  if (liquidoClp === null || liquidoClp + retentionClp !== grossClp) {
    return portalChanged('Monto_Liquido')
  }
  const wrong = differingRut(page, content) ?? differingField(page, posted)
  if (wrong !== null) return portalChanged(wrong)
  const { rut: recipient } = content.recipient
  const seen = { recipient, grossClp, retentionClp, liquidoClp, rateBasisPoints: rateIn(page) }
  return { kind: 'ok', value: { seen, fields: page.fields } }
}

function differingRut(page: BoletaPage, { issuer, recipient }: BoletaContent): string | null {
  const expected = [
    ['arrastre', issuer.rut],
    ['destinatario', recipient.rut],
  ] as const
  for (const [name, rut] of expected) {
    const body = carriedText(page, `rut_${name}`)
    if (body !== '' && !isSameRut(body, carriedText(page, `dv_${name}`), rut)) return `rut_${name}`
  }
  return null
}

/** Fields that say what will be issued. Missing or empty ones are the portal's own business. */
function differingField(page: BoletaPage, posted: Fields): string | null {
  const names = posted
    .map(([name]) => name)
    .filter((name) =>
      /^(OptTipoRetencion|cbo_(dia|mes|anio)_boleta|txt_(rut|dv)_destinatario|valor_prestacion_\d)$/.test(
        name,
      ),
    )
  return names.find((name) => differs(page, posted, name)) ?? null
}

function differs({ fields }: BoletaPage, posted: Fields, name: string): boolean {
  const theirs = fieldValue(fields, name)?.trim() ?? ''
  const ours = fieldValue(posted, name) ?? ''
  return theirs !== '' && comparable(theirs) !== comparable(ours)
}

/** '05' and '5', '1.000' and '1000' are the same. */
function comparable(text: string): string {
  const digits = text.replaceAll('.', '')
  return /^\d{1,15}$/.test(digits) ? String(Number(digits)) : plain(text)
}

function post(
  { browser, slowMs }: BoletaChain,
  address: string,
  fields: Fields,
  referer: string,
): Promise<Visit> {
  return browser.post(address, fields, { referer, timeoutMs: slowMs })
}

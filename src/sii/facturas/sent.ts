import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut } from '#domain/rut.ts'
import { describe, isLoginPage, singleAlert, wordsOf } from '../http/page-words.ts'
import { tellsTrouble } from '../http/sentences.ts'
import { findForm } from '../pages/forms.ts'
import { plain, visibleText } from '../pages/html.ts'
import type { Page, Visit } from '../http/http.ts'
import { liveAlerts } from '../pages/scripts.ts'
import { withoutSecret } from '../pages/secrets.ts'
import type { SendOutcome, UncertainCause } from '../interface/portal.ts'
import { TIPO_NOTA_CREDITO } from './form.ts'

/** What the sent XML says, to recognise its success page. */
export interface Sent {
  company: Rut
  tipoDte: number
  folio: number
  totalClp: Clp
}

/**
 * Reads what followed step 8. Issued only when the page says so and folio and company agree, and type and
 * total where it shows them; refused only by the portal's one sentence or its signing page again; all else,
 * however much it looks like a failure, is uncertain: the document may exist.
 */
export function readSent(visit: Visit, sent: Sent, secret: string): SendOutcome {
  if (visit.kind === 'notSent') return { kind: 'notSent' }
  if (visit.kind === 'failed') {
    return uncertain(visit.cause === 'timeout' ? 'timeout' : 'connectionLost', null)
  }
  const { page } = visit
  const kept = withoutSecret(evidence(page), secret)
  if (page.status >= 500) return uncertain('serverError', kept)
  const words = wordsOf(page)
  if (page.status === 200 && words.includes('documento enviado exitosamente')) {
    return agrees(words, sent) && !IS_REFUSAL.test(plain(singleAlert(page) ?? ''))
      ? { kind: 'issued', folio: sent.folio, code: codeIn(page.text), page: kept }
      : uncertain('mismatch', kept)
  }
  if (isLoginPage(page, words)) return uncertain('loginPage', kept)
  const refusal = page.status === 200 ? refusalOf(page) : null
  if (refusal === null) return uncertain('unrecognisedPage', kept)
  return { kind: 'refused', text: withoutSecret(refusal, secret) }
}

function agrees(words: string, sent: Sent): boolean {
  const companies = valuesOf(words, /\bempresa\s?:?\s?([\d.]{7,12}-[\dk])/g)
  if (companies.length === 0) return false
  if (companies.some((text) => parseRut(text) !== sent.company)) return false
  return (
    isOnlyFolio(words, sent.folio) &&
    isOfType(words, sent.tipoDte) &&
    hasTotal(words, sent.totalClp)
  )
}

const FOLIO_MARK = String.raw`\bn(?:[°º]|ro\.?|umero)\s{0,3}:?\s{0,3}`

/** The number beside the document's name, else the only number marked as such: an address has one too. */
function isOnlyFolio(words: string, folio: number): boolean {
  const titled = new RegExp(String.raw`electronica\s{0,3}${FOLIO_MARK}(\d{1,10})\b`, 'g')
  const marked = new RegExp(String.raw`(?:${FOLIO_MARK}|\bfolio\s?:?\s?)(\d{1,10})\b`, 'g')
  const beside = valuesOf(words, titled)
  const numbers = new Set(beside.length > 0 ? beside : valuesOf(words, marked))
  return numbers.size === 1 && numbers.has(String(folio))
}

/** 'FACTURA ELECTRONICA N° …', 'NOTA DE CREDITO ELECTRONICA N° …': the word before it says the type. */
function isOfType(words: string, tipoDte: number): boolean {
  const expected = tipoDte === TIPO_NOTA_CREDITO ? 'credito' : 'factura'
  const titles = new RegExp(String.raw`([a-z]{1,40}) electronica\s{0,3}${FOLIO_MARK}\d`, 'g')
  return valuesOf(words, titles).every((word) => word === expected)
}

function hasTotal(words: string, totalClp: Clp): boolean {
  const totals = valuesOf(words, /\btotal\s?:?\s?\$?\s?(\d[\d.]{0,20})/g)
  const written = totals.map((text) => Number(text.replaceAll('.', '')))
  return written.length === 0 || written.includes(totalClp)
}

/** The signing page again without a word, or one sentence that only a document not issued can get. */
function refusalOf(page: Page): string | null {
  const alert = singleAlert(page)
  if (tellsTrouble(`${wordsOf(page)} ${alert ?? ''}`)) return null
  if (alert !== null) return IS_REFUSAL.test(plain(alert)) ? alert : null
  return findForm(page.text, 'frmSign') === null ? null : describe(page)
}

/**
 * What sources know or the form's own checks say. Any other sentence ("folio no válido", "ya existe", "error
 * al enviar el correo") may be about a document that a first copy of this request has issued.
 */
const IS_REFUSAL =
  /firma no reconocida|debe (ingresar|seleccionar)|valor iva|certificado.{0,60}(vencid|revocad|expirad)|clave.{0,40}(incorrecta|no valida|no es correcta)|no (esta autorizado|tiene permiso)/

function codeIn(html: string): string | null {
  return /mipeDisplayPDF\.cgi\?DHDR_CODIGO=(\d{1,20})\b/.exec(html)?.[1] ?? null
}

const MAX_EVIDENCE_LENGTH = 4000

/** Text and alerts, never the page's fields: they may echo what was posted. */
function evidence(page: Page): string {
  const parts = [`HTTP ${page.status}`, visibleText(page.text), ...liveAlerts(page.text)]
  return parts.join('\n').slice(0, MAX_EVIDENCE_LENGTH)
}

function uncertain(cause: UncertainCause, page: string | null): SendOutcome {
  return { kind: 'uncertain', cause, page }
}

function valuesOf(words: string, pattern: RegExp): string[] {
  return [...words.matchAll(pattern)].map((match) => String(match[1]))
}

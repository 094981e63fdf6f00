import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import {
  DOWNLOAD,
  DOWNLOAD_LIST,
  DOWNLOAD_START,
  ISSUED_DETAIL,
  PDF,
  RECEIVED_DETAIL,
  SHOW_PDF,
} from '../http/addresses.ts'
import type { Fields } from '../pages/charset.ts'
import { encodeFormLegacy } from '../pages/charset.ts'
import { diagnose } from '../http/diagnosis.ts'
import { describe, isLoginPage, singleAlert, wordsOf } from '../http/page-words.ts'
import { formsOf, withValues } from '../pages/forms.ts'
import { plain } from '../pages/html.ts'
import type { Browser, Page, Visit } from '../http/http.ts'
import type { Answer } from '../interface/portal.ts'

export const MAX_FILE_BYTES = 25_000_000

export interface WantedDte {
  tipoDte: number
  folio: number
  issueDate: Day
}

/** By the portal's own code of the document, never by folio. */
export async function fetchPdf(
  browser: Browser,
  code: string,
  timeoutMs: number,
): Promise<Answer<Uint8Array>> {
  const referer = `${ISSUED_DETAIL}?ALL_PAGE_ANT=2&CODIGO=${code}`
  return fetchByCode(browser, `${PDF}?DHDR_CODIGO=`, code, { referer, timeoutMs })
}

/** Of a received document, for which the other page has nothing. */
export async function fetchShownPdf(
  browser: Browser,
  code: string,
  timeoutMs: number,
): Promise<Answer<Uint8Array>> {
  const referer = `${RECEIVED_DETAIL}?CODIGO=${code}`
  return fetchByCode(browser, `${SHOW_PDF}?CODIGO=`, code, { referer, timeoutMs })
}

async function fetchByCode(
  browser: Browser,
  address: string,
  code: string,
  options: { referer: string; timeoutMs: number },
): Promise<Answer<Uint8Array>> {
  if (!/^\d{1,20}$/.test(code)) throw new Error('Not a code of the portal')
  const visit = await browser.get(`${address}${code}`, { ...options, maxBytes: MAX_FILE_BYTES })
  if (visit.kind !== 'page') return diagnose(visit)
  const { page } = visit
  if (isPdf(page)) return { kind: 'ok', value: page.bytes }
  const isRefused = /requerimiento no ha sido bien recepcionado/.test(wordsOf(page))
  return isRefused ? { kind: 'notFound', text: describe(page) } : diagnose(visit)
}

/**
 * First by the day, which is sure; by folio only on days with more documents than one download carries (20).
 * Never by both: a folio silently drops the dates. The folio is picked from the XML in either case.
 */
export async function fetchXml(
  browser: Browser,
  company: Rut,
  wanted: WantedDte,
  timeoutMs: number,
): Promise<Answer<Uint8Array>> {
  const start = await browser.get(DOWNLOAD_START, { timeoutMs })
  if (start.kind !== 'page' || isLoginPage(start.page)) return diagnose(start)
  const day = { FEC_DESDE: wanted.issueDate, FEC_HASTA: wanted.issueDate }
  const byDay = await downloadSet(browser, start.page, company, wanted, day, timeoutMs)
  if (byDay !== 'tooMany') return byDay
  const folio = String(wanted.folio)
  const one = { FOLIO: folio, FOLIOHASTA: folio }
  const byFolio = await downloadSet(browser, start.page, company, wanted, one, timeoutMs)
  return byFolio === 'tooMany' ? { kind: 'tooManyDocuments' } : byFolio
}

/** The bytes from `<DTE` to `</DTE>` of that document, as they came: a changed byte breaks its signature. */
export function cutDte(set: Uint8Array, company: Rut, wanted: WantedDte): Uint8Array | null {
  // One character per byte, so that places in the text are places in the bytes.
  const text = Buffer.from(set).toString('latin1')
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<DTE', at)
    const end = start < 0 ? -1 : text.indexOf('</DTE>', start)
    if (end < 0) return null
    at = end + '</DTE>'.length
    if (isWanted(text.slice(start, at), company, wanted))
      return Uint8Array.from(set.subarray(start, at))
  }
  return null
}

async function downloadSet(
  browser: Browser,
  start: Page,
  company: Rut,
  wanted: WantedDte,
  filter: Partial<Record<'FEC_DESDE' | 'FEC_HASTA' | 'FOLIO' | 'FOLIOHASTA', string>>,
  timeoutMs: number,
): Promise<Answer<Uint8Array> | 'tooMany'> {
  const query = queryFor(company, wanted.tipoDte, filter)
  const own = formsOf(start.text).find((form) => form.action.includes('lista_documentos'))
  const posted = withValues(own?.fields ?? [], [...query, ['TPO_ARCHIVO', 'dte'], ['NUM_PAG', '1']])
  const list = await browser.post(DOWNLOAD_LIST, posted, { referer: start.url, timeoutMs })
  const refused = refusalOf(list)
  if (refused !== null) return refused
  const address = `${DOWNLOAD}?${encodeFormLegacy([...query, ['DOWNLOAD', 'XML']])}`
  const options = { referer: DOWNLOAD_LIST, timeoutMs, maxBytes: MAX_FILE_BYTES }
  const set = await browser.get(address, options)
  if (set.kind !== 'page' || !isXml(set.page)) return refusalOf(set) ?? diagnose(set)
  const dte = cutDte(set.page.bytes, company, wanted)
  if (dte === null) return { kind: 'notFound', text: `${wanted.tipoDte} ${wanted.folio}` }
  return { kind: 'ok', value: dte }
}

function queryFor(
  company: Rut,
  tipoDte: number,
  filter: Partial<Record<'FEC_DESDE' | 'FEC_HASTA' | 'FOLIO' | 'FOLIOHASTA', string>>,
): Fields {
  return [
    ['RUT_EMP', String(rutBody(company))],
    ['DV_EMP', rutDv(company)],
    ['ORIGEN', 'ENV'],
    ['RUT_RECP', ''],
    ['FOLIO', filter.FOLIO ?? ''],
    ['FOLIOHASTA', filter.FOLIOHASTA ?? ''],
    ['RZN_SOC', ''],
    ['FEC_DESDE', filter.FEC_DESDE ?? ''],
    ['FEC_HASTA', filter.FEC_HASTA ?? ''],
    ['TPO_DOC', String(tipoDte)],
    ['ESTADO', ''],
    ['ORDEN', ''],
    ['recaptcha-response', ''],
  ]
}

const MAX_DOCUMENTS = 20

/** Null when nothing speaks against going on. */
function refusalOf(visit: Visit): Answer<Uint8Array> | 'tooMany' | null {
  if (visit.kind !== 'page' || isLoginPage(visit.page) || visit.page.status !== 200) {
    return diagnose(visit)
  }
  const said = plain(`${singleAlert(visit.page) ?? ''} ${wordsOf(visit.page)}`)
  if (/demasiados documentos electr/.test(said)) return 'tooMany'
  if (/no existe informacion en mipyme/.test(said)) {
    return { kind: 'notFound', text: describe(visit.page) }
  }
  if (/no ha seleccionado una empresa/.test(said)) return { kind: 'companyNotSelected' }
  const total = /total de documentos\D{0,40}(\d{1,7})/.exec(said)?.[1]
  if (total === '0') return { kind: 'notFound', text: describe(visit.page) }
  return Number(total) > MAX_DOCUMENTS ? 'tooMany' : null
}

function isWanted(dte: string, company: Rut, { tipoDte, folio }: WantedDte): boolean {
  const inside = (name: string) =>
    new RegExp(`<${name}>([^<]{1,20})</${name}>`).exec(dte)?.[1] ?? ''
  return (
    Number(inside('TipoDTE')) === tipoDte &&
    Number(inside('Folio')) === folio &&
    parseRut(inside('RUTEmisor')) === company
  )
}

/** By its first bytes: failures come with status 200 too. */
export function isPdf(page: Page): boolean {
  return page.status === 200 && startsWith(page.bytes, '%PDF')
}

function isXml(page: Page): boolean {
  return page.status === 200 && startsWith(page.bytes, '<?xml') && page.text.includes('<SetDTE')
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  return Buffer.from(bytes.subarray(0, magic.length)).toString('latin1') === magic
}

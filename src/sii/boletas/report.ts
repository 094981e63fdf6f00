import type { Day, Month } from '#domain/day.ts'
import { monthNumberOf, parseDay, parseDayEs, yearOf } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import { ZERO_CLP } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, rutBody, rutDv } from '#domain/rut.ts'
import { BOLETAS_ISSUED, BOLETAS_RECEIVED } from '../http/addresses.ts'
import { clpIn, folioIn } from '../pages/amounts.ts'
import { portalChanged } from '../http/diagnosis.ts'
import type { Browser, Page, Visit } from '../http/http.ts'
import type { Answer, IssuedBoleta, ReceivedBoleta } from '../interface/portal.ts'
import { refusalOf } from './page.ts'
import type { Carried } from './script-values.ts'
import { carriedIn } from './script-values.ts'

const MAX_PAGES = 60
const FULL_PAGE = 100

/** Every boleta of the month or a failure: a report cut short would prove absent what is there. */
export async function listIssuedBoletas(
  browser: Browser,
  person: Rut,
  of: Month,
  timeoutMs: number,
): Promise<Answer<IssuedBoleta[]>> {
  return readWhole(of, readIssuedRow, (number) =>
    askPage(browser, BOLETAS_ISSUED, { person, of, number, timeoutMs }),
  )
}

export async function listReceivedBoletas(
  browser: Browser,
  person: Rut,
  of: Month,
  timeoutMs: number,
): Promise<Answer<ReceivedBoleta[]>> {
  return readWhole(of, readReceivedRow, (number) =>
    askPage(browser, BOLETAS_RECEIVED, { person, of, number, timeoutMs }),
  )
}

export interface ReportPage<Row> {
  rows: Row[]
  /** Of the month, as the SII counts it; null when it doesn't say. */
  total: number | null
}

/** Null when a row can't be read whole or it isn't a report's page at all. */
export function readReportPage<Row>(
  { text }: Page,
  readRow: (field: (name: string) => string) => Row | null,
): ReportPage<Row> | null {
  if (!isReport(text)) return null
  const fields = carriedIn(text, 'arr_informe_mensual')
  const rows: Row[] = []
  for (const number of rowNumbers(fields)) {
    const row = readRow((name) => (fields.get(`${name}_${number}`) ?? '').trim())
    if (row === null) return null
    rows.push(row)
  }
  const total = /^\d{1,6}$/.exec(carriedIn(text, 'xml_values').get('total_boletas') ?? '')?.[0]
  return { rows, total: total === undefined ? null : Number(total) }
}

/** A page without the year asked for is an error of some kind, never an empty month. */
function isReport(html: string): boolean {
  return (carriedIn(html, 'xml_values').get('anio_consulta') ?? '') !== ''
}

/** Another month's rows would prove absent what is there. */
function isAbout(html: string, of: Month): boolean {
  const values = carriedIn(html, 'xml_values')
  const month = values.get('mes_consulta') ?? ''
  const isSameMonth = !/^\d{1,2}$/.test(month) || Number(month) === monthNumberOf(of)
  return Number(values.get('anio_consulta')) === yearOf(of) && isSameMonth
}

/**
 * Pages are numbered from 0. That the second exists as described is known from one source only, and whether
 * the total counts annulled boletas from none: a full page with some of them is never taken for the last.
 */
async function readWhole<Row extends { folio: number; annulled: unknown; barCode: string }>(
  of: Month,
  readRow: (field: (name: string) => string) => Row | null,
  ask: (number: number) => Promise<Visit>,
): Promise<Answer<Row[]>> {
  const rows = new Map<string, Row>()
  for (let number = 0; number < MAX_PAGES; number += 1) {
    const visit = await ask(number)
    if (visit.kind !== 'page' || visit.page.status !== 200 || !isReport(visit.page.text)) {
      return refusalOf(visit, null)
    }
    if (!isAbout(visit.page.text, of)) return portalChanged('mes_consulta')
    const page = readReportPage(visit.page, readRow)
    if (page === null) return portalChanged('arr_informe_mensual')
    const before = rows.size
    for (const row of page.rows) rows.set(identity(row), row)
    if (isLast(page, rows)) return { kind: 'ok', value: [...rows.values()] }
    // Where the first page is called 1, asking for 0 and for 1 gives it twice.
    if (rows.size > before || number === 1) continue
    const isShort = page.total !== null && rows.size < page.total
    return isShort ? portalChanged('total_boletas') : { kind: 'ok', value: [...rows.values()] }
  }
  return portalChanged('pagina_solicitada')
}

function isLast(
  { rows, total }: ReportPage<unknown>,
  collected: ReadonlyMap<string, { annulled: unknown }>,
): boolean {
  const isFull = rows.length >= FULL_PAGE
  if (total === null) return !isFull
  return collected.size >= total && !(isFull && someAnnulled(collected))
}

/** Received boletas of different issuers share their numbers. */
function identity({ folio, barCode }: { folio: number; barCode: string }): string {
  return `${folio} ${barCode}`
}

function someAnnulled(rows: ReadonlyMap<string, { annulled: unknown }>): boolean {
  return [...rows.values()].some(({ annulled }) => annulled !== null)
}

interface Asked {
  person: Rut
  of: Month
  number: number
  timeoutMs: number
}

function askPage(
  browser: Browser,
  address: string,
  { person, of, number, timeoutMs }: Asked,
): Promise<Visit> {
  return browser.post(
    address,
    [
      ['rut_arrastre', String(rutBody(person))],
      ['dv_arrastre', rutDv(person)],
      // Without it the answer is the error TMB020a.
      ['pagina_solicitada', String(number)],
      ['cbmesinformemensual', String(monthNumberOf(of)).padStart(2, '0')],
      ['cbanoinformemensual', String(yearOf(of))],
    ],
    { timeoutMs, reads: true },
  )
}

function rowNumbers(fields: Carried): number[] {
  const numbers = new Set<number>()
  for (const key of fields.keys()) {
    // By any field: a row without its number is one that can't be read, not one less.
    const number = /_(\d{1,4})$/.exec(key)?.[1]
    if (number !== undefined) numbers.add(Number(number))
  }
  return [...numbers].sort((a, b) => a - b)
}

export function readIssuedRow(field: (name: string) => string): IssuedBoleta | null {
  const common = readCommon(field)
  const byIssuer = amountOrZero(field('retencion_emisor'))
  const byRecipient = amountOrZero(field('retencion_receptor'))
  if (common === null || byIssuer === null || byRecipient === null) return null
  const recipientText = field('rutreceptor')
  const recipient = rutFrom(recipientText, field('dvreceptor'))
  if (recipient === null && !/^0*$/.test(recipientText)) return null
  return {
    ...common,
    recipient,
    recipientName: field('nombrereceptor'),
    withholder: byRecipient > 0 ? 'recipient' : 'issuer',
    retentionClp: byRecipient > 0 ? byRecipient : byIssuer,
  }
}

export function readReceivedRow(field: (name: string) => string): ReceivedBoleta | null {
  const common = readCommon(field)
  const retentionClp = amountOrZero(field('retencion_receptor'))
  const issuer = rutFrom(field('rutemisor'), field('dvemisor'))
  if (common === null || retentionClp === null || issuer === null) return null
  return { ...common, issuer, issuerName: field('nombre_emisor'), retentionClp }
}

type Common = Pick<
  IssuedBoleta,
  'folio' | 'issueDate' | 'grossClp' | 'liquidoClp' | 'annulled' | 'barCode'
>

function readCommon(field: (name: string) => string): Common | null {
  const folio = folioIn(field('nroboleta'))
  const issueDate = dateFrom(field('fecha_boleta') || field('fechaemision'))
  const grossClp = clpIn(field('totalhonorarios'))
  const liquidoClp = clpIn(field('honorariosliquidos'))
  if (folio === null || issueDate === null || grossClp === null || liquidoClp === null) return null
  const annulled = readAnnulled(field('estado'), field('fechaanulacion'))
  return { folio, issueDate, grossClp, liquidoClp, annulled, barCode: field('codigobarras') }
}

/** 'N' is valid, 'S' annulled; 'A' is tested for by one source, and a date of annulment says it in any case. */
function readAnnulled(state: string, date: string): { on: Day | null } | null {
  const on = dateFrom(date)
  const isAnnulled = on !== null || /[1-9]/.test(date) || /^[SA]/i.test(state)
  return isAnnulled ? { on } : null
}

function amountOrZero(text: string): Clp | null {
  return text === '' || text === '-' ? ZERO_CLP : clpIn(text)
}

function rutFrom(body: string, dv: string): Rut | null {
  return parseRut(body.includes('-') ? body : `${body}-${dv}`)
}

function dateFrom(text: string): Day | null {
  return parseDayEs(text.slice(0, 10)) ?? parseDay(text.slice(0, 10))
}

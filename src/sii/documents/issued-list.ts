import { parseDay } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { parseRut, rutBody } from '#domain/rut.ts'
import { ISSUED_LIST, RECEIVED_LIST } from '../http/addresses.ts'
import { clpIn, folioIn } from '../pages/amounts.ts'
import { encodeFormLegacy } from '../pages/charset.ts'
import { isBroken, isTroubled } from '../http/answer-class.ts'
import { diagnose, portalChanged } from '../http/diagnosis.ts'
import { formsOf } from '../pages/forms.ts'
import { withoutHidden } from '../pages/hidden.ts'
import { decodeEntities, plain, tokens, visibleText } from '../pages/html.ts'
import type { Browser, Page } from '../http/http.ts'
import type {
  Answer,
  IssuedFilter,
  IssuedRow,
  ReceivedFilter,
  ReceivedRow,
} from '../interface/portal.ts'

const MAX_PAGES = 60
const FULL_PAGE = 100

/** What the two lists call things. Their pages are alike. */
interface List {
  address: string
  rutField: string
  /** In the link that makes a row one of data. */
  detail: string
}

const ISSUED: List = { address: ISSUED_LIST, rutField: 'RUT_RECP', detail: 'mipeGesDocEmi' }
const RECEIVED: List = { address: RECEIVED_LIST, rutField: 'RUT_EMI', detail: 'mipeGesDocRcp' }

export async function listIssued(
  browser: Browser,
  filter: IssuedFilter,
  timeoutMs: number,
): Promise<Answer<IssuedRow[]>> {
  const { recipient: counterpart, ...rest } = filter
  const listed = await readList(browser, ISSUED, { ...rest, counterpart }, timeoutMs)
  return listed.kind === 'ok' ? { kind: 'ok', value: listed.value.map(issuedRow) } : listed
}

export async function listReceived(
  browser: Browser,
  filter: ReceivedFilter,
  timeoutMs: number,
): Promise<Answer<ReceivedRow[]>> {
  const { issuer: counterpart, ...rest } = filter
  const listed = await readList(browser, RECEIVED, { ...rest, counterpart }, timeoutMs)
  return listed.kind === 'ok' ? { kind: 'ok', value: listed.value.map(receivedRow) } : listed
}

/** Null when a row of data can't be read whole. */
export function readRows(html: string): IssuedRow[] | null {
  return readListedRows(html, ISSUED)?.map(issuedRow) ?? null
}

export function readReceivedRows(html: string): ReceivedRow[] | null {
  return readListedRows(html, RECEIVED)?.map(receivedRow) ?? null
}

interface Filter extends Omit<IssuedFilter, 'recipient'> {
  counterpart: Rut | undefined
}

interface Row extends Omit<IssuedRow, 'recipient' | 'recipientName'> {
  counterpart: Rut
  counterpartName: string
}

function issuedRow({ counterpart, counterpartName, ...row }: Row): IssuedRow {
  return { ...row, recipient: counterpart, recipientName: counterpartName }
}

function receivedRow({ counterpart, counterpartName, ...row }: Row): ReceivedRow {
  return { ...row, issuer: counterpart, issuerName: counterpartName }
}

/**
 * Every matching row or a failure: a list cut short would prove absent what is there. Beyond its last page
 * the portal may repeat it (portal 3.10), so a page without a new code ends the list, unless an earlier one led to it.
 */
async function readList(
  browser: Browser,
  list: List,
  filter: Filter,
  timeoutMs: number,
): Promise<Answer<Row[]>> {
  const rows = new Map<string, Row>()
  let linked = 1
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const visit = await browser.get(pageAddress(list, filter, number), { timeoutMs })
    if (visit.kind !== 'page') return diagnose(visit)
    const { page } = visit
    const found = readListedRows(page.text, list)
    const frame = { kind: 'page', page: frameOf(page, list) } as const
    const isRefused = found?.length === 0 ? isTroubled(frame) : isBroken(frame.page)
    if (page.status !== 200 || !isListPage(page.text) || isRefused) return diagnose(frame)
    if (found === null) return portalChanged(`${list.detail} row`)
    const fresh = found.filter((row) => !rows.has(row.code))
    if (fresh.length === 0 && number > 1 && number <= linked) break
    for (const row of fresh) rows.set(row.code, row)
    linked = Math.max(linked, lastPageIn(page.text))
    const mayGoOn = number < linked || found.length >= FULL_PAGE
    if (fresh.length === 0 || !mayGoOn) return { kind: 'ok', value: matching(rows, filter) }
  }
  return portalChanged(`${list.detail} NUM_PAG`)
}

/** What the portal itself says and shows: the names of clients may sound like trouble. */
function frameOf(page: Page, list: List): Page {
  let text = ''
  let at = 0
  for (const { start, end } of dataRows(page.text, list)) {
    text += page.text.slice(at, start)
    at = end
  }
  return { ...page, text: withoutHidden(text + page.text.slice(at)) }
}

function readListedRows(html: string, list: List): Row[] | null {
  const read: Row[] = []
  for (const { code, cells } of dataRows(html, list)) {
    const row = readRow(code, cells)
    if (row === null) return null
    read.push(row)
  }
  return read
}

/** The portal's word for each type. Null for one it may add: the row is still a document. */
export function tipoDteOf(typeText: string): number | null {
  return TYPES.find(([pattern]) => pattern.test(plain(typeText).trim()))?.[1] ?? null
}

const TYPES: readonly (readonly [RegExp, number])[] = [
  [/^factura electronica$/, 33],
  [/^factura (exenta|(electronica )?no afecta)/, 34],
  [/^liquidacion/, 43],
  [/^factura de compra/, 46],
  [/^guia de despacho/, 52],
  [/^nota de credito de exportacion/, 112],
  [/^nota de debito de exportacion/, 111],
  [/^factura de exportacion/, 110],
  [/^nota de debito/, 56],
  [/^nota de credito/, 61],
]

function pageAddress(list: List, filter: Filter, number: number): string {
  const query = encodeFormLegacy([
    [list.rutField, filter.counterpart === undefined ? '' : String(rutBody(filter.counterpart))],
    ['FOLIO', String(filter.folio ?? '')],
    ['RZN_SOC', ''],
    // ISO dates only: others silently give no rows.
    ['FEC_DESDE', filter.from ?? ''],
    ['FEC_HASTA', filter.to ?? ''],
    ['TPO_DOC', String(filter.tipoDte ?? '')],
    ['ESTADO', ''],
    ['ORDEN', ''],
    ['NUM_PAG', String(number)],
  ])
  return `${list.address}?${query}`
}

/**
 * The words of an empty list are unknown, so emptiness is the list's own page without rows: its headings or
 * its form of filters, and no trouble on it.
 */
function isListPage(html: string): boolean {
  const words = plain(visibleText(html))
  const hasHeadings = ['razon social', 'documento', 'folio', 'fecha', 'monto', 'estado'].every(
    (heading) => words.includes(heading),
  )
  return hasHeadings || hasFilters(html)
}

function hasFilters(html: string): boolean {
  return formsOf(html).some((form) =>
    ['FEC_DESDE', 'FEC_HASTA', 'TPO_DOC', 'FOLIO'].every((name) =>
      form.controls.some((control) => control.name === name),
    ),
  )
}

function lastPageIn(html: string): number {
  let last = 1
  for (const match of html.matchAll(/NUM_PAG=(\d{1,4})\b/g)) last = Math.max(last, Number(match[1]))
  return last
}

/** The portal drops one filter when given another (folio and dates), so ours are applied again. */
function matching(rows: Map<string, Row>, filter: Filter): Row[] {
  return [...rows.values()].filter(
    (row) =>
      (filter.counterpart === undefined || row.counterpart === filter.counterpart) &&
      (filter.folio === undefined || row.folio === filter.folio) &&
      (filter.tipoDte === undefined || row.tipoDte === null || row.tipoDte === filter.tipoDte) &&
      (filter.from === undefined || row.issueDate >= filter.from) &&
      (filter.to === undefined || row.issueDate <= filter.to),
  )
}

interface DataRow {
  code: string
  cells: string[]
  /** Where it stands in the page. */
  start: number
  end: number
}

/** Cells end at their closing tag or at the next cell: the RUT's is never closed. */
function* dataRows(html: string, { detail }: List): Generator<DataRow> {
  const link = new RegExp(String.raw`${detail}\.cgi\?(?:[^\s"']{0,200}?[&?])?CODIGO=(\d{1,20})\b`)
  let row: Omit<DataRow, 'end'> = { code: '', cells: [], start: 0 }
  let isInCell = false
  for (const token of tokens(html)) {
    if (token.kind === 'raw') continue
    if (token.kind === 'text') {
      if (isInCell) row.cells.push((row.cells.pop() ?? '') + token.text)
      continue
    }
    if (token.name === 'tr' || token.name === 'table') {
      if (row.code !== '') yield { ...row, end: token.end }
      row = { code: '', cells: [], start: token.end }
      isInCell = false
    } else if (token.name === 'td' || token.name === 'th') {
      isInCell = token.kind === 'open'
      if (isInCell) row.cells.push('')
    } else if (token.kind === 'open') {
      row.code = codeIn(token.attributes, link) ?? row.code
    }
  }
  if (row.code !== '') yield { ...row, end: html.length }
}

function codeIn(attributes: ReadonlyMap<string, string>, link: RegExp): string | null {
  for (const value of attributes.values()) {
    const code = link.exec(value)?.[1]
    if (code !== undefined) return code
  }
  return null
}

/** A draft may stand in the list without a number. */
function isUnfinished(number: string, state: string): boolean {
  return /^0?$/.test(number) && /borrador|previ|inici|incomplet/.test(plain(state))
}

function readRow(code: string, cells: string[]): Row | null {
  const texts = cells.map((cell) =>
    decodeEntities(cell)
      .replace(/[\s\u00a0]+/g, ' ')
      .trim(),
  )
  const [, rut = '', name = '', typeText = '', number = '', date = '', amount = '', state = ''] =
    texts
  const counterpart = parseRut(rut)
  const issueDate = parseDay(date.slice(0, 10))
  const folio = folioIn(number) ?? (isUnfinished(number, state) ? 0 : null)
  const totalClp = clpIn(amount)
  const isRead = counterpart !== null && issueDate !== null && folio !== null && totalClp !== null
  if (!isRead) return null
  return {
    code,
    counterpart,
    counterpartName: name,
    tipoDte: tipoDteOf(typeText),
    typeText,
    folio,
    issueDate,
    totalClp,
    stateText: state,
  }
}

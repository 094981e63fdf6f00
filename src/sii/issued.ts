import { parseDay } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { parseRut, rutBody } from '#domain/rut.ts'
import { ISSUED_LIST } from './addresses.ts'
import { encodeFormLegacy } from './charset.ts'
import { diagnose, portalChanged } from './diagnosis.ts'
import { formsOf } from './forms.ts'
import { decodeEntities, plain, tokens, visibleText } from './html.ts'
import type { Browser } from './http.ts'
import type { Answer, IssuedFilter, IssuedRow } from './sii.ts'

const MAX_PAGES = 60
const FULL_PAGE = 100

/**
 * Every matching row or a failure: a list cut short would prove absent what is there. Beyond its last page
 * the portal may repeat it, so a page without a new code ends the list (portal 3.10).
 */
export async function listIssued(
  browser: Browser,
  filter: IssuedFilter,
  timeoutMs: number,
): Promise<Answer<IssuedRow[]>> {
  const rows = new Map<string, IssuedRow>()
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const visit = await browser.get(pageAddress(filter, number), { timeoutMs })
    if (visit.kind !== 'page') return diagnose(visit)
    const { text, status } = visit.page
    if (status !== 200 || !isListPage(text)) return diagnose(visit)
    const found = readRows(text)
    if (found === null) return portalChanged('mipeAdminDocsEmi row')
    const fresh = found.filter((row) => !rows.has(row.code))
    for (const row of fresh) rows.set(row.code, row)
    const mayGoOn = number < lastPageIn(text) || found.length >= FULL_PAGE
    if (fresh.length === 0 || !mayGoOn) return { kind: 'ok', value: matching(rows, filter) }
  }
  return portalChanged('mipeAdminDocsEmi NUM_PAG')
}

/** Null when a row of data can't be read whole. */
export function readRows(html: string): IssuedRow[] | null {
  const read: IssuedRow[] = []
  for (const { code, cells } of dataRows(html)) {
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

function pageAddress(filter: IssuedFilter, number: number): string {
  const query = encodeFormLegacy([
    ['RUT_RECP', filter.recipient === undefined ? '' : String(rutBody(filter.recipient))],
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
  return `${ISSUED_LIST}?${query}`
}

/**
 * The words of an empty list are unknown, so emptiness is the list's own page without rows: its headings or
 * its form of filters, and no error on it.
 */
function isListPage(html: string): boolean {
  const words = plain(visibleText(html))
  if (/no ha seleccionado una empresa|error al contribuyente|codigo: ?\d/.test(words)) return false
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
function matching(rows: Map<string, IssuedRow>, filter: IssuedFilter): IssuedRow[] {
  return [...rows.values()].filter(
    (row) =>
      (filter.recipient === undefined || row.recipient === filter.recipient) &&
      (filter.folio === undefined || row.folio === filter.folio) &&
      (filter.tipoDte === undefined || row.tipoDte === null || row.tipoDte === filter.tipoDte) &&
      (filter.from === undefined || row.issueDate >= filter.from) &&
      (filter.to === undefined || row.issueDate <= filter.to),
  )
}

interface DataRow {
  code: string
  cells: string[]
}

/** Cells end at their closing tag or at the next cell: the RUT's is never closed. */
function* dataRows(html: string): Generator<DataRow> {
  let row: DataRow = { code: '', cells: [] }
  let isInCell = false
  for (const token of tokens(html)) {
    if (token.kind === 'raw') continue
    if (token.kind === 'text') {
      if (isInCell) row.cells.push((row.cells.pop() ?? '') + token.text)
      continue
    }
    if (token.name === 'tr' || token.name === 'table') {
      if (row.code !== '') yield row
      row = { code: '', cells: [] }
      isInCell = false
    } else if (token.name === 'td' || token.name === 'th') {
      isInCell = token.kind === 'open'
      if (isInCell) row.cells.push('')
    } else if (token.kind === 'open') {
      row.code = codeIn(token.attributes) ?? row.code
    }
  }
  if (row.code !== '') yield row
}

function codeIn(attributes: ReadonlyMap<string, string>): string | null {
  for (const value of attributes.values()) {
    const code = /mipeGesDocEmi\.cgi\?(?:[^\s"']{0,200}?[&?])?CODIGO=(\d{1,20})\b/.exec(value)?.[1]
    if (code !== undefined) return code
  }
  return null
}

function readRow(code: string, cells: string[]): IssuedRow | null {
  const texts = cells.map((cell) =>
    decodeEntities(cell)
      .replace(/[\s\u00a0]+/g, ' ')
      .trim(),
  )
  const [, rut = '', name = '', typeText = '', folio = '', date = '', total = '', state = ''] =
    texts
  const recipient = parseRut(rut)
  const issueDate = parseDay(date.slice(0, 10))
  const isRead = /^\d{1,10}$/.test(folio) && /^\d{1,3}(\.?\d{3}){0,4}$|^\d{1,15}$/.test(total)
  if (recipient === null || issueDate === null || !isRead) return null
  return {
    code,
    recipient,
    recipientName: name,
    tipoDte: tipoDteOf(typeText),
    typeText,
    folio: Number(folio),
    issueDate,
    totalClp: clp(Number(total.replaceAll('.', ''))),
    stateText: state,
  }
}

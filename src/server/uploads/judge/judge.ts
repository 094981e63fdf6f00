import { MAX_UPLOAD_DOCUMENTS, MAX_UPLOAD_ROWS, UPLOAD_ROLES } from '#domain/upload.ts'
import type { Table } from '../../sheets/table.ts'
import { provesMonthFirst, type FileDates } from '../cells/read-dates.ts'
import { Faults } from './faults.ts'
import { groupRows } from './groups.ts'
import { judgeDocument } from './judge-document.ts'
import { refuseOtherClients } from './one-client.ts'
import { RowReader } from './read-row.ts'
import type { Judged, TypedCells, UploadColumns, UploadDocument, UploadFacts } from './result.ts'

export type JudgeResult =
  | ({ kind: 'judged' } & Judged)
  | { kind: 'refused'; reason: 'tooManyRows' | 'tooManyDocuments' | 'noDocuments'; count: number }

/** What is judged: the rows of a table below its headings, with what a person typed over their cells. */
export interface JudgedTable {
  table: Table
  headerRow: number
  columns: UploadColumns
  typed: TypedCells
}

/**
 * Every row below the headings as a document or a line of one, with all that is wrong with any cell. Pure: the same
 * table and facts give the same result.
 */
export function judgeTable(
  { table, headerRow, columns, typed }: JudgedTable,
  facts: UploadFacts,
): JudgeResult {
  const below = table.rows.filter(({ row }) => row > headerRow)
  if (below.length > MAX_UPLOAD_ROWS) {
    return { kind: 'refused', reason: 'tooManyRows', count: below.length }
  }
  const faults = new Faults(table, columns, typed)
  const known: FileDates['known'] = new Map()
  const isMonthFirst = below.some((row) => provesMonthFirst(faults.cellOf(row, 'dueDay'), known))
  const dates: FileDates = { today: facts.today, isMonthFirst, known }
  const reader = new RowReader(faults, dates)
  const rows = below.flatMap((row) => reader.read(row) ?? [])
  refuseSurplus(table, headerRow, columns, faults)
  if (rows.length === 0) return { kind: 'refused', reason: 'noDocuments', count: 0 }
  const groups = groupRows(rows, faults)
  if (groups.length > MAX_UPLOAD_DOCUMENTS) {
    return { kind: 'refused', reason: 'tooManyDocuments', count: groups.length }
  }
  const rowOf = new Map(rows.map((row) => [row.sheetRow.row, row]))
  const documents = groups.map((group) => judgeDocument(group, facts, faults))
  refuseRepeatedIds(documents, (row, earlier) => {
    const sheetRow = rowOf.get(row)?.sheetRow
    if (sheetRow !== undefined)
      faults.addCause(sheetRow, 'ownId', 'ownIdRepeated', { row: earlier })
  })
  refuseOtherClients(documents, rowOf, facts, faults)
  for (const document of documents) {
    const isRight = !document.rows.some((row) => faults.rows.has(row))
    document.waits = isRight && document.client?.kind === 'lookUp'
    document.isValid = isRight && !document.waits
  }
  findSame(documents)
  const list = faults.list.toSorted((a, b) => a.row - b.row || (a.column ?? 0) - (b.column ?? 0))
  return { kind: 'judged', documents, faults: list, faultCount: faults.count }
}

/**
 * A row of a text has more fields than the headings where a number's comma was taken for a delimiter, and then all behind
 * it stands one column too far. Where no field was meant to be empty, one that is empty says nothing.
 */
function refuseSurplus(
  { rows, fields }: Table,
  headerRow: number,
  columns: UploadColumns,
  faults: Faults,
): void {
  if (fields === null) return
  const headings = fields.counts.get(headerRow)
  const [last] = Object.entries(columns).toSorted(([, a], [, b]) => b - a)
  const role = UPLOAD_ROLES.find((one) => one === last?.[0])
  if (headings === undefined || role === undefined) return
  for (const row of rows) {
    if (row.row <= headerRow) continue
    const count = fields.delimiter === ',' ? (fields.counts.get(row.row) ?? 0) : row.cells.length
    if (count > headings) faults.addBeside(row, role, headings, 'surplusField')
  }
}

/** The user's own id names one document. */
function refuseRepeatedIds(
  documents: UploadDocument[],
  refuse: (row: number, earlier: number) => void,
): void {
  const first = new Map<string, number>()
  for (const document of documents) {
    const [row] = document.rows
    if (document.ownId === '' || row === undefined) continue
    const earlier = first.get(document.ownId)
    if (earlier === undefined) first.set(document.ownId, row)
    else refuse(row, earlier)
  }
}

/** To the same client, of the same kind, month and lines: shown, because it may be meant twice or pasted twice. */
function findSame(documents: readonly UploadDocument[]): void {
  const earlier = new Map<string, string[]>()
  for (const document of documents) {
    if (document.rut === null || document.lines.length === 0) continue
    const lines = document.lines.map(({ row: _row, amountClp: _amount, ...line }) => line)
    const said = JSON.stringify([document.kind, document.rut, document.serviceMonth, lines])
    const keys = earlier.get(said)
    if (keys === undefined) earlier.set(said, [document.key])
    else {
      document.sameAs.push(...keys.slice(0, MAX_SAME))
      keys.push(document.key)
    }
  }
}

const MAX_SAME = 3

import { MAX_UPLOAD_DOCUMENTS, MAX_UPLOAD_ROWS } from '#domain/upload.ts'
import type { Table } from '../../sheets/table.ts'
import { provesMonthFirst, type FileDates } from '../cells/read-dates.ts'
import { Faults } from './faults.ts'
import { groupRows } from './groups.ts'
import { judgeDocument } from './judge-document.ts'
import { RowReader } from './read-row.ts'
import type { Judged, UploadColumns, UploadDocument, UploadFacts } from './result.ts'

export type JudgeResult =
  | ({ kind: 'judged' } & Judged)
  | { kind: 'refused'; reason: 'tooManyRows' | 'tooManyDocuments' | 'noDocuments'; count: number }

/**
 * Every row below the headings as a document or a line of one, with all that is wrong with any cell. Pure: the same
 * table and facts give the same result.
 */
export function judgeTable(
  { table, headerRow, columns }: { table: Table; headerRow: number; columns: UploadColumns },
  facts: UploadFacts,
): JudgeResult {
  const below = table.rows.filter(({ row }) => row > headerRow)
  if (below.length > MAX_UPLOAD_ROWS) {
    return { kind: 'refused', reason: 'tooManyRows', count: below.length }
  }
  const faults = new Faults(table, columns)
  const known: FileDates['known'] = new Map()
  const isMonthFirst = below.some((row) => provesMonthFirst(faults.cellOf(row, 'dueDay'), known))
  const dates: FileDates = { today: facts.today, isMonthFirst, known }
  const reader = new RowReader(faults, dates)
  const rows = below.flatMap((row) => reader.read(row) ?? [])
  if (rows.length === 0) return { kind: 'refused', reason: 'noDocuments', count: 0 }
  const groups = groupRows(rows, faults)
  if (groups.length > MAX_UPLOAD_DOCUMENTS) {
    return { kind: 'refused', reason: 'tooManyDocuments', count: groups.length }
  }
  const rowOf = new Map(rows.map((row) => [row.sheetRow.row, row.sheetRow]))
  const documents = groups.map((group) => judgeDocument(group, facts, faults))
  refuseRepeatedIds(documents, (row, earlier) => {
    const sheetRow = rowOf.get(row)
    if (sheetRow !== undefined)
      faults.addCause(sheetRow, 'ownId', 'ownIdRepeated', { row: earlier })
  })
  for (const document of documents) {
    document.isValid = !document.rows.some((row) => faults.rows.has(row))
  }
  findSame(documents)
  const list = faults.list.toSorted((a, b) => a.row - b.row || (a.column ?? 0) - (b.column ?? 0))
  return { kind: 'judged', documents, faults: list, faultCount: faults.count }
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

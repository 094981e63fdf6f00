import { searchKey } from '#domain/search-text.ts'
import { DOCUMENT_ROLES, type DocumentRole } from '#domain/upload.ts'
import { shownValue } from '../cells/cell-read.ts'
import type { Faults } from './faults.ts'
import type { RoleValues, RowRead } from './read-row.ts'

/** The rows of one document. */
export interface Group {
  key: string
  /** '' where the row stands for itself. */
  name: string
  rows: RowRead[]
}

/**
 * Rows with the same value in the grouping column are one document, wherever they stand; a row without one is a document
 * of its own. Values that differ only in case, accents or spaces may be meant as one or as two: a person decides.
 */
export function groupRows(rows: readonly RowRead[], faults: Faults): Group[] {
  const groups = new Map<string, Group>()
  const names = new Map<string, string>()
  for (const row of rows) {
    const name = row.values.group ?? ''
    const key = name === '' ? `r:${row.sheetRow.row}` : `g:${name}`
    const group = groups.get(key)
    if (group !== undefined) {
      group.rows.push(row)
      continue
    }
    groups.set(key, { key, name, rows: [row] })
    if (name === '') {
      if (faults.isMerged(row.sheetRow, 'group')) faults.addMissing(row.sheetRow, 'group')
      continue
    }
    const alike = searchKey(name).replaceAll(' ', '')
    const other = names.get(alike)
    if (other === undefined) names.set(alike, name)
    else faults.addCause(row.sheetRow, 'group', 'groupAlike', { other })
  }
  return [...groups.values()]
}

export type DocumentValues = Partial<Pick<RoleValues, DocumentRole>>

export interface GroupRead {
  values: DocumentValues
  /** What some cell of the group says and can't be read. */
  faulty: ReadonlySet<DocumentRole>
}

/** What the group's rows say of the document: each thing once, or alike in every row that says it. */
export function readGroup({ rows }: Group, faults: Faults): GroupRead {
  const values: DocumentValues = {}
  const faulty = new Set<DocumentRole>()
  for (const role of DOCUMENT_ROLES) {
    let first: RowRead | undefined
    for (const row of rows) {
      if (row.faulty.has(role)) faulty.add(role)
      if (row.values[role] === undefined) continue
      if (first === undefined) first = row
      else if (!isSame(first.values[role], row.values[role])) {
        faulty.add(role)
        faults.addCause(row.sheetRow, role, 'differsInGroup', {
          first: shownValue(faults.cellOf(first.sheetRow, role)),
          row: first.sheetRow.row,
        })
      }
    }
    if (first !== undefined) take(values, role, first.values)
  }
  return { values, faulty }
}

function take<R extends DocumentRole>(
  values: Partial<Pick<RoleValues, R>>,
  role: R,
  from: Partial<Pick<RoleValues, R>>,
): void {
  values[role] = from[role]
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && a.join() === b.join())
}

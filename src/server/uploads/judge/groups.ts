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
 * of its own. Values that differ only in case, accents or spaces may be meant as one or as two: a person decides. A
 * document that a row may be missing from is never right.
 */
export function groupRows(rows: readonly RowRead[], faults: Faults): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const name = row.values.group ?? ''
    const key = name === '' ? `r:${row.sheetRow.row}` : `g:${name}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { key, name, rows: [row] })
    else group.rows.push(row)
  }
  const all = [...groups.values()]
  refuseAlike(all, faults)
  refuseShort(all, rows, faults)
  return all
}

function refuseAlike(groups: readonly Group[], faults: Faults): void {
  const seen = new Map<string, Group>()
  for (const group of groups) {
    if (group.name === '') continue
    const alike = alikeKey(group.name)
    const other = seen.get(alike)
    if (other === undefined) {
      seen.set(alike, group)
      continue
    }
    for (const [one, another] of [
      [other, group],
      [group, other],
    ] as const) {
      faults.addCause(firstOf(one).sheetRow, 'group', 'groupAlike', { other: another.name })
    }
  }
}

function alikeKey(name: string): string {
  return searchKey(name).replaceAll(' ', '')
}

/** A row that doesn't say which document it belongs to may belong to the one beside it, which would be issued short. */
function refuseShort(groups: readonly Group[], rows: readonly RowRead[], faults: Faults): void {
  const strays = new Set(rows.filter((row) => isStray(row, faults)))
  if (strays.size === 0) return
  const groupOf = new Map(groups.flatMap((group) => group.rows.map((row) => [row, group] as const)))
  const named = groups.filter(({ name }) => name !== '')
  const byName = new Map(named.map((group) => [alikeKey(group.name), group]))
  const short = new Set<Group>()
  for (const [place, row] of rows.entries()) {
    if (!strays.has(row)) continue
    for (const group of suspectsOf(row, place)) {
      if (group === undefined || short.has(group)) continue
      short.add(group)
      faults.addCause(firstOf(group).sheetRow, 'group', 'groupShort', { row: row.sheetRow.row })
    }
  }

  function suspectsOf({ sheetRow, faulty }: RowRead, place: number): (Group | undefined)[] {
    if (!faulty.has('group') || faults.isMerged(sheetRow, 'group')) return [beside(place, -1)]
    const shown = byName.get(alikeKey(shownValue(faults.cellOf(sheetRow, 'group'))))
    return shown === undefined ? [beside(place, -1), beside(place, 1)] : [shown]
  }

  /** Of the nearest row above or below that is no stray itself. */
  function beside(place: number, step: 1 | -1): Group | undefined {
    for (let at = place + step; at >= 0 && at < rows.length; at += step) {
      const row = rows[at]
      if (row !== undefined && !strays.has(row)) return groupOf.get(row)
    }
    return undefined
  }
}

/** Its group can't be read; or it names neither a group nor a client, as further lines of a document often stand. */
function isStray({ sheetRow, values, faulty }: RowRead, faults: Faults): boolean {
  if (faulty.has('group')) return true
  if (values.group !== undefined || values.rut !== undefined) return false
  return !faulty.has('rut') || faults.isMerged(sheetRow, 'rut')
}

function firstOf({ rows }: Group): RowRead {
  const [first] = rows
  if (first === undefined) throw new Error('A group without rows')
  return first
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

import { DOCUMENT_KINDS } from '#contract/documents.ts'
import { isCounted } from '#domain/counted.ts'
import type { UpcomingRow } from '#web/api/agenda.ts'

/** What one rule issues on one day: one row a client. A document of no rule is alone. */
export interface Group {
  key: string
  rows: [UpcomingRow, ...UpcomingRow[]]
}

export interface DayAhead {
  date: string
  groups: Group[]
}

/** The rows come in their order, by day. */
export function daysOf(rows: readonly UpcomingRow[]): DayAhead[] {
  const days = new Map<string, Map<string, Group>>()
  for (const [index, row] of rows.entries()) {
    const groups = days.get(row.emission_date) ?? new Map<string, Group>()
    days.set(row.emission_date, groups)
    const key = row.rule === null ? `row ${index}` : `rule ${row.rule.id}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { key, rows: [row] })
    else known.rows.push(row)
  }
  return [...days].map(([date, groups]) => ({ date, groups: [...groups.values()] }))
}

/** What will be issued or was: what the month's card counts, and nothing else. */
export function countedOf<Row extends Pick<UpcomingRow, 'document_type' | 'state'>>(
  rows: readonly Row[],
): Row[] {
  return rows.filter(({ document_type, state }) =>
    isCounted({ kind: DOCUMENT_KINDS[document_type], state }),
  )
}

/** In pesos; null when nothing of it is known yet. */
export function sumOf(rows: readonly UpcomingRow[]): {
  total: number | null
  isEstimated: boolean
} {
  const counted = countedOf(rows).filter(({ total }) => total !== null)
  if (counted.length === 0) return { total: null, isEstimated: false }
  return {
    total: counted.reduce((sum, { total }) => sum + (total ?? 0), 0),
    isEstimated: counted.some(({ is_estimated }) => is_estimated),
  }
}

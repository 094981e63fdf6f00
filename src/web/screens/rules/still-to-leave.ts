import type { UpcomingRow } from '#web/api/agenda.ts'

const STILL_TO_LEAVE: ReadonlySet<UpcomingRow['state']> = new Set([
  'planned',
  'waiting',
  'needs_data',
  'queued',
])

/** Documents that pausing or deleting their rule stops. */
export function stillToLeave(rows: readonly UpcomingRow[]): UpcomingRow[] {
  return rows.filter(({ document, state }) => document !== null && STILL_TO_LEAVE.has(state))
}

import type { TFunction } from 'i18next'
import type { UpcomingRow } from '#web/api/agenda.ts'
import type { Rule } from '#web/api/queries.ts'
import { editRulePath, PATHS } from '#web/paths.ts'
import { reasonText } from '#web/documents/reason-text.ts'

type Reason = Rule['readiness'][number]

export function readinessText(t: TFunction, { code, client }: Reason): string {
  const what = t(`reasons.${code}.what`)
  return client === undefined ? what : t('rules.forClient', { what, name: client.name })
}

/** Whether some of its clients' documents will go out all the same. */
export function isPartial({
  readiness,
  clients_detail: clients,
}: Pick<Rule, 'readiness' | 'clients_detail'>): boolean {
  const lacking = new Set(readiness.map(({ client }) => client?.id))
  return !lacking.has(undefined) && lacking.size < clients.length
}

/** What keeps this month's `rows` of the rule from being issued now: what it lacks, or a stop; null when nothing does. */
export function obstacleText(
  t: TFunction,
  { readiness }: Pick<Rule, 'readiness'>,
  rows: readonly Pick<UpcomingRow, 'reason' | 'stop'>[],
): string | null {
  const [lack] = readiness
  if (lack !== undefined) return readinessText(t, lack)
  const [reason] = rows.flatMap((row) => row.reason ?? row.stop ?? [])
  return reason === undefined ? null : reasonText(t, reason).what
}

/** Where the reason is mended, and what its link is called. */
export function readinessMend(
  { id }: { id: number },
  { place }: Reason,
): { to: string; label: 'facturator' | 'complete' } {
  return place === 'connections'
    ? { to: PATHS.facturators, label: 'facturator' }
    : { to: editRulePath(id, place), label: 'complete' }
}

import type { TFunction } from 'i18next'
import type { Rule } from '#web/api/queries.ts'
import { editRulePath, PATHS } from '#web/paths.ts'

type Reason = Rule['readiness'][number]

export function readinessText(t: TFunction, { code, client }: Reason): string {
  const what = t(`reasons.${code}.what`)
  return client === undefined ? what : t('rules.forClient', { what, name: client.name })
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

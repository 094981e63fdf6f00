import type { TFunction } from 'i18next'
import type { Rule } from '#web/api/queries.ts'

export function readinessText(t: TFunction, { code, client }: Rule['readiness'][number]): string {
  const what = t(`reasons.${code}.what`)
  return client === undefined ? what : t('rules.forClient', { what, name: client.name })
}

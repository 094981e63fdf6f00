import type { TFunction } from 'i18next'

const SHOWN = 3

/** The first three, and how many more there are: a rule may have 200 clients. */
export function someNames(t: TFunction, names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).join(', ')
  const more = names.length - SHOWN
  return more > 0 ? `${shown} ${t('rules.andMore', { count: more })}` : shown
}

import { addDays, compare, firstDayOf, lastDayOf, parseDay, parseMonth } from '#domain/day.ts'
import type { Day } from '#domain/day.ts'
import { isBusinessDay } from '#domain/holidays.ts'
import type { RuleMonth } from '#web/api/agenda.ts'

export type MonthWish = { kind: 'own' } | { kind: 'skip' } | { kind: 'move'; day: string }

/** What the month has now. */
export function wishOf({ change }: RuleMonth): MonthWish['kind'] {
  if (change === null) return 'own'
  return change === 'skipped' ? 'skip' : 'move'
}

/** From the first day on which it can leave to the month's end, but the rule's own; business days said apart. None once it is planned. */
export function daysToMoveTo(
  { period, own_date, is_planned }: Pick<RuleMonth, 'period' | 'own_date' | 'is_planned'>,
  first: string,
): { date: Day; isBusiness: boolean }[] {
  const month = parseMonth(period)
  const now = parseDay(first)
  if (month === null || now === null || is_planned) return []
  const days: { date: Day; isBusiness: boolean }[] = []
  const last = lastDayOf(month)
  for (let date = firstDayOf(month); compare(date, last) <= 0; date = addDays(date, 1)) {
    if (compare(date, now) < 0 || date === own_date) continue
    days.push({ date, isBusiness: isBusinessDay(date) })
  }
  return days
}

import { compare, type Day } from '#domain/day.ts'
import { nextEmissions } from '#domain/schedule.ts'
import type { RuleView } from './view.ts'

/** The rule's next emission days that nothing was planned for, at most twelve, until `last`. */
export function comingDays(view: RuleView, last: Day | null = null): Day[] {
  if (view.isPaused || view.nextEmissionDay === null) return []
  const days = nextEmissions(view.schedule, view.nextEmissionDay, MOST_DAYS)
  return last === null ? days : days.filter((day) => compare(day, last) <= 0)
}

const MOST_DAYS = 12

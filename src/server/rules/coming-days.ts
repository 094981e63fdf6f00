import { comingEmissions } from '#domain/course.ts'
import { compare, type Day } from '#domain/day.ts'
import type { RuleView } from './view.ts'

/** The rule's next emission days that nothing was planned for, at most twelve, until `last`. */
export function comingDays(view: RuleView, last: Day | null = null): Day[] {
  const { schedule, endDay, emissionsLeft, months, nextEmissionDay: from } = view
  if (view.isPaused || from === null) return []
  const days = comingEmissions({ schedule, from, endDay, emissionsLeft, months }, MOST_DAYS)
  return last === null ? days : days.filter((day) => compare(day, last) <= 0)
}

const MOST_DAYS = 12

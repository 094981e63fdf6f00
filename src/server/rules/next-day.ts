import { comingEmissions, type Course } from '#domain/course.ts'
import { addMonths, compare, firstDayOf, type Day, type Month } from '#domain/day.ts'

/**
 * The day planning waits for: the first emission from today on and not before the rule's start, in a month
 * that has no occurrence yet. So an edit never plans a month twice, and nothing missed comes back (D-25).
 * Null: it has come to its end.
 */
export function nextEmissionDay(
  course: Omit<Course, 'from'>,
  known: { today: Day; startDay: Day; lastPlanned: Month | null },
): Day | null {
  const { today, startDay, lastPlanned } = known
  const from = [today, startDay]
  if (lastPlanned !== null) from.push(firstDayOf(addMonths(lastPlanned, 1)))
  const latest = from.toSorted(compare).at(-1) ?? today
  return comingEmissions({ ...course, from: latest }, 1)[0] ?? null
}

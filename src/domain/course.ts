import { addMonths, compare, firstDayOf, monthOf, type Day, type Month } from './day.ts'
import { emissionDay, type Schedule } from './schedule.ts'

/** What becomes of an emission whose day went by (docs/decisions/0017). */
export type CatchUp = 'notify' | 'issue_today' | 'skip'

/** Everything that says on which days a rule issues from some day on. */
export interface Course {
  schedule: Schedule
  /** Nothing before it. */
  from: Day
  /** The last day on which it may issue; null: for ever. */
  endDay: Day | null
  /** How many emissions it still has; null: as many as months come. */
  emissionsLeft: number | null
  /** What one month has different: left out, or on another of its days. */
  months: ReadonlyMap<Month, MonthChange>
}

export type MonthChange = { kind: 'skipped' } | { kind: 'moved'; day: Day }

/** Longer than any run of months that may be left out: the loop's limit. */
const MOST_MONTHS = 160

/** The next `count` emission days in their order; fewer when the rule ends before. */
export function comingEmissions(course: Course, count: number): Day[] {
  const days: Day[] = []
  const wanted = Math.min(count, course.emissionsLeft ?? count)
  for (let ahead = 0; ahead < MOST_MONTHS && days.length < wanted; ahead += 1) {
    const month = addMonths(monthOf(course.from), ahead)
    const change = course.months.get(month)
    if (change?.kind === 'skipped') continue
    const day = change?.day ?? emissionDay(course.schedule, month)
    if (compare(day, course.from) < 0) continue
    if (course.endDay !== null && compare(day, course.endDay) > 0) return days
    days.push(day)
  }
  return days
}

/** Where the planning of a rule stands. */
export interface PlanningState {
  today: Day
  /** Of the rule: nothing before it. */
  startDay: Day
  /** The newest month that has its occurrence; null: none has. */
  lastPlanned: Month | null
}

/**
 * The next `count` days that planning takes: from today and the rule's start on, in months after the last planned one.
 * So an edit never plans a month twice, nothing missed comes back, and a forecast names the same days.
 */
export function emissionsToPlan(
  course: Omit<Course, 'from'>,
  { today, startDay, lastPlanned }: PlanningState,
  count: number,
): Day[] {
  const from = [today, startDay]
  if (lastPlanned !== null) from.push(firstDayOf(addMonths(lastPlanned, 1)))
  const latest = from.toSorted(compare).at(-1) ?? today
  return comingEmissions({ ...course, from: latest }, count)
}

/**
 * A rule that can't begin today any more begins on this day instead: as the emission of its month
 * (docs/decisions/0017).
 */
export function begunOn(months: Course['months'], day: Day): Map<Month, MonthChange> {
  return new Map([...months, [monthOf(day), { kind: 'moved', day }]])
}

/** How the emission of a day is taken: as planned, or as its rule says of days that went by. */
export type Taken = 'onItsDay' | 'asked' | 'today' | 'left'

/**
 * Of a missed day: the rule's policy (docs/decisions/0017), but never more than the newest one without being asked; so
 * `issue_today` holds only where no later emission has come.
 */
export function takenAs(day: Day, today: Day, catchUp: CatchUp, isNewest: boolean): Taken {
  if (compare(day, today) >= 0) return 'onItsDay'
  if (catchUp === 'skip') return 'left'
  return catchUp === 'issue_today' && isNewest ? 'today' : 'asked'
}

import { addDays, timeInChile, type Day } from './day.ts'
import { isBusinessDay, nextBusinessDay } from './holidays.ts'

/** When a client is reminded of what it owes, by days from the due day. */
export const REMINDER_STEPS = { before: -3, dueDay: 0, after7: 7, after15: 15 } as const
export type ReminderStep = keyof typeof REMINDER_STEPS

/** The hours of Chile in which reminders leave; `toHour` is not in it. */
export const REMINDER_HOURS = { fromHour: 9, toHour: 18 } as const

/** How far a step may move over days off: what fell due longer ago than that after its last step has none left. */
const LONGEST_MOVE_DAYS = 15

/** The due days that can have a step on that day. */
export function dueDaysAround(day: Day): { first: Day; last: Day } {
  return {
    first: addDays(day, -REMINDER_STEPS.after15 - LONGEST_MOVE_DAYS),
    last: addDays(day, -REMINDER_STEPS.before),
  }
}

export interface PlannedStep {
  step: ReminderStep
  day: Day
}

/**
 * The days on which one due day is reminded of. A step that falls on a day off moves to the next business day; the one
 * before the due day is left out where that would be the due day's own reminder, or later.
 */
export function reminderDays(dueDay: Day): PlannedStep[] {
  const steps = [
    stepOf('before', dueDay),
    stepOf('dueDay', dueDay),
    stepOf('after7', dueDay),
    stepOf('after15', dueDay),
  ]
  return steps.filter(({ step, day }) => step !== 'before' || day < dueDay)
}

function stepOf(step: ReminderStep, dueDay: Day): PlannedStep {
  const day = addDays(dueDay, REMINDER_STEPS[step])
  return { step, day: isBusinessDay(day) ? day : nextBusinessDay(day) }
}

/** Which step is sent on that day; null: none. */
export function stepOn(dueDay: Day, day: Day): ReminderStep | null {
  return reminderDays(dueDay).find((planned) => planned.day === day)?.step ?? null
}

/** Whether reminders may leave at that instant: in business hours of a business day. */
export function isReminderTime(atMs: number): boolean {
  const { day, hour } = timeInChile(atMs)
  return isBusinessDay(day) && hour >= REMINDER_HOURS.fromHour && hour < REMINDER_HOURS.toHour
}

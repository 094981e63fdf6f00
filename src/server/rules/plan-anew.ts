import type { Kysely } from 'kysely'
import { begunOn, emissionsToPlan } from '#domain/course.ts'
import { compare, dayInChile, knownDay, type Day } from '#domain/day.ts'
import { nextDeparture, type EmissionHours } from '#domain/departure.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput } from '../http/errors.ts'
import type { Say } from './check.ts'
import type { CheckedRule } from './draft.ts'
import { setMonthChange } from './months.ts'
import { lockSavedCourse } from './saved-course.ts'
import { setNext, type RuleAt } from './store.ts'

/** The rule, stored as it shall be from now on, waits for the day that follows from it; a paused one for none. */
export async function planAnew(trx: Kysely<Schema>, at: RuleAt, today: Day): Promise<void> {
  const saved = await lockSavedCourse(trx, at)
  if (saved === null) throw new Error(`Rule ${at.ruleId} vanished while locked`)
  if (saved.isPaused || !saved.isComplete) {
    await setNext(trx, at, null)
    return
  }
  const [next = null] = emissionsToPlan(saved.course, { ...saved, today }, 1)
  await setNext(trx, at, next)
}

/**
 * A rule whose first day is today, while nothing of today can leave any more, issues that emission on the next day on
 * which it can: with that day's date and UF, as the emission of that day's month (docs/decisions/0017). `shown` is the
 * date the person saw. Refused where the rule ends before that day.
 */
export async function moveFirstDay(
  { clock, window, undoWindowMs }: EmissionHours & { clock: Clock },
  trx: Kysely<Schema>,
  at: RuleAt,
  { companyId, endDay }: CheckedRule,
  { shown, say }: { shown: Day | undefined; say: Say },
): Promise<void> {
  const today = dayInChile(clock.now())
  if ((await nextDay(trx, at)) !== today) return
  const { day } = nextDeparture({ window, undoWindowMs }, clock.now(), companyId)
  if (endDay !== null && day > endDay) throw new InvalidInput({ end_date: [say('tooLateToBegin')] })
  if (shown !== undefined && shown !== day) {
    throw new InvalidInput({ first_emission_date: ['otherDate'] })
  }
  if (day === today) return
  for (const [month, change] of begunOn(new Map(), day))
    await setMonthChange(trx, at, month, change)
  await planAnew(trx, at, day)
}

/** The day that planning waits for; null: none. */
export async function nextDay(trx: Kysely<Schema>, at: RuleAt): Promise<Day | null> {
  const { next_emission_day: next } = await trx
    .selectFrom('invoice_rule')
    .select('next_emission_day')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .executeTakeFirstOrThrow()
  return next === null ? null : knownDay(next)
}

/** As `planAnew`, but a day whose planning is late keeps its turn: planning itself sees what a month has different. */
export async function planChangedMonth(trx: Kysely<Schema>, at: RuleAt, today: Day): Promise<void> {
  const next = await nextDay(trx, at)
  if (next !== null && compare(next, today) < 0) return
  await planAnew(trx, at, today)
}

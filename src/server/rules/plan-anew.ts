import type { Kysely } from 'kysely'
import { emissionsToPlan } from '#domain/course.ts'
import { compare, knownDay, type Day } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'
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

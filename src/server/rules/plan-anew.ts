import type { Kysely } from 'kysely'
import { compare, knownDay, type Day } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'
import type { RuleDraft } from './draft.ts'
import { countOccurrences, monthChanges } from './month-changes.ts'
import { nextEmissionDay } from './next-day.ts'
import { lastPlannedMonth, lockRule, readDraft, setNext, type RuleAt } from './store.ts'

/** The rule, stored as it shall be from now on, waits for the day that follows from it; a paused one for none. */
export async function planAnew(trx: Kysely<Schema>, at: RuleAt, today: Day): Promise<void> {
  const stored = await lockRule(trx, at)
  if (stored === null) throw new Error(`Rule ${at.ruleId} vanished while locked`)
  const draft = await readDraft(trx, at)
  if (stored.isPaused || !isComplete(draft)) {
    await setNext(trx, at, null)
    return
  }
  const row = { organisation_id: at.organisationId, id: at.ruleId }
  const made = draft.mostEmissions === null ? 0 : await countOccurrences(trx, at)
  const course = {
    schedule: stored.schedule,
    endDay: draft.endDay === null ? null : knownDay(draft.endDay),
    emissionsLeft: draft.mostEmissions === null ? null : draft.mostEmissions - made,
    months: (await monthChanges(trx, [row]))(row),
  }
  const lastPlanned = await lastPlannedMonth(trx, at)
  const known = { today, startDay: stored.startDay, lastPlanned }
  await setNext(trx, at, nextEmissionDay(course, known))
}

/** As `planAnew`, but a day whose planning is late keeps its turn: planning itself sees what a month has different. */
export async function planChangedMonth(trx: Kysely<Schema>, at: RuleAt, today: Day): Promise<void> {
  const { next_emission_day: next } = await trx
    .selectFrom('invoice_rule')
    .select('next_emission_day')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .executeTakeFirstOrThrow()
  if (next !== null && compare(knownDay(next), today) < 0) return
  await planAnew(trx, at, today)
}

/** A boleta without its data waits for it (D-24), so it promises no day. */
export function isComplete({
  kind,
  clients,
  lines,
}: {
  kind: RuleDraft['kind']
  clients: readonly unknown[]
  lines: readonly unknown[]
}): boolean {
  return kind === 'factura' || (clients.length > 0 && lines.length > 0)
}

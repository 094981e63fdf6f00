import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { addDays, compare, dayInChile, monthOf } from '#domain/day.ts'
import { nextEmissions, serviceMonth } from '#domain/schedule.ts'
import type { EmissionWindow } from '#domain/window.ts'
import { windowStart } from '#domain/window.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { findDueRules, lockDueRule, moveOn, planAgain, type DueRule } from '../rules/due.ts'
import { append, type Actor } from './trail.ts'

export interface PlanNeeds {
  db: Kysely<Schema>
  clock: Clock
  window: EmissionWindow
}

const PAGE = 200
const PLAN_AGAIN_MS = 15 * 60_000
/** A service that was away longer than a year asks about the last twelve periods only. */
const MOST_MISSED_PERIODS = 12

/**
 * Makes the occurrences and documents of every rule whose day has come; answers how many documents.
 * Harmless when run twice or by several processes: rows are locked and keys are unique. A rule that
 * fails stops only itself: the failure goes to `onFailure` and the others go on.
 */
export async function planDueRules(
  needs: PlanNeeds,
  actor: Actor,
  onFailure: (ruleId: number, error: unknown) => void,
): Promise<number> {
  const today = dayInChile(needs.clock.now())
  const now = instantText(needs.clock.now())
  let made = 0
  for (let after = 0; ;) {
    const page = await findDueRules(needs.db, { today, now }, { after, limit: PAGE })
    for (const at of page) {
      try {
        made += await planRule(needs, actor, today, at)
      } catch (error) {
        await planAgain(needs.db, at, instantText(needs.clock.now() + PLAN_AGAIN_MS))
        onFailure(at.ruleId, error)
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return made
    after = last.ruleId
  }
}

async function planRule(
  { db, clock, window }: PlanNeeds,
  actor: Actor,
  today: Day,
  at: { organisationId: number; ruleId: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rule = await lockDueRule(trx, today, at)
    if (rule === null) return 0
    let made = 0
    for (const emissionDay of dueDays(rule, today)) {
      made += await planOccurrence(trx, { clock, window }, actor, rule, emissionDay, today)
    }
    const [next] = nextEmissions(rule.schedule, addDays(today, 1), 1)
    if (next !== undefined) await moveOn(trx, at, next)
    return made
  })
}

/** From where planning stopped to today: usually one day; more when nobody planned for months. */
function dueDays(rule: DueRule, today: Day): Day[] {
  return nextEmissions(rule.schedule, rule.nextDay, MOST_MISSED_PERIODS).filter(
    (day) => compare(day, today) <= 0,
  )
}

async function planOccurrence(
  trx: Kysely<Schema>,
  { clock, window }: Pick<PlanNeeds, 'clock' | 'window'>,
  actor: Actor,
  rule: DueRule,
  emissionDay: Day,
  today: Day,
): Promise<number> {
  const now = instantText(clock.now())
  const service = serviceMonth(emissionDay, rule.monthOffset)
  const occurrence = await trx
    .insertInto('occurrence')
    .values({
      organisation_id: rule.organisationId,
      rule_id: rule.ruleId,
      period: monthOf(emissionDay),
      emission_day: emissionDay,
      service_month: service,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'rule_id', 'period']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (occurrence === undefined) return 0
  // A day that went by is never issued by itself (D-26): it waits for a word of the user.
  const isMissed = compare(emissionDay, today) < 0
  const startMs = Math.max(windowStart(window, emissionDay, rule.companyId), clock.now())
  const documents = await trx
    .insertInto('document')
    .values(
      rule.clients.map((client) => ({
        organisation_id: rule.organisationId,
        key: `rule:${rule.ruleId}:${monthOf(emissionDay)}:client:${client.clientId}`,
        kind: rule.kind,
        company_id: rule.companyId,
        rule_id: rule.ruleId,
        occurrence_id: occurrence.id,
        client_id: client.clientId,
        person_rut: rule.person,
        recipient_rut: client.rut,
        recipient_name: client.name,
        emission_day: emissionDay,
        issue_day: isMissed ? null : emissionDay,
        service_month: service,
        state: 'planned' as const,
        reason: isMissed ? 'missed' : null,
        next_try_at: isMissed ? null : instantText(startMs),
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organisation_id', 'key', 'revision']).doNothing())
    .returning(['organisation_id', 'id'])
    .execute()
  for (const document of documents) {
    await append(trx, clock, actor, document, { kind: 'planned', emissionDay })
  }
  return documents.length
}

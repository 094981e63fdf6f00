import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { knownDay } from '#domain/day.ts'
import { rut, type Rut } from '#domain/rut.ts'
import type { MonthOffset, Schedule } from '#domain/schedule.ts'
import type { Schema } from '../db/schema.ts'
import { scheduleOf } from './load.ts'

/** A rule whose next emission day has come, with just what planning needs of it. */
export interface DueRule {
  organisationId: number
  ruleId: number
  companyId: number
  person: Rut
  kind: 'factura' | 'boletaHonorarios'
  schedule: Schedule
  monthOffset: MonthOffset
  nextDay: Day
  clients: { clientId: number; rut: Rut; name: string }[]
}

/** Rules that wait for their day, oldest first; `after` pages on. A rule without clients can't be planned. */
export async function findDueRules(
  db: Kysely<Schema>,
  { today, now }: { today: Day; now: string },
  page: { after: number; limit: number },
): Promise<{ organisationId: number; ruleId: number }[]> {
  const rows = await db
    .selectFrom('invoice_rule')
    .select(['organisation_id', 'id'])
    .where('next_emission_day', '<=', today)
    .where('is_paused', '=', false)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('plan_again_at', 'is', null), eb('plan_again_at', '<=', now)]))
    .where('id', '>', page.after)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('rule_client')
          .select('rule_client.client_id')
          .whereRef('rule_client.organisation_id', '=', 'invoice_rule.organisation_id')
          .whereRef('rule_client.rule_id', '=', 'invoice_rule.id'),
      ),
    )
    .orderBy('id')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({ organisationId: row.organisation_id, ruleId: row.id }))
}

/** Locks one due rule; null when another process has it or it isn't due any more. */
export async function lockDueRule(
  trx: Kysely<Schema>,
  today: Day,
  at: { organisationId: number; ruleId: number },
): Promise<DueRule | null> {
  const row = await trx
    .selectFrom('invoice_rule as rule')
    .innerJoin('company', (join) =>
      join
        .onRef('company.organisation_id', '=', 'rule.organisation_id')
        .onRef('company.id', '=', 'rule.company_id'),
    )
    .innerJoin('facturator', (join) =>
      join
        .onRef('facturator.organisation_id', '=', 'company.organisation_id')
        .onRef('facturator.id', '=', 'company.facturator_id'),
    )
    .select([
      'rule.organisation_id',
      'rule.id',
      'rule.company_id',
      'rule.kind',
      'rule.business_day_rule',
      'rule.day_of_month',
      'rule.month_offset',
      'rule.next_emission_day',
      'facturator.person_rut',
    ])
    .where('rule.organisation_id', '=', at.organisationId)
    .where('rule.id', '=', at.ruleId)
    .where('rule.next_emission_day', '<=', today)
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .forUpdate('rule')
    .skipLocked()
    .executeTakeFirst()
  if (row === undefined || row.next_emission_day === null) return null
  return {
    organisationId: row.organisation_id,
    ruleId: row.id,
    companyId: row.company_id,
    person: rut(row.person_rut),
    kind: row.kind,
    schedule: scheduleOf(row),
    monthOffset: row.month_offset === 0 ? 0 : row.month_offset < 0 ? -1 : 1,
    nextDay: knownDay(row.next_emission_day),
    clients: await clientsOf(trx, at),
  }
}

/** From here on the rule waits for `nextDay`. */
export async function moveOn(
  trx: Kysely<Schema>,
  at: { organisationId: number; ruleId: number },
  nextDay: Day,
): Promise<void> {
  await trx
    .updateTable('invoice_rule')
    .set({ next_emission_day: nextDay, plan_again_at: null })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .execute()
}

/** Planning it failed: it must not be tried at every look while somebody mends the cause. */
export async function planAgain(
  db: Kysely<Schema>,
  at: { organisationId: number; ruleId: number },
  when: string,
): Promise<void> {
  await db
    .updateTable('invoice_rule')
    .set({ plan_again_at: when })
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.ruleId)
    .execute()
}

async function clientsOf(
  trx: Kysely<Schema>,
  at: { organisationId: number; ruleId: number },
): Promise<DueRule['clients']> {
  const rows = await trx
    .selectFrom('rule_client')
    .innerJoin('client', (join) =>
      join
        .onRef('client.organisation_id', '=', 'rule_client.organisation_id')
        .onRef('client.id', '=', 'rule_client.client_id'),
    )
    .select(['client.id', 'client.rut', 'client.name'])
    .where('rule_client.organisation_id', '=', at.organisationId)
    .where('rule_client.rule_id', '=', at.ruleId)
    .orderBy('rule_client.position')
    .execute()
  return rows.map((row) => ({ clientId: row.id, rut: rut(row.rut), name: row.name }))
}

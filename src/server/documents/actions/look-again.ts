import type { Kysely } from 'kysely'
import { addMonths, firstDayOf, type Month } from '#domain/day.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'

// What a document waits for was given: it is looked at again at once, not when its turn would come.

/** Locks what a rule's month has still to be made, so that nothing of it is frozen meanwhile. */
export async function holdDocumentsOfMonth(trx: Kysely<Schema>, month: MonthOfRule): Promise<void> {
  await unmadeOf(trx, month).select('id').orderBy('id').forUpdate().execute()
}

/** The month's quantities and prices were filled in: what waits for them is looked at again at once. */
export async function resumeDocumentsOfMonth(
  trx: Kysely<Schema>,
  clock: Clock,
  month: MonthOfRule,
): Promise<void> {
  const rows = await unmadeOf(trx, month)
    .select('id')
    .where('state', '=', 'needs_data')
    .where('reason', '=', 'linesToComplete')
    .execute()
  if (rows.length === 0) return
  await trx
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()) })
    .where('organisation_id', '=', month.organisationId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}

type MonthOfRule = { organisationId: number; ruleId: number; period: Month }

function unmadeOf(trx: Kysely<Schema>, { organisationId, ruleId, period }: MonthOfRule) {
  const from = firstDayOf(period)
  return trx
    .selectFrom('document')
    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)
    .where('emission_day', '>=', from)
    .where('emission_day', '<', firstDayOf(addMonths(period, 1)))
    .where('state', 'in', ['planned', 'needs_data'])
}

/** A rule was saved: whatever its documents lack, it may be there now. */
export async function lookAgainAtRule(
  trx: Kysely<Schema>,
  clock: Clock,
  rule: { organisationId: number; ruleId: number },
): Promise<void> {
  await lackingData(trx, clock, rule.organisationId).where('rule_id', '=', rule.ruleId).execute()
}

/** A client's address or activity was written, for all the rules that bill it. */
export async function lookAgainAtClient(
  trx: Kysely<Schema>,
  clock: Clock,
  client: { organisationId: number; clientId: number },
): Promise<void> {
  await lackingData(trx, clock, client.organisationId)
    .where('client_id', '=', client.clientId)
    .execute()
}

/** An issuer's own address was completed, for all the rules of its company. */
export async function lookAgainAtIssuer(
  trx: Kysely<Schema>,
  clock: Clock,
  { organisationId, addressId }: { organisationId: number; addressId: number },
): Promise<void> {
  await lackingData(trx, clock, organisationId)
    .where('company_id', 'in', (eb) =>
      eb
        .selectFrom('issuer_address')
        .select('company_id')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', addressId),
    )
    .execute()
}

/** Those that would be looked at later anyway: one whose day went by waits for a person. */
function lackingData(trx: Kysely<Schema>, clock: Clock, organisationId: number) {
  return trx
    .updateTable('document')
    .set({ next_try_at: instantText(clock.now()) })
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'needs_data')
    .where('next_try_at', 'is not', null)
}

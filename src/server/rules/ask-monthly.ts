import type { Kysely } from 'kysely'
import { addDays, compare, dayInChile, formatDay, type Day } from '#domain/day.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { eachOf } from '../jobs/each-of.ts'
import { queueForMembers } from '../mailer/queue-for-members.ts'
import { ASKED_DAYS_AHEAD } from './monthly-values.ts'
import { isComplete, openMonths, type OpenMonth } from './open-lines.ts'

const MOST_ORGANISATIONS = 10_000

/**
 * Writes to the members of each organisation about what a rule's next emission still needs to be told, from
 * five days before it on: once for each rule and month. Answers of how many months.
 */
export async function askForMonthlyValues(
  needs: { db: Kysely<Schema>; clock: Clock },
  onFailure: (organisationId: number, error: unknown) => void,
): Promise<number> {
  const today = dayInChile(needs.clock.now())
  const until = addDays(today, ASKED_DAYS_AHEAD)
  let asked = 0
  const askOf = async (organisationId: number) => {
    const months = await openMonths(needs.db, { organisationId, until })
    for (const month of months) {
      if (isComplete(month) || compare(month.emissionDay, today) < 0) continue
      if (await ask(needs, organisationId, month)) asked += 1
    }
  }
  await eachOf(await organisationsWithOpenLines(needs.db, until), askOf, onFailure)
  return asked
}

async function organisationsWithOpenLines(db: Kysely<Schema>, until: Day): Promise<number[]> {
  const rows = await db
    .selectFrom('invoice_rule as rule')
    .innerJoin('rule_line as line', (join) =>
      join
        .onRef('line.organisation_id', '=', 'rule.organisation_id')
        .onRef('line.rule_id', '=', 'rule.id'),
    )
    .select('rule.organisation_id')
    .distinct()
    .where('rule.next_emission_day', '<=', until)
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('line.quantity_is_fixed', '=', false), eb('line.price_is_fixed', '=', false)]),
    )
    .orderBy('rule.organisation_id')
    .limit(MOST_ORGANISATIONS)
    .execute()
  return rows.map((row) => row.organisation_id)
}

/** False when somebody was asked before. */
async function ask(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  organisationId: number,
  { rule, company, period, emissionDay }: OpenMonth,
): Promise<boolean> {
  const at = instantText(clock.now())
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('monthly_ask')
      .values({ organisation_id: organisationId, rule_id: rule.id, period, asked_at: at })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'rule_id', 'period']).doNothing(),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    const day = formatDay(emissionDay)
    const values = { rule: rule.name, ruleId: String(rule.id), company: company.name, day }
    const notice = { template: 'monthlyValues', at } as const
    await queueForMembers(trx, organisationId, notice, () => ({ values }))
    return true
  })
}

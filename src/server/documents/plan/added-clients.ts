import type { Kysely } from 'kysely'
import { dayInChile, knownDay, knownMonth } from '#domain/day.ts'
import type { Author } from '../../audit.ts'
import { nextDeparture, type EmissionHours } from '#domain/departure.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { actorOf } from './emit-ordered.ts'
import { insertDocuments, insertEvents, type PlannedOccurrence } from './plan-store.ts'

/**
 * A rule that was planned for today got more clients: each has its document of this month too, dated on the next day on
 * which it can leave, under the key that planning would have given it, so that none is ever made twice. Answers how many. The rule is locked by whoever
 * changes it, which planning waits for.
 */
export async function planAddedClients(
  trx: Kysely<Schema>,
  needs: EmissionHours & { clock: Clock },
  author: Author,
  at: { organisationId: number; ruleId: number },
): Promise<number> {
  const { clock } = needs
  const today = dayInChile(clock.now())
  const row = await trx
    .selectFrom('occurrence')
    .innerJoin('invoice_rule as rule', (join) =>
      join
        .onRef('rule.organisation_id', '=', 'occurrence.organisation_id')
        .onRef('rule.id', '=', 'occurrence.rule_id'),
    )
    .select(['occurrence.id', 'occurrence.period', 'occurrence.emission_day'])
    .select(['occurrence.service_month', 'rule.company_id'])
    .where('occurrence.organisation_id', '=', at.organisationId)
    .where('occurrence.rule_id', '=', at.ruleId)
    .where('occurrence.emission_day', '=', today)
    .where('rule.is_paused', '=', false)
    .where('rule.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return 0
  const occurrence: PlannedOccurrence = {
    ...at,
    id: row.id,
    companyId: row.company_id,
    period: knownMonth(row.period),
    emissionDay: knownDay(row.emission_day),
    serviceMonth: knownMonth(row.service_month),
    taken: 'today',
  }
  const now = instantText(clock.now())
  const departure = nextDeparture(needs, clock.now(), occurrence.companyId)
  const documents = await insertDocuments(trx, [occurrence], { now, departs: () => departure })
  await insertEvents(trx, documents, { now, actor: actorOf(author) })
  return documents.length
}

import type { Kysely } from 'kysely'
import { dayInChile, knownDay, knownMonth, type Day } from '#domain/day.ts'
import type { Author } from '../../audit.ts'
import { nextDeparture, type EmissionHours } from '#domain/departure.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { emissionOfToday } from '../../rules/made-documents.ts'
import { actorOf } from './emit-ordered.ts'
import { insertDocuments, insertEvents, type PlannedOccurrence } from './plan-store.ts'
import { decideRuns } from '../queue/decide-runs.ts'

/**
 * A rule that was planned for today got more clients: each has its document of this month too, dated on the next day on
 * which it can leave, under the key that planning would have given it, so that none is ever made twice. Whatever the
 * rule asks before it issues, it asks of these too. The rule is locked by whoever changes it, which planning waits for.
 */
export async function planAddedClients(
  trx: Kysely<Schema>,
  needs: EmissionHours & { clock: Clock },
  author: Author,
  at: { organisationId: number; ruleId: number },
): Promise<{ count: number; day: Day | null }> {
  const nowMs = needs.clock.now()
  const today = dayInChile(nowMs)
  const row = await emissionOfToday(trx, at, today)
  if (row === undefined) return { count: 0, day: null }
  const occurrence: PlannedOccurrence = {
    ...at,
    id: row.id,
    companyId: row.company_id,
    period: knownMonth(row.period),
    emissionDay: knownDay(row.emission_day),
    serviceMonth: knownMonth(row.service_month),
    taken: 'today',
  }
  const now = instantText(nowMs)
  const departure = nextDeparture(needs, nowMs, occurrence.companyId)
  const documents = await insertDocuments(trx, [occurrence], { now, departs: () => departure })
  await insertEvents(trx, documents, { now, actor: actorOf(author), why: 'clientAdded' })
  if (documents.length === 0) return { count: 0, day: null }
  await decideRuns(trx, [occurrence], { now, day: departure.day })
  return { count: documents.length, day: departure.day }
}

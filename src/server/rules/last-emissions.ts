import { sql, type Kysely } from 'kysely'
import type { DocumentState } from '#domain/document.ts'
import { knownDay, knownMonth, type Day, type Month } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { factsOf, factsToWire, shownFacts } from '../standing/standing-facts.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/** The last month that a rule made documents for, and how many of them stand alike. */
export interface LastEmission {
  month: Month
  states: (ReturnType<typeof factsOf> & { state: DocumentState; day: Day; count: number })[]
}

/** Of each of an organisation's rules; one that has made nothing yet has none. */
export async function lastEmissions(
  needs: Needs,
  organisationId: number,
  ruleIds: readonly number[],
): Promise<ReadonlyMap<number, LastEmission>> {
  const found = new Map<number, LastEmission>()
  if (ruleIds.length === 0) return found
  for (const row of await alike(needs, organisationId, ruleIds)) {
    const known = found.get(row.rule_id) ?? { month: knownMonth(row.month), states: [] }
    found.set(row.rule_id, known)
    const { state, count } = row
    known.states.push({ ...factsOf(row), state, day: knownDay(row.day), count })
  }
  return found
}

export function lastToWire({ month, states }: LastEmission) {
  return {
    month,
    states: states.map(({ state, day, count, ...facts }) => ({
      state,
      ...factsToWire(facts),
      emission_date: day,
      count,
    })),
  }
}

const ALIKE = ['rule_id', 'month', 'state', 'day', 'kind', 'told_folio', 'annulment'] as const
const SHOWN = ['shown_reason', 'shown_stop', 'can_decide'] as const

function alike({ db, clock }: Needs, organisationId: number, ruleIds: readonly number[]) {
  const latest = db
    .selectFrom('document')
    .select(['rule_id as of_rule', sql<string>`max(emission_day)`.as('last_day')])
    .where('organisation_id', '=', organisationId)
    .where('rule_id', 'in', [...ruleIds])
    .groupBy('rule_id')
  const shown = db
    .selectFrom('document')
    .innerJoin(latest.as('latest'), 'latest.of_rule', 'document.rule_id')
    .select(['state', 'kind', 'told_folio', 'annulment'])
    .select(sql<number>`document.rule_id`.as('rule_id'))
    .select(sql<string>`to_char(last_day, 'YYYY-MM')`.as('month'))
    .select(sql<string>`coalesce(issue_day, emission_day)`.as('day'))
    .select(shownFacts(clock))
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`emission_day >= date_trunc('month', last_day)`)
  return db
    .selectFrom(shown.as('shown'))
    .select([...ALIKE, ...SHOWN])
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy([...ALIKE, ...SHOWN])
    .orderBy('rule_id')
    .orderBy('state')
    .orderBy('day')
    .execute()
}

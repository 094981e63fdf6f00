import { sql, type Kysely } from 'kysely'
import type { DocumentState } from '#domain/document.ts'
import { knownMonth, type Month } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'

/** The last month that a rule made documents for, and how many of them are in each state. */
export interface LastEmission {
  month: Month
  states: { state: DocumentState; count: number }[]
}

/** Of each of an organisation's rules; one that has made nothing yet has none. */
export async function lastEmissions(
  db: Kysely<Schema>,
  organisationId: number,
  ruleIds: readonly number[],
): Promise<ReadonlyMap<number, LastEmission>> {
  const found = new Map<number, LastEmission>()
  for (const { rule_id: rule, month, state, count } of await rows(db, organisationId, ruleIds)) {
    const known = found.get(rule) ?? { month: knownMonth(month), states: [] }
    found.set(rule, known)
    known.states.push({ state, count })
  }
  return found
}

type Row = { rule_id: number; month: string; state: DocumentState; count: number }

async function rows(
  db: Kysely<Schema>,
  organisationId: number,
  ruleIds: readonly number[],
): Promise<Row[]> {
  if (ruleIds.length === 0) return []
  const { rows: found } = await sql<Row>`
    select document.rule_id, to_char(latest.day, 'YYYY-MM') as month, document.state, count(*)::int as count
    from (
      select rule_id, max(emission_day) as day from document
      where organisation_id = ${organisationId} and rule_id = any(${[...ruleIds]}::int[])
      group by rule_id
    ) latest
    join document on document.organisation_id = ${organisationId} and document.rule_id = latest.rule_id
      and document.emission_day >= date_trunc('month', latest.day)
    group by document.rule_id, latest.day, document.state
    order by document.rule_id, document.state`.execute(db)
  return found
}

import type { Kysely } from 'kysely'
import type { MonthChange } from '#domain/course.ts'
import { knownDay, knownMonth, type Month } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'

type RuleRow = { organisation_id: number; id: number }

/** What single months of these rules have different, by rule; most have nothing. */
export async function monthChanges(
  db: Kysely<Schema>,
  rules: readonly RuleRow[],
): Promise<(rule: RuleRow) => ReadonlyMap<Month, MonthChange>> {
  const found = new Map<string, Map<Month, MonthChange>>()
  for (const row of await changeRows(db, rules)) {
    const key = keyOf({ organisation_id: row.organisation_id, id: row.rule_id })
    const months = found.get(key) ?? new Map<Month, MonthChange>()
    found.set(key, months)
    months.set(
      knownMonth(row.period),
      row.emission_day === null
        ? { kind: 'skipped' }
        : { kind: 'moved', day: knownDay(row.emission_day) },
    )
  }
  return (rule) => found.get(keyOf(rule)) ?? new Map()
}

async function changeRows(db: Kysely<Schema>, rules: readonly RuleRow[]) {
  if (rules.length === 0) return []
  const organisations = [...new Set(rules.map((rule) => rule.organisation_id))]
  return db
    .selectFrom('rule_month')
    .select(['organisation_id', 'rule_id', 'period', 'emission_day'])
    .where('organisation_id', 'in', organisations)
    .where(
      'rule_id',
      'in',
      rules.map((rule) => rule.id),
    )
    .execute()
}

function keyOf({ organisation_id, id }: RuleRow): string {
  return `${organisation_id}:${id}`
}

/** How many months of the rule were planned so far. */
export async function countOccurrences(
  db: Kysely<Schema>,
  at: { organisationId: number; ruleId: number },
): Promise<number> {
  const row = await db
    .selectFrom('occurrence')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)
    .executeTakeFirstOrThrow()
  return row.count
}

import type { Kysely } from 'kysely'
import { comingEmissions } from '#domain/course.ts'
import { compare, firstDayOf, knownDay, monthOf } from '#domain/day.ts'
import type { Schema } from '../db/schema.ts'
import { scheduleOf } from './load.ts'
import { countOccurrences, monthChanges } from './month-changes.ts'

const PAGE = 500
const MOST_PAGES = 10_000

/**
 * Every rule that goes by business days waits for the day that today's holidays give its next month; one that was
 * moved by a person stays where it was put. A day that so lies behind us is planned as a missed one.
 */
export async function renewRuleDays(db: Kysely<Schema>): Promise<void> {
  let after = 0
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const rows = await db
      .selectFrom('invoice_rule')
      .selectAll()
      .where('business_day_rule', 'in', ['FIRST_BUSINESS', 'LAST_BUSINESS'])
      .where('is_paused', '=', false)
      .where('deleted_at', 'is', null)
      .where('next_emission_day', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const changes = await monthChanges(db, rows)
    for (const row of rows) await renewRule(db, row, changes(row))
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id ?? after
  }
}

type RuleRow = Parameters<typeof scheduleOf>[0] & {
  organisation_id: number
  id: number
  start_day: string
  next_emission_day: string | null
  end_day: string | null
  most_emissions: number | null
}

async function renewRule(
  db: Kysely<Schema>,
  row: RuleRow,
  months: Parameters<typeof comingEmissions>[0]['months'],
): Promise<void> {
  const { organisation_id, id, next_emission_day: stored } = row
  if (stored === null) return
  const made =
    row.most_emissions === null
      ? 0
      : await countOccurrences(db, { organisationId: organisation_id, ruleId: id })
  const [start, first] = [knownDay(row.start_day), firstDayOf(monthOf(knownDay(stored)))]
  const course = {
    schedule: scheduleOf(row),
    from: compare(start, first) > 0 ? start : first,
    endDay: row.end_day === null ? null : knownDay(row.end_day),
    emissionsLeft: row.most_emissions === null ? null : row.most_emissions - made,
    months,
  }
  const next = comingEmissions(course, 1)[0] ?? null
  if (next === stored) return
  // Unless it was planned or changed meanwhile.
  await db
    .updateTable('invoice_rule')
    .set({ next_emission_day: next })
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .where('next_emission_day', '=', stored)
    .execute()
}

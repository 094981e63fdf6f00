/**
 * Rules that are all due at once, planned, against the floor: one INSERT … SELECT for each table, of the very
 * rows that planning made, in a database like it. The second run must make nothing.
 *   node scripts/node.mjs bench/planner.ts [rules]
 */
import { loadavg } from 'node:os'
import { sql, type Kysely } from 'kysely'
import { day } from '#domain/day.ts'
import { settableClock } from '#server/clock.ts'
import { connect } from '#server/db/connect.ts'
import { createTestDatabase } from '#server/db/test-database.ts'
import { startTestPostgres } from '#server/db/test-postgres.ts'
import type { Schema } from '#server/db/schema.ts'
import { planDueRules } from '#server/documents/plan/plan.ts'

const MOST_TIMES_THE_FLOOR = 1.5
const TODAY = day(2026, 11, 30)

const rules = Number(process.argv[2] ?? 1_000_000)
const { postgres, stop } = await startTestPostgres()
process.env.FOLIO_TEST_POSTGRES = JSON.stringify(postgres)
const database = await createTestDatabase()
const { db } = database
/** For what is not measured against production's patience: a million rows in one statement. */
const unhurried = connect({
  url: database.url,
  applicationName: 'folio-bench',
  statementTimeoutMs: 3_600_000,
})
const clock = settableClock(`${TODAY}T05:00:00Z`)
try {
  await seed(unhurried.db)
  const planned = await timed(plan)
  const again = await timed(plan)
  const floorMs = await floor(unhurried.db)
  const times = planned.ms / floorMs
  console.log(
    JSON.stringify({
      rules,
      documents: planned.value,
      plannedMs: Math.round(planned.ms),
      floorMs: Math.round(floorMs),
      times: Number(times.toFixed(2)),
      most: MOST_TIMES_THE_FLOOR,
      load: loadavg().map((one) => Number(one.toFixed(1))),
      secondRun: { documents: again.value, ms: Math.round(again.ms) },
    }),
  )
  if (times > MOST_TIMES_THE_FLOOR || planned.value !== rules || again.value !== 0) {
    process.exitCode = 1
  }
} finally {
  await unhurried.close()
  await database.drop()
  await stop()
}

async function plan(): Promise<number> {
  const window = { fromHour: 9, toHour: 18 }
  const needs = { db, clock, window, undoWindowMs: 30 * 60_000 }
  return planDueRules(needs, { worker: 'worker:bench', epoch: null }, (ruleId, error) => {
    throw new Error(`rule ${ruleId}`, { cause: error })
  })
}

async function timed<T>(run: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedMs = performance.now()
  const value = await run()
  return { value, ms: performance.now() - startedMs }
}

/** A hundred organisations, each with one company and one client; a rule each for the rest. */
async function seed(into: Kysely<Schema>): Promise<void> {
  const steps = [
    sql`insert into organisation (id, name, created_at)
      select n, 'O' || n, now() from generate_series(1, 100) n`,
    sql`insert into facturator (organisation_id, id, label, person_rut, created_at)
      select n, n, 'F', n || '-0', now() from generate_series(1, 100) n`,
    sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
      select n, n, n, '77070707-2', 'C', now() from generate_series(1, 100) n`,
    sql`insert into client (organisation_id, id, company_id, rut, name, created_at)
      select n, n, n, '90909090-3', 'Cliente', now() from generate_series(1, 100) n`,
    sql`insert into invoice_rule (organisation_id, id, company_id, kind, name, business_day_rule,
        start_day, next_emission_day, created_at, updated_at)
      select 1 + n % 100, n, 1 + n % 100, 'factura', 'R', 'LAST_DAY', ${TODAY}::date, ${TODAY}::date,
        now(), now() from generate_series(1, ${rules}::int) n`,
    sql`insert into rule_client (organisation_id, rule_id, client_id, position)
      select 1 + n % 100, n, 1 + n % 100, 1 from generate_series(1, ${rules}::int) n`,
    sql`analyze`,
  ]
  for (const step of steps) await step.execute(into)
}

/** The same rows once more, into emptied tables with all their keys, indexes and triggers. */
async function floor(of: Kysely<Schema>): Promise<number> {
  const tables = ['occurrence', 'document', 'document_event'] as const
  for (const table of tables) {
    await sql`create table ${sql.table(`made_${table}`)} as select * from ${sql.table(table)}`.execute(
      of,
    )
  }
  await sql`truncate occurrence, document cascade`.execute(of)
  await sql`analyze`.execute(of)
  const { ms } = await timed(async () => {
    for (const table of tables) {
      await sql`insert into ${sql.table(table)} select * from ${sql.table(`made_${table}`)}`.execute(
        of,
      )
    }
  })
  return ms
}

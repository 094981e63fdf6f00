import type { Compilable, Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shapeOf } from '#server/db/prepared-read.ts'
import type { Schema } from '#server/db/schema.ts'
import type * as Module from '#server/db/statement.ts'
import type { PlaceOf } from '#server/db/statement.ts'
import { createTestDatabase, type TestDatabase } from '#server/db/test-database.ts'

/** The text of each statement that any module of the workers or the server makes. */
const written: ((db: Kysely<Schema>) => string)[] = vi.hoisted(() => [])

vi.mock('#server/db/statement.ts', async (original) => {
  const module = await original<typeof Module>()
  return {
    ...module,
    statement: <Values, Row>(
      build: (db: Kysely<Schema>, place: PlaceOf<Values>) => Compilable<Row>,
    ) => {
      written.push((db) => shapeOf(db, build).query.sql)
      return module.statement(build)
    },
  }
})

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await Promise.all([import('#server/pipeline.ts'), import('#server/app.ts')])
})
afterAll(() => database.drop())

/** Tables whose rows are somebody's. */
async function tenantTables(): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'organisation_id'`,
  )
  return new Set(rows.map(({ table_name }) => table_name))
}

const READ = /(?:from|update|join) "?([a-z_]+)"?/g
const FILTER = /organisation_id"? = \$\d+/g

// Nothing binds the workers' connections to a tenant, and no route shows what most of these read.
test('every statement asks for its own organisation, once for each table of which it reads', async () => {
  const tables = await tenantTables()
  const texts = written.map((text) => text(database.db))
  const reading = texts.map((text) => ({
    text,
    tables: [...text.matchAll(READ)].filter(([, table = '']) => tables.has(table)).length,
    filters: [...text.matchAll(FILTER)].length,
  }))
  expect(reading.filter(({ tables, filters }) => filters < tables)).toEqual([])
  expect(reading.filter(({ tables }) => tables > 0).length).toBeGreaterThanOrEqual(7)
})

import type { Kysely } from 'kysely'
import type { Day } from '#domain/day.ts'
import { uf, type Uf } from '#domain/uf.ts'
import type { Schema } from '../db/schema.ts'

/** The UF of that very day, in pesos; null while it isn't known. No other day's value ever stands in. */
export async function ufOn(db: Kysely<Schema>, day: Day): Promise<Uf | null> {
  const row = await db
    .selectFrom('uf_value')
    .select('value')
    .where('day', '=', day)
    .executeTakeFirst()
  return row === undefined ? null : uf(row.value)
}

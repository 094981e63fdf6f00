import type { Kysely } from 'kysely'
import { addDays, knownDay, type Day } from '#domain/day.ts'
import { projectUf } from '#domain/uf-projection.ts'
import { uf, type Uf } from '#domain/uf.ts'
import type { Schema } from '../db/schema.ts'

/** The UF of a day: what was published, else an estimate that says so; null when nothing is known at all. */
export type UfAhead = (day: Day) => { value: Uf; isEstimated: boolean } | null

/** From the close of the month before last, which a document of today may still take. */
const DAYS_BACK = 70
const MOST_VALUES = 200

export async function ufAhead(db: Kysely<Schema>, today: Day): Promise<UfAhead> {
  const rows = await db
    .selectFrom('uf_value')
    .select(['day', 'value'])
    .where('day', '>=', addDays(today, -DAYS_BACK))
    .orderBy('day')
    .limit(MOST_VALUES)
    .execute()
  const known = rows.map((row) => ({ day: knownDay(row.day), value: uf(row.value) }))
  const published = new Map(known.map(({ day, value }) => [day, value]))
  return (day) => {
    const value = published.get(day)
    if (value !== undefined) return { value, isEstimated: false }
    const projected = projectUf(known, day)
    return projected === null ? null : { value: projected, isEstimated: true }
  }
}

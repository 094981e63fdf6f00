import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

const MAX_LOOKS = 5_000

/** Resolves once so many statements of this database wait for a lock; throws when that never comes. */
export async function untilLockWait(db: Kysely<Schema>, count = 1): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (Number(rows[0]?.waiting) >= count) return
  }
  throw new Error('Nobody waits for a lock')
}

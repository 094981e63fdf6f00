import { sql, type Kysely, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { untilSo } from '../setup/until-so.ts'

/** Resolves once so many statements of this database wait for a lock; throws when that never comes. */
export async function untilLockWait(db: Kysely<Schema>, count = 1): Promise<void> {
  await untilSo('a statement that waits for a lock', async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting
      from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return Number(rows[0]?.waiting) >= count
  })
}

/** Resolves once a statement waits for a lock of this very transaction; throws when that never comes. */
export async function untilBlockedBy(
  db: Kysely<Schema>,
  holder: Transaction<Schema>,
): Promise<void> {
  const held = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder)
  await untilSo('a statement that waits for that transaction', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and ${held.rows[0]?.pid ?? 0} = any(pg_blocking_pids(pid))`.execute(
      db,
    )
    return rows.length > 0
  })
}

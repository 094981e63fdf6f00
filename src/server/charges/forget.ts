import { sql, type Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Clock } from '../clock.ts'
import { firstDayKept } from '../own-data/forget-old.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

const MAX_LINES_AT_ONCE = 5_000
/** Of one night: the next goes on. */
const MAX_BATCHES = 1_000

/**
 * For the nightly sweep: lines of the ledger as old as the documents that tax law no longer asks for, of open and closed
 * accounts alike. The database deletes none that is younger than six years by its own clock. Answers how many went.
 */
export async function forgetOldCharges({ db, clock }: Needs): Promise<number> {
  let gone = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { rows } = await sql<{ gone: number }>`select forget_charges(${firstDayKept(clock)},
      ${MAX_LINES_AT_ONCE}) as gone`.execute(db)
    const count = rows[0]?.gone ?? 0
    gone += count
    if (count < MAX_LINES_AT_ONCE) break
  }
  return gone
}

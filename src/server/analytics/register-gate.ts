import { sql, type Kysely } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { LONGEST_READING_MS, SHUT_MS } from './reading-store.ts'
import type { CompanyAt } from './store.ts'

interface Needs {
  db: Kysely<Schema>
  clock: Clock
}

/**
 * Takes the registers for one short reading of another kind than a month's, under the same limits as `claimMonth`: one
 * reader at a time, the next `spacingMs` after its end, none while they shut us out. False: they are taken, or it is
 * too early. The company's wished months stay as they are.
 */
export function enterRegisters(
  { db, clock }: Needs,
  { organisationId, companyId }: CompanyAt,
  spacingMs: number,
): Promise<boolean> {
  const nowMs = clock.now()
  const at = (ms: number) => sql`${instantText(ms)}::timestamptz`
  return db.transaction().execute(async (trx) => {
    const lock = await sql<{
      is_ours: boolean
    }>`select pg_try_advisory_xact_lock(hashtext('register_reading')) as is_ours`.execute(trx)
    if (lock.rows[0]?.is_ours !== true) return false
    await sql`insert into register_reading (organisation_id, company_id)
      values (${organisationId}, ${companyId}) on conflict do nothing`.execute(trx)
    const { numAffectedRows } = await sql`
      update register_reading set taken_at = ${at(nowMs)}, busy_until = ${at(nowMs + LONGEST_READING_MS)}
      where organisation_id = ${organisationId} and company_id = ${companyId}
        and not exists (select from register_reading where busy_until > ${at(nowMs)})
        and not exists (select from register_reading where taken_at > ${at(nowMs - spacingMs)})
        and not exists (select from register_reading where throttled_at > ${at(nowMs - SHUT_MS)})`.execute(
      trx,
    )
    return numAffectedRows === 1n
  })
}

/** The next one's time runs from here. `isShut`: the registers asked for slowness, and nobody reads them for a while. */
export async function leaveRegisters(
  { db, clock }: Needs,
  { organisationId, companyId }: CompanyAt,
  { isShut }: { isShut: boolean },
): Promise<void> {
  const now = instantText(clock.now())
  await db
    .updateTable('register_reading')
    .set({ taken_at: now, busy_until: null, ...(isShut ? { throttled_at: now } : {}) })
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .execute()
}

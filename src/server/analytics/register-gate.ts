import { sql, type Kysely } from 'kysely'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { CompanyAt } from './store.ts'

/** A reading that takes longer than this is over, whatever became of its process. */
export const LONGEST_READING_MS = 2 * 60_000
/** So long the registers are left alone after they shut us out. */
export const SHUT_MS = 30 * 60_000

/** Until the transaction ends, so that a second reader sees what the first one took. False: another has it. */
export async function lockRegisters(trx: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{
    is_ours: boolean
  }>`select pg_try_advisory_xact_lock(hashtext('register_reading')) as is_ours`.execute(trx)
  return rows[0]?.is_ours === true
}

/** True when no process reads the registers, the last reading is past the spacing, and they refused none recently. */
export function registersAreFree(nowMs: number, spacingMs: number) {
  const at = (ms: number) => sql`${instantText(ms)}::timestamptz`
  return sql`not exists (select from register_reading where busy_until > ${at(nowMs)})
    and not exists (select from register_reading where taken_at > ${at(nowMs - spacingMs)})
    and not exists (select from register_reading where throttled_at > ${at(nowMs - SHUT_MS)})`
}

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
    if (!(await lockRegisters(trx))) return false
    await sql`insert into register_reading (organisation_id, company_id)
      values (${organisationId}, ${companyId}) on conflict do nothing`.execute(trx)
    const { numAffectedRows } = await sql`
      update register_reading set taken_at = ${at(nowMs)}, busy_until = ${at(nowMs + LONGEST_READING_MS)}
      where organisation_id = ${organisationId} and company_id = ${companyId}
        and ${registersAreFree(nowMs, spacingMs)}`.execute(trx)
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

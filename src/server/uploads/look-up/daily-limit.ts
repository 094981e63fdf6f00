import { sql, type Kysely } from 'kysely'
import { dayInChile } from '#domain/day.ts'
import type { Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'

/** Of an organisation, a day in Chile: names behind RUTs aren't for collecting. */
const MAX_LOOK_UPS_A_DAY = 2_000

/**
 * The look-ups that an organisation has left today, locked until the end of the transaction. What was taken stays taken
 * when its upload is deleted, because the number is stored beside the uploads.
 */
export async function lockDailyLimit(
  trx: Kysely<Schema>,
  clock: Clock,
  organisationId: number,
): Promise<{ take(wanted: number): Promise<number> }> {
  const { rows } = await sql<{ requested: number }>`
    insert into look_up_day as stored (organisation_id, day, requested)
    values (${organisationId}, ${dayInChile(clock.now())}::date, 0)
    on conflict (organisation_id) do update set day = greatest(stored.day, excluded.day),
      requested = case when stored.day < excluded.day then 0 else stored.requested end
    returning requested`.execute(trx)
  const left = MAX_LOOK_UPS_A_DAY - (rows[0]?.requested ?? 0)
  return { take: (wanted) => take(trx, organisationId, Math.min(wanted, left)) }
}

async function take(trx: Kysely<Schema>, organisationId: number, count: number): Promise<number> {
  await trx
    .updateTable('look_up_day')
    .set((eb) => ({ requested: eb('requested', '+', count) }))
    .where('organisation_id', '=', organisationId)
    .execute()
  return count
}

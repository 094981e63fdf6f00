import { sql } from 'kysely'
import { instantText } from '../../clock.ts'
import type { VaultWriter } from '../../vault/vault.ts'
import type { ConnectionNeeds } from './store.ts'

/** Longer than any transaction: what was begun as it ended is on record by then. */
const AFTER_MS = 60 * 60_000
/** So long each attempt is read. Money that came may be read for longer, for what is given back at the provider's own site. */
const READ_FOR_MS = 7 * 24 * 60 * 60_000
const MOST_AT_ONCE = 500

/**
 * Erases the keys of ended connections of which nothing is pending: no attempt is read any more, no notice waits and no
 * refund is under way. What is read for longer, for refunds at the provider's own site, keeps none. Returns how many.
 */
export async function eraseEndedSecrets({
  db,
  clock,
  vault,
}: Pick<ConnectionNeeds, 'db' | 'clock'> & { vault: VaultWriter }): Promise<number> {
  const before = instantText(clock.now() - AFTER_MS)
  const followed = instantText(clock.now() - READ_FOR_MS)
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organisation_id: number; id: number; secret_id: number }>`
      select connection.organisation_id, connection.id, connection.secret_id
      from payment_connection connection
      where connection.secret_id is not null and connection.ended_at < ${before}
        and not exists (select from payment_attempt attempt
          where attempt.organisation_id = connection.organisation_id
            and attempt.connection_id = connection.id and attempt.poll_at is not null
            and (attempt.state <> 'succeeded' or attempt.started_at > ${followed}))
        and not exists (select from payment_notice notice
          where notice.organisation_id = connection.organisation_id
            and notice.connection_id = connection.id and notice.processed_at is null)
        and not exists (select from payment_refund_order refund
          join payment_attempt attempt on attempt.organisation_id = refund.organisation_id
            and attempt.id = refund.attempt_id
          where refund.organisation_id = connection.organisation_id
            and attempt.connection_id = connection.id and refund.state in ('asked', 'pending'))
      order by connection.organisation_id, connection.id
      limit ${MOST_AT_ONCE} for update of connection skip locked`.execute(trx)
    for (const row of rows) {
      await trx
        .updateTable('payment_connection')
        .set({ secret_id: null })
        .where('organisation_id', '=', row.organisation_id)
        .where('id', '=', row.id)
        .execute()
      await vault.erase(trx, { organisationId: row.organisation_id, secretId: row.secret_id })
    }
    return rows.length
  })
}

import type { Kysely } from 'kysely'
import { audit } from '../../audit.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { queueForMembers } from '../queue-for-members.ts'
import type { DisconnectReason } from '../providers/provider.ts'
import type { AccountAt } from './account-store.ts'

/** Marks a mailbox once, however many of its mails find it dead, and writes to its owners once. */
export async function disconnect(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, accountId }: AccountAt,
  reason: DisconnectReason,
): Promise<void> {
  const now = instantText(clock.now())
  await db.transaction().execute(async (trx) => {
    const marked = await trx
      .updateTable('email_account')
      .set({ state: 'disconnected', disconnect_reason: reason, disconnected_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', accountId)
      .where('state', '=', 'connected')
      .returning('address')
      .executeTakeFirst()
    if (marked === undefined) return
    const values = { address: marked.address }
    const notice = { template: 'mailboxDisconnected', at: now } as const
    await queueForMembers(trx, organisationId, notice, () => ({ values }))
    await audit(
      trx,
      clock,
      { organisationId, userId: null },
      { kind: 'emailAccountDisconnected', subject: `emailAccount:${accountId}`, data: { reason } },
    )
  })
}

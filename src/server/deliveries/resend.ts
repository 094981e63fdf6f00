import type { Kysely } from 'kysely'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { lockAccount } from '../mailer/accounts/account-store.ts'

/**
 * Sends what was held back while the mailbox was disconnected. Answers how many mails that is; asked
 * again, none: each is on its way already.
 */
export async function resendPending(
  { db, clock }: { db: Kysely<Schema>; clock: Clock },
  { organisationId, userId }: Session,
  accountId: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, { organisationId, accountId })
    if (account === null) throw new NotFound()
    if (account.state !== 'connected') throw new Refused(409, 'mailboxStillDisconnected')
    const queued = await trx
      .updateTable('delivery')
      .set({ next_try_at: instantText(clock.now()), reason: null, tries: 0 })
      .where('organisation_id', '=', organisationId)
      .where('email_account_id', '=', accountId)
      .where('state', '=', 'queued')
      .where('next_try_at', 'is', null)
      .returning('id')
      .execute()
    if (queued.length > 0) {
      await audit(
        trx,
        clock,
        { organisationId, userId },
        {
          kind: 'pendingMailsResent',
          subject: `emailAccount:${accountId}`,
          data: { count: queued.length },
        },
      )
    }
    return queued.length
  })
}

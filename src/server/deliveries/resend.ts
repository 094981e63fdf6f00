import { sql, type Kysely } from 'kysely'
import type { Month } from '#domain/day.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { isTakenBack } from '../documents/issued/taken-back.ts'
import { NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { lockAccount } from '../mailer/accounts/account-store.ts'

type Db = Kysely<Schema>
type At = { organisationId: number; accountId: number; heldBy: HeldBy }

/** `none`: mails without a mailbox, since theirs was removed or their rule had none; any connected one may send them. */
export type HeldBy = 'mailbox' | 'none'

/** By the day that the document carries. */
const monthOfDocument = sql<string>`to_char(coalesce(document.issue_day, document.emission_day), 'YYYY-MM')`

export interface PendingMails {
  /** The newest first; without those below. */
  months: { month: string; count: number }[]
  /** Of documents that are annulled, or being annulled: they are not sent. */
  takenBack: number
}

/** What is held back until its owner says so, month by month. */
export async function readPending(db: Db, at: At): Promise<PendingMails> {
  const account = await db
    .selectFrom('email_account')
    .select('id')
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.accountId)
    .executeTakeFirst()
  if (account === undefined) throw new NotFound()
  const rows = await held(db, at)
    .select([monthOfDocument.as('month'), isTakenBack.as('is_taken_back')])
    .select(sql<number>`count(*)::int`.as('count'))
    .groupBy([monthOfDocument, isTakenBack])
    .orderBy(monthOfDocument, 'desc')
    .execute()
  return {
    months: rows
      .filter(({ is_taken_back }) => !is_taken_back)
      .map(({ month, count }) => ({ month, count })),
    takenBack: rows
      .filter(({ is_taken_back }) => is_taken_back)
      .reduce((sum, { count }) => sum + count, 0),
  }
}

function held(db: Db, { organisationId, accountId, heldBy }: At) {
  return db
    .selectFrom('delivery')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'delivery.organisation_id')
        .onRef('document.id', '=', 'delivery.document_id'),
    )
    .where('delivery.organisation_id', '=', organisationId)
    .where((eb) =>
      heldBy === 'none'
        ? eb('delivery.email_account_id', 'is', null)
        : eb('delivery.email_account_id', '=', accountId),
    )
    .where('delivery.state', '=', 'queued')
    .where('delivery.next_try_at', 'is', null)
}

/** The months that a person chose, how many mails of them they were shown, and whether these go or stay unsent. */
export interface Chosen {
  months: readonly Month[]
  count: number
  decision: 'send' | 'leave'
  heldBy: HeldBy
}

/**
 * Sends from the mailbox what was held back, or leaves it unsent. Answers how many mails that is;
 * asked again, none. More than the person saw are left as they are: they said yes to a number. Fewer are done, since
 * what went or was annulled meanwhile takes nothing from the yes to the others.
 */
export async function decidePending(
  { db, clock }: { db: Db; clock: Clock },
  { organisationId, userId }: Session,
  accountId: number,
  { months, count, decision, heldBy }: Chosen,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const at = { organisationId, accountId, heldBy }
    const account = await lockAccount(trx, at)
    if (account === null) throw new NotFound()
    if (account.state !== 'connected') throw new Refused(409, 'mailboxStillDisconnected')
    const chosen = await held(trx, at)
      .select('delivery.id')
      .where(monthOfDocument, 'in', [...months])
      .where((eb) => eb.not(isTakenBack))
      .orderBy('delivery.id')
      .forUpdate('delivery')
      .execute()
    if (chosen.length > count) {
      throw new Refused(409, { code: 'pendingGrew', values: { count: chosen.length } })
    }
    if (chosen.length === 0) return 0
    const now = instantText(clock.now())
    await trx
      .updateTable('delivery')
      .set(
        decision === 'send'
          ? { next_try_at: now, reason: null, tries: 0, email_account_id: accountId }
          : { state: 'failed', left_at: now },
      )
      .where('organisation_id', '=', organisationId)
      .where(
        'id',
        'in',
        chosen.map(({ id }) => id),
      )
      .execute()
    await audit(
      trx,
      clock,
      { organisationId, userId },
      {
        kind: decision === 'send' ? 'pendingMailsResent' : 'pendingMailsLeft',
        subject: `emailAccount:${accountId}`,
        data: { count: chosen.length },
      },
    )
    return chosen.length
  })
}

import type { Kysely, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

export type Db = Kysely<Schema>

export type ClaimedMail = {
  id: number
  template: Selectable<Schema['system_mail']>['template']
  language: string
  recipient: string
  data: unknown
  /** Counts the claims: a sender that was superseded holds an older one, and changes nothing any more. */
  tries: number
  /** An intent to send it was left without an ending. */
  begun_at: string | null
}

type Claim = Pick<ClaimedMail, 'id' | 'tries'>

/** Takes the mail that has waited longest for itself until `untilAt`: a sender that dies loses nothing. */
export function claimDueMail(
  db: Db,
  { at, untilAt }: { at: string; untilAt: string },
): Promise<ClaimedMail | undefined> {
  return db
    .updateTable('system_mail')
    .set({ next_try_at: untilAt, tries: sql`tries + 1` })
    .where('id', '=', (due) =>
      due
        .selectFrom('system_mail')
        .select('id')
        .where('sent_at', 'is', null)
        .where('failed_at', 'is', null)
        .where('next_try_at', '<=', at)
        .orderBy('next_try_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'template', 'language', 'recipient', 'data', 'tries', 'begun_at'])
    .executeTakeFirst()
}

/** The intent of a mail that leaves once, on record before it does. False: another sender has it. */
export async function beginSending(db: Db, { id, tries }: Claim, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('system_mail')
    .set({ begun_at: at })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** However late it is known, and by whom: it left. */
export async function markSent(db: Db, id: number, at: string): Promise<void> {
  await db
    .updateTable('system_mail')
    .set({ sent_at: at, failed_at: null, next_try_at: null, data: null })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(db: Db, { id, tries }: Claim, at: string): Promise<void> {
  await db
    .updateTable('system_mail')
    .set({ failed_at: at, next_try_at: null, data: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

export async function tryAgain(db: Db, { id, tries }: Claim, nextTryAt: string): Promise<void> {
  await db
    .updateTable('system_mail')
    .set({ next_try_at: nextTryAt, begun_at: null })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

/** Mails of that template that left for an address after that instant. */
export async function countSent(
  db: Db,
  { template, recipient, since }: Pick<ClaimedMail, 'template' | 'recipient'> & { since: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('system_mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .where('sent_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function dropMail(db: Db, { id, tries }: Claim): Promise<void> {
  await db.deleteFrom('system_mail').where('id', '=', id).where('tries', '=', tries).execute()
}

/** Sent and failed ones older than `before`; whom we wrote to is nobody's business for ever. */
export async function forgetOldMails(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('system_mail')
    .where((row) => row.or([row('sent_at', '<', before), row('failed_at', '<', before)]))
    .execute()
}

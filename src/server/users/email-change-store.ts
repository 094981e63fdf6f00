import type { Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Db } from './account/store.ts'

export type EmailChangeRow = Selectable<Schema['email_change']>

/** In the place of one that waits already. */
export async function insertEmailChange(
  trx: Db,
  change: { userId: number; sessionId: string; oldEmail: string; newEmail: string; at: string },
): Promise<number> {
  await deleteWaiting(trx, change.userId)
  const { id } = await trx
    .insertInto('email_change')
    .values({
      user_id: change.userId,
      session_id: change.sessionId,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: change.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteWaiting(db: Db, userId: number): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('email_change')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows
}

/** The one that can still be confirmed: asked after that instant. */
export function findWaiting(
  db: Db,
  userId: number,
  askedAfter: string,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom('email_change')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('requested_at', '>', askedAfter)
    .executeTakeFirst()
}

/** `locked`: no other transaction changes it until this one ends. */
export function findEmailChange(
  db: Db,
  id: number,
  how?: 'locked',
): Promise<EmailChangeRow | undefined> {
  const found = db.selectFrom('email_change').selectAll().where('id', '=', id)
  return (how === 'locked' ? found.forUpdate() : found).executeTakeFirst()
}

export async function markConfirmed(trx: Db, id: number, at: string): Promise<void> {
  await trx.updateTable('email_change').set({ confirmed_at: at }).where('id', '=', id).execute()
}

/** That one and those after it: their old addresses are none of the owner's any more. */
export async function markUndone(
  trx: Db,
  change: { id: number; userId: number; at: string },
): Promise<void> {
  await deleteWaiting(trx, change.userId)
  await trx
    .updateTable('email_change')
    .set({ undone_at: change.at })
    .where('user_id', '=', change.userId)
    .where('id', '>=', change.id)
    .where('undone_at', 'is', null)
    .execute()
}

/** The organisation of a registration is named by its user's address. */
export async function setEmail(
  trx: Db,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  await trx.updateTable('app_user').set({ email: to }).where('id', '=', userId).execute()
  await trx
    .updateTable('organisation')
    .set({ name: to })
    .where('name', '=', from)
    .where('id', 'in', (mine) =>
      mine.selectFrom('membership').select('organisation_id').where('user_id', '=', userId),
    )
    .execute()
}

/** For the nightly sweep: what can neither be confirmed nor undone any more. */
export async function deletePastChanges(
  db: Db,
  before: { requested: string; confirmed: string },
): Promise<void> {
  await db
    .deleteFrom('email_change')
    .where((row) =>
      row.or([
        row('confirmed_at', '<=', before.confirmed),
        row.and([row('confirmed_at', 'is', null), row('requested_at', '<=', before.requested)]),
      ]),
    )
    .execute()
}

import { sql } from 'kysely'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Db, Owner } from './owner.ts'
import { finds } from '../db/finds.ts'
import { keptFrom } from './forget-old.ts'

export interface WhatThereIs {
  rules: number
  clients: number
  documents_waiting: number
  mails_waiting: number
  mailboxes: number
  documents_issued: number
  in_flight: number
  money_in_flight: number
}

/** What would be lost, and what would not. */
export async function whatThereIs(
  { db, clock }: { db: Db; clock: Clock },
  organisationId: number,
): Promise<WhatThereIs> {
  const ours = sql`organisation_id = ${organisationId}`
  const { rows } = await sql<Omit<WhatThereIs, 'in_flight' | 'money_in_flight'>>`select
    (select count(*)::int from invoice_rule where ${ours} and deleted_at is null
      and request_key is null) as rules,
    (select count(*)::int from client where ${ours} and deleted_at is null) as clients,
    (select count(*)::int from document where ${ours}
      and state in ('planned', 'waiting', 'needs_data', 'queued')) as documents_waiting,
    (select count(*)::int from delivery where ${ours} and state = 'queued') as mails_waiting,
    (select count(*)::int from email_account where ${ours}) as mailboxes,
    (select count(*)::int from document where ${ours} and state in ('issued', 'annulled'))
      as documents_issued`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('Nothing was counted')
  return {
    ...found,
    in_flight: await countInFlight(db, organisationId),
    money_in_flight: await countMoneyInFlight({ db, clock }, organisationId),
  }
}

export async function hasInFlight(
  needs: { db: Db; clock: Clock },
  organisationId: number,
): Promise<boolean> {
  if ((await countInFlight(needs.db, organisationId)) > 0) return true
  return (await countMoneyInFlight(needs, organisationId)) > 0
}

/** What nobody may be left alone with: documents whose end isn't known, annulments and mails on their way. */
async function countInFlight(db: Db, organisationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*)::int from document where organisation_id = ${organisationId}
      and (state in ('issuing', 'uncertain') or annulment is not null))
    + (select count(*)::int from delivery where organisation_id = ${organisationId}
      and state = 'sending') as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Payments that may still come, and refunds whose end isn't known: without the account nobody would read what became of
 * them. A payer who was led to a provider and didn't come back holds nothing up once its checkout ran out.
 */
async function countMoneyInFlight(
  { db, clock }: { db: Db; clock: Clock },
  organisationId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*)::int from payment_attempt where organisation_id = ${organisationId}
      and state in ('created', 'pending')
      and (returned is not null or expires_at > ${instantText(clock.now())}))
    + (select count(*)::int from payment_refund_order where organisation_id = ${organisationId}
      and state in ('asked', 'pending')) as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** No payment is begun and no refund is ordered meanwhile: each locks what it is of first. */
export async function lockReceivables(trx: Db, organisationId: number): Promise<void> {
  await sql`select document_id from receivable where organisation_id = ${organisationId}
    order by document_id for update`.execute(trx)
}

/** Until when the documents issued up to that instant are kept. */
export async function keptUntil(db: Db, atMs: number): Promise<string> {
  const { rows } = await sql<{ until: string }>`select
    ${keptFrom(instantText(atMs))} as until`.execute(db)
  const until = rows[0]?.until
  if (until === undefined) throw new Error('No time was reckoned')
  return until
}

/** Whoever leaves it, closes it or stops its issuing waits here for the others, until the transaction ends. */
export async function lockOrganisation(trx: Db, organisationId: number): Promise<void> {
  await trx
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute()
}

export async function hasOtherMembers(db: Db, { organisationId, userId }: Owner): Promise<boolean> {
  return finds(
    db
      .selectFrom('membership')
      .select('user_id')
      .where('organisation_id', '=', organisationId)
      .where('user_id', '<>', userId),
  )
}

export async function facturatorsOf(db: Db, organisationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('facturator')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** With the second factor, the sessions and whatever else is the user's; their membership goes first. */
export async function removeUser(trx: Db, clock: Clock, owner: Owner): Promise<void> {
  const { organisationId, userId } = owner
  const factor = await trx
    .deleteFrom('second_factor')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .returning('secret_id')
    .executeTakeFirst()
  if (factor !== undefined) {
    await trx
      .deleteFrom('secret')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', factor.secret_id)
      .execute()
  }
  const user = await trx
    .selectFrom('app_user')
    .select(['email', 'language'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (user === undefined) return
  await audit(trx, clock, owner, { kind: 'accountClosed', subject: `user:${userId}` })
  await trx
    .deleteFrom('membership')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute()
  await trx
    .deleteFrom('login_session')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .execute()
  // Whoever belongs to another organisation too stays there.
  const { numDeletedRows } = await trx
    .deleteFrom('app_user')
    .where('id', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('membership').select('user_id').where('membership.user_id', '=', userId),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  await trx.deleteFrom('system_mail').where('recipient', '=', user.email).execute()
  const at = instantText(clock.now())
  await trx
    .insertInto('system_mail')
    .values({
      template: 'accountClosed',
      recipient: user.email,
      language: user.language,
      created_at: at,
      next_try_at: at,
    })
    .execute()
}

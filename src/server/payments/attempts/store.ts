import { sql, type Kysely, type Selectable } from 'kysely'
import { instantText, msOf, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import type { ProviderName } from '../providers/connection.ts'
import type { PaymentRefs } from '../providers/port.ts'
import type { AttemptAt } from './needs.ts'
import { newOrderId } from './order-id.ts'

export type Db = Kysely<Schema>
export type AttemptRow = Selectable<Schema['payment_attempt']>
export type ShareRow = Selectable<Schema['payment_attempt_share']>

export interface NewAttempt {
  organisationId: number
  companyId: number
  connectionId: number
  provider: ProviderName
  mode: 'live' | 'test'
  linkId: number
  startedAtMs: number
  expiresAtMs: number
  pollAtMs: number
  shares: readonly { documentId: number; amountClp: number }[]
}

/** Under the receivables' locks of its documents. */
export async function insertAttempt(trx: Db, made: NewAttempt): Promise<AttemptRow> {
  const { organisationId, provider, shares } = made
  const row = await trx
    .insertInto('payment_attempt')
    .values({
      organisation_id: organisationId,
      company_id: made.companyId,
      connection_id: made.connectionId,
      order_id: newOrderId(),
      provider,
      mode: made.mode,
      amount_clp: shares.reduce((sum, { amountClp }) => sum + amountClp, 0),
      link_id: made.linkId,
      state: 'created',
      started_at: instantText(made.startedAtMs),
      expires_at: instantText(made.expiresAtMs),
      poll_at: instantText(made.pollAtMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('payment_attempt_share')
    .values(
      shares.map(({ documentId, amountClp }) => ({
        organisation_id: organisationId,
        attempt_id: row.id,
        document_id: documentId,
        provider,
        amount_clp: amountClp,
      })),
    )
    .execute()
  return row
}

/** Those that a payer of one of these documents is led to again, in the order in which they were begun. */
export function openAttempts(
  db: Db,
  { organisationId, documentIds }: { organisationId: number; documentIds: readonly number[] },
  provider: ProviderName,
): Promise<AttemptRow[]> {
  return db
    .selectFrom('payment_attempt as attempt')
    .selectAll('attempt')
    .where('attempt.organisation_id', '=', organisationId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment_attempt_share as share')
          .select('share.document_id')
          .whereRef('share.organisation_id', '=', 'attempt.organisation_id')
          .whereRef('share.attempt_id', '=', 'attempt.id')
          .where('share.document_id', 'in', [...documentIds])
          .where('share.provider', '=', provider)
          .where('share.is_open', '=', true),
      ),
    )
    .orderBy('attempt.id')
    .execute()
}

/** Nobody is led to it any more. It may still be paid, and is read like others. */
export async function closeShares(trx: Db, { organisationId, attemptId }: AttemptAt) {
  await trx
    .updateTable('payment_attempt_share')
    .set({ is_open: false })
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .where('is_open', '=', true)
    .execute()
}

export async function readAttempt(
  db: Db,
  { organisationId, attemptId }: AttemptAt,
  lock = false,
): Promise<AttemptRow | null> {
  const row = await db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return row ?? null
}

/** What it pays of which document, in the documents' order: that of their locks. */
export function sharesOf(db: Db, { organisationId, attemptId }: AttemptAt): Promise<ShareRow[]> {
  return db
    .selectFrom('payment_attempt_share')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('attempt_id', '=', attemptId)
    .orderBy('document_id')
    .execute()
}

/** Whose an order is, for whom nothing else is known. */
export async function attemptOfOrder(db: Db, orderId: string): Promise<AttemptAt | null> {
  const { rows } = await sql<{ organisation_id: number; id: number }>`
    select * from ordered_attempt(${orderId})`.execute(db)
  const [row] = rows
  return row === undefined ? null : { organisationId: row.organisation_id, attemptId: row.id }
}

export type AttemptChange = Partial<
  Pick<
    AttemptRow,
    | 'provider_ref'
    | 'payment_ref'
    | 'state'
    | 'provider_status'
    | 'returned'
    | 'is_verifying'
    | 'ended_at'
    | 'payment_id'
    | 'poll_at'
  >
> & { redirect?: string | null; method?: string | null }

export async function changeAttempt(
  trx: Db,
  { organisationId, attemptId }: AttemptAt,
  change: AttemptChange,
): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .execute()
}

/** How its payer came back, and when it is read next; a usual return stands, whatever else the browser says. */
export async function noteReturned(
  db: Db,
  { organisationId, attemptId }: AttemptAt,
  noted: { returned: NonNullable<AttemptRow['returned']>; poll_at: string },
): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set(noted)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .where('returned', 'is distinct from', 'normal')
    .execute()
}

/** Two requests of fifteen seconds each, or those of a provider that begin within forty seconds, and the writing. */
const CLAIM_MS = 60_000

/** Takes the reading of an attempt upon itself; null while somebody else has it. Until `release`. */
export async function claimAttempt(
  db: Db,
  clock: Clock,
  { organisationId, attemptId }: AttemptAt,
): Promise<AttemptRow | null> {
  const now = instantText(clock.now())
  const row = await db
    .updateTable('payment_attempt')
    .set({ claimed_until: instantText(clock.now() + CLAIM_MS) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', attemptId)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Gives the reading back, unless it ran out and somebody else has it. */
export async function releaseAttempt(db: Db, claimed: AttemptRow): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ claimed_until: null })
    .where('organisation_id', '=', claimed.organisation_id)
    .where('id', '=', claimed.id)
    .where('claimed_until', '=', claimed.claimed_until)
    .execute()
}

/**
 * The next one that is due, of none of the busy providers, claimed. Of a connection one at a time: one that takes its time,
 * or doesn't answer, holds up its own alone.
 */
export async function claimDue(
  db: Db,
  clock: Clock,
  busy: readonly ProviderName[],
): Promise<AttemptRow | null> {
  const planned = await claimFirst(db, clock, busy, 'poll_at')
  // A claim that has run out was left by a process that died, perhaps between two payments of one checkout.
  return planned ?? claimFirst(db, clock, busy, 'claimed_until')
}

async function claimFirst(
  db: Db,
  clock: Clock,
  busy: readonly ProviderName[],
  column: 'poll_at' | 'claimed_until',
): Promise<AttemptRow | null> {
  const dueAt = sql.ref(`due.${column}`)
  const now = instantText(clock.now())
  const until = instantText(clock.now() + CLAIM_MS)
  const { rows } = await sql<AttemptRow>`
    update payment_attempt set claimed_until = ${until}::timestamptz
    where (organisation_id, id) = (
      select due.organisation_id, due.id from payment_attempt due
      where ${dueAt} <= ${now}::timestamptz
        and (due.claimed_until is null or due.claimed_until <= ${now}::timestamptz)
        and due.provider <> all(${[...busy]}::text[])
        and not exists (select from payment_attempt busy
          where busy.organisation_id = due.organisation_id and busy.connection_id = due.connection_id
            and busy.claimed_until > ${now}::timestamptz)
      order by ${dueAt}, due.id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0] ?? null
}

export function atOf(row: Pick<AttemptRow, 'organisation_id' | 'id'>): AttemptAt {
  return { organisationId: row.organisation_id, attemptId: row.id }
}

/** What a payment is called on record: as its checkout where it has no name of its own. */
export function nameOf(row: AttemptRow, { paymentRef, providerRef }: PaymentRefs): string {
  return paymentRef ?? providerRef ?? row.provider_ref ?? row.order_id
}

/** By what its provider finds the payment; the first one, where the checkout was paid again. */
export function refsOf(row: AttemptRow): PaymentRefs {
  return {
    providerRef: row.provider_ref,
    paymentRef: row.payment_ref,
    buyOrder: row.order_id,
  }
}

/** The next reading that is on record, once its payer came back in the usual way. */
export function notedMsOf({ returned, poll_at: pollAt }: AttemptRow): number | null {
  return returned === 'normal' && pollAt !== null ? msOf(pollAt) : null
}

export function startedAtMs(row: Pick<AttemptRow, 'started_at'>): number {
  return msOf(row.started_at)
}

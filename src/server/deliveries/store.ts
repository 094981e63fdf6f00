import { sql, type Kysely, type Selectable, type SqlBool, type Updateable } from 'kysely'
import { instantText } from '../clock.ts'
import { notBlocked } from '../db/not-blocked.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { isTakenBack } from '../documents/issued/taken-back.ts'
import type { MessageParts } from '../mailer/message.ts'
import { isAnnulled, stopped } from './annulment.ts'
import type { DeliveryNeeds } from './needs.ts'
import { written, type Unsendable } from './written.ts'

export type DeliveryRow = Selectable<Schema['delivery']>
type Db = Kysely<Schema>

/** A mail about payments: beside the document's own, it stands for itself, and is never held for a person's word. */
const isLetter = sql<boolean>`delivery.purpose <> 'document'`

const maySend = sql<SqlBool>`account.state = 'connected' and ${notBlocked('delivery.organisation_id')}`

/** One mail of one mailbox, taken by this worker; `claim` tells it from whoever takes it later. */
export interface Claimed {
  delivery: DeliveryRow
  account: Selectable<Schema['email_account']>
  /** What leaves, or why nothing can. */
  parts: MessageParts | Unsendable
}

/** A worker that dies gives its mail and its mailbox back after this. */
export const CLAIM_MS = 5 * 60_000

/**
 * The mail that has waited longest of the mailboxes that are free and may send now. Its text is written
 * here, once. A document's mail waits until its PDF is there.
 */
export async function claimDue(needs: DeliveryNeeds): Promise<Claimed | null> {
  const { db, clock } = needs
  return db.transaction().execute(async (trx) => {
    const due = await lockDue(trx, instantText(clock.now()))
    if (due === undefined) return null
    const untilAt = instantText(clock.now() + CLAIM_MS)
    const account = await trx
      .updateTable('email_account')
      .set({ next_send_at: untilAt })
      .where('organisation_id', '=', due.organisation_id)
      .where('id', '=', due.account_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const taken = await trx
      .updateTable('delivery')
      .set({ next_try_at: untilAt, tries: sql`tries + 1`, claim: sql`claim + 1` })
      .where('organisation_id', '=', due.organisation_id)
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { account, ...(await written(trx, needs, taken, account)) }
  })
}

/** Its mailbox locked with it, so that one mailbox sends one mail at a time. */
function lockDue(trx: Db, now: string) {
  return (
    trx
      .selectFrom('delivery')
      .innerJoin('email_account as account', (join) =>
        join
          .onRef('account.organisation_id', '=', 'delivery.organisation_id')
          .onRef('account.id', '=', 'delivery.email_account_id'),
      )
      .innerJoin('document', (join) =>
        join
          .onRef('document.organisation_id', '=', 'delivery.organisation_id')
          .onRef('document.id', '=', 'delivery.document_id'),
      )
      .select(['delivery.organisation_id', 'delivery.id', 'account.id as account_id'])
      .where('delivery.state', '=', 'queued')
      // What was annulled since `sortOut` looked.
      .where((eb) =>
        eb.or([isLetter, eb('delivery.despite_annulment', '=', true), eb.not(isTakenBack)]),
      )
      .where('delivery.next_try_at', '<=', now)
      .where(maySend)
      .where((eb) =>
        eb.or([eb('account.next_send_at', 'is', null), eb('account.next_send_at', '<=', now)]),
      )
      .where(({ or, exists, selectFrom }) =>
        or([
          isLetter,
          exists(
            selectFrom('document_file as file')
              .whereRef('file.organisation_id', '=', 'delivery.organisation_id')
              .whereRef('file.document_id', '=', 'delivery.document_id')
              .where('file.kind', '=', 'pdf')
              .select('file.kind'),
          ),
        ]),
      )
      .orderBy('delivery.next_try_at')
      .orderBy('delivery.id')
      .limit(1)
      .forUpdate(['delivery', 'account'])
      .skipLocked()
      .executeTakeFirst()
  )
}

/** Changes it only if nobody took it since and it is still in that state; false otherwise. */
export async function change(
  db: Db,
  { organisation_id, id, claim }: DeliveryRow,
  from: readonly DeliveryRow['state'][],
  values: Updateable<Schema['delivery']>,
): Promise<boolean> {
  const changed = await db
    .updateTable('delivery')
    .set(values)
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** The mailbox may send again from then on. */
export async function pace(
  db: Db,
  at: { organisation_id: number; id: number },
  atMs: number,
): Promise<void> {
  await db
    .updateTable('email_account')
    .set({ next_send_at: instantText(atMs) })
    .where('organisation_id', '=', at.organisation_id)
    .where('id', '=', at.id)
    .execute()
}

/**
 * What can't go on by itself is held until a person acts: mails of annulled documents, and of a mailbox that is gone
 * or disconnected. A letter ends there, because it would be stale by the time a person acts. An intent whose worker ended is in doubt: it is looked at next.
 */
export async function sortOut({ db, clock }: Pick<DeliveryNeeds, 'db' | 'clock'>): Promise<void> {
  const now = instantText(clock.now())
  await db
    .updateTable('delivery')
    .set({ state: 'unknown', reason: 'answerLost', next_try_at: now })
    .where('state', '=', 'sending')
    .where('next_try_at', '<=', now)
    .execute()
  for (const validity of ['annulled', 'underWay'] as const) {
    await db
      .updateTable('delivery')
      .from('document')
      .set(stopped(validity, clock.now()))
      .whereRef('document.organisation_id', '=', 'delivery.organisation_id')
      .whereRef('document.id', '=', 'delivery.document_id')
      .where('delivery.state', '=', 'queued')
      .where('delivery.next_try_at', '<=', now)
      .where('delivery.purpose', '=', 'document')
      .where('delivery.despite_annulment', '=', false)
      .where(validity === 'annulled' ? isAnnulled : isTakenBack)
      .execute()
  }
  await db
    .updateTable('delivery')
    .set({ state: heldState, next_try_at: null, reason: 'mailboxMissing' })
    .where('state', '=', 'queued')
    .where('next_try_at', '<=', now)
    .where('email_account_id', 'is', null)
    .execute()
  await db
    .updateTable('delivery')
    .from('email_account as account')
    .set({ state: heldState, next_try_at: null, reason: 'mailboxDisconnected' })
    .whereRef('account.organisation_id', '=', 'delivery.organisation_id')
    .whereRef('account.id', '=', 'delivery.email_account_id')
    .where('account.state', '=', 'disconnected')
    .where('delivery.state', '=', 'queued')
    .where('delivery.next_try_at', '<=', now)
    .execute()
}

const heldState = sql<'queued' | 'failed'>`case when ${isLetter} then 'failed' else 'queued' end`

/** One mail in doubt whose time to be looked at has come. */
export async function claimDoubt({
  db,
  clock,
}: Pick<DeliveryNeeds, 'db' | 'clock'>): Promise<DeliveryRow | null> {
  const row = await db
    .updateTable('delivery')
    .set({ next_try_at: instantText(clock.now() + CLAIM_MS), looks: sql`looks + 1` })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('organisation_id', 'id'),
        'in',
        selectFrom('delivery as doubt')
          .where('doubt.state', '=', 'unknown')
          .where('doubt.next_try_at', '<=', instantText(clock.now()))
          .orderBy('doubt.next_try_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .select(['doubt.organisation_id', 'doubt.id'])
          .$asTuple('organisation_id', 'id'),
      ),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** The organisation's mail of a document, locked until the transaction ends. Null when it isn't there. */
export async function lockDelivery(
  trx: Kysely<Schema>,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<DeliveryRow | null> {
  const row = await trx
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('purpose', '=', 'document')
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Refuses before the first of many is acted on: the delivery of another organisation answers as an absent one. */
export async function requireOwnDeliveries(
  db: Db,
  { organisationId }: Pick<Session, 'organisationId'>,
  mails: readonly { delivery: number }[],
): Promise<void> {
  const ids = [...new Set(mails.map(({ delivery }) => delivery))]
  const rows = await db
    .selectFrom('delivery')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ids)
    .execute()
  if (rows.length !== ids.length) throw new NotFound()
}

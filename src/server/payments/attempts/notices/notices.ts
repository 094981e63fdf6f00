import { sql, type Selectable } from 'kysely'
import { z } from 'zod'
import { instantText, type Clock } from '../../../clock.ts'
import { withinOrganisation } from '../../../db/reach.ts'
import type { Schema } from '../../../db/schema.ts'
import { openConnection } from '../../connections/store.ts'
import type { ProviderName } from '../../providers/connection.ts'
import { NO_REFS, type PaymentRefs, type PaymentState } from '../../providers/port.ts'
import type { AttemptAt, ReadNeeds } from '../needs.ts'
import { readState } from '../read.ts'
import type { Db } from '../store.ts'

export type NoticeRow = Selectable<Schema['payment_notice']>

export interface NewNotice {
  organisationId: number
  connectionId: number
  eventKey: string
  trust: 'authentic' | 'stale'
  refs: PaymentRefs | null
  /** By which its signature can be checked again. */
  headers: Readonly<Record<string, string>>
  rawBody: Buffer
}

/** Stores what a provider notified, before it is answered. A repetition of the same notice changes nothing. */
export async function keepNotice(
  { db, clock }: { db: Db; clock: Clock },
  notice: NewNotice,
): Promise<void> {
  const now = instantText(clock.now())
  const isRelevant = notice.refs !== null
  await db
    .insertInto('payment_notice')
    .values({
      organisation_id: notice.organisationId,
      connection_id: notice.connectionId,
      event_key: notice.eventKey,
      trust: notice.trust,
      refs: JSON.stringify(notice.refs ?? {}),
      headers: JSON.stringify(notice.headers),
      raw_body: notice.rawBody,
      received_at: now,
      ...(isRelevant
        ? { next_try_at: now }
        : { next_try_at: null, processed_at: now, outcome: 'irrelevant' }),
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation_id', 'connection_id', 'event_key']).doNothing(),
    )
    .execute()
}

/** Longer than the requests of one notice may take: until then nobody else takes it up. */
const TAKEN_MS = 60_000

/** What has as many readers in this process as it may have. */
export interface Busy {
  providers: readonly ProviderName[]
  connections: readonly number[]
}

/** The oldest one that is due, of none of the busy providers and connections; put off meanwhile. */
export async function claimNotice(
  db: Db,
  clock: Clock,
  { providers, connections }: Busy,
): Promise<(NoticeRow & { provider: ProviderName }) | null> {
  const now = instantText(clock.now())
  const { rows } = await sql<NoticeRow & { provider: ProviderName }>`
    update payment_notice claimed
    set next_try_at = ${instantText(clock.now() + TAKEN_MS)}::timestamptz, tries = claimed.tries + 1
    from payment_connection connection
    where connection.organisation_id = claimed.organisation_id and connection.id = claimed.connection_id
      and (claimed.organisation_id, claimed.id) = (
        select due.organisation_id, due.id from payment_notice due
        join payment_connection own on own.organisation_id = due.organisation_id and own.id = due.connection_id
        where due.processed_at is null and due.next_try_at <= ${now}::timestamptz
          and due.connection_id <> all(${[...connections]}::bigint[])
          and own.provider <> all(${[...providers]}::text[])
        order by due.next_try_at, due.id limit 1 for update of due skip locked)
    returning claimed.*, connection.provider`.execute(db)
  return rows[0] ?? null
}

const refsShape = z.object({
  providerRef: z.string().nullable(),
  paymentRef: z.string().nullable(),
  buyOrder: z.string().nullable(),
})

/** The poller goes on with what a notice came to nothing for. */
const MAX_TRIES = 20
const SECOND_MS = 1_000
const HOUR_MS = 60 * 60_000

/** Reads what a notice is about; it is never believed itself. Repeating it changes nothing. */
export function processNotice(needs: ReadNeeds, notice: NoticeRow): Promise<void> {
  return withinOrganisation(notice.organisation_id, async () => {
    const outcome = await readNotified(needs, notice, refsShape.parse(notice.refs))
    if (outcome !== null) return endNotice(needs, notice, outcome)
    if (notice.tries >= MAX_TRIES) return endNotice(needs, notice, 'givenUp')
    const waitMs = Math.min(SECOND_MS * 2 ** notice.tries, HOUR_MS)
    await changeNotice(needs.db, notice, { next_try_at: instantText(needs.clock.now() + waitMs) })
  })
}

/** The attempt's state, or why there is none; null: later. */
async function readNotified(
  needs: ReadNeeds,
  notice: NoticeRow,
  refs: PaymentRefs,
): Promise<string | null> {
  const known = await attemptNamed(needs.db, notice, refs)
  const found = known === null ? await stateAtProvider(needs, notice, refs) : null
  if (found === 'later') return null
  const at = known ?? (found === null ? null : await attemptOf(needs.db, notice, found))
  if (at === null) return 'unknown'
  const read = await readState(needs, at, refs)
  return read.kind === 'read' ? read.attempt.state : null
}

/** By any of its names, of this connection alone: another's notice moves nothing here. */
async function attemptNamed(
  db: Db,
  { organisation_id: organisationId, connection_id: connectionId }: NoticeRow,
  { providerRef, paymentRef, buyOrder }: PaymentRefs,
): Promise<AttemptAt | null> {
  const row = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('connection_id', '=', connectionId)
    .where((eb) =>
      eb.or([
        eb('provider_ref', '=', providerRef ?? ''),
        eb('payment_ref', '=', paymentRef ?? ''),
        eb('order_id', '=', buyOrder ?? ''),
      ]),
    )
    .orderBy('id')
    .executeTakeFirst()
  return row === undefined ? null : { organisationId, attemptId: row.id }
}

/** By our own mark where its order is another one: its money is then put before its owner, as it differs. */
async function attemptOf(
  db: Db,
  notice: NoticeRow,
  { refs, attemptId }: PaymentState,
): Promise<AttemptAt | null> {
  const marked = { ...NO_REFS, buyOrder: attemptId }
  return (await attemptNamed(db, notice, refs)) ?? attemptNamed(db, notice, marked)
}

/** A notice may name a payment that we know by its order alone. */
async function stateAtProvider(
  needs: ReadNeeds,
  notice: NoticeRow,
  refs: PaymentRefs,
): Promise<PaymentState | 'later' | null> {
  const opened = await openConnection(needs, {
    organisationId: notice.organisation_id,
    connectionId: notice.connection_id,
  })
  if (opened === null) return null
  const { connection } = opened
  const reading = await needs.providers[connection.provider].fetchState(connection, refs)
  if (reading.kind === 'notFound') return null
  return reading.kind === 'found' ? reading : 'later'
}

function endNotice({ db, clock }: ReadNeeds, notice: NoticeRow, outcome: string): Promise<void> {
  const processed_at = instantText(clock.now())
  return changeNotice(db, notice, { next_try_at: null, processed_at, outcome })
}

async function changeNotice(
  db: Db,
  { organisation_id: organisationId, id }: NoticeRow,
  change: Partial<Pick<NoticeRow, 'next_try_at' | 'processed_at' | 'outcome'>>,
): Promise<void> {
  await db
    .updateTable('payment_notice')
    .set(change)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .execute()
}

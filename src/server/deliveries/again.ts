import { sql, type Kysely, type Selectable } from 'kysely'
import { isOneMailbox } from '#domain/mailbox.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { validityOf } from './annulment.ts'
import { people, type Person } from './compose.ts'
import { mailboxOfRule, peopleOfRule } from './rule-now.ts'
import { lockDelivery, type DeliveryRow } from './store.ts'

type Db = Kysely<Schema>
type Mailbox = Pick<Selectable<Schema['email_account']>, 'id' | 'address' | 'state'>

/** Whoever says that nothing came is written to again; nobody is bothered without end. */
export const MOST_AGAIN = 3
const WITHIN_MS = 24 * 60 * 60_000

/** One of which nobody knows whether it left is looked for first; one that never left is sent, not sent again. */
export function maySendAgain(row: Pick<DeliveryRow, 'state' | 'nth' | 'is_last'>): boolean {
  // A first one that came back goes to whom the rule names now (decide.ts); of a later one its person chose the people.
  return row.is_last && (row.state === 'sent' || (row.state === 'bounced' && row.nth > 1))
}

export interface Again {
  people: Person[]
  from: string | null
  obstacle: Obstacle | null
}

export type Obstacle = 'mailboxMissing' | 'mailboxDisconnected' | 'tooMany'

/** To whom and from where it would go now, and what keeps it from it; null when there is nothing to send again. */
export async function readAgain(
  { db, clock }: { db: Db; clock: Clock },
  row: DeliveryRow,
): Promise<Again | null> {
  if (!maySendAgain(row) || (await validityOf(db, row)) !== 'valid') return null
  const named = await peopleOfRule(db, row)
  // Whom a person chose last time is nearer than whom the rule names.
  const isChosen = row.nth > 1 || !named.some(({ copy }) => copy === 'to')
  const mailbox = await mailboxFor(db, row)
  return {
    people: isChosen ? people.parse(row.recipients) : named,
    from: mailbox?.address ?? null,
    obstacle: await obstacleOf(db, clock, row, mailbox),
  }
}

/** Whose addresses, in lower case; who is written to gets no copy besides. */
export interface Wish {
  to: string[]
  cc: string[]
}

/**
 * Sends the document's mail once more, as a mail of its own with a Message-ID of its own: neither a look at the
 * provider nor the reader's mailbox can take it for the one before. Each sending is followed by one at most: asked
 * twice (pressed twice, an answer lost, another window), the one that follows already is the answer.
 */
export async function sendAgain(
  { db, clock }: { db: Db; clock: Clock },
  { organisationId, userId }: Session,
  deliveryId: number,
  wish: Wish,
): Promise<DeliveryRow> {
  const asked = checked(wish)
  const now = instantText(clock.now())
  return db.transaction().execute(async (trx) => {
    const row = await lockDelivery(trx, { organisationId, id: deliveryId })
    if (row === null) throw new NotFound()
    const following = row.is_last ? undefined : await followingOf(trx, row)
    if (following !== undefined && isSameWish(following, asked)) return following
    if (!maySendAgain(row) || (await validityOf(trx, row)) !== 'valid') {
      throw new Refused(409, 'mailNotToSendAgain')
    }
    const mailbox = await mailboxFor(trx, row)
    const obstacle = await obstacleOf(trx, clock, row, mailbox)
    if (obstacle !== null) throw new Refused(409, REFUSALS[obstacle])
    await trx
      .updateTable('delivery')
      .set({ is_last: false })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', deliveryId)
      .execute()
    const made = await trx
      .insertInto('delivery')
      .values({
        organisation_id: organisationId,
        document_id: row.document_id,
        purpose: row.purpose,
        nth: row.nth + 1,
        email_account_id: mailbox?.id ?? null,
        subject_template: row.subject_template,
        body_template: row.body_template,
        recipients: JSON.stringify(await withNames(trx, row, asked)),
        next_try_at: now,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(
      trx,
      clock,
      { organisationId, userId },
      {
        kind: 'mailSentAgain',
        subject: `delivery:${made.id}`,
        data: { document: row.document_id, nth: made.nth },
      },
    )
    return made
  })
}

/** Whether it was sent again to these already: asked once more, `sendAgain` answers with that one. */
export async function isSentAgain(
  db: Db,
  { organisationId }: Session,
  deliveryId: number,
  wish: Wish,
): Promise<boolean> {
  const row = await db
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  const following = row === undefined || row.is_last ? undefined : await followingOf(db, row)
  return following !== undefined && isSameWish(following, checked(wish))
}

const REFUSALS = {
  mailboxMissing: 'mailboxMissing',
  mailboxDisconnected: 'mailboxStillDisconnected',
  tooMany: { code: 'mailAgainTooMany', values: { count: MOST_AGAIN } },
} as const

/** The contract's idea of an address is wider than what we write to. */
function checked({ to, cc }: Wish): Wish {
  const wrong = (['to', 'cc'] as const).filter(
    (copy) => !(copy === 'to' ? to : cc).every(isOneMailbox),
  )
  if (wrong.length > 0) {
    throw new InvalidInput(Object.fromEntries(wrong.map((copy) => [copy, ['invalidEmail']])))
  }
  return { to: [...new Set(to)], cc: [...new Set(cc)].filter((one) => !to.includes(one)) }
}

function isSameWish({ recipients }: DeliveryRow, wish: Wish): boolean {
  const known = people.parse(recipients)
  const isSame = (copy: 'to' | 'cc') => {
    const before = known.filter((one) => one.copy === copy).map(({ address }) => address)
    return before.toSorted().join() === wish[copy].toSorted().join()
  }
  return isSame('to') && isSame('cc')
}

/** With the names of those who are known. */
async function withNames(trx: Db, row: DeliveryRow, wish: Wish): Promise<Person[]> {
  const known = [...(await peopleOfRule(trx, row)), ...people.parse(row.recipients)]
  const nameOf = (address: string) =>
    known.find((one) => one.address.toLowerCase() === address)?.name ?? ''
  return (['to', 'cc'] as const).flatMap((copy) =>
    wish[copy].map((address) => ({ copy, name: nameOf(address), address })),
  )
}

async function followingOf(trx: Db, row: DeliveryRow): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.document_id)
    .where('purpose', '=', row.purpose)
    .where('nth', '=', row.nth + 1)
    .executeTakeFirst()
}

/** Its own while that serves, else the one that the rule names now. */
async function mailboxFor(db: Db, row: DeliveryRow): Promise<Mailbox | null> {
  const own = await readMailbox(db, row, row.email_account_id)
  if (own?.state === 'connected') return own
  return (await readMailbox(db, row, await mailboxOfRule(db, row))) ?? own
}

async function readMailbox(
  db: Db,
  { organisation_id }: DeliveryRow,
  id: number | null,
): Promise<Mailbox | null> {
  if (id === null) return null
  const mailbox = await db
    .selectFrom('email_account')
    .select(['id', 'address', 'state'])
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return mailbox ?? null
}

async function obstacleOf(
  db: Db,
  clock: Clock,
  row: DeliveryRow,
  mailbox: Mailbox | null,
): Promise<Obstacle | null> {
  if (mailbox === null) return 'mailboxMissing'
  if (mailbox.state !== 'connected') return 'mailboxDisconnected'
  const { count } = await db
    .selectFrom('delivery')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organisation_id', '=', row.organisation_id)
    .where('document_id', '=', row.document_id)
    // Receipts and reminders are letters of their own, and each but the first has a higher number, too.
    .where('purpose', '=', row.purpose)
    .where('nth', '>', 1)
    .where('created_at', '>', instantText(clock.now() - WITHIN_MS))
    .executeTakeFirstOrThrow()
  return count >= MOST_AGAIN ? 'tooMany' : null
}

import { sql, type Kysely } from 'kysely'
import { MAX_OTHER_MAILS } from '#contract/deliveries.ts'
import { isOneMailbox } from '#domain/mailbox.ts'
import { audit } from '../audit.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { InvalidInput, NotFound, Refused } from '../http/errors.ts'
import type { Session } from '../http/handler.ts'
import { contactsAt, moveContactsTo, type ContactAt } from '../parties/contact-addresses.ts'
import { validityOf, type Validity } from './annulment.ts'
import { people, type Person } from './compose.ts'
import { leavesAnew } from './decide.ts'
import { lockDelivery, type DeliveryRow } from './store.ts'

type Db = Kysely<Schema>

export interface AddressOfMail {
  address: string
  contacts: ContactAt[]
  /** Other mails that came back and went there, too. */
  others: OtherMail[]
}

export interface OtherMail {
  id: number
  documentId: number
  folio: number | null
  recipientName: string
}

/** Of a mail that came back, and whose document is still to be received. */
export function mayCorrect(
  row: Pick<DeliveryRow, 'state' | 'is_last'>,
  validity: Validity,
): boolean {
  return row.state === 'bounced' && row.is_last && validity === 'valid'
}

/** Each address that it went to, with all that names it and so changes with it. */
export async function readAddresses(
  db: Db,
  at: { organisationId: number; id: number },
): Promise<AddressOfMail[]> {
  const row = await db
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', at.organisationId)
    .where('id', '=', at.id)
    .where('purpose', '=', 'document')
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
  const addresses = [...new Set(people.parse(row.recipients).map(({ address }) => address))]
  return Promise.all(
    addresses.map(async (address) => ({
      address,
      contacts: await contactsAt(db, at.organisationId, address),
      others: await bouncedAt(db, row, address),
    })),
  )
}

async function bouncedAt(db: Db, row: DeliveryRow, address: string): Promise<OtherMail[]> {
  const rows = await db
    .selectFrom('delivery')
    .innerJoin('document', (join) =>
      join
        .onRef('document.organisation_id', '=', 'delivery.organisation_id')
        .onRef('document.id', '=', 'delivery.document_id'),
    )
    .select(['delivery.id', 'delivery.document_id', 'document.folio', 'document.recipient_name'])
    .where('delivery.organisation_id', '=', row.organisation_id)
    .where('delivery.id', '<>', row.id)
    .where('delivery.state', '=', 'bounced')
    .where('delivery.is_last', '=', true)
    .where('document.state', '=', 'issued')
    .where(goesTo(address))
    .orderBy('delivery.id', 'desc')
    .limit(MAX_OTHER_MAILS)
    .execute()
  return rows.map((one) => ({
    id: one.id,
    documentId: one.document_id,
    folio: one.folio,
    recipientName: one.recipient_name,
  }))
}

function goesTo(address: string) {
  return sql<boolean>`exists (select from jsonb_array_elements(delivery.recipients) one
    where lower(one->>'address') = ${address.toLowerCase()})`
}

export interface Correction {
  address: string
  corrected: string
  /** Other mails that came back, to be sent to the corrected address as well. */
  others: readonly number[]
}

/**
 * Corrects an address that does not take mail: at every contact that has it, and so in every rule; in every mail that
 * has not left; and in this one and the others named, which are sent again. All of it, or nothing. Asked twice, the
 * second time finds it done.
 */
export async function correctAddress(
  { db, clock }: { db: Db; clock: Clock },
  { organisationId, userId }: Session,
  deliveryId: number,
  { address, corrected, others }: Correction,
): Promise<DeliveryRow> {
  if (!isOneMailbox(corrected)) throw new InvalidInput({ corrected: ['invalidEmail'] })
  return db.transaction().execute(async (trx) => {
    const row = await lockDelivery(trx, { organisationId, id: deliveryId })
    if (row === null) throw new NotFound()
    if (isDone(row, corrected)) return row
    if (!mayCorrect(row, await validityOf(trx, row)) || !isWrittenTo(row, address)) {
      throw new Refused(409, 'mailNotInThisState')
    }
    const move = { from: address, to: corrected }
    const contacts = await moveContactsTo(trx, organisationId, move)
    await moveUnsent(trx, organisationId, move)
    const again = await lockBounced(trx, row, { address, others: [...new Set(others)] })
    for (const mail of [row, ...again]) {
      await trx
        .updateTable('delivery')
        .set({ ...leavesAnew(mail, instantText(clock.now())), ...moved(mail, move) })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', mail.id)
        .execute()
    }
    await audit(
      trx,
      clock,
      { organisationId, userId },
      {
        kind: 'mailAddressCorrected',
        subject: `delivery:${deliveryId}`,
        data: { contacts, mails: again.length + 1 },
      },
    )
    return trx
      .selectFrom('delivery')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', deliveryId)
      .executeTakeFirstOrThrow()
  })
}

function isDone(row: DeliveryRow, corrected: string): boolean {
  return row.state !== 'bounced' && isWrittenTo(row, corrected)
}

function isWrittenTo({ recipients }: DeliveryRow, wanted: string): boolean {
  return people.parse(recipients).some(({ address }) => isSame(address, wanted))
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** What waits would come back, too. What a worker has in hand at this moment may still go to the old address. */
async function moveUnsent(
  trx: Db,
  organisationId: number,
  move: { from: string; to: string },
): Promise<void> {
  const rows = await trx
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'queued')
    .where(goesTo(move.from))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) {
    await trx
      .updateTable('delivery')
      .set(moved(row, move))
      .where('organisation_id', '=', organisationId)
      .where('id', '=', row.id)
      .execute()
  }
}

async function lockBounced(
  trx: Db,
  { organisation_id, id }: DeliveryRow,
  { address, others }: { address: string; others: readonly number[] },
): Promise<DeliveryRow[]> {
  if (others.length === 0) return []
  return trx
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', organisation_id)
    .where('id', 'in', [...others])
    .where('id', '<>', id)
    .where('state', '=', 'bounced')
    .where('is_last', '=', true)
    .where(goesTo(address))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The corrected address in the place of the other one; nobody gets a mail twice. */
function moved({ recipients }: DeliveryRow, { from, to }: { from: string; to: string }) {
  const all = people
    .parse(recipients)
    .map((one): Person => (isSame(one.address, from) ? { ...one, address: to } : one))
  const once = all.filter(
    ({ address }, index) => all.findIndex((one) => isSame(one.address, address)) === index,
  )
  return { recipients: JSON.stringify(once) }
}

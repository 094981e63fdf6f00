import { knownDay, knownMonth } from '#domain/day.ts'
import type { EmissionHours } from '#domain/departure.ts'
import { serviceMonth } from '#domain/schedule.ts'
import { atOneMoment, type Clock } from '../../clock.ts'
import { planOneOff } from '../../documents/actions/order-one-off.ts'
import { uploadKey } from '../../documents/trail/origin.ts'
import { InvalidInput } from '../../http/errors.ts'
import { eachOf } from '../../jobs/each-of.ts'
import { insertOneOff, type OneOffDraft, type OneOffNeeds } from '../../rules/one-off.ts'
import { sayIn } from '../../rules/api/from-wire.ts'
import type { Db } from '../store.ts'
import { clientOf, type DocumentClient } from './client.ts'
import { heldDocument, type HeldDocument } from '../ordered/held.ts'
import { endOrder, lockOrder, takeDueOrders, type OrderAt, type OrderFault } from './store.ts'

export type MakeNeeds = OneOffNeeds & EmissionHours & { db: Db; clock: Clock }

/** Of one look. */
const MAX_ORDERS_AT_ONCE = 200

/**
 * Makes the documents of what was ordered from uploaded files, each in a transaction of its own with its client: killed
 * anywhere, it is made whole or not at all, and made again only where it was not. Answers how many were looked at.
 */
export async function makeOrdered(
  needs: MakeNeeds,
  onFailure: (uploadId: number, error: unknown) => void,
): Promise<number> {
  const due = await takeDueOrders(needs, MAX_ORDERS_AT_ONCE)
  return eachOf(
    due,
    (at) => makeOne(needs, at),
    ({ uploadId }, error) => onFailure(uploadId, error),
  )
}

async function makeOne(needs: MakeNeeds, at: OrderAt): Promise<void> {
  try {
    const fault = await needs.db.transaction().execute((trx) => make(trx, needs, at))
    if (fault !== null) await refuse(needs, at, fault)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    await refuse(needs, at, 'email_account' in error.fields ? 'mailboxGone' : 'invalid')
  }
}

/** Behind the lock: one that was taken back meanwhile stays so. */
async function refuse({ db }: MakeNeeds, at: OrderAt, fault: OrderFault): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if ((await lockOrder(trx, at)) !== null) await endOrder(trx, at, { state: 'refused', fault })
  })
}

/** The order's row is locked, so that taking it back comes before or after. Null: it is made, or there is nothing to make. */
async function make(trx: Db, needs: MakeNeeds, at: OrderAt): Promise<OrderFault | null> {
  const once = atOneMoment(needs)
  const order = await lockOrder(trx, at)
  if (order === null) return null
  const { organisationId, uploadId, groupKey } = at
  const held = heldDocument(order.content)
  const of = { organisationId, companyId: order.company_id }
  const client = await clientOf(trx, once.clock, of, held)
  if (typeof client === 'string') return client
  const author = { organisationId, userId: order.ordered_by }
  const issueDay = knownDay(order.issue_day)
  const draft = await draftOf(trx, order.company_id, held, client, organisationId)
  const { revision } = order
  const dueDay = held.dueDay === null ? null : knownDay(held.dueDay)
  const own = held.serviceMonth === null ? null : knownMonth(held.serviceMonth)
  const ruleId = await insertOneOff(
    once,
    trx,
    author,
    { draft, issueDay, requestKey: rowKey(at, revision), serviceMonth: own, dueDay },
    sayIn('es'),
  )
  if (ruleId === null) throw new Error('An order has its row and no document')
  const documentId = await planOneOff(
    trx,
    once,
    { worker: `user:${order.ordered_by}`, epoch: null },
    {
      organisationId,
      ruleId,
      draft,
      issueDay,
      serviceMonth: own ?? serviceMonth(issueDay, draft.monthOffset),
      key: uploadKey(uploadId, groupKey),
      revision,
      uploadId,
      besides: held.besides,
    },
  )
  await endOrder(trx, at, { state: 'made', document_id: documentId })
  return null
}

/** Of the row that says what the document says: another one for each time that it is ordered. */
function rowKey({ uploadId, groupKey }: OrderAt, revision: number): string {
  return revision === 1
    ? uploadKey(uploadId, groupKey)
    : `upload:${uploadId}/${revision}:${groupKey}`
}

async function draftOf(
  trx: Db,
  companyId: number,
  held: HeldDocument,
  client: DocumentClient,
  organisationId: number,
): Promise<OneOffDraft> {
  const { mail, lines } = held
  return {
    kind: held.kind,
    companyId,
    ...(await issuerOf(trx, organisationId, held)),
    issuerEmail: held.issuer.email,
    clients: [
      {
        ...client,
        contactName: '',
        contactRut: '',
        emailTo: [],
        emailCc: [],
        mailboxes: { to: mail.to, cc: mail.cc },
      },
    ],
    monthOffset: 0,
    dueDays: null,
    ufRateType: held.ufDate,
    lines: lines.map(({ name, code, currency, quantity, price }, index) => ({
      productId: null,
      own: { name, code, currency },
      quantity,
      price,
      quantityIsFixed: true,
      priceIsFixed: true,
      order: index + 1,
    })),
    withholder: held.withholder,
    sendEmailAutomatic: mail.account !== null,
    emailAccountId: mail.account,
    emailSubject: '',
    emailBody: '',
  }
}

/** Without what is gone meanwhile, which the document then asks for. */
async function issuerOf(trx: Db, organisationId: number, { issuer }: HeldDocument) {
  const has = async (table: 'issuer_address' | 'issuer_activity', id: number | null) =>
    id !== null &&
    (await trx
      .selectFrom(table)
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined
  return {
    issuerAddressId: (await has('issuer_address', issuer.addressId)) ? issuer.addressId : null,
    issuerActivityId: (await has('issuer_activity', issuer.activityId)) ? issuer.activityId : null,
  }
}

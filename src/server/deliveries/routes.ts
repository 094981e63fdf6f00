import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { delivery } from '#contract/deliveries.ts'
import { knownMonth } from '#domain/day.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { people, type Person } from './compose.ts'
import { readAgain, sendAgain, type Again } from './again.ts'
import { correctAddress, mayCorrect, readAddresses, type AddressOfMail } from './correct.ts'
import { decide, peopleNow, possibleDecisions, readOfDocument } from './decide.ts'
import { decidePending, readPending } from './resend.ts'
import type { DeliveryRow } from './store.ts'

type DeliveryCalls =
  | 'listDeliveries'
  | 'decideDelivery'
  | 'sendMailAgain'
  | 'readDeliveryAddresses'
  | 'correctDeliveryAddress'
  | 'readPending'
  | 'resendPending'

export function deliveryRoutes(needs: {
  db: Kysely<Schema>
  clock: Clock
  limits: Limits
}): Pick<Handlers, DeliveryCalls> {
  const shown = async (row: DeliveryRow) => {
    const of = await readOfDocument(needs.db, row)
    const can = [
      ...possibleDecisions(row, of),
      ...(mayCorrect(row, of.validity) ? (['correct'] as const) : []),
    ]
    const sends = ['resend', 'sendAnnulled', 'sendNota'] as const
    const resendTo = sends.some((one) => can.includes(one)) ? await peopleNow(needs.db, row) : []
    return deliveryToWire(row, { can, nota: of.nota, resendTo, again: await readAgain(needs, row) })
  }
  return {
    async listDeliveries({ session, params }) {
      const at = { organisationId: session.organisationId, documentId: params.id }
      return Promise.all((await readDeliveries(needs.db, at)).map(shown))
    },
    async decideDelivery({ session, params, body }) {
      return shown(await decide(needs, session, params.id, body.decision))
    },
    async sendMailAgain({ session, params, body }) {
      await needs.limits.consume('mailAgainAccount', `organisation:${session.organisationId}`)
      return shown(await sendAgain(needs, session, params.id, body))
    },
    async readDeliveryAddresses({ session, params }) {
      const at = { organisationId: session.organisationId, id: params.id }
      return (await readAddresses(needs.db, at)).map(addressToWire)
    },
    async correctDeliveryAddress({ session, params, body }) {
      return shown(await correctAddress(needs, session, params.id, body))
    },
    async readPending({ session, params, query }) {
      const { organisationId } = session
      const at = { organisationId, accountId: params.id, heldBy: query.held_by }
      const { months, takenBack } = await readPending(needs.db, at)
      return { months, taken_back: takenBack }
    },
    async resendPending({ session, params, body }) {
      const { held_by: heldBy, ...wish } = body
      const chosen = { ...wish, heldBy, months: body.months.map(knownMonth) }
      return { queued: await decidePending(needs, session, params.id, chosen) }
    },
  }
}

/** The newest first. A document that is not the organisation's is not found. */
async function readDeliveries(
  db: Kysely<Schema>,
  { organisationId, documentId }: { organisationId: number; documentId: number },
): Promise<DeliveryRow[]> {
  const document = await db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', documentId)
    .executeTakeFirst()
  if (document === undefined) throw new NotFound()
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('document_id', '=', documentId)
    .where('purpose', '=', 'document')
    .orderBy('nth', 'desc')
    .limit(MOST_SHOWN)
    .execute()
}

const MOST_SHOWN = 50

function addressToWire({ address, contacts, others }: AddressOfMail) {
  return {
    address,
    contacts,
    others: others.map(({ id, documentId, folio, recipientName }) => ({
      id,
      document: documentId,
      folio,
      recipient: recipientName,
    })),
  }
}

interface Around {
  can: z.input<typeof delivery>['can']
  nota: { id: number; folio: number | null } | null
  resendTo: Person[]
  again: Again | null
}

function deliveryToWire(
  row: DeliveryRow,
  { can, nota, resendTo, again }: Around,
): z.input<typeof delivery> {
  return {
    id: row.id,
    state: shownState(row),
    reason: row.reason,
    subject: row.subject,
    ...addressesOf(people.parse(row.recipients)),
    email_account: row.email_account_id,
    sent_at: row.sent_at,
    sees_returns: row.next_return_look_at !== null || row.return_looks > 0,
    can,
    is_left: row.left_at !== null,
    nota: nota === null || nota.folio === null ? null : { document: nota.id, folio: nota.folio },
    resend_to: resendTo.map(({ address }) => address),
    nth: row.nth,
    again: again && {
      ...addressesOf(again.people),
      from: again.from,
      obstacle: again.obstacle,
    },
  }
}

function addressesOf(known: Person[]): { to: string[]; cc: string[] } {
  const of = (copy: Person['copy']) =>
    known.filter((one) => one.copy === copy).map(({ address }) => address)
  return { to: of('to'), cc: of('cc') }
}

/** On its way is still queued to whoever looks; seen is more than sent. */
function shownState({ state, viewed_at: viewedAt }: DeliveryRow) {
  if (state === 'sending') return 'queued'
  return state === 'sent' && viewedAt !== null ? 'viewed' : state
}

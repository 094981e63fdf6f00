import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { delivery } from '#contract/deliveries.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import { people } from './compose.ts'
import { decide, possibleDecisions } from './decide.ts'
import { resendPending } from './resend.ts'
import type { DeliveryRow } from './store.ts'

type DeliveryCalls = 'listDeliveries' | 'decideDelivery' | 'resendPending'

export function deliveryRoutes(needs: {
  db: Kysely<Schema>
  clock: Clock
}): Pick<Handlers, DeliveryCalls> {
  return {
    async listDeliveries({ session, params }) {
      const at = { organisationId: session.organisationId, documentId: params.id }
      return (await readDeliveries(needs.db, at)).map(deliveryToWire)
    },
    async decideDelivery({ session, params, body }) {
      return deliveryToWire(await decide(needs, session, params.id, body.decision))
    },
    async resendPending({ session, params }) {
      return { queued: await resendPending(needs, session, params.id) }
    },
  }
}

/** One per purpose. A document that is not the organisation's is not found. */
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
    .orderBy('id')
    .limit(20)
    .execute()
}

function deliveryToWire(row: DeliveryRow): z.input<typeof delivery> {
  const known = people.parse(row.recipients)
  const addressesOf = (copy: 'to' | 'cc'): string[] =>
    known.filter((one) => one.copy === copy).map(({ address }) => address)
  return {
    id: row.id,
    state: shownState(row),
    reason: row.reason,
    subject: row.subject,
    to: addressesOf('to'),
    cc: addressesOf('cc'),
    email_account: row.email_account_id,
    sent_at: row.sent_at,
    sees_returns: row.next_return_look_at !== null || row.return_looks > 0,
    can: possibleDecisions(row),
  }
}

/** On its way is still queued to whoever looks; seen is more than sent. */
function shownState({ state, viewed_at: viewedAt }: DeliveryRow) {
  if (state === 'sending') return 'queued'
  return state === 'sent' && viewedAt !== null ? 'viewed' : state
}

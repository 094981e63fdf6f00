import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { delivery } from '#contract/deliveries.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Handlers } from '../http/handler.ts'
import type { Limits } from '../http/limits.ts'
import { people, type Person } from './compose.ts'
import { readAgain, sendAgain, type Again } from './again.ts'
import { decide, peopleNow, possibleDecisions } from './decide.ts'
import { resendPending } from './resend.ts'
import type { DeliveryRow } from './store.ts'

type DeliveryCalls = 'listDeliveries' | 'decideDelivery' | 'sendMailAgain' | 'resendPending'

export function deliveryRoutes(needs: {
  db: Kysely<Schema>
  clock: Clock
  limits: Limits
}): Pick<Handlers, DeliveryCalls> {
  const shown = async (row: DeliveryRow) => {
    const canResend = possibleDecisions(row).includes('resend')
    const resendTo = canResend ? await peopleNow(needs.db, row) : []
    return deliveryToWire(row, resendTo, await readAgain(needs, row))
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
    async resendPending({ session, params }) {
      return { queued: await resendPending(needs, session, params.id) }
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
    .orderBy('nth', 'desc')
    .limit(MOST_SHOWN)
    .execute()
}

const MOST_SHOWN = 50

function deliveryToWire(
  row: DeliveryRow,
  resendTo: Person[],
  again: Again | null,
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
    can: possibleDecisions(row),
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

import { z } from 'zod'
import { clp, ZERO_CLP, type Clp } from '#domain/money.ts'
import { instantText } from '../../../clock.ts'
import { isSuccess } from '../outcome.ts'
import { pesosFrom } from '../pesos.ts'
import type { PaymentState, PaymentStatus } from '../port.ts'
import { latestMs, optionalText } from '../read-fields.ts'
import type { FintocCalls } from './refund.ts'

const DAY_MS = 24 * 60 * 60_000
/** The most that a page can have ("List refunds"). */
const PER_PAGE = 300
const MAX_PAGES = 10

export interface AftermathCalls extends Pick<FintocCalls, 'get'> {
  /** Whether the reading has taken so long that no other request may begin. */
  isLate(): boolean
}

/**
 * The state with what became of its payment since: refunds, whoever ordered them and where, and disputes. Neither leaves a
 * trace in the payment itself. What can't be read makes the state incomplete, and changes nothing else of it.
 */
export async function withAftermath(
  calls: AftermathCalls,
  state: PaymentState,
): Promise<PaymentState> {
  const { paymentRef } = state.refs
  if (state.status !== 'succeeded' || paymentRef === null) return state
  const refunded = await refundedOf(calls, paymentRef, state.atMs)
  const dispute = await disputeOf(calls, paymentRef)
  const isIncomplete = refunded === null || dispute === 'unread'
  const found = dispute === 'unread' ? null : dispute
  const words = found === null ? [] : [`dispute ${found.status}`]
  const refundedClp = refunded?.totalClp ?? null
  return {
    ...state,
    refundedClp,
    refundedAtMs: refunded?.lastMs ?? null,
    status: found === null ? statusOf(refundedClp, state.amountClp) : statusOfDispute(found.status),
    providerStatus: [state.providerStatus, ...words].join(' '),
    disputeRef: found?.id ?? null,
    isIncomplete,
  }
}

function statusOf(refundedClp: Clp | null, paidClp: Clp | null): PaymentStatus {
  if (refundedClp === null || refundedClp === ZERO_CLP) return 'succeeded'
  return refundedClp === paidClp ? 'refunded' : 'partiallyRefunded'
}

/** Lost is also one that its company left without documents until the last day ("Dispute object"). */
function statusOfDispute(status: string): PaymentStatus {
  return status === 'lost' || status === 'expired' ? 'chargedBack' : 'disputed'
}

const refunds = z.array(
  z.object({
    resource_id: optionalText,
    status: z.string().max(64),
    amount: z.unknown().optional(),
    updated_at: optionalText,
    created_at: optionalText,
  }),
)

/**
 * What was given back. The list takes no payment to filter by, so it is that of all refunds made since the payment; null
 * when not all of it could be read.
 */
async function refundedOf(
  calls: AftermathCalls,
  paymentRef: string,
  paidAtMs: number | null,
): Promise<{ totalClp: Clp; lastMs: number | null } | null> {
  // The bank's time of the payment may be ahead of Fintoc's own.
  const since = paidAtMs === null ? [] : [['since', instantText(paidAtMs - DAY_MS)]]
  let total = 0
  const times: (string | null)[] = []
  for (let page = 1; page <= MAX_PAGES && !calls.isLate(); page += 1) {
    const query = new URLSearchParams([
      ['status', 'succeeded'],
      ...since,
      ['per_page', String(PER_PAGE)],
      ['page', String(page)],
    ])
    const answer = await calls.get(`/v1/refunds?${query.toString()}`)
    const read = isSuccess(answer) ? refunds.safeParse(answer.json).data : undefined
    if (read === undefined) return null
    for (const { resource_id: of, status, amount, updated_at, created_at } of read) {
      if (of !== paymentRef || status !== 'succeeded') continue
      const amountClp = pesosFrom(amount)
      if (amountClp === null) return null
      total += amountClp
      // It is paid out days after it was asked for.
      times.push(updated_at ?? created_at)
    }
    if (read.length < PER_PAGE) return { totalClp: clp(total), lastMs: latestMs(times) }
  }
  return null
}

const disputes = z.array(
  z.object({ id: optionalText, resource_id: optionalText, status: z.string().max(64) }),
)

/**
 * The newest dispute that wasn't won; of card payments only, by Fintoc's documents. A list that is refused or not found
 * is unread, because an answer that passes would hide a dispute; of a key that never has one each notice is given up in the
 * end.
 */
async function disputeOf(
  calls: AftermathCalls,
  paymentRef: string,
): Promise<{ id: string | null; status: string } | 'unread' | null> {
  if (calls.isLate()) return 'unread'
  const answer = await calls.get(`/v1/disputes?resource_id=${encodeURIComponent(paymentRef)}`)
  const read = isSuccess(answer) ? disputes.safeParse(answer.json).data : undefined
  if (read === undefined) return 'unread'
  const open = read.find(({ resource_id: of, status }) => of === paymentRef && status !== 'won')
  return open ?? null
}

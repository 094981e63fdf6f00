import { z } from 'zod'
import type { FintocConnection } from '../connection.ts'
import type { IncomingNotice, Notification, PaymentRefs } from '../port.ts'
import { optionalText } from '../read-fields.ts'
import { parseJson } from '../request.ts'
import { isOutsideWindow, isSigned, readSignatureHeader } from '../signature.ts'
import { INTENT_ID, OUR_METADATA, SESSION_ID } from './state.ts'

const event = z.object({
  id: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  data: z.object({
    id: optionalText,
    /** Of a refund or a dispute: the payment that it is about. */
    resource_id: optionalText,
    metadata: OUR_METADATA,
  }),
})
type Event = z.output<typeof event>

/** `t` in seconds, `v1` in hex over `t.body` (docs.fintoc.com, "Webhooks"). */
export function verifyFintocNotification(
  connection: FintocConnection,
  { rawBody, headers }: IncomingNotice,
  nowMs: number,
): Notification {
  const names = { timeName: 't', signatureName: 'v1' }
  const header = readSignatureHeader(headers['fintoc-signature'], names)
  if (header === null) return { kind: 'forged' }
  const key = { secret: connection.notificationSecret, encoding: 'hex' } as const
  if (!isSigned(header, [`${header.time}.`, rawBody], key)) return { kind: 'forged' }
  const read = event.safeParse(parseJson(rawBody.toString('utf8'))).data
  if (read === undefined) return { kind: 'unreadable' }
  const refs = refsOf(read)
  if (refs === null) return { kind: 'irrelevant', eventKey: read.id }
  const isStale = isOutsideWindow(Number(header.time) * 1000, nowMs)
  return { kind: 'authentic', eventKey: read.id, refs, isStale }
}

/** Null for what is about no payment. */
function refsOf({ type, data }: Event): PaymentRefs | null {
  const [topic = ''] = type.split('.')
  const buyOrder = data.metadata.buy_order
  const isAboutPayment = topic === 'refund' || topic === 'dispute'
  const id = isAboutPayment ? data.resource_id : data.id
  if (topic === 'checkout_session' && id !== null && SESSION_ID.test(id)) {
    return { providerRef: id, paymentRef: null, buyOrder }
  }
  const isPayment = topic === 'payment_intent' || isAboutPayment
  if (!isPayment || id === null || !INTENT_ID.test(id)) return null
  return { providerRef: null, paymentRef: id, buyOrder }
}

import type { MercadoPagoConnection } from '../connection.ts'
import type { BrowserReturn, Fields, IncomingNotice, Notification } from '../port.ts'
import { BUY_ORDER } from '../order.ts'
import { isOutsideWindow, isSigned, readSignatureHeader, textOf } from '../signature.ts'
import { PAYMENT_ID } from './state.ts'

/** Later than any time in seconds, earlier than any in milliseconds that may come. */
const FIRST_IN_MILLISECONDS = 100_000_000_000

/**
 * The signature is over the payment's number in the query, the request's id and the time; the body isn't signed and
 * isn't read. The documents show `ts` in seconds and in milliseconds, so its size decides. Notices of other topics are
 * signed in the same way; those of QR codes are not signed and count as forged.
 */
export function verifyMercadoPagoNotification(
  connection: MercadoPagoConnection,
  { headers, query }: IncomingNotice,
  nowMs: number,
): Notification {
  const names = { timeName: 'ts', signatureName: 'v1' }
  const header = readSignatureHeader(headers['x-signature'], names)
  const dataId = textOf(query, 'data.id')
  if (header === null || dataId === null) return { kind: 'forged' }
  const requestId = textOf(headers, 'x-request-id')
  const request = requestId === null ? '' : `request-id:${requestId};`
  const key = { secret: connection.notificationSecret, encoding: 'hex' } as const
  // The prose has ids in lower case and the official validator as they are; payments' are digits.
  const isRight = [dataId, dataId.toLowerCase()].some((id) =>
    isSigned(header, [`id:${id};${request}ts:${header.time};`], key),
  )
  if (!isRight) return { kind: 'forged' }
  // Of signed parts alone, so that nobody makes a new event of an old one by changing what isn't.
  const eventKey = `${dataId}:${requestId ?? ''}:${header.time}`
  if (textOf(query, 'type') !== 'payment') return { kind: 'irrelevant', eventKey }
  if (!PAYMENT_ID.test(dataId)) return { kind: 'unreadable' }
  const time = Number(header.time)
  const signedAtMs = time < FIRST_IN_MILLISECONDS ? time * 1000 : time
  const refs = { providerRef: null, paymentRef: dataId, buyOrder: null }
  return { kind: 'authentic', eventKey, refs, isStale: isOutsideWindow(signedAtMs, nowMs) }
}

/** The three back_urls bring the payment's number; a payer who went back without one, the word null [belief]. */
export function readMercadoPagoReturn(query: Fields): BrowserReturn {
  const paymentRef = textOf(query, 'payment_id') ?? textOf(query, 'collection_id')
  const providerRef = textOf(query, 'preference_id')
  const reference = textOf(query, 'external_reference')
  const buyOrder = reference !== null && BUY_ORDER.test(reference) ? reference : null
  if (providerRef !== null && !PREFERENCE_ID.test(providerRef)) return { kind: 'invalid' }
  if (paymentRef !== null && PAYMENT_ID.test(paymentRef)) {
    return { kind: 'normal', refs: { providerRef, paymentRef, buyOrder } }
  }
  if (paymentRef !== null && paymentRef !== 'null') return { kind: 'invalid' }
  return providerRef === null && buyOrder === null
    ? { kind: 'invalid' }
    : { kind: 'annulled', refs: { providerRef, paymentRef: null, buyOrder } }
}

export const PREFERENCE_ID = /^[0-9A-Za-z-]{1,100}$/

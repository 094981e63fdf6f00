import { BUY_ORDER } from '../order.ts'
import type { BrowserReturn, Fields, PaymentRefs } from '../port.ts'

/** 64 characters (Webpay reference, "Crear una transacción"); every sample is hexadecimal. */
export const TOKEN = /^[0-9A-Za-z]{64}$/

/**
 * The four ways back from Webpay, by GET or POST, in the order in which the official plugin tells them apart. One
 * sentence of the docs writes TBK_ID_SESSION, which is of no use to us and not read.
 */
export function readTransbankReturn(query: Fields, form: Fields): BrowserReturn {
  const token = fieldOf(query, form, 'token_ws')
  const abortedToken = fieldOf(query, form, 'TBK_TOKEN')
  const buyOrder = fieldOf(query, form, 'TBK_ORDEN_COMPRA')
  if (token === DOUBTFUL || abortedToken === DOUBTFUL || buyOrder === DOUBTFUL) return INVALID
  if ([token, abortedToken].some((one) => one !== null && !TOKEN.test(one))) return INVALID
  if (buyOrder !== null && !BUY_ORDER.test(buyOrder)) return INVALID
  if (token !== null && abortedToken !== null) {
    return { kind: 'formError', refs: refsOf(token, buyOrder) }
  }
  if (abortedToken !== null) return { kind: 'annulled', refs: refsOf(abortedToken, buyOrder) }
  // A stray order beside it changes nothing: not to settle would leave authorised money untaken, and it is no proof.
  if (token !== null) return { kind: 'normal', refs: refsOf(token, buyOrder) }
  return buyOrder === null ? INVALID : { kind: 'timedOut', refs: refsOf(null, buyOrder) }
}

const INVALID: BrowserReturn = { kind: 'invalid' }

function refsOf(providerRef: string | null, buyOrder: string | null): PaymentRefs {
  return { providerRef, paymentRef: null, buyOrder }
}

const DOUBTFUL = Symbol('doubtful')

/** Null when it is absent or empty; doubtful when it came twice, or in both places and not the same. */
function fieldOf(query: Fields, form: Fields, name: string): string | null | typeof DOUBTFUL {
  const values = [query, form]
    .map((fields) => (Object.hasOwn(fields, name) ? fields[name] : undefined))
    .filter((value) => value !== undefined && value !== '')
  const [first, second] = values
  if (first === undefined) return null
  return typeof first === 'string' && (second === undefined || second === first) ? first : DOUBTFUL
}

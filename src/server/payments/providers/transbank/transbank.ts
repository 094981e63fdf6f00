import { z } from 'zod'
import { baseUrlOf, isPayerPage } from '../addresses.ts'
import { secretsOf, type TransbankConnection } from '../connection.ts'
import { checkOrder, checkRefund } from '../order.ts'
import { errorDetail, isSuccess, readFailure, testFailure, writeFailure } from '../outcome.ts'
import type {
  Checkout,
  CheckoutOrder,
  ConnectionTest,
  PaymentProvider,
  PaymentRefs,
  ProviderSettings,
  Refund,
  RefundOrder,
  StateReading,
} from '../port.ts'
import { PROVIDER_METHODS } from '../provider-methods.ts'
import { sendRequest, type Answer } from '../request.ts'
import { transbankRefund } from './refund.ts'
import { readTransbankReturn, TOKEN } from './return.ts'
import { transbankState } from './state.ts'

export const HOSTS = { live: 'webpay3g.transbank.cl', test: 'webpay3gint.transbank.cl' }
const PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions'

type Call = (
  connection: TransbankConnection,
  request: { method: 'GET' | 'POST' | 'PUT'; path?: string; body?: unknown },
) => Promise<Answer>

/**
 * Webpay Plus REST 1.2, with a company's own code or as a store of a mall. Nothing notifies us: money moves when we
 * commit after the payer's return, and only once.
 */
export function transbankProvider(
  settings: ProviderSettings,
): PaymentProvider<TransbankConnection> {
  const bases = {
    live: baseUrlOf(settings, HOSTS.live),
    test: baseUrlOf(settings, HOSTS.test),
  }
  const call: Call = (connection, { method, path = '', body }) =>
    sendRequest({
      method,
      url: `${bases[connection.mode]}${PATH}${path}`,
      headers: {
        'tbk-api-key-id': connection.commerceCode,
        'tbk-api-key-secret': connection.apiKey.reveal(),
      },
      body,
      timeoutMs: settings.timeoutMs,
    })
  return {
    name: 'transbank',
    capabilities: {
      method: PROVIDER_METHODS.transbank,
      redirect: 'POST',
      notifies: false,
      needsSettling: true,
      tellsMode: 'always',
      createIsIdempotent: false,
      canBePaidAgain: false,
      refund: { isPartialPossible: true, isIdempotent: false, isPartTold: true },
      readableDays: 7,
    },
    formTargets: [...new Set(Object.values(bases).map((base) => new URL(base).origin))],
    createCheckout: (connection, order) => createCheckout(call, settings, connection, order),
    readReturn: readTransbankReturn,
    settle: (connection, refs) => settle(call, connection, refs),
    fetchState: (connection, refs) => fetchState(call, connection, refs),
    verifyNotification: () => ({ kind: 'forged' }),
    refund: (connection, refs, order) => refund(call, connection, refs, order),
    fetchRefund: null,
    testConnection: (connection) => testConnection(call, connection),
  }
}

const created = z.object({ token: z.string().regex(TOKEN), url: z.string().max(300) })

async function createCheckout(
  call: Call,
  settings: ProviderSettings,
  connection: TransbankConnection,
  order: CheckoutOrder,
): Promise<Checkout> {
  checkOrder(order, settings)
  const { buyOrder, amountClp, attemptId, returnUrl } = order
  const { storeCode } = connection
  // A mall's order and its store's may be the same text: each is unique for its own code [guess].
  const amount =
    storeCode === null
      ? { amount: amountClp }
      : { details: [{ amount: amountClp, commerce_code: storeCode, buy_order: buyOrder }] }
  const answer = await call(connection, {
    method: 'POST',
    body: { buy_order: buyOrder, session_id: attemptId, return_url: returnUrl, ...amount },
  })
  const read = isSuccess(answer) ? created.safeParse(answer.json).data : undefined
  if (read === undefined || !isPayerPage(read.url, settings, ['transbank.cl'])) {
    return writeFailure(answer, secretsOf(connection))
  }
  const redirect = { method: 'POST', url: read.url, fields: { token_ws: read.token } } as const
  return { kind: 'created', providerRef: read.token, redirect }
}

/**
 * Commits, once. After a second or concurrent commit ("already locked") and every other answer that isn't a result it
 * reads the status, because a commit that timed out may have taken the money. A commit that never arrived leaves the
 * payment pending, and `settle` may be called again.
 */
async function settle(
  call: Call,
  connection: TransbankConnection,
  refs: PaymentRefs,
): Promise<StateReading> {
  const path = pathOf(refs)
  if (path === null) return ABSENT
  const answer = await call(connection, { method: 'PUT', path, body: {} })
  const state = isSuccess(answer) ? transbankState(answer.json, connection, refs) : null
  if (state !== null) return state
  const reading = await fetchState(call, connection, refs)
  const isOpen = reading.kind === 'found' && reading.status === 'pending'
  return isOpen && isAborted(answer, connection) ? { ...reading, status: 'cancelled' } : reading
}

/** Webpay refuses to commit what was annulled or ran out, while its status still says INITIALIZED. */
function isAborted(answer: Answer, connection: TransbankConnection): boolean {
  return answer.kind === 'answered' && answer.status === 422
    ? /finished state: aborted/i.test(errorDetail(answer.json, secretsOf(connection)) ?? '')
    : false
}

async function fetchState(
  call: Call,
  connection: TransbankConnection,
  refs: PaymentRefs,
): Promise<StateReading> {
  const path = pathOf(refs)
  if (path === null) return ABSENT
  const answer = await call(connection, { method: 'GET', path })
  const state = isSuccess(answer) ? transbankState(answer.json, connection, refs) : null
  return state ?? missing(answer, connection) ?? readFailure(answer)
}

/** A 422 that says which of the two it is, in the words that the official plugin looks for; else null. */
function missing(answer: Answer, connection: TransbankConnection): StateReading | null {
  if (answer.kind !== 'answered' || answer.status !== 422) return null
  const detail = errorDetail(answer.json, secretsOf(connection)) ?? ''
  if (/max time \(7 days\)/i.test(detail)) return { kind: 'notFound', reason: 'tooOld' }
  return /transaction not found/i.test(detail) ? ABSENT : null
}

async function refund(
  call: Call,
  connection: TransbankConnection,
  refs: PaymentRefs,
  order: RefundOrder,
): Promise<Refund> {
  checkRefund(order)
  const path = pathOf(refs)
  const { storeCode } = connection
  if (path === null || (storeCode !== null && refs.buyOrder === null)) {
    return { kind: 'notPossible', reason: 'notPaid', detail: null }
  }
  const store = storeCode === null ? {} : { commerce_code: storeCode, buy_order: refs.buyOrder }
  const answer = await call(connection, {
    method: 'POST',
    path: `${path}/refunds`,
    body: { ...store, amount: order.amountClp },
  })
  return transbankRefund(answer, order, secretsOf(connection))
}

/**
 * Reads a transaction that there isn't. Credentials that aren't taken answer 401; anything that the API itself says of
 * the token came after they were [guess: no page says in which order it checks].
 */
async function testConnection(
  call: Call,
  connection: TransbankConnection,
): Promise<ConnectionTest> {
  const answer = await call(connection, { method: 'GET', path: `/${'0'.repeat(64)}` })
  const isKnown = answer.kind === 'answered' && [200, 400, 404, 422].includes(answer.status)
  if (isKnown && errorDetail(answer.json, secretsOf(connection)) !== null) {
    return { kind: 'works', account: null, mode: connection.mode, holderRut: null }
  }
  return testFailure(answer)
}

const ABSENT = { kind: 'notFound', reason: 'absent' } as const

/** Null for what can't be a token: it never becomes part of an address. */
function pathOf({ providerRef }: PaymentRefs): string | null {
  return providerRef !== null && TOKEN.test(providerRef)
    ? `/${encodeURIComponent(providerRef)}`
    : null
}

import { z } from 'zod'
import { rutBody, rutDv } from '#domain/rut.ts'
import { instantText } from '../../../clock.ts'
import { baseUrlOf, isPayerPage } from '../addresses.ts'
import { secretsOf, type FintocConnection, type Mode } from '../connection.ts'
import { checkOrder, shortText } from '../order.ts'
import { errorDetail, isSuccess, readFailure, testFailure, writeFailure } from '../outcome.ts'
import {
  NO_REFS,
  type Checkout,
  type CheckoutOrder,
  type ConnectionTest,
  type PaymentProvider,
  type PaymentRefs,
  type ProviderSettings,
  type StateReading,
} from '../port.ts'
import { PROVIDER_METHODS } from '../provider-methods.ts'
import { sendRequest } from '../request.ts'
import { withAftermath } from './aftermath.ts'
import { verifyFintocNotification } from './notification.ts'
import { fetchFintocRefund, refundAtFintoc, type FintocCalls } from './refund.ts'
import { fintocIntentState, fintocSessionState, INTENT_ID, SESSION_ID } from './state.ts'

const HOST = 'api.fintoc.com'
const MAX_NAME_CHARACTERS = 255
/** A session ends ten minutes from now at the earliest; one more for clocks that differ. */
const MIN_LIFE_MS = 11 * 60_000
const HOUR_MS = 60 * 60_000
/** No request of a reading begins later, so that with its own time the reading ends within its claim of a minute. */
const AFTERMATH_WITHIN_MS = 40_000

/** Bank transfers by Fintoc's checkout sessions (API v2), collected by Fintoc or paid to an account directly. */
export function fintocProvider(settings: ProviderSettings): PaymentProvider<FintocConnection> {
  const base = baseUrlOf(settings, HOST)
  const callsOf = (connection: FintocConnection): FintocCalls => {
    // Bare, without "Bearer".
    const authorization = connection.apiKey.reveal()
    const { timeoutMs } = settings
    const calls: FintocCalls = {
      get: (path) =>
        sendRequest({ method: 'GET', url: base + path, headers: { authorization }, timeoutMs }),
      post: (path, body, idempotencyKey) => {
        const headers = { authorization, 'idempotency-key': idempotencyKey }
        return sendRequest({ method: 'POST', url: base + path, headers, body, timeoutMs })
      },
      fetchState: (refs) => fetchState(calls, connection, refs),
    }
    return calls
  }
  const read = async (connection: FintocConnection, refs: PaymentRefs): Promise<StateReading> => {
    const calls = callsOf(connection)
    const { nowMs } = settings
    const untilMs = nowMs() + AFTERMATH_WITHIN_MS
    const state = await calls.fetchState(refs)
    // Before a payment is known, nobody can have given it back, and its payer waits for this answer.
    if (state.kind !== 'found' || refs.paymentRef === null) return state
    return withAftermath({ get: calls.get, isLate: () => nowMs() > untilMs }, state)
  }
  return {
    name: 'fintoc',
    capabilities: {
      method: PROVIDER_METHODS.fintoc,
      redirect: 'GET',
      notifies: true,
      needsSettling: false,
      tellsMode: 'always',
      createIsIdempotent: true,
      canBePaidAgain: false,
      refund: { isPartialPossible: true, isIdempotent: true, isPartTold: true },
      readableDays: null,
    },
    formTargets: [],
    createCheckout: (connection, order) =>
      createCheckout(callsOf(connection), settings, connection, order),
    // Our own pages, with nothing of Fintoc's in them: which of the two was opened is all there is.
    readReturn: () => ({ kind: 'normal', refs: NO_REFS }),
    settle: read,
    fetchState: read,
    verifyNotification: verifyFintocNotification,
    refund: (connection, refs, order) =>
      refundAtFintoc(callsOf(connection), connection, refs, order),
    fetchRefund: (connection, refs, refundRef) =>
      fetchFintocRefund(callsOf(connection), refs, refundRef),
    testConnection: (connection) => testConnection(callsOf(connection), connection),
  }
}

const created = z.object({
  id: z.string().regex(SESSION_ID),
  redirect_url: z.string().max(2_000),
})

async function createCheckout(
  calls: FintocCalls,
  settings: ProviderSettings,
  connection: FintocConnection,
  order: CheckoutOrder,
): Promise<Checkout> {
  checkOrder(order, settings)
  const body = bodyOf(connection, order, settings.nowMs())
  const answer = await calls.post('/v2/checkout_sessions', body, order.attemptId)
  const read = isSuccess(answer) ? created.safeParse(answer.json).data : undefined
  if (read === undefined || !isPayerPage(read.redirect_url, settings, ['fintoc.com'])) {
    return writeFailure(answer, secretsOf(connection))
  }
  const redirect = { method: 'GET', url: read.redirect_url, fields: {} } as const
  return { kind: 'created', providerRef: read.id, redirect }
}

function bodyOf(
  { recipient }: FintocConnection,
  order: CheckoutOrder,
  nowMs: number,
): Record<string, unknown> {
  const { payer, amountClp, attemptId, buyOrder, expiresAtMs } = order
  return {
    flow: 'payment',
    amount: amountClp,
    currency: 'CLP',
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    expires_at: instantText(endOf(expiresAtMs, nowMs)),
    metadata: { buy_order: buyOrder, attempt_id: attemptId },
    payment_method_types: ['bank_transfer'],
    ...customerOf(payer),
    ...(recipient === null
      ? {}
      : {
          payment_method_options: {
            bank_transfer: {
              recipient_account: {
                holder_id: bareRut(recipient.holderRut),
                number: recipient.number,
                type: recipient.type,
                institution_id: recipient.institutionId,
              },
            },
          },
        }),
  }
}

/**
 * The end that was asked for or, if that is too soon for Fintoc, the first full hour that isn't: a repetition of the
 * request must be the same, or its idempotency key is refused.
 */
function endOf(expiresAtMs: number, nowMs: number): number {
  const earliestMs = nowMs + MIN_LIFE_MS
  return expiresAtMs >= earliestMs ? expiresAtMs : Math.ceil(earliestMs / HOUR_MS) * HOUR_MS
}

function customerOf({ name, email, rut }: CheckoutOrder['payer']): Record<string, unknown> {
  const data = {
    ...(name === null ? {} : { name: shortText(name, MAX_NAME_CHARACTERS) }),
    ...(email === null ? {} : { email }),
    ...(rut === null ? {} : { tax_id: { type: 'cl_rut', value: bareRut(rut) } }),
  }
  // Fintoc mails this address when a payment is refunded.
  return { customer_data: data, ...(email === null ? {} : { customer_email: email }) }
}

function bareRut(rut: Parameters<typeof rutBody>[0]): string {
  return `${rutBody(rut)}${rutDv(rut)}`
}

/** Of the session; of the payment intent where a notification named only that. */
async function fetchState(
  calls: FintocCalls,
  connection: FintocConnection,
  { providerRef, paymentRef }: PaymentRefs,
): Promise<StateReading> {
  if (providerRef !== null && SESSION_ID.test(providerRef)) {
    const path = `/v2/checkout_sessions/${encodeURIComponent(providerRef)}`
    const answer = await calls.get(path)
    const state = isSuccess(answer) ? fintocSessionState(answer.json, connection) : null
    return state?.refs.providerRef === providerRef ? state : readFailure(answer)
  }
  if (providerRef === null && paymentRef !== null && INTENT_ID.test(paymentRef)) {
    const answer = await calls.get(`/v2/payment_intents/${encodeURIComponent(paymentRef)}`)
    const state = isSuccess(answer) ? fintocIntentState(answer.json, connection) : null
    return state?.refs.paymentRef === paymentRef ? state : readFailure(answer)
  }
  return { kind: 'notFound', reason: 'absent' }
}

/** Reads a session that there isn't: a key that isn't taken answers 401, and one that is says its mode by itself. */
async function testConnection(
  calls: FintocCalls,
  connection: FintocConnection,
): Promise<ConnectionTest> {
  const mode = modeOf(connection.apiKey.reveal())
  if (mode !== null && mode !== connection.mode) return { kind: 'misconfigured', reason: 'mode' }
  const answer = await calls.get('/v2/checkout_sessions/cs_000000000000')
  const isKnown = answer.kind === 'answered' && answer.status === 404
  return isKnown && errorDetail(answer.json, secretsOf(connection)) !== null
    ? { kind: 'works', account: null, mode, holderRut: null }
    : testFailure(answer)
}

function modeOf(apiKey: string): Mode | null {
  if (apiKey.startsWith('sk_live_')) return 'live'
  return apiKey.startsWith('sk_test_') ? 'test' : null
}

import { z } from 'zod'
import { formatRut } from '#domain/rut.ts'
import { instantText } from '../../../clock.ts'
import { baseUrlOf, isPayerPage } from '../addresses.ts'
import { secretsOf, type MercadoPagoConnection } from '../connection.ts'
import { checkOrder, shortText } from '../order.ts'
import { isSuccess, readFailure, testFailure, writeFailure } from '../outcome.ts'
import type {
  Checkout,
  CheckoutOrder,
  ConnectionTest,
  PaymentProvider,
  PaymentRefs,
  PaymentState,
  ProviderSettings,
  StateReading,
} from '../port.ts'
import { PROVIDER_METHODS } from '../provider-methods.ts'
import { optionalText, rutOf } from '../read-fields.ts'
import { sendRequest } from '../request.ts'
import {
  PREFERENCE_ID,
  readMercadoPagoReturn,
  verifyMercadoPagoNotification,
} from './notification.ts'
import { fetchMercadoPagoRefund, refundAtMercadoPago, type MercadoPagoCalls } from './refund.ts'
import { mercadoPagoState, PAYMENT_ID, paymentsFound } from './state.ts'

const HOST = 'api.mercadopago.com'
const PAYER_DOMAINS = ['mercadopago.cl', 'mercadopago.com']
const MAX_TITLE_CHARACTERS = 255
const MAX_NAME_CHARACTERS = 100

/** Checkout Pro by preferences, with the access token of the seller that receives the money. */
export function mercadoPagoProvider(
  settings: ProviderSettings,
): PaymentProvider<MercadoPagoConnection> {
  const base = baseUrlOf(settings, HOST)
  const callsOf = (connection: MercadoPagoConnection): MercadoPagoCalls => {
    const authorization = `Bearer ${connection.accessToken.reveal()}`
    const { timeoutMs } = settings
    const calls: MercadoPagoCalls = {
      get: (path, headers = {}) => {
        const sent = { ...headers, authorization }
        return sendRequest({ method: 'GET', url: base + path, headers: sent, timeoutMs })
      },
      post: (path, body, headers) => {
        const sent = { ...headers, authorization }
        return sendRequest({ method: 'POST', url: base + path, headers: sent, body, timeoutMs })
      },
      fetchState: (refs) => fetchState(calls, refs),
    }
    return calls
  }
  const read = (connection: MercadoPagoConnection, refs: PaymentRefs): Promise<StateReading> =>
    callsOf(connection).fetchState(refs)
  return {
    name: 'mercadoPago',
    capabilities: {
      method: PROVIDER_METHODS.mercadoPago,
      redirect: 'GET',
      notifies: true,
      needsSettling: false,
      tellsMode: 'testOnly',
      createIsIdempotent: true,
      canBePaidAgain: true,
      refund: { isPartialPossible: true, isIdempotent: true, isPartTold: true },
      readableDays: null,
    },
    formTargets: [],
    createCheckout: (connection, order) =>
      createCheckout(callsOf(connection), settings, connection, order),
    readReturn: readMercadoPagoReturn,
    settle: read,
    fetchState: read,
    verifyNotification: verifyMercadoPagoNotification,
    refund: (connection, refs, order) =>
      refundAtMercadoPago(callsOf(connection), connection, refs, order),
    fetchRefund: (connection, refs, refundRef) =>
      fetchMercadoPagoRefund(callsOf(connection), refs, refundRef),
    testConnection: (connection) => testConnection(callsOf(connection), connection),
  }
}

const created = z.object({
  id: z.string().regex(PREFERENCE_ID),
  init_point: z.string().max(2_000),
})

async function createCheckout(
  calls: MercadoPagoCalls,
  settings: ProviderSettings,
  connection: MercadoPagoConnection,
  order: CheckoutOrder,
): Promise<Checkout> {
  checkOrder(order, settings)
  const headers = { 'x-idempotency-key': order.attemptId }
  const answer = await calls.post('/checkout/preferences', bodyOf(order), headers)
  const read = isSuccess(answer) ? created.safeParse(answer.json).data : undefined
  if (read === undefined || !isPayerPage(read.init_point, settings, PAYER_DOMAINS)) {
    return writeFailure(answer, secretsOf(connection))
  }
  const redirect = { method: 'GET', url: read.init_point, fields: {} } as const
  return { kind: 'created', providerRef: read.id, redirect }
}

function bodyOf(order: CheckoutOrder): Record<string, unknown> {
  const { buyOrder, amountClp, returnUrl, cancelUrl } = order
  const title = shortText(order.subject, MAX_TITLE_CHARACTERS)
  return {
    items: [{ id: buyOrder, title, quantity: 1, unit_price: amountClp, currency_id: 'CLP' }],
    external_reference: buyOrder,
    metadata: { attempt_id: order.attemptId },
    back_urls: { success: returnUrl, pending: returnUrl, failure: cancelUrl },
    auto_return: 'approved',
    notification_url: withWebhooksOnly(order.notifyUrl),
    expires: true,
    expiration_date_to: instantText(order.expiresAtMs),
    payer: payerOf(order.payer),
  }
}

/** Without it the older, unsigned notices come to the same address too [belief, common in public code]. */
function withWebhooksOnly(notifyUrl: string): string {
  const url = new URL(notifyUrl)
  url.searchParams.set('source_news', 'webhooks')
  return url.href
}

function payerOf({ name, email, rut }: CheckoutOrder['payer']): Record<string, unknown> {
  return {
    ...(name === null ? {} : { name: shortText(name, MAX_NAME_CHARACTERS) }),
    ...(email === null ? {} : { email }),
    ...(rut === null ? {} : { identification: { type: 'RUT', number: bareRut(rut) } }),
  }
}

function bareRut(rut: Parameters<typeof formatRut>[0]): string {
  return formatRut(rut).replaceAll('.', '')
}

/** By the payment's number where it is known; else what was paid for our order, which the preference doesn't say. */
async function fetchState(calls: MercadoPagoCalls, refs: PaymentRefs): Promise<StateReading> {
  const { paymentRef, buyOrder } = refs
  if (paymentRef !== null) return fetchPayment(calls, refs, paymentRef)
  if (buyOrder === null) return { kind: 'notFound', reason: 'absent' }
  const query = new URLSearchParams({
    external_reference: buyOrder,
    sort: 'date_created',
    criteria: 'desc',
  })
  const answer = await calls.get(`/v1/payments/search?${query.toString()}`)
  const payments = isSuccess(answer) ? paymentsFound(answer.json, buyOrder) : null
  if (payments === null) return readFailure(answer)
  const [first, ...others] = payments
  // Nobody has paid or tried to: the search says nothing of preferences.
  if (first === undefined) return { kind: 'notFound', reason: 'absent' }
  const state = await fetchPayment(calls, refs, first.id)
  const alsoPaid = others.filter(({ isPaid }) => isPaid).map(({ id }) => id)
  return state.kind === 'found' ? { ...state, alsoPaid } : state
}

async function fetchPayment(
  calls: MercadoPagoCalls,
  refs: PaymentRefs,
  id: string,
): Promise<StateReading> {
  if (!PAYMENT_ID.test(id)) return { kind: 'notFound', reason: 'absent' }
  const answer = await calls.get(`/v1/payments/${encodeURIComponent(id)}`)
  const state: PaymentState | null = isSuccess(answer) ? mercadoPagoState(answer.json, refs) : null
  // Another payment than the one asked for is no answer.
  return state?.refs.paymentRef === id ? state : readFailure(answer)
}

const account = z.object({
  id: z.union([z.string(), z.int()]).transform(String),
  site_id: optionalText,
  identification: z.object({ type: optionalText, number: optionalText }).nullish().catch(null),
  tags: z.array(z.string()).catch([]),
})

/** Whose token it is: the account, its holder and country, and whether it is a test user's. */
async function testConnection(
  calls: MercadoPagoCalls,
  connection: MercadoPagoConnection,
): Promise<ConnectionTest> {
  const answer = await calls.get('/users/me')
  const read = isSuccess(answer) ? account.safeParse(answer.json).data : undefined
  if (read === undefined) return testFailure(answer)
  const isTest =
    read.tags.includes('test_user') || connection.accessToken.reveal().startsWith('TEST-')
  const mode = isTest ? 'test' : 'live'
  if (read.id !== connection.collectorId) return { kind: 'misconfigured', reason: 'account' }
  if (read.site_id !== 'MLC') return { kind: 'misconfigured', reason: 'country' }
  if (mode !== connection.mode) return { kind: 'misconfigured', reason: 'mode' }
  const { type, number } = read.identification ?? {}
  const holderRut = type === 'RUT' ? rutOf(number ?? null) : null
  return { kind: 'works', account: read.id, mode, holderRut }
}

import { z } from 'zod'
import { instantText } from '../../../clock.ts'
import { baseUrlOf, isPayerPage } from '../addresses.ts'
import { secretsOf, type KhipuConnection } from '../connection.ts'
import { checkOrder, checkRefund, shortText } from '../order.ts'
import { isSuccess, readFailure, refundFailure, testFailure, writeFailure } from '../outcome.ts'
import {
  NO_REFS,
  type Checkout,
  type CheckoutOrder,
  type ConnectionTest,
  type PaymentProvider,
  type PaymentRefs,
  type ProviderSettings,
  type Refund,
  type RefundOrder,
  type StateReading,
} from '../port.ts'
import { PROVIDER_METHODS } from '../provider-methods.ts'
import { sendRequest, type Answer } from '../request.ts'
import { verifyKhipuNotification } from './notification.ts'
import { isDemoBank, khipuState, PAYMENT_ID } from './state.ts'

const HOST = 'payment-api.khipu.com'
const MAX_SUBJECT_CHARACTERS = 255
const MAX_PAYER_NAME_CHARACTERS = 255

type Call = (
  connection: KhipuConnection,
  request: { method: 'GET' | 'POST'; path: string; body?: unknown },
) => Promise<Answer>

/** Bank transfers by Khipu's API v3, into the company's own account. The same hosts serve test accounts. */
export function khipuProvider(settings: ProviderSettings): PaymentProvider<KhipuConnection> {
  const base = baseUrlOf(settings, HOST)
  const call: Call = (connection, { method, path, body }) =>
    sendRequest({
      method,
      url: `${base}/v3${path}`,
      headers: { 'x-api-key': connection.apiKey.reveal() },
      body,
      timeoutMs: settings.timeoutMs,
    })
  const read = (connection: KhipuConnection, refs: PaymentRefs): Promise<StateReading> =>
    fetchState(call, settings, connection, refs)
  return {
    name: 'khipu',
    capabilities: {
      method: PROVIDER_METHODS.khipu,
      redirect: 'GET',
      notifies: true,
      needsSettling: false,
      tellsMode: 'testOnly',
      createIsIdempotent: false,
      canBePaidAgain: false,
      refund: { isPartialPossible: true, isIdempotent: false, isPartTold: false },
      readableDays: null,
    },
    formTargets: [],
    createCheckout: (connection, order) => createCheckout(call, settings, connection, order),
    // Our own pages, with nothing of Khipu's in them: which of the two was opened is all there is.
    readReturn: () => ({ kind: 'normal', refs: NO_REFS }),
    settle: read,
    fetchState: read,
    verifyNotification: verifyKhipuNotification,
    refund: (connection, refs, order) => refund(call, connection, refs, order),
    fetchRefund: null,
    testConnection: (connection) => testConnection(call, connection),
  }
}

const created = z.object({
  payment_id: z.string().regex(PAYMENT_ID),
  payment_url: z.string().max(1024),
})

async function createCheckout(
  call: Call,
  settings: ProviderSettings,
  connection: KhipuConnection,
  order: CheckoutOrder,
): Promise<Checkout> {
  checkOrder(order, settings)
  const answer = await call(connection, { method: 'POST', path: '/payments', body: bodyOf(order) })
  const read = isSuccess(answer) ? created.safeParse(answer.json).data : undefined
  if (read === undefined || !isPayerPage(read.payment_url, settings, ['khipu.com'])) {
    return writeFailure(answer, secretsOf(connection))
  }
  const redirect = { method: 'GET', url: read.payment_url, fields: {} } as const
  return { kind: 'created', providerRef: read.payment_id, redirect }
}

function bodyOf(order: CheckoutOrder): Record<string, unknown> {
  const { name, email } = order.payer
  return {
    amount: order.amountClp,
    currency: 'CLP',
    subject: shortText(order.subject, MAX_SUBJECT_CHARACTERS),
    transaction_id: order.buyOrder,
    custom: order.attemptId,
    return_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    notify_url: order.notifyUrl,
    notify_api_version: '3.0',
    expires_date: instantText(order.expiresAtMs),
    ...(name === null ? {} : { payer_name: shortText(name, MAX_PAYER_NAME_CHARACTERS) }),
    ...(email === null ? {} : { payer_email: email }),
  }
}

async function fetchState(
  call: Call,
  { nowMs }: ProviderSettings,
  connection: KhipuConnection,
  refs: PaymentRefs,
): Promise<StateReading> {
  const path = pathOf(refs)
  if (path === null) return { kind: 'notFound', reason: 'absent' }
  const answer = await call(connection, { method: 'GET', path })
  const state = isSuccess(answer) ? khipuState(answer.json, nowMs()) : null
  // Another payment than the one asked for is no answer.
  if (state?.refs.providerRef === refs.providerRef) return state
  return readFailure(answer)
}

const refunded = z.object({ message: z.string() })

/** Only while the money is in an account at Khipu, before it is passed on; everything else is refused there. */
async function refund(
  call: Call,
  connection: KhipuConnection,
  refs: PaymentRefs,
  order: RefundOrder,
): Promise<Refund> {
  checkRefund(order)
  const { amountClp, paidClp } = order
  const path = pathOf(refs)
  if (path === null) return { kind: 'notPossible', reason: 'notPaid', detail: null }
  const body = amountClp === paidClp ? {} : { amount: amountClp }
  const answer = await call(connection, { method: 'POST', path: `${path}/refunds`, body })
  if (isSuccess(answer) && refunded.safeParse(answer.json).success) {
    return { kind: amountClp === paidClp ? 'done' : 'partly', refundedClp: amountClp }
  }
  return refundFailure(answer, secretsOf(connection))
}

const banks = z.object({ banks: z.array(z.object({ name: z.string() })) })

/** Lists the banks. Khipu tells a test account by DemoBank among them, and no account's own number. */
async function testConnection(call: Call, connection: KhipuConnection): Promise<ConnectionTest> {
  const answer = await call(connection, { method: 'GET', path: '/banks' })
  const read = isSuccess(answer) ? banks.safeParse(answer.json).data : undefined
  if (read !== undefined) {
    const isTest = read.banks.some(({ name }) => isDemoBank(name))
    if (isTest !== (connection.mode === 'test')) return { kind: 'misconfigured', reason: 'mode' }
    return { kind: 'works', account: null, mode: isTest ? 'test' : null, holderRut: null }
  }
  return testFailure(answer)
}

/** Null for what can't be an id: it never becomes part of an address. */
function pathOf({ providerRef }: PaymentRefs): string | null {
  return providerRef !== null && PAYMENT_ID.test(providerRef)
    ? `/payments/${encodeURIComponent(providerRef)}`
    : null
}

import { z } from 'zod'
import { json, type Answer } from '../common/answer.ts'
import { check, jsonObject, type FieldFault } from '../common/fields.ts'
import type { Asked, Route } from '../common/server.ts'
import { banksOf, type KhipuAccount } from './accounts.ts'
import { refreshed, refused, type Khipu, type Payment } from './payment.ts'
import { paymentRequest, receiverRequest, type PaymentRequest } from './request.ts'
import { addresses, shape } from './shape.ts'

/** The API of instant payments, version 3. */
export function apiRoutes(khipu: Khipu): Route[] {
  const route = (method: Route['method'], path: RegExp, call: string, handle: Handler): Route => ({
    method,
    path,
    call,
    handle: (asked) => atDoor(khipu, asked, handle),
  })
  const one = '/v3/payments/([a-z0-9]{12})'
  const of = (handle: OfPayment): Handler => withPayment(khipu, handle)
  return [
    route('POST', /^\/v3\/payments$/, 'create', (asked) => create(khipu, asked)),
    route(
      'GET',
      new RegExp(`^${one}$`),
      'get',
      of(({ payment }) => json(200, shape(khipu, payment))),
    ),
    route(
      'DELETE',
      new RegExp(`^${one}$`),
      'delete',
      of(({ payment }) => remove(khipu, payment)),
    ),
    route(
      'POST',
      new RegExp(`^${one}/refunds$`),
      'refund',
      of((asked) => refund(khipu, asked)),
    ),
    route(
      'POST',
      new RegExp(`^${one}/confirm$`),
      'confirm',
      of(({ payment }) => confirm(khipu, payment)),
    ),
    route('GET', /^\/v3\/banks$/, 'banks', ({ account }) =>
      json(200, { banks: bankList(account) }),
    ),
    route('GET', /^\/v3\/merchants\/(\d+)\/paymentMethods$/, 'methods', (asked) =>
      methods(khipu, asked),
    ),
    route('POST', /^\/v3\/receivers$/, 'receivers', (asked) => openReceiver(khipu, asked)),
    route('GET', /^\/v3\/predict$/, 'predict', (asked) => predict(khipu, asked)),
  ]
}

interface Known extends Asked {
  account: KhipuAccount
  content: Record<string, unknown>
}

type Handler = (asked: Known) => Answer
type OfPayment = (asked: Known & { payment: Payment }) => Answer

function atDoor(khipu: Khipu, asked: Asked, handle: Handler): Answer {
  const account = khipu.accounts.find(({ apiKey }) => apiKey === asked.headers['x-api-key'])
  if (account === undefined) return refused(khipu, 401, 'API Key inválida')
  const content = asked.body.length === 0 ? {} : jsonObject(asked.body)
  if (content === null) return refused(khipu, 400, 'El cuerpo no es JSON')
  return handle({ ...asked, account, content })
}

/** A payment of another account is as unknown as one that never was [guess]. */
function withPayment(khipu: Khipu, handle: OfPayment): Handler {
  return (asked) => {
    const payment = khipu.payments.get(asked.caught[0] ?? '')
    if (payment?.account.receiverId !== asked.account.receiverId) {
      return refused(khipu, 404, 'No existe el pago')
    }
    return handle({ ...asked, payment: refreshed(khipu, payment) })
  }
}

function create(khipu: Khipu, { account, content }: Known): Answer {
  const read = check(paymentRequest, content)
  if (read.kind === 'faults') return badRequest(khipu, read.faults)
  const fault = faultOfRequest(khipu, account, read.value)
  if (fault !== null) {
    return badRequest(khipu, [{ field: fault, problem: 'invalid', message: 'no es válido' }])
  }
  const payment: Payment = {
    id: khipu.random.lower(12),
    account,
    request: read.value,
    createdAtMs: khipu.now(),
    status: 'pending',
    statusDetail: 'pending',
    verifyingSinceMs: null,
    conciliation: null,
    refundedAmount: 0,
    isConfirmed: false,
  }
  khipu.payments.set(payment.id, payment)
  return json(200, addresses(khipu, payment))
}

/** What depends on the account and the hour. */
function faultOfRequest(
  { settings, now }: Khipu,
  account: KhipuAccount,
  request: PaymentRequest,
): string | null {
  const { developerCapClp: cap } = settings
  if (account.mode === 'developer' && cap !== null && request.amount > cap) return 'amount'
  if (account.isPsp === true && request.psp_client_merchant_name === undefined) {
    return 'psp_client_merchant_name'
  }
  if (request.integrator_fee !== undefined && account.isIntegrator !== true) return 'integrator_fee'
  if (request.expires_date !== undefined && Date.parse(request.expires_date) <= now()) {
    return 'expires_date'
  }
  const isKnown = banksOf(account).some(({ id }) => id === request.bank_id)
  return request.bank_id !== undefined && !isKnown ? 'bank_id' : null
}

function badRequest(khipu: Khipu, faults: FieldFault[]): Answer {
  const errors = faults.map(({ field, message }) => ({ field, message }))
  return refused(khipu, 400, 'Hay errores en los datos', errors)
}

function remove(khipu: Khipu, payment: Payment): Answer {
  if (payment.status !== 'pending') return refused(khipu, 400, 'El pago no está pendiente')
  khipu.payments.delete(payment.id)
  return json(200, { message: 'Pago eliminado' })
}

const refundRequest = z.strictObject({ amount: z.number().positive().optional() })

function refund(khipu: Khipu, { account, payment, content }: Known & { payment: Payment }): Answer {
  const read = check(refundRequest, content)
  if (read.kind === 'faults') return badRequest(khipu, read.faults)
  if (account.collectsAtKhipu !== true)
    return refused(khipu, 403, 'La cuenta no permite devoluciones')
  const { conciliation, request, statusDetail } = payment
  const left = request.amount - payment.refundedAmount
  const amount = read.value.amount ?? left
  const isSettled =
    conciliation !== null && khipu.now() - conciliation.atMs > khipu.settings.settlesAfterMs
  if (conciliation === null || statusDetail !== 'normal' || isSettled || amount > left) {
    return refused(khipu, 400, 'El pago no se puede devolver')
  }
  payment.refundedAmount += amount
  if (payment.refundedAmount === request.amount) payment.statusDetail = 'reversed'
  return json(200, { message: 'Devolución realizada' })
}

function confirm(khipu: Khipu, payment: Payment): Answer {
  if (payment.account.canConfirm !== true)
    return refused(khipu, 403, 'La cuenta no puede confirmar')
  if (payment.status !== 'done' || payment.request.confirm_timeout_date === undefined) {
    return refused(khipu, 400, 'El pago no espera confirmación')
  }
  payment.isConfirmed = true
  return json(200, { message: 'Pago confirmado' })
}

function bankList(account: KhipuAccount): object[] {
  return banksOf(account).map(({ id, name, type }) => ({
    bank_id: id,
    name,
    message: '',
    min_amount: 1,
    type,
    parent: '',
    logo_url: '',
  }))
}

function methods(khipu: Khipu, { account, caught }: Known): Answer {
  if (caught[0] !== String(account.receiverId)) return refused(khipu, 403, 'No es tu cuenta')
  const paymentMethods = [
    { id: 'simplified_transfer', name: 'Transferencia simplificada', logo_url: '' },
    { id: 'regular_transfer', name: 'Transferencia', logo_url: '' },
  ]
  return json(200, { paymentMethods })
}

/** A sub-account for each company; that its secret serves as its API key is a guess. */
function openReceiver(khipu: Khipu, { account, content }: Known): Answer {
  if (account.isIntegrator !== true) return refused(khipu, 403, 'Solo para integradores')
  const read = check(receiverRequest, content)
  if (read.kind === 'faults') return badRequest(khipu, read.faults)
  const secret = khipu.random.hex(40)
  const receiverId = Math.max(...khipu.accounts.map((one) => one.receiverId)) + 1
  khipu.accounts.push({
    ...account,
    receiverId,
    secret,
    apiKey: secret,
    name: read.value.business_name,
    isIntegrator: false,
  })
  return json(200, { receiver_id: String(receiverId), secret })
}

const predictRequest = z.object({
  payer_email: z.email(),
  bank_id: z.string(),
  amount: z.string().regex(/^\d+(\.\d{1,4})?$/),
  currency: z.literal('CLP'),
})

function predict(khipu: Khipu, { query }: Known): Answer {
  const read = check(predictRequest, Object.fromEntries(query))
  if (read.kind === 'faults') return badRequest(khipu, read.faults)
  return json(200, { result: khipu.settings.predicted })
}

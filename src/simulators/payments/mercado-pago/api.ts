import { json, type Answer } from '../common/answer.ts'
import { jsonObject } from '../common/fields.ts'
import type { Asked, Route } from '../common/server.ts'
import { badRequest, notFound, refused, UNAUTHORIZED } from './errors.ts'
import { token } from './oauth.ts'
import { updatePayment } from './payments.ts'
import { createPreference, updatePreference } from './preferences.ts'
import { refundPayment } from './refunds.ts'
import { orderShape, paymentShape, preferenceShape, refundShape } from './shape.ts'
import { isOf, type MercadoPago, type Owner, type Payment, type Preference } from './state.ts'

/** The calls of Checkout Pro, of payments and of the sellers' permissions. */
export function apiRoutes(mercadoPago: MercadoPago): Route[] {
  const calls = [
    ...preferenceCalls(mercadoPago),
    ...paymentCalls(mercadoPago),
    ...others(mercadoPago),
  ]
  const known = calls.map(([method, path, call, handle]): Route => ({
    method,
    path: new RegExp(`^${path}/?$`),
    call,
    handle: (asked) => atDoor(mercadoPago, asked, handle),
  }))
  const oauth: Route = {
    method: 'POST',
    path: /^\/oauth\/token$/,
    call: 'oauth.token',
    handle: (asked) => token(mercadoPago, asked),
  }
  return [oauth, ...known]
}

/** Method, path, name and what it does. */
type Call = [Route['method'], string, string, Handler]

function preferenceCalls(mercadoPago: MercadoPago): Call[] {
  const all = '/checkout/preferences'
  const one = `${all}/(\\d[\\w-]+)`
  const create: Handler = (asked) =>
    once(mercadoPago, asked, () => createPreference(mercadoPago, asked.owner, asked.content))
  const get: Of<Preference> = (found) => json(200, preferenceShape(mercadoPago, found))
  const update: Of<Preference> = (found, { content }) =>
    updatePreference(mercadoPago, found, content)
  return [
    ['POST', all, 'preference.create', create],
    ['GET', `${all}/search`, 'preference.search', (asked) => searchPreferences(mercadoPago, asked)],
    ['GET', one, 'preference.get', withPreference(mercadoPago, get)],
    ['PUT', one, 'preference.update', withPreference(mercadoPago, update)],
  ]
}

function paymentCalls(mercadoPago: MercadoPago): Call[] {
  const one = '/v1/payments/(\\d+)'
  const of = (handle: Of<Payment>): Handler => withPayment(mercadoPago, handle)
  const get: Of<Payment> = (found) => json(200, paymentShape(found))
  const update: Of<Payment> = (found, { content }) => updatePayment(mercadoPago, found, content)
  const refund: Of<Payment> = (found, asked) => refundOnce(mercadoPago, found, asked)
  return [
    ['GET', '/v1/payments/search', 'payment.search', (asked) => searchPayments(mercadoPago, asked)],
    ['GET', one, 'payment.get', of(get)],
    ['PUT', one, 'payment.update', of(update)],
    ['POST', `${one}/refunds`, 'refund.create', of(refund)],
    ['GET', `${one}/refunds`, 'refund.list', of(allRefunds)],
    ['GET', `${one}/refunds/(\\d+)`, 'refund.get', of(oneRefund)],
  ]
}

function others(mercadoPago: MercadoPago): Call[] {
  return [
    ['GET', '/merchant_orders/search', 'order.search', (asked) => searchOrders(mercadoPago, asked)],
    ['GET', '/merchant_orders/(\\d+)', 'order.get', (asked) => oneOrder(mercadoPago, asked)],
    ['GET', '/users/me', 'user.get', ({ owner }) => json(200, userShape(owner))],
  ]
}

interface Known extends Asked {
  owner: Owner
  content: Record<string, unknown>
}

type Handler = (asked: Known) => Answer
type Of<T> = (found: T, asked: Known) => Answer

function atDoor(mercadoPago: MercadoPago, asked: Asked, handle: Handler): Answer {
  const owner = ownerOf(mercadoPago, asked.headers['authorization'] ?? '')
  if (owner === null) return UNAUTHORIZED
  const content = asked.body.length === 0 ? {} : jsonObject(asked.body)
  if (content === null) return badRequest('The body is not valid JSON', 106)
  return handle({ ...asked, owner, content })
}

function ownerOf({ sellers, accessTokens, now }: MercadoPago, header: string): Owner | null {
  const [, bearer] = /^Bearer (\S+)$/.exec(header) ?? []
  if (bearer === undefined) return null
  const granted = accessTokens.get(bearer)
  if (granted !== undefined) {
    return now() > granted.expiresAtMs ? null : { seller: granted.seller, isLive: true }
  }
  const seller = sellers.find((one) => one.liveToken === bearer || one.testToken === bearer)
  return seller === undefined ? null : { seller, isLive: seller.liveToken === bearer }
}

function withPreference({ preferences }: MercadoPago, handle: Of<Preference>): Handler {
  return (asked) => {
    const found = preferences.get(asked.caught[0] ?? '')
    if (found === undefined || !isOf(found, asked.owner)) return notFound('Preference')
    return handle(found, asked)
  }
}

function withPayment({ payments }: MercadoPago, handle: Of<Payment>): Handler {
  return (asked) => {
    const found = payments.get(Number(asked.caught[0]))
    if (found === undefined || !isOf(found, asked.owner)) return notFound('Payment')
    return handle(found, asked)
  }
}

function once({ replays }: MercadoPago, asked: Known, make: () => Answer): Answer {
  const key = asked.headers['x-idempotency-key'] ?? ''
  if (key === '') return make()
  const { seller, isLive } = asked.owner
  const scope = `${seller.id} ${isLive} ${asked.path}`
  const content = JSON.stringify(asked.content)
  const reused = 'The idempotency key was used with other parameters'
  return replays.answer({ scope, key, content }, make) ?? refused(400, 'idempotency_error', reused)
}

/** Money goes out: here the key must be there. */
function refundOnce(mercadoPago: MercadoPago, payment: Payment, asked: Known): Answer {
  if ((asked.headers['x-idempotency-key'] ?? '') === '') {
    return badRequest("Header X-Idempotency-Key can't be null", 4292)
  }
  const { content, headers } = asked
  const showsInProcess = headers['x-render-in-process-refunds'] === 'true'
  return once(mercadoPago, asked, () =>
    refundPayment(mercadoPago, payment, { content, showsInProcess }),
  )
}

function allRefunds(payment: Payment): Answer {
  return json(
    200,
    payment.refunds.map((refund) => refundShape(payment, refund)),
  )
}

function oneRefund(payment: Payment, { caught }: Known): Answer {
  const found = payment.refunds.find(({ id }) => id === Number(caught[1]))
  return found === undefined ? notFound('Refund') : json(200, refundShape(payment, found))
}

function searchPayments({ payments }: MercadoPago, { owner, query }: Known): Answer {
  const reference = query.get('external_reference')
  const found = [...payments.values()]
    .filter((payment) => isOf(payment, owner))
    .filter(
      ({ preference }) => reference === null || preference.request.external_reference === reference,
    )
  const { shown, limit, offset } = paged(found.toReversed(), query)
  return json(200, {
    paging: { total: found.length, limit, offset },
    results: shown.map(paymentShape),
  })
}

function searchPreferences(mercadoPago: MercadoPago, { owner, query }: Known): Answer {
  const found = preferencesOf(mercadoPago, owner, query)
  const { shown, limit, offset } = paged(found, query)
  const elements = shown.map((one) => preferenceShape(mercadoPago, one))
  return json(200, { elements, next_offset: offset + limit, total: found.length })
}

function searchOrders(mercadoPago: MercadoPago, { owner, query }: Known): Answer {
  const found = preferencesOf(mercadoPago, owner, query)
  const { shown, limit, offset } = paged(found, query)
  const elements = shown.map((one) => orderShape(mercadoPago, one))
  return json(200, { elements, next_offset: offset + limit, total: found.length })
}

function preferencesOf(
  { preferences }: MercadoPago,
  owner: Owner,
  query: URLSearchParams,
): Preference[] {
  const reference = query.get('external_reference')
  return [...preferences.values()]
    .filter((one) => isOf(one, owner))
    .filter(({ request }) => reference === null || request.external_reference === reference)
    .toReversed()
}

function paged<T>(found: T[], query: URLSearchParams) {
  const limit = Math.min(Math.max(1, Number(query.get('limit') ?? 30) || 30), 1000)
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0)
  return { shown: found.slice(offset, offset + limit), limit, offset }
}

function oneOrder(mercadoPago: MercadoPago, { caught, owner }: Known): Answer {
  const found = [...mercadoPago.preferences.values()].find(
    ({ orderId }) => orderId === Number(caught[0]),
  )
  if (found === undefined || !isOf(found, owner)) return notFound('Merchant order')
  return json(200, orderShape(mercadoPago, found))
}

function userShape({ seller }: Owner): object {
  const { id, nickname, email, rut } = seller
  const identification = { type: 'RUT', number: rut.replace('-', '') }
  const fixed = { country_id: 'CL', site_id: 'MLC', user_type: 'normal' }
  return { id, nickname, email, identification, ...fixed }
}

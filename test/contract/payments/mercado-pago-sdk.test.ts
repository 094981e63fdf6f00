import {
  MercadoPagoConfig,
  MerchantOrder,
  OAuth,
  Payment,
  PaymentRefund,
  Preference,
  User,
  WebhookSignatureValidator,
} from 'mercadopago'
import { AppConfig } from 'mercadopago/dist/utils/config/index.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import {
  startMercadoPago,
  type MercadoPagoSimulator,
} from '#simulators/payments/mercado-pago/simulator.ts'
import { bodyText, call, startReceiver, type Receiver } from './receiver.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SECRET = 'secreto-de-la-aplicacion'
const CALLBACK = 'https://folio.example/conexion'

let mp: MercadoPagoSimulator
let receiver: Receiver
let nowMs = Date.now()
const { BASE_URL } = AppConfig

beforeAll(async () => {
  receiver = await startReceiver()
  mp = await startMercadoPago({
    now: () => nowMs,
    seed: '1',
    application: {
      clientId: '1234567890',
      clientSecret: 'clave-de-la-aplicacion',
      redirectUris: [CALLBACK],
      webhookSecret: SECRET,
    },
    sellers: [
      {
        ...SELLER,
        id: 111_111,
        nickname: 'Uno SpA',
        rut: rut('77070707-2'),
        liveToken: 'APP_USR-uno',
        testToken: 'TEST-uno',
      },
      {
        ...SELLER,
        id: 222_222,
        nickname: 'Dos SpA',
        rut: rut('77171717-9'),
        liveToken: 'APP_USR-dos',
        testToken: 'TEST-dos',
      },
    ],
  })
  // Its only way to another address, for all its clients.
  Reflect.set(AppConfig, 'BASE_URL', mp.url)
})
afterAll(async () => {
  Reflect.set(AppConfig, 'BASE_URL', BASE_URL)
  await mp.close()
  await receiver.close()
})
beforeEach(async () => {
  await mp.notifier.deliverDue()
  receiver.received.length = 0
  receiver.answers.length = 0
  mp.troubles.set(null)
  mp.notifier.setTrouble(null)
  Object.assign(mp.settings, { timeUnit: 's', signsAgain: true, schedule: 'quarterHour' })
})

const SELLER = { email: 'vendedor@uno.example' }

/** Its retries wait for seconds: without them a refusal is seen at once. */
function config(accessToken = 'APP_USR-uno', idempotencyKey?: string) {
  return new MercadoPagoConfig({
    accessToken,
    options: { timeout: 5000, maxRetries: 0, ...(idempotencyKey ? { idempotencyKey } : {}) },
  })
}

function request(fields: object = {}) {
  return {
    items: [
      { id: '1', title: 'Factura 1234', quantity: 1, unit_price: 119_000, currency_id: 'CLP' },
    ],
    external_reference: 'intento-1',
    back_urls: {
      success: 'https://folio.example/pagado',
      pending: 'https://folio.example/pendiente',
      failure: 'https://folio.example/fallido',
    },
    auto_return: 'approved',
    notification_url: `${receiver.url}/aviso?conexion=1`,
    ...fields,
  }
}

async function preference(fields: object = {}, token?: string) {
  const made = await new Preference(config(token)).create({ body: request(fields) })
  return { made, id: made.id ?? '' }
}

async function paid(outcome: Parameters<typeof mp.checkOut>[1] = { kind: 'approve' }) {
  const { id } = await preference()
  const { payment } = mp.checkOut(id, outcome)
  await mp.notifier.deliverDue()
  return { preferenceId: id, id: payment?.id ?? 0 }
}

function expectSigned(arrival: Receiver['received'][number] | undefined, secret = SECRET): void {
  const query = new URLSearchParams(arrival?.query)
  WebhookSignatureValidator.validate({
    xSignature: arrival?.headers['x-signature'] ?? '',
    xRequestId: arrival?.headers['x-request-id'] ?? '',
    dataId: query.get('data.id') ?? '',
    secret,
    toleranceSeconds: 300,
    now: () => nowMs,
  })
}

describe("Mercado Pago's SDK at the stand-in", () => {
  test('a preference is made, read, changed and found', async () => {
    const { made, id } = await preference()
    expect(id).toMatch(/^111111-[0-9a-f-]{36}$/)
    expect(made).toMatchObject({
      collector_id: 111_111,
      init_point: `${mp.url}/checkout/v1/redirect?pref_id=${id}`,
      sandbox_init_point: `${mp.url}/sandbox/checkout/v1/redirect?pref_id=${id}`,
      external_reference: 'intento-1',
    })
    const client = new Preference(config())
    expect(await client.get({ preferenceId: id })).toMatchObject({ id, site_id: 'MLC' })
    const changed = request({ external_reference: 'intento-2' })
    await client.update({ id, updatePreferenceRequest: changed })
    const found = await client.search({ options: { external_reference: 'intento-2' } })
    expect(found.elements).toMatchObject([{ id }])
  })

  test('an approved payment comes back to the site, and its notification is signed', async () => {
    const { id: preferenceId } = await preference()
    const { redirect, payment } = mp.checkOut(preferenceId, {
      kind: 'approve',
      payerRut: '7.654.321-6',
    })
    expect(redirect).toMatchObject({
      method: 'GET',
      url: 'https://folio.example/pagado',
      fields: {
        payment_id: String(payment?.id),
        status: 'approved',
        external_reference: 'intento-1',
        preference_id: preferenceId,
      },
    })
    await mp.notifier.deliverDue()
    const [told] = receiver.received
    expect(told?.query).toBe(`conexion=1&data.id=${payment?.id}&type=payment`)
    expect(JSON.parse(bodyText(told ?? { body: new Uint8Array() }))).toMatchObject({
      action: 'payment.created',
      api_version: 'v1',
      type: 'payment',
      live_mode: true,
      user_id: '111111',
      data: { id: String(payment?.id) },
    })
    expectSigned(told)
    expect(() => expectSigned(told, 'otro')).toThrow('SignatureMismatch')
    expect(await new Payment(config()).get({ id: payment?.id ?? 0 })).toMatchObject({
      status: 'approved',
      status_detail: 'accredited',
      transaction_amount: 119_000,
      currency_id: 'CLP',
      external_reference: 'intento-1',
      collector_id: 111_111,
      payer: { identification: { type: 'RUT', number: '76543216' } },
    })
  })

  test.each([
    [{ kind: 'pending' }, 'pending', 'pendiente'],
    [{ kind: 'inProcess' }, 'in_process', 'pendiente'],
    [{ kind: 'reject', detail: 'cc_rejected_high_risk' }, 'rejected', 'fallido'],
    [{ kind: 'authorize' }, 'authorized', 'pagado'],
  ] as const)('%o ends as %s', async (outcome, status, back) => {
    const { id } = await preference()
    const { redirect, payment } = mp.checkOut(id, outcome)
    expect(redirect?.url).toBe(`https://folio.example/${back}`)
    expect(await new Payment(config()).get({ id: payment?.id ?? 0 })).toMatchObject({ status })
  })

  test('a pending payment is approved later, cancelled by the seller, or expires', async () => {
    const client = new Payment(config())
    const { id } = await paid({ kind: 'pending' })
    mp.changeLater(id, 'approved')
    await mp.notifier.deliverDue()
    expect(receiver.received.map((one) => JSON.parse(bodyText(one)).action)).toEqual([
      'payment.created',
      'payment.updated',
    ])
    expect(await client.get({ id })).toMatchObject({ status: 'approved' })
    await expect(client.cancel({ id })).rejects.toMatchObject({ status: 400 })
    const { id: second } = await paid({ kind: 'pending' })
    expect(await client.cancel({ id: second })).toMatchObject({ status: 'cancelled' })
    expect(() => mp.changeLater(second, 'approved')).toThrow('cancelled')
  })

  test('an authorised payment is captured, an approved one disputed', async () => {
    const client = new Payment(config())
    const { id } = await paid({ kind: 'authorize' })
    expect(await client.capture({ id })).toMatchObject({ status: 'approved', captured: true })
    mp.changeLater(id, 'in_mediation')
    mp.changeLater(id, 'charged_back')
    expect(await client.get({ id })).toMatchObject({ status: 'charged_back' })
  })

  test('several tries of one preference are found by its reference, and in its order', async () => {
    const { id } = await preference({ external_reference: 'dos-veces' })
    mp.checkOut(id, { kind: 'reject' })
    const { redirect } = mp.checkOut(id, { kind: 'approve' })
    const found = await new Payment(config()).search({
      options: { external_reference: 'dos-veces' },
    })
    expect(found.results).toMatchObject([{ status: 'approved' }, { status: 'rejected' }])
    const orders = new MerchantOrder(config())
    const order = await orders.get({ merchantOrderId: redirect?.fields['merchant_order_id'] ?? '' })
    expect(order).toMatchObject({ order_status: 'paid', paid_amount: 119_000, preference_id: id })
    expect(order.payments).toHaveLength(2)
    const all = await orders.search({ options: { external_reference: 'dos-veces' } })
    expect(all.elements).toMatchObject([{ preference_id: id }])
  })
})

describe("refunds by Mercado Pago's SDK", () => {
  const refunds = (key?: string) => new PaymentRefund(config('APP_USR-uno', key))

  test('in parts and then the rest', async () => {
    const { id } = await paid()
    const part = await refunds().create({ payment_id: id, body: { amount: 19_000 } })
    expect(part).toMatchObject({ amount: 19_000, status: 'approved', payment_id: id })
    expect(await new Payment(config()).get({ id })).toMatchObject({
      status: 'approved',
      status_detail: 'partially_refunded',
      transaction_amount_refunded: 19_000,
    })
    const more = refunds().create({ payment_id: id, body: { amount: 100_001 } })
    await expect(more).rejects.toMatchObject({ status: 400 })
    expect(await refunds().total({ payment_id: id })).toMatchObject({ amount: 100_000 })
    expect(await new Payment(config()).get({ id })).toMatchObject({ status: 'refunded' })
    expect(await refunds().list({ payment_id: id })).toHaveLength(2)
    const one = { payment_id: id, refund_id: part.id ?? 0 }
    expect(await refunds().get(one)).toMatchObject({ amount: 19_000 })
  })

  test('a refund that takes time stays in process until it is approved or rejected', async () => {
    mp.settings.refundsTakeTime = true
    const shown = { 'x-render-in-process-refunds': 'true' }
    const order = (id: number, headers: Record<string, string>) =>
      call(`${mp.url}/v1/payments/${id}/refunds`, {
        method: 'POST',
        headers: { authorization: 'Bearer APP_USR-uno', 'x-idempotency-key': `${id}`, ...headers },
        body: { amount: 19_000 },
      })
    const [{ id }, { id: other }] = [await paid(), await paid()]
    const { json: refund } = await order(id, shown)
    expect(refund).toMatchObject({ status: 'in_process', amount: 19_000 })
    expect(await new Payment(config()).get({ id })).toMatchObject({
      status_detail: 'accredited',
      transaction_amount_refunded: 0,
    })
    const refundId = Number(refund.id)
    mp.moveRefund(refundId, 'approved')
    const at = { payment_id: id, refund_id: refundId }
    expect(await refunds().get(at)).toMatchObject({ status: 'approved' })
    expect(() => mp.moveRefund(refundId, 'rejected')).toThrow('in process')
    expect((await order(other, {})).status).toBe(400)
    const [hidden] = await refunds().list({ payment_id: other })
    mp.moveRefund(Number(hidden?.id), 'rejected')
    expect(await new Payment(config()).get({ id: other })).toMatchObject({
      transaction_amount_refunded: 0,
    })
    mp.settings.refundsTakeTime = false
  })

  test('a key gives back once, and needs to be there', async () => {
    const { id } = await paid()
    const first = await refunds('la-misma').create({ payment_id: id, body: { amount: 1000 } })
    const again = await refunds('la-misma').create({ payment_id: id, body: { amount: 1000 } })
    expect(again.id).toBe(first.id)
    const other = refunds('la-misma').create({ payment_id: id, body: { amount: 2000 } })
    await expect(other).rejects.toMatchObject({ status: 400 })
    expect(await refunds().list({ payment_id: id })).toHaveLength(1)
    const bare = await call(`${mp.url}/v1/payments/${id}/refunds`, {
      method: 'POST',
      headers: { authorization: 'Bearer APP_USR-uno' },
      body: {},
    })
    expect([bare.status, bare.json.cause[0].code]).toEqual([400, 4292])
  })

  test('neither what is pending nor what is older than 180 days is given back', async () => {
    const { id: pending } = await paid({ kind: 'pending' })
    await expect(refunds().total({ payment_id: pending })).rejects.toMatchObject({ status: 400 })
    const { id } = await paid()
    nowMs += 180 * DAY_MS + 1
    await expect(refunds().total({ payment_id: id })).rejects.toMatchObject({ status: 400 })
  })
})

describe("a seller's permission by the SDK", () => {
  async function authorize(fields: Record<string, string> = {}) {
    const options = { client_id: '1234567890', redirect_uri: CALLBACK, state: 'estado' }
    const address = new OAuth(config()).getAuthorizationURL({ options })
    const at = new URL(address)
    expect(at.host).toBe('auth.mercadopago.com')
    const page = await call(`${mp.url}/authorization${at.search}`)
    expect(page.text).toContain('Conectar tu cuenta con Folio')
    const answer = await fetch(`${mp.url}/authorization`, {
      method: 'POST',
      body: new URLSearchParams({
        ...Object.fromEntries(at.searchParams),
        cuenta: '222222',
        accion: 'permitir',
        ...fields,
      }),
      redirect: 'manual',
    })
    return new URL(answer.headers.get('location') ?? '')
  }

  const app = { client_id: '1234567890', client_secret: 'clave-de-la-aplicacion' }

  test('its code is spent once, its refresh token replaced, and it collects for that seller', async () => {
    const back = await authorize()
    expect(back.searchParams.get('state')).toBe('estado')
    const code = back.searchParams.get('code') ?? ''
    const oauth = new OAuth(config())
    const body = { ...app, code, redirect_uri: CALLBACK }
    const tokens = await oauth.create({ body })
    expect(tokens).toMatchObject({ user_id: 222_222, expires_in: 15_552_000, live_mode: true })
    await expect(oauth.create({ body })).rejects.toMatchObject({ status: 400 })
    const { id } = await preference({ marketplace_fee: 1416 }, tokens.access_token)
    expect(id).toMatch(/^222222-/)
    expect(await new User(config(tokens.access_token)).get()).toMatchObject({
      id: 222_222,
      identification: { type: 'RUT', number: '771717179' },
    })
    const refresh = { body: { ...app, refresh_token: tokens.refresh_token ?? '' } }
    const renewed = await oauth.refresh(refresh)
    expect(renewed.access_token).not.toBe(tokens.access_token)
    await expect(oauth.refresh(refresh)).rejects.toMatchObject({ status: 400 })
    nowMs += 181 * DAY_MS
    await expect(preference({}, renewed.access_token)).rejects.toMatchObject({ status: 401 })
  })

  test('a seller can deny, a code grows old, and a wrong secret is refused', async () => {
    const denied = await authorize({ accion: 'negar' })
    expect(denied.searchParams.get('error')).toBe('access_denied')
    const code = (await authorize()).searchParams.get('code') ?? ''
    const oauth = new OAuth(config())
    const wrong = { ...app, client_secret: 'otra', code, redirect_uri: CALLBACK }
    await expect(oauth.create({ body: wrong })).rejects.toMatchObject({ status: 400 })
    nowMs += 10 * MINUTE_MS + 1
    const body = { ...app, code, redirect_uri: CALLBACK }
    await expect(oauth.create({ body })).rejects.toMatchObject({ status: 400 })
    const foreign = await call(
      `${mp.url}/authorization?client_id=1234567890&response_type=code&redirect_uri=https://otro.example`,
    )
    expect(foreign.text).toContain('No se puede conectar')
  })
})

describe('what Mercado Pago refuses', () => {
  test('another seller, another mode and no token see nothing', async () => {
    const { id } = await paid()
    for (const token of ['APP_USR-dos', 'TEST-uno']) {
      await expect(new Payment(config(token)).get({ id })).rejects.toMatchObject({ status: 404 })
    }
    await expect(new Payment(config('otro')).get({ id })).rejects.toMatchObject({ status: 401 })
    const { made } = await preference({}, 'TEST-dos')
    expect(made).toMatchObject({ live_mode: false })
  })

  test.each([
    [{ items: [] }, 'items needed'],
    [{ items: [{ id: '1', title: 'x', quantity: 1 }] }, 'unit_price needed'],
    [{ items: [{ id: '1', title: 'x', quantity: 1, unit_price: 1.5 }] }, 'unit_price invalid'],
    [
      { items: [{ id: '1', title: 'x', quantity: 1, unit_price: 1, currency_id: 'ARS' }] },
      'currency_id invalid',
    ],
    [{ back_urls: {} }, 'back_url.success must be defined'],
    [{ notification_url: 'http://folio.example/aviso' }, 'must be url valid'],
    [{ statement_descriptor: 'x'.repeat(23) }, 'statement_descriptor invalid'],
  ])('%o: %s', async (fields, message) => {
    await expect(preference(fields)).rejects.toThrow(message)
  })

  test('in binary mode nothing stays pending, and what expired is not paid', async () => {
    const { id } = await preference({ binary_mode: true })
    expect(() => mp.checkOut(id, { kind: 'pending' })).toThrow('binary')
    const { id: short } = await preference({
      expires: true,
      expiration_date_to: new Date(nowMs + HOUR_MS).toISOString(),
    })
    nowMs += HOUR_MS + 1
    expect(() => mp.checkOut(short, { kind: 'approve' })).toThrow('expired')
    expect((await call(`${mp.url}/checkout/v1/redirect?pref_id=${short}`)).text).toContain('venció')
  })
})

describe("Mercado Pago's notifications and faults", () => {
  test('they are tried again as either published schedule says', async () => {
    for (const [schedule, waits] of [
      ['quarterHour', [0.25, 0.5, 6, 48, 96]],
      ['fiveMinutes', [1 / 12, 0.75, 6, 48, 96]],
    ] as const) {
      mp.settings.schedule = schedule
      receiver.answers.push(...Array.from({ length: 6 }, () => 204))
      await paid()
      const last = () => mp.notifier.deliveries().at(-1)
      while (last()?.state === 'waiting') {
        nowMs = last()?.dueAtMs ?? nowMs
        await mp.notifier.deliverDue()
      }
      const times = last()?.attempts.map(({ atMs }) => atMs) ?? []
      const steps = times.slice(1).map((atMs, index) => (atMs - (times[index] ?? 0)) / HOUR_MS)
      expect(steps).toEqual(waits)
    }
    expect(receiver.received).toHaveLength(12)
  })

  test('the time can be in milliseconds, too old, or signed by another', async () => {
    mp.settings.timeUnit = 'ms'
    await paid()
    expect(receiver.received[0]?.headers['x-signature']).toMatch(/^ts=\d{13},v1=[0-9a-f]{64}$/)
    mp.settings.timeUnit = 's'
    mp.notifier.setTrouble('staleTime', 1)
    await paid()
    expect(() => expectSigned(receiver.received[1])).toThrow('TimestampOutOfTolerance')
    mp.notifier.setTrouble('wrongSecret', 1)
    await paid()
    expect(() => expectSigned(receiver.received[2])).toThrow('SignatureMismatch')
  })

  test('an answer that is lost is told again to the same key', async () => {
    mp.troubles.set({ trouble: 'cutAfter', call: 'preference.create', times: 1 })
    const client = new Preference(config('APP_USR-uno', 'perdida'))
    await expect(client.create({ body: request() })).rejects.toThrow()
    const again = await client.create({ body: request() })
    expect(mp.preferences()[0]?.id).toBe(again.id)
  })

  test('the SDK knows too many requests and a broken gateway by their status', async () => {
    mp.troubles.set({ trouble: 'rateLimited', times: 1 })
    await expect(preference()).rejects.toMatchObject({ status: 429 })
    mp.troubles.set({ trouble: 'badGateway', times: 1 })
    await expect(preference()).rejects.toMatchObject({ status: 502 })
  })

  test('by the page: paid by card it goes on at once, pending it waits for a click', async () => {
    const { id } = await preference()
    expect((await call(`${mp.url}/checkout/v1/redirect?pref_id=${id}`)).text).toContain('$119.000')
    const press = (accion: string) =>
      fetch(`${mp.url}/checkout/v1/pagar`, {
        method: 'POST',
        body: new URLSearchParams({ pref_id: id, accion, rut: '11.111.111-1' }),
        redirect: 'manual',
      })
    const pending = await press('pending')
    expect(await pending.text()).toContain('Volver al sitio')
    expect((await press('approve')).headers.get('location')).toContain(
      'https://folio.example/pagado?collection_id=',
    )
  })
})

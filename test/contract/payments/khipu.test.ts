import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KhipuAccount } from '#simulators/payments/khipu/accounts.ts'
import { startKhipu, type KhipuSimulator } from '#simulators/payments/khipu/simulator.ts'
import { bodyText, call, startReceiver, type Receiver } from './receiver.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const RETURN_URL = 'https://folio.example/vuelta'
const CANCEL_URL = 'https://folio.example/anulado'

const ACCOUNT: KhipuAccount = {
  receiverId: 990_939,
  apiKey: 'clave-uno',
  secret: 'secreto-uno',
  name: 'Asesorías Uno SpA',
  mode: 'developer',
}
const OTHER: KhipuAccount = {
  ...ACCOUNT,
  receiverId: 990_940,
  apiKey: 'clave-dos',
  secret: 'secreto-dos',
  mode: 'normal',
  isIntegrator: true,
  isPsp: true,
  collectsAtKhipu: true,
  canConfirm: true,
}

let khipu: KhipuSimulator
let receiver: Receiver
let nowMs = Date.parse('2026-11-20T15:00:00Z')

beforeAll(async () => {
  receiver = await startReceiver()
  khipu = await startKhipu({ now: () => nowMs, seed: '1', accounts: [ACCOUNT, OTHER] })
})
afterAll(async () => {
  await khipu.close()
  await receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answers.length = 0
  khipu.notifier.setTrouble(null)
  khipu.troubles.set(null)
  Object.assign(khipu.settings, { errorShape: 'fields', signsAgain: true, developerCapClp: null })
})

function api(path: string, options: { method?: string; body?: unknown; key?: string } = {}) {
  const { key = ACCOUNT.apiKey, ...rest } = options
  return call(`${khipu.url}${path}`, { ...rest, headers: { 'x-api-key': key } })
}

async function create(
  fields: Record<string, unknown> = {},
  key = ACCOUNT.apiKey,
): Promise<{ payment_id: string; payment_url: string }> {
  const body = {
    amount: 119_000,
    currency: 'CLP',
    subject: 'Factura 1234',
    transaction_id: 'intento-1',
    return_url: RETURN_URL,
    cancel_url: CANCEL_URL,
    notify_url: `${receiver.url}/aviso?conexion=1`,
    notify_api_version: '3.0',
    ...(key === OTHER.apiKey ? { psp_client_merchant_name: 'Cliente' } : {}),
    ...fields,
  }
  return (await api('/v3/payments', { method: 'POST', body, key })).json
}

function signatureOf(arrival: Receiver['received'][number] | undefined) {
  const header = arrival?.headers['x-khipu-signature'] ?? ''
  const [, t = '', s = ''] = /^t=(\d+),s=(.+)$/.exec(header) ?? []
  return { t, s }
}

function expectSigned(arrival: Receiver['received'][number] | undefined, secret: string): void {
  const { t, s } = signatureOf(arrival)
  const text = `${t}.${bodyText(arrival ?? { body: new Uint8Array() })}`
  expect(createHmac('sha256', secret).update(text).digest('base64')).toBe(s)
}

describe('a payment at Khipu', () => {
  test('creating gives an id of twelve letters and digits and its addresses', async () => {
    const made = await create()
    expect(made.payment_id).toMatch(/^[a-z0-9]{12}$/)
    expect(made).toMatchObject({
      payment_url: `${khipu.url}/payment/info/${made.payment_id}`,
      ready_for_terminal: false,
    })
    const { json } = await api(`/v3/payments/${made.payment_id}`)
    expect(json).toMatchObject({
      status: 'pending',
      status_detail: 'pending',
      amount: 119_000,
      currency: 'CLP',
      receiver_id: ACCOUNT.receiverId,
      transaction_id: 'intento-1',
    })
  })

  test('paid at DemoBank it is done and normal, and the merchant is told with string amounts', async () => {
    const { payment_id: id } = await create()
    const redirect = khipu.act(id, { kind: 'pay', payerRut: '7.654.321-6' })
    expect(redirect).toEqual({ method: 'GET', url: RETURN_URL, fields: {} })
    await khipu.notifier.deliverDue()
    const [told] = receiver.received
    expect(told?.query).toBe('conexion=1')
    const text = bodyText(told ?? { body: new Uint8Array() })
    expect(text).toContain('"amount":"119000.0000"')
    expect(text).toContain('\\/comprobantes\\/')
    expect(JSON.parse(text)).toMatchObject({
      payment_id: id,
      receiver_id: ACCOUNT.receiverId,
      personal_identifier: '7.654.321-6',
      out_of_date_conciliation: false,
      conciliation_date: new Date(nowMs).toISOString(),
    })
    expect(JSON.parse(text)).not.toHaveProperty('status')
    expect(signatureOf(told).t).toBe(String(nowMs))
    expectSigned(told, ACCOUNT.secret)
    const { json } = await api(`/v3/payments/${id}`)
    expect(json).toMatchObject({ status: 'done', status_detail: 'normal', bank: 'DemoBank' })
  })

  test('the person pays by the page, and an unknown payment has one too', async () => {
    const { payment_url: page, payment_id: id } = await create()
    expect((await call(page)).text).toContain('$119.000')
    const answer = await fetch(`${khipu.url}/demobank/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ accion: 'pay', rut: '11.111.111-1', nombre: 'Juana' }),
      redirect: 'manual',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, RETURN_URL])
    expect((await call(page)).text).toContain('Este pago ya terminó')
    expect((await call(`${khipu.url}/payment/info/aaaaaaaaaaaa`)).text).toContain('no existe')
  })

  test('left verifying it stays so for three hours, or until the bank settles it', async () => {
    const { payment_id: id } = await create()
    khipu.act(id, { kind: 'verify' })
    const status = async () => (await api(`/v3/payments/${id}`)).json.status
    nowMs += 3 * HOUR_MS
    expect(await status()).toBe('verifying')
    nowMs += 1
    expect(await status()).toBe('pending')
    khipu.act(id, { kind: 'verify' })
    khipu.act(id, { kind: 'settle' })
    expect(await status()).toBe('done')
  })

  test('paid after it expired it is reconciled out of date', async () => {
    const { payment_id: id } = await create({
      expires_date: new Date(nowMs + HOUR_MS).toISOString(),
    })
    expect(() => khipu.act(id, { kind: 'payLate' })).toThrow('not expired')
    nowMs += HOUR_MS + 1
    expect(() => khipu.act(id, { kind: 'pay' })).toThrow('expired')
    khipu.act(id, { kind: 'payLate' })
    expect((await api(`/v3/payments/${id}`)).json).toMatchObject({
      status: 'done',
      status_detail: 'normal',
      out_of_date_conciliation: true,
    })
  })

  test.each([
    ['reject', 'rejected-by-payer'],
    ['abuse', 'marked-as-abuse'],
    ['markPaid', 'marked-paid-by-receiver'],
  ] as const)('%s ends it as %s, and the merchant is told nothing', async (kind, detail) => {
    const { payment_id: id } = await create()
    khipu.act(id, { kind })
    await khipu.notifier.deliverDue()
    expect((await api(`/v3/payments/${id}`)).json).toMatchObject({
      status: 'done',
      status_detail: detail,
    })
    expect(receiver.received).toEqual([])
  })

  test('a bank that refuses leaves it pending, and a paid one can be reversed', async () => {
    const { payment_id: id } = await create()
    expect(khipu.act(id, { kind: 'bankRefuses' })?.url).toBe(CANCEL_URL)
    khipu.act(id, { kind: 'pay' })
    khipu.act(id, { kind: 'reverse' })
    expect((await api(`/v3/payments/${id}`)).json.status_detail).toBe('reversed')
  })

  test('where one RUT is fixed, no other pays', async () => {
    const { payment_id: id } = await create({ fixed_payer_personal_identifier: '7654321-6' })
    expect(() => khipu.act(id, { kind: 'pay', payerRut: '11.111.111-1' })).toThrow('another RUT')
    khipu.act(id, { kind: 'pay' })
    expect((await api(`/v3/payments/${id}`)).json.personal_identifier).toBe('7.654.321-6')
  })
})

describe('what Khipu refuses', () => {
  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1000.5 }, 'amount'],
    [{ amount: '1000' }, 'amount'],
    [{ currency: 'CLP ' }, 'currency'],
    [{ subject: '' }, 'subject'],
    [{ subject: 'x'.repeat(256) }, 'subject'],
    [{ body: 'x'.repeat(5121) }, 'body'],
    [{ bank_id: 'abcdef' }, 'bank_id'],
    [{ bank_id: 'xxxxx' }, 'bank_id'],
    [{ notify_url: 'no es dirección' }, 'notify_url'],
    [{ return_url: `https://x.example/${'a'.repeat(1024)}` }, 'return_url'],
    [{ notify_api_version: '1.3' }, 'notify_api_version'],
    [{ expires_date: '2026-11-20' }, 'expires_date'],
    [{ expires_date: '2020-01-01T00:00:00Z' }, 'expires_date'],
    [{ send_email: true, payer_name: 'Juana' }, 'payer_email'],
    [{ integrator_fee: '100' }, 'integrator_fee'],
    [{ transacton_id: 'mal escrito' }, 'transacton_id'],
  ])('%o: 400 names %s', async (fields, field) => {
    const answer = await create(fields)
    expect(answer).toMatchObject({ status: 400, errors: [{ field }] })
  })

  test('without a key, with an unknown one and for another account there is nothing', async () => {
    const { payment_id: id } = await create()
    expect((await call(`${khipu.url}/v3/payments/${id}`)).status).toBe(401)
    expect((await api(`/v3/payments/${id}`, { key: 'otra' })).status).toBe(401)
    expect((await api(`/v3/payments/${id}`, { key: OTHER.apiKey })).status).toBe(404)
    expect((await api('/v3/payments', { method: 'POST', body: '{' })).status).toBe(400)
  })

  test.each([
    ['message', { message: 'No existe el pago' }],
    ['error', { error: 'No existe el pago' }],
    ['empty', null],
  ] as const)('errors can have another shape: %s', async (errorShape, body) => {
    khipu.settings.errorShape = errorShape
    const answer = await api('/v3/payments/aaaaaaaaaaaa')
    expect([answer.status, answer.json]).toEqual([404, body])
  })

  test("a developer's account can be capped", async () => {
    khipu.settings.developerCapClp = 5000
    expect(await create({ amount: 5001 })).toMatchObject({ status: 400 })
    expect((await create({ amount: 5000 })).payment_id).toBeDefined()
  })

  test('it is deleted only while it is pending', async () => {
    const { payment_id: id } = await create()
    expect((await api(`/v3/payments/${id}`, { method: 'DELETE' })).json.message).toBeDefined()
    expect((await api(`/v3/payments/${id}`)).status).toBe(404)
    const { payment_id: paid } = await create()
    khipu.act(paid, { kind: 'pay' })
    expect((await api(`/v3/payments/${paid}`, { method: 'DELETE' })).status).toBe(400)
  })

  test('it is given back only where Khipu collects, and before it is settled', async () => {
    const { payment_id: direct } = await create()
    khipu.act(direct, { kind: 'pay' })
    const refund = (id: string, key: string, body: unknown = {}) =>
      api(`/v3/payments/${id}/refunds`, { method: 'POST', body, key })
    expect((await refund(direct, ACCOUNT.apiKey)).status).toBe(403)
    const { payment_id: id } = await create({}, OTHER.apiKey)
    expect((await refund(id, OTHER.apiKey)).status).toBe(400)
    khipu.act(id, { kind: 'pay' })
    expect((await refund(id, OTHER.apiKey, { amount: 19_000 })).status).toBe(200)
    expect((await refund(id, OTHER.apiKey, { amount: 100_001 })).status).toBe(400)
    expect((await refund(id, OTHER.apiKey)).status).toBe(200)
    expect((await api(`/v3/payments/${id}`, { key: OTHER.apiKey })).json.status_detail).toBe(
      'reversed',
    )
    const { payment_id: late } = await create({}, OTHER.apiKey)
    khipu.act(late, { kind: 'pay' })
    nowMs += 24 * HOUR_MS + 1
    expect((await refund(late, OTHER.apiKey)).status).toBe(400)
  })
})

describe("Khipu's notifications", () => {
  const paid = async () => {
    const { payment_id: id } = await create()
    khipu.act(id, { kind: 'pay' })
    await khipu.notifier.deliverDue()
    return id
  }

  test('anything but 200 is tried again by the clock, signed anew', async () => {
    receiver.answers.push(204, 500)
    await paid()
    const first = nowMs
    nowMs += MINUTE_MS - 1
    await khipu.notifier.deliverDue()
    expect(receiver.received).toHaveLength(1)
    nowMs += 1
    await khipu.notifier.deliverDue()
    nowMs += 2 * MINUTE_MS
    await khipu.notifier.deliverDue()
    const times = receiver.received.map((one) => Number(signatureOf(one).t) - first)
    expect(times).toEqual([0, MINUTE_MS, 3 * MINUTE_MS])
    receiver.received.forEach((one) => expectSigned(one, ACCOUNT.secret))
    expect(khipu.notifier.deliveries().at(-1)?.state).toBe('delivered')
  })

  test('a retry can carry its first signature', async () => {
    khipu.settings.signsAgain = false
    receiver.answers.push(500)
    await paid()
    nowMs += HOUR_MS
    await khipu.notifier.deliverDue()
    const [first, second] = receiver.received.map(signatureOf)
    expect(second).toEqual(first)
  })

  test('it gives up within two days', async () => {
    receiver.answers.push(...Array.from({ length: 20 }, () => 500))
    await paid()
    const first = nowMs
    for (let step = 0; khipu.notifier.deliveries().at(-1)?.state === 'waiting'; step += 1) {
      nowMs = khipu.notifier.deliveries().at(-1)?.dueAtMs ?? nowMs
      await khipu.notifier.deliverDue()
      expect(step).toBeLessThan(20)
    }
    expect(khipu.notifier.deliveries().at(-1)?.state).toBe('givenUp')
    expect(nowMs - first).toBeGreaterThan(24 * HOUR_MS)
    expect(nowMs - first).toBeLessThanOrEqual(48 * HOUR_MS)
  })

  test('with the wrong secret or an old time the signature shows it', async () => {
    khipu.notifier.setTrouble('wrongSecret', 1)
    await paid()
    expect(() => expectSigned(receiver.received[0], ACCOUNT.secret)).toThrow()
    khipu.notifier.setTrouble('staleTime', 1)
    await paid()
    expectSigned(receiver.received[1], ACCOUNT.secret)
    expect(Number(signatureOf(receiver.received[1]).t)).toBe(nowMs - HOUR_MS)
  })

  test('they come twice, in another order, late or not at all', async () => {
    const ids = () => receiver.received.map((one) => String(JSON.parse(bodyText(one)).payment_id))
    khipu.notifier.setTrouble('duplicate', 1)
    const twice = await paid()
    expect(ids()).toEqual([twice, twice])
    receiver.received.length = 0
    khipu.notifier.setTrouble('reorder', 2)
    const [first, second] = [await paid(), await paid()]
    expect(ids()).toEqual([second, first])
    receiver.received.length = 0
    khipu.notifier.setTrouble('drop', 1)
    await paid()
    khipu.notifier.setTrouble('delay', 1)
    const late = await paid()
    expect(ids()).toEqual([])
    nowMs += HOUR_MS
    await khipu.notifier.deliverDue()
    expect(ids()).toEqual([late])
  })

  test('by its API key where that is what signs', async () => {
    khipu.settings.signsWith = 'apiKey'
    await paid()
    khipu.settings.signsWith = 'secret'
    expectSigned(receiver.received[0], ACCOUNT.apiKey)
  })
})

describe("the rest of Khipu's calls", () => {
  test('a developer pays at DemoBank alone, others at their banks', async () => {
    expect((await api('/v3/banks')).json.banks).toMatchObject([{ bank_id: 'Bawdf' }])
    expect((await api('/v3/banks', { key: OTHER.apiKey })).json.banks.length).toBeGreaterThan(3)
    const methods = `/v3/merchants/${ACCOUNT.receiverId}/paymentMethods`
    expect((await api(methods)).json.paymentMethods).toHaveLength(2)
    expect((await api(methods, { key: OTHER.apiKey })).status).toBe(403)
  })

  test('a prediction answers as it is set', async () => {
    const query = 'payer_email=a%40b.cl&bank_id=Bawdf&amount=1000&currency=CLP'
    expect((await api(`/v3/predict?${query}`)).json).toEqual({ result: 'ok' })
    expect((await api('/v3/predict')).status).toBe(400)
  })

  test('an integrator opens an account for a company, nobody else does', async () => {
    const body = {
      admin_first_name: 'Ana',
      admin_last_name: 'Peña',
      admin_email: 'ana@uno.example',
      admin_phone: '+56911111111',
      business_identifier: '76.543.210-3',
      business_category: 'Servicios',
      business_name: 'Uno SpA',
      business_phone: '+56222222222',
      business_address_line_1: 'Calle 1',
      country_code: 'CL',
    }
    const open = (key: string) => api('/v3/receivers', { method: 'POST', body, key })
    expect((await open(ACCOUNT.apiKey)).status).toBe(403)
    const { json } = await open(OTHER.apiKey)
    const secret = String(json.secret)
    expect(json).toMatchObject({ receiver_id: '990941' })
    expect(await create({ psp_client_merchant_name: 'Uno' }, secret)).toHaveProperty('payment_id')
  })

  test('a confirmation needs its contract', async () => {
    const confirm = (id: string, key: string) =>
      api(`/v3/payments/${id}/confirm`, { method: 'POST', key })
    const { payment_id: id } = await create(
      { confirm_timeout_date: new Date(nowMs + HOUR_MS).toISOString() },
      OTHER.apiKey,
    )
    expect((await confirm(id, OTHER.apiKey)).status).toBe(400)
    khipu.act(id, { kind: 'pay' })
    expect((await confirm(id, OTHER.apiKey)).status).toBe(200)
    const { payment_id: own } = await create()
    expect((await confirm(own, ACCOUNT.apiKey)).status).toBe(403)
  })
})

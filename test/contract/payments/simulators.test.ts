import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import {
  startPayments,
  type PaymentSimulators,
  type PaymentsWorld,
} from '#simulators/payments/payments.ts'
import { call, startReceiver, type Receiver } from './receiver.ts'

const HOUR_MS = 3_600_000
const RETURN_URL = 'https://folio.example/vuelta?intento=1'
const KEY = '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C'

let payments: PaymentSimulators
let receiver: Receiver
let nowMs = Date.parse('2026-11-20T15:00:00Z')

function world(): Partial<PaymentsWorld> {
  return {
    webpay: [
      {
        commerceCode: '597012345678',
        apiKey: 'clave-real',
        name: 'Uno SpA',
        mode: 'production',
      },
    ],
    khipu: [
      {
        receiverId: 1,
        apiKey: 'khipu-uno',
        secret: 'secreto',
        name: 'Uno SpA',
        mode: 'developer',
      },
    ],
    fintoc: [
      {
        name: 'Uno SpA',
        secretKeys: { test: 'sk_test_1', live: 'sk_live_1' },
        webhooks: [{ url: receiver.url, secret: 'whsec_1', mode: 'test' }],
      },
    ],
    bank: [
      {
        id: 'uno',
        bank: 'bci',
        holder: 'Uno SpA',
        holderRut: rut('76543210-3'),
        number: '123',
        kind: 'corriente',
        openingClp: 0,
      },
    ],
  }
}

beforeAll(async () => {
  receiver = await startReceiver()
  payments = await startPayments({ now: () => nowMs, seed: '1', world: world() })
})
afterAll(async () => {
  await payments.close()
  await receiver.close()
})

function webpayHeaders(code = '597055555532', secret = KEY) {
  return { 'tbk-api-key-id': code, 'tbk-api-key-secret': secret }
}

const TRANSACTIONS = '/rswebpaytransaction/api/webpay/v1.2/transactions'
let orders = 0

async function webpayToken(headers = webpayHeaders()): Promise<string> {
  orders += 1
  const { json } = await call(`${payments.webpay.url}${TRANSACTIONS}`, {
    method: 'POST',
    headers,
    body: { buy_order: `o-${orders}`, session_id: 's', amount: 119_000, return_url: RETURN_URL },
  })
  return json.token
}

async function press(token: string, fields: Record<string, string>) {
  const answer = await fetch(`${payments.webpay.url}/webpayserver/pagar`, {
    method: 'POST',
    body: new URLSearchParams({ token_ws: token, ...fields }),
    redirect: 'manual',
  })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text: await answer.text(),
  }
}

describe('the ways back from Webpay', () => {
  const production = webpayHeaders('597012345678', 'clave-real')

  test.each([
    ['approve', ['token_ws']],
    ['refuse', ['token_ws']],
    ['annul', ['TBK_TOKEN', 'TBK_ID_SESION', 'TBK_ORDEN_COMPRA']],
    ['timeOut', ['TBK_ID_SESION', 'TBK_ORDEN_COMPRA']],
    ['formError', ['token_ws', 'TBK_TOKEN', 'TBK_ID_SESION', 'TBK_ORDEN_COMPRA']],
  ] as const)('%s: by POST in integration, by GET in production', async (accion, names) => {
    const posted = await press(await webpayToken(), { accion, codigo: '-4' })
    expect(posted.text).toContain('action="https://folio.example/vuelta?intento=1"')
    const fields = [...posted.text.matchAll(/name="(\w+)" value=/g)].map(([, name]) => name)
    expect(fields).toEqual(names)
    const sent = await press(await webpayToken(production), { accion, codigo: '-4' })
    const back = new URL(sent.location ?? '')
    expect([...back.searchParams.keys()]).toEqual(['intento', ...names])
  })

  test('the form opens by GET and by POST, ends once, and times out by the clock', async () => {
    const token = await webpayToken()
    const form = `${payments.webpay.url}/webpayserver/initTransaction`
    const [byGet, byPost] = await Promise.all([
      call(`${form}?token_ws=${token}`),
      fetch(form, { method: 'POST', body: new URLSearchParams({ token_ws: token }) }),
    ])
    expect(byGet.text).toContain('Simulación')
    expect(await byPost.text()).toContain('$119.000')
    await press(token, { accion: 'payWith', tarjeta: '4051885600446623' })
    expect((await call(`${form}?token_ws=${token}`)).text).toContain('Este pago ya terminó')
    const again = await press(token, { accion: 'annul' })
    expect(again.text).toContain('token_ws')
    const late = await webpayToken()
    nowMs += HOUR_MS
    expect((await call(`${form}?token_ws=${late}`)).text).toContain('TBK_ORDEN_COMPRA')
  })

  test('settings choose one method, and the other spelling of the session', async () => {
    Object.assign(payments.webpay.settings, {
      returnMethod: 'GET',
      sessionField: 'TBK_ID_SESSION',
      repeatedBuyOrder: 'accepted',
    })
    const { location } = await press(await webpayToken(), { accion: 'annul' })
    expect(location).toContain('TBK_ID_SESSION=s')
    orders -= 1
    expect(await webpayToken()).toBeDefined()
    Object.assign(payments.webpay.settings, {
      returnMethod: 'byMode',
      sessionField: 'TBK_ID_SESION',
      repeatedBuyOrder: 'refused',
    })
  })
})

describe("Webpay's door", () => {
  const url = () => `${payments.webpay.url}${TRANSACTIONS}`
  const bodies: [string, Record<string, string>, unknown, number, string][] = [
    ['no key', {}, {}, 401, 'Not Authorized'],
    ['broken JSON', webpayHeaders(), '{', 400, 'malformed JSON'],
    ['an unknown field', webpayHeaders(), { buy_ordr: 'x' }, 400, 'buy_ordr'],
    ['a form', { ...webpayHeaders(), 'content-type': 'text/plain' }, 'a=1', 415, 'Unsupported'],
    ['XML wanted', { ...webpayHeaders(), accept: 'text/xml' }, {}, 406, 'Not Acceptable'],
    [
      'a long order',
      webpayHeaders(),
      { buy_order: 'x'.repeat(27), session_id: 's', amount: 1, return_url: RETURN_URL },
      422,
      'Invalid value for parameter: buy_order',
    ],
  ]

  test.each(bodies)('%s', async (_, headers, body, status, message) => {
    const answer = await call(url(), { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(answer.json.error_message).toContain(message)
  })

  test('tokens that are none, other versions, other methods and paths', async () => {
    const headers = webpayHeaders()
    const get = async (address: string, method = 'GET') => {
      const { status, json } = await call(address, { method, headers })
      return [status, json.error_message]
    }
    expect(await get(`${url()}/abc`)).toEqual([422, 'Invalid value for parameter: token'])
    expect(await get(`${url()}/${'a'.repeat(64)}`)).toEqual([
      422,
      'Invalid value for parameter: transaction not found',
    ])
    expect(await get(`${url().replace('v1.2', 'v1.0')}/x`)).toEqual([
      422,
      'Api mismatch error, required version is 1.2',
    ])
    expect((await get(url(), 'DELETE'))[0]).toBe(405)
    expect((await get(`${payments.webpay.url}/nada`))[0]).toBe(404)
  })
})

describe('the controls of all stand-ins', () => {
  test('each shows a page that says what it is, with its switches', async () => {
    const { webpay, khipu, fintoc, mercadoPago } = payments
    for (const { url } of [webpay, khipu, fintoc, mercadoPago]) {
      const { text } = await call(`${url}/_control`)
      expect(text).toContain('<strong>Simulación.</strong>')
      expect(text).toContain('Lo hace y se corta')
    }
    expect((await call(`${payments.bank.url}/`)).text).toContain('Uno SpA')
  })

  test('a switch set by JSON is met as often as it says, and by the call it names', async () => {
    const { url, served } = payments.webpay
    const set = (body: unknown) => call(`${url}/_control/troubles`, { method: 'POST', body })
    await set({ trouble: 'serverError', call: 'status', times: 1 })
    const token = await webpayToken()
    const status = () => call(`${url}${TRANSACTIONS}/${token}`, { headers: webpayHeaders() })
    expect((await status()).status).toBe(500)
    expect((await status()).status).toBe(200)
    await set({ trouble: 'html' })
    expect((await status()).headers.get('content-type')).toContain('text/html')
    await set({ trouble: null })
    expect(served().at(-1)).toMatchObject({ call: 'status', status: 200, trouble: 'html' })
  })

  test('a payment is ended and looked up by JSON', async () => {
    const token = await webpayToken()
    const address = `${payments.webpay.url}/_control/payments/${token}`
    const act = (body: unknown) => call(address, { method: 'POST', body })
    expect((await act({ kind: 'sing' })).status).toBe(409)
    const { json } = await act({ kind: 'approve', paymentType: 'VD' })
    expect(json.redirect).toEqual({ method: 'POST', url: RETURN_URL, fields: { token_ws: token } })
    expect((await act({ kind: 'annul' })).json.error).toContain('answered')
    expect((await call(address)).json).toMatchObject({
      stage: 'answered',
      merchant: '597055555532',
    })
  })

  test('time moves all of them: sessions expire and their events leave', async () => {
    const { fintoc } = payments
    const made = await call(`${fintoc.url}/v2/checkout_sessions`, {
      method: 'POST',
      headers: { authorization: 'sk_test_1' },
      body: { amount: 1, currency: 'CLP' },
    })
    nowMs += 24 * HOUR_MS + 1
    await payments.advance()
    expect(receiver.received).toHaveLength(1)
    const { json } = await call(`${fintoc.url}/_control/deliveries`)
    expect(json).toMatchObject([{ about: made.json.id, event: 'checkout_session.expired' }])
  })

  test('one seed gives the same references every time', async () => {
    const again = await startPayments({ now: () => nowMs, seed: '1', world: world() })
    const other = await startPayments({ now: () => nowMs, seed: '2', world: world() })
    const first = async ({ khipu }: PaymentSimulators) => {
      const { json } = await call(`${khipu.url}/v3/payments`, {
        method: 'POST',
        headers: { 'x-api-key': 'khipu-uno' },
        body: { amount: 1000, currency: 'CLP', subject: 'x' },
      })
      return String(json.payment_id)
    }
    const drawn = [await first(payments), await first(again), await first(other)]
    expect(drawn[0]).toBe(drawn[1])
    expect(drawn[2]).not.toBe(drawn[0])
    await Promise.all([again.close(), other.close()])
  })
})

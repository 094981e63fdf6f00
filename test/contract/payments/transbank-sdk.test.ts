import { IntegrationApiKeys, Options, TransactionDetail, WebpayPlus } from 'transbank-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWebpay, type WebpaySimulator } from '#simulators/payments/webpay/simulator.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const RETURN_URL = 'https://folio.example/pago/vuelta'

let webpay: WebpaySimulator
let nowMs = Date.parse('2026-11-20T15:00:00Z')
let orders = 0

beforeAll(async () => {
  webpay = await startWebpay({
    now: () => nowMs,
    seed: '1',
    merchants: [
      { commerceCode: '597012345678', apiKey: 'ClaveUno', name: 'Uno', mode: 'production' },
      { commerceCode: '597087654321', apiKey: 'ClaveDos', name: 'Dos', mode: 'production' },
    ],
  })
})
afterAll(() => webpay.close())
beforeEach(() => webpay.troubles.set(null))

function options(code: string, key: string = IntegrationApiKeys.WEBPAY, timeoutMs = 5_000) {
  return new Options(code, key, webpay.url, timeoutMs)
}

function plain(code = '597055555532', key?: string) {
  return new WebpayPlus.Transaction(options(code, key))
}

function newOrder(): string {
  orders += 1
  return `orden-${orders}`
}

/** Its methods answer anything: this is what the tests pass on of it. */
interface Created {
  token: string
  url: string
}

interface Committed {
  buy_order: string
  authorization_code: string
}

async function paid(sdk = plain(), amount = 119_000, paymentType: 'VN' | 'VD' | 'SI' = 'VN') {
  const { token }: Created = await sdk.create(newOrder(), 'sesion', amount, RETURN_URL)
  webpay.answer(token, { kind: 'approve', paymentType })
  const committed: Committed = await sdk.commit(token)
  return { token, committed }
}

describe("Transbank's SDK pays at the stand-in", () => {
  test('create gives a token of 64 hexadecimal digits and the form’s address', async () => {
    const { token, url }: Created = await plain().create(newOrder(), 'sesion', 119_000, RETURN_URL)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(url).toBe(`${webpay.url}/webpayserver/initTransaction`)
    expect(await plain().status(token)).toMatchObject({ status: 'INITIALIZED', amount: 119_000 })
  })

  test('an approved payment is AUTHORIZED once it is committed', async () => {
    const { token, committed } = await paid()
    expect(committed).toMatchObject({
      vci: 'TSY',
      status: 'AUTHORIZED',
      response_code: 0,
      amount: 119_000,
      session_id: 'sesion',
      card_detail: { card_number: '6623' },
      accounting_date: '1120',
      payment_type_code: 'VN',
      installments_number: 0,
    })
    expect(committed.authorization_code).toMatch(/^\d{6}$/)
    expect(await plain().status(token)).toEqual(committed)
  })

  test('a refused payment is FAILED with its code', async () => {
    const { token }: Created = await plain().create(newOrder(), 's', 1000, RETURN_URL)
    webpay.answer(token, { kind: 'refuse', responseCode: -4 })
    const committed: Committed = await plain().commit(token)
    expect(committed).toMatchObject({ status: 'FAILED', response_code: -4, vci: 'TSN' })
    expect(committed).not.toHaveProperty('authorization_code')
  })

  test('a second commit finds the transaction locked', async () => {
    const { token } = await paid()
    await expect(plain().commit(token)).rejects.toThrow(
      'Transaction already locked by another process',
    )
  })

  test('of two commits at once one wins', async () => {
    const { token }: Created = await plain().create(newOrder(), 's', 1000, RETURN_URL)
    webpay.answer(token, { kind: 'approve' })
    const both = await Promise.allSettled([plain().commit(token), plain().commit(token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a commit before the payer is done is refused, and one after an annulment', async () => {
    const { token }: Created = await plain().create(newOrder(), 's', 1000, RETURN_URL)
    await expect(plain().commit(token)).rejects.toThrow("Invalid status '19'")
    webpay.answer(token, { kind: 'annul' })
    await expect(plain().commit(token)).rejects.toThrow('invalid finished state: aborted')
    expect(await plain().status(token)).toMatchObject({ status: 'INITIALIZED' })
  })

  test('an approval that nobody commits in time is aborted', async () => {
    const { token }: Created = await plain().create(newOrder(), 's', 1000, RETURN_URL)
    webpay.answer(token, { kind: 'approve' })
    nowMs += 11 * 60_000
    await expect(plain().commit(token)).rejects.toThrow('invalid finished state: aborted')
  })

  test('the status is told for seven days', async () => {
    const { token } = await paid()
    nowMs += 7 * DAY_MS
    expect(await plain().status(token)).toMatchObject({ status: 'AUTHORIZED' })
    nowMs += 1
    await expect(plain().status(token)).rejects.toThrow(
      "The transactions's date has passed max time (7 days) to recover the status",
    )
  })
})

describe("refunds by Transbank's SDK", () => {
  test('the whole amount within three hours is a reversal', async () => {
    const { token } = await paid()
    nowMs += 3 * HOUR_MS
    expect(await plain().refund(token, 119_000)).toEqual({ type: 'REVERSED' })
    expect(await plain().status(token)).toMatchObject({ status: 'REVERSED' })
    await expect(plain().refund(token, 119_000)).rejects.toThrow('310')
  })

  test('later it is an annulment, up to ninety days', async () => {
    const { token } = await paid()
    nowMs += 3 * HOUR_MS + 1
    expect(await plain().refund(token, 119_000)).toMatchObject({
      type: 'NULLIFIED',
      nullified_amount: 119_000,
      balance: 0,
      response_code: 0,
    })
    const late = await paid()
    nowMs += 90 * DAY_MS + 1
    await expect(plain().refund(late.token, 119_000)).rejects.toThrow('284')
  })

  test('a part of it is an annulment that leaves a balance', async () => {
    const { token } = await paid()
    expect(await plain().refund(token, 19_000)).toMatchObject({
      type: 'NULLIFIED',
      balance: 100_000,
    })
    expect(await plain().status(token)).toMatchObject({
      status: 'PARTIALLY_NULLIFIED',
      balance: 100_000,
    })
    await expect(plain().refund(token, 100_001)).rejects.toThrow('311')
    expect(await plain().refund(token, 100_000)).toMatchObject({ type: 'NULLIFIED', balance: 0 })
  })

  test('debit and instalments are given back whole or not at all', async () => {
    const debit = await paid(plain(), 1000, 'VD')
    await expect(plain().refund(debit.token, 500)).rejects.toThrow('308')
    const instalments = await paid(plain(), 3000, 'SI')
    expect(instalments.committed).toMatchObject({
      installments_number: 3,
      installments_amount: 1000,
    })
    await expect(plain().refund(instalments.token, 500)).rejects.toThrow('53')
  })

  test('what was never approved is not given back', async () => {
    const { token }: Created = await plain().create(newOrder(), 's', 1000, RETURN_URL)
    await expect(plain().refund(token, 1000)).rejects.toThrow('292')
    webpay.answer(token, { kind: 'refuse', responseCode: -1 })
    await plain().commit(token)
    await expect(plain().refund(token, 1000)).rejects.toThrow('292')
  })
})

describe("a mall and deferred captures by Transbank's SDK", () => {
  const STORES = ['597055555536', '597055555537'] as const
  const mall = () => new WebpayPlus.MallTransaction(options('597055555535'))

  async function mallSale(refusedStores: Record<string, number> = {}) {
    const [first, second] = [newOrder(), newOrder()]
    const { token }: Created = await mall().create(newOrder(), 's', RETURN_URL, [
      new TransactionDetail(10_000, STORES[0], first),
      new TransactionDetail(20_000, STORES[1], second),
    ])
    webpay.answer(token, { kind: 'approve', refusedStores })
    return { token, first, second }
  }

  test('each store of a mall is approved or refused for itself', async () => {
    const { token } = await mallSale({ [STORES[1]]: -3 })
    const { details }: { details: Committed[] } = await mall().commit(token)
    expect(details).toMatchObject([
      { commerce_code: STORES[0], amount: 10_000, status: 'AUTHORIZED', response_code: 0 },
      { commerce_code: STORES[1], amount: 20_000, status: 'FAILED', response_code: -3 },
    ])
    expect((await mall().status(token)).details).toEqual(details)
  })

  test('a mall gives back one store’s sale and leaves the other', async () => {
    const { token, first } = await mallSale()
    await mall().commit(token)
    expect(await mall().refund(token, first, STORES[0], 10_000)).toEqual({ type: 'REVERSED' })
    const { details }: { details: Committed[] } = await mall().status(token)
    expect(details).toMatchObject([{ status: 'REVERSED' }, { status: 'AUTHORIZED' }])
    await expect(mall().refund(token, first, STORES[1], 1)).rejects.toThrow('274')
  })

  test('a mall refuses a store that is not its own', async () => {
    const foreign = new TransactionDetail(1000, '597012345678', newOrder())
    await expect(mall().create(newOrder(), 's', RETURN_URL, [foreign])).rejects.toThrow(
      'Invalid value for parameter: details.commerce_code',
    )
  })

  test('a deferred sale is captured once, and no more than was authorised', async () => {
    const deferred = plain('597055555540')
    const order = newOrder()
    const { token }: Created = await deferred.create(order, 's', 10_000, RETURN_URL)
    webpay.answer(token, { kind: 'approve' })
    const { authorization_code: code }: Committed = await deferred.commit(token)
    await expect(deferred.capture(token, order, code, 10_001)).rejects.toThrow('capture_amount')
    expect(await deferred.capture(token, order, code, 9000)).toMatchObject({
      captured_amount: 9000,
      response_code: 0,
    })
    expect(await deferred.status(token)).toMatchObject({ status: 'CAPTURED' })
    await expect(deferred.capture(token, order, code, 9000)).rejects.toThrow('292')
    const { token: usual, committed } = await paid()
    await expect(
      plain().capture(usual, committed.buy_order, committed.authorization_code, 1),
    ).rejects.toThrow('308')
  })

  test('a deferred mall captures store by store', async () => {
    const sdk = new WebpayPlus.MallTransaction(options('597055555581'))
    const order = newOrder()
    const store = '597055555582'
    const { token }: Created = await sdk.create(newOrder(), 's', RETURN_URL, [
      new TransactionDetail(5000, store, order),
    ])
    webpay.answer(token, { kind: 'approve' })
    const { details }: { details: Committed[] } = await sdk.commit(token)
    const code = details[0]?.authorization_code ?? ''
    expect(await sdk.capture(store, token, order, code, 5000)).toMatchObject({
      captured_amount: 5000,
    })
  })
})

describe('what the SDK says of refusals and faults', () => {
  test('a wrong key is not authorised, and another commerce sees nothing', async () => {
    const wrong = plain('597012345678', IntegrationApiKeys.WEBPAY)
    await expect(wrong.create(newOrder(), 's', 1, RETURN_URL)).rejects.toThrow('Not Authorized')
    const [one, two] = [plain('597012345678', 'ClaveUno'), plain('597087654321', 'ClaveDos')]
    const { token }: Created = await one.create('igual', 's', 1, RETURN_URL)
    await two.create('igual', 's', 1, RETURN_URL)
    await expect(two.status(token)).rejects.toThrow('transaction not found')
    await expect(two.commit(token)).rejects.toThrow('transaction not found')
  })

  test('an order used before, a fraction and a bad address are refused by name', async () => {
    await plain().create('repetida', 's', 1, RETURN_URL)
    const bad: [order: string, amount: number, address: string, name: string][] = [
      ['repetida', 1, RETURN_URL, 'buy_order'],
      [newOrder(), 1.5, RETURN_URL, 'amount'],
      [newOrder(), NaN, RETURN_URL, 'amount'],
      [newOrder(), 1, 'vuelta', 'return_url'],
    ]
    for (const [order, amount, address, name] of bad) {
      await expect(plain().create(order, 's', amount, address)).rejects.toThrow(
        `Invalid value for parameter: ${name}`,
      )
    }
  })

  test('a lost answer of a commit leaves the payment committed', async () => {
    const { token }: Created = await plain().create(newOrder(), 's', 1000, RETURN_URL)
    webpay.answer(token, { kind: 'approve' })
    webpay.troubles.set({ trouble: 'cutAfter', call: 'commit', times: 1 })
    await expect(plain().commit(token)).rejects.toThrow('Unexpected error')
    expect(await plain().status(token)).toMatchObject({ status: 'AUTHORIZED' })
  })

  test('a slow answer outlives the SDK’s patience and half an answer comes back as text', async () => {
    webpay.troubles.set({ trouble: 'slow', times: 1 })
    const impatient = new WebpayPlus.Transaction(options('597055555532', undefined, 40))
    await expect(impatient.create(newOrder(), 's', 1, RETURN_URL)).rejects.toThrow('timeout')
    expect(webpay.troubles.held()).toBe(1)
    webpay.troubles.release()
    webpay.troubles.set({ trouble: 'truncated', times: 1 })
    expect(await plain().create(newOrder(), 's', 1, RETURN_URL)).toMatch(/^\{"token":"/)
  })

  test('a page from a gateway carries no message', async () => {
    webpay.troubles.set({ trouble: 'badGateway', times: 1 })
    await expect(plain().create(newOrder(), 's', 1, RETURN_URL)).rejects.toThrow(
      /502[^]*Unexpected error/,
    )
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pagesOf } from '#dte/printing/test-text.ts'
import { end, payBy } from './checkouts.ts'
import { openStage, redirectIn, TOTAL, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage({ allowsPartial: true })
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.app.database.db.deleteFrom('payment_declaration').execute()
  await stage.reset()
  await mailedTo([{ copy: 'to', name: 'Aseo', address: 'pagos@aseo.example' }])
})
afterEach(() => {
  if (stage.failures.length > 0) throw new Error('A reader failed', { cause: stage.failures[0] })
})

function mailedTo(people: object[], state: 'queued' | 'bounced' = 'queued') {
  return stage.app.database.db
    .updateTable('delivery')
    .set({ recipients: JSON.stringify(people), state })
    .where('purpose', '=', 'document')
    .execute()
}

function receipts() {
  return stage.app.database.db
    .selectFrom('delivery')
    .select(['document_id', 'payment_id', 'recipients', 'email_account_id', 'state', 'nth'])
    .where('purpose', '=', 'receipt')
    .orderBy('id')
    .execute()
}

async function notices() {
  const rows = await stage.app.database.db
    .selectFrom('system_mail')
    .select(['recipient', 'data'])
    .where('template', '=', 'paymentReceived')
    .execute()
  return rows.map(({ recipient, data }) => ({ recipient, ...Object(data).values }))
}

const one = { receipts: 1, notices: 1 }
const none = { receipts: 0, notices: 0 }
const counts = async () => ({
  receipts: (await receipts()).length,
  notices: (await notices()).length,
})

const path = () => `/documents/${stage.documentId}/payments/`
const money = { day: '2026-11-04', amount: TOTAL, way: 'cash', note: 'En la caja' }

async function declare() {
  const body = { amount: TOTAL, day: '2026-11-04', note: '', corrects: null }
  await stage.app.call({ path: `/shared-documents/${stage.token}/declarations/`, body })
  const [said] = Object((await stage.ask('GET', '/payments/declarations/')).body)
  return { id: said.id, word: 'confirm', amount: TOTAL, day: '2026-11-04', excess: 0 }
}

/** Answers the number of the payment that is right. */
async function expectReceiptOfCorrection(wrong: number): Promise<number> {
  const right = { ...money, amount: 100_000 }
  expect(await stage.ask('POST', `${path()}${wrong}/correct/`, right)).toMatchObject({
    status: 200,
  })
  const { id, wants_receipt } = await stage.app.database.db
    .selectFrom('payment')
    .select(['id', 'wants_receipt'])
    .where('corrects_id', '=', wrong)
    .executeTakeFirstOrThrow()
  expect(wants_receipt).toBe(true)
  expect((await receipts()).at(-1)).toMatchObject({ payment_id: id, state: 'queued' })
  return id
}

describe('what is mailed of a payment', () => {
  test('a payment by a provider queues its receipt and tells its owner, once', async () => {
    await payBy(stage, 'khipu', 'pays')
    expect(await receipts()).toMatchObject([
      {
        document_id: stage.documentId,
        recipients: [{ address: 'pagos@aseo.example' }],
        email_account_id: stage.ana.ids.emailAccount,
        state: 'queued',
      },
    ])
    expect(await notices()).toMatchObject([
      {
        recipient: 'ana@folio.example',
        amount: '$148.750',
        document: 'Factura N° 1042',
        how: 'Transfer by Khipu',
        day: '05/11/2026',
        documentId: String(stage.documentId),
      },
    ])
  })

  test.each(['transbank', 'khipu', 'fintoc', 'mercadoPago'] as const)(
    'a payment by %s that is told and read many times is mailed once',
    async (provider) => {
      redirectIn(await stage.begin(provider))
      const back = end(stage, provider, 'pays')
      if (back === null) throw new Error('leads nowhere')
      await Promise.all(Array.from({ length: 6 }, () => stage.follow(back)))
      await stage.deliver()
      await stage.poll()
      await stage.app.database.db.updateTable('payment_attempt').set({ poll_at: null }).execute()
      await stage.app.database.db
        .updateTable('payment_attempt')
        .set({ poll_at: '2026-11-05T15:00:00Z' })
        .execute()
      await stage.poll()
      expect(await counts()).toEqual(one)
    },
  )

  test('a payment that its provider refuses is not mailed', async () => {
    await payBy(stage, 'khipu', 'isRefused')
    expect(await counts()).toEqual(none)
  })

  test('a declaration that is confirmed, twice at once, is mailed once', async () => {
    const decision = await declare()
    const decide = () =>
      stage.ask('POST', '/payments/declarations/decide/', { decisions: [decision] })
    await Promise.all([decide(), decide(), decide()])
    expect(await counts()).toEqual(one)
    expect(await notices()).toMatchObject([{ how: 'Transfer', day: '04/11/2026' }])
  })

  test('a declaration that is rejected is not mailed', async () => {
    const decisions = [{ ...(await declare()), word: 'reject' }]
    await stage.ask('POST', '/payments/declarations/decide/', { decisions })
    expect(await counts()).toEqual(none)
  })

  test('a payment that a person records is not mailed, nor is its correction', async () => {
    const { body } = await stage.ask('POST', path(), money)
    const [{ id }] = Object(body).payments
    const right = { ...money, amount: 100_000 }
    expect(await stage.ask('POST', `${path()}${id}/correct/`, right)).toMatchObject({ status: 200 })
    expect(await counts()).toEqual(none)
  })

  test('a recorded payment whose receipt is wished for sends it, and so does its correction', async () => {
    const { body } = await stage.ask('POST', path(), { ...money, receipt: true })
    expect(body).toMatchObject({
      receipt_to: ['pagos@aseo.example'],
      payments: [{ receipt: 'queued' }],
    })
    await expectReceiptOfCorrection(Number(Object(body).payments[0].id))
    expect(await counts()).toEqual({ receipts: 2, notices: 0 })
  })

  test('a declaration that is confirmed and then corrected, twice, mails the receipt of what is right', async () => {
    const decisions = [await declare()]
    await stage.ask('POST', '/payments/declarations/decide/', { decisions })
    const { body } = await stage.ask('GET', `/documents/${stage.documentId}/payment/`)
    const first = Number(Object(body).payments[0].id)
    await expectReceiptOfCorrection(await expectReceiptOfCorrection(first))
    expect(await counts()).toEqual({ receipts: 3, notices: 1 })
  })

  test('undoing a payment and recording it again repeats no mail of the first', async () => {
    const decision = await declare()
    await stage.ask('POST', '/payments/declarations/decide/', { decisions: [decision] })
    const { body } = await stage.ask('GET', `/documents/${stage.documentId}/payment/`)
    const [{ id }] = Object(body).payments
    await stage.ask('POST', `${path()}${id}/undo/`, {})
    await stage.ask('POST', path(), money)
    expect(await counts()).toEqual(one)
  })

  test.each([
    ['was not mailed', [], 'queued'],
    [
      'was mailed to an address that came back',
      [{ copy: 'to', name: '', address: 'no@aseo.example' }],
      'bounced',
    ],
  ] as const)('a payment of a document that %s tells its owner alone', async (_, people, state) => {
    await mailedTo([...people], state)
    await payBy(stage, 'khipu', 'pays')
    expect(await counts()).toEqual({ receipts: 0, notices: 1 })
  })

  test('a mailbox that is gone leaves the payment without a receipt by mail', async () => {
    await stage.app.database.db.updateTable('delivery').set({ email_account_id: null }).execute()
    await stage.app.database.db
      .updateTable('invoice_rule')
      .set({ email_account_id: null })
      .execute()
    await payBy(stage, 'khipu', 'pays')
    expect(await counts()).toEqual({ receipts: 0, notices: 1 })
    const account = { email_account_id: stage.ana.ids.emailAccount }
    await stage.app.database.db.updateTable('delivery').set(account).execute()
  })
})

describe('the receipt to download', () => {
  const shared = () => fetch(`${stage.relay.url}/api/shared-documents/${stage.token}/receipt/`)
  const own = () =>
    fetch(`${stage.relay.url}/api/documents/${stage.documentId}/payment/receipt/`, {
      headers: { authorization: `Bearer ${stage.ana.access}` },
    })
  const page = async () =>
    Object((await stage.app.call({ path: `/shared-documents/${stage.token}/` })).body).payment

  test('a document of which nothing is paid has no receipt', async () => {
    expect((await shared()).status).toBe(404)
    expect((await own()).status).toBe(404)
    expect(await page()).toMatchObject({ has_receipt: false })
  })

  test('a receipt says what was paid, when, how, by which provider and reference', async () => {
    await payBy(stage, 'transbank', 'pays')
    const url = `/api/shared-documents/${stage.token}/receipt/`
    const { headers, rawPayload: bytes } = await stage.app.server.inject({ url })
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment'),
    })
    const [text = '', ...others] = pagesOf(bytes)
    expect(others).toEqual([])
    const { order_id, provider_ref } = await stage.app.database.db
      .selectFrom('payment_attempt')
      .select(['order_id', 'provider_ref'])
      .executeTakeFirstOrThrow()
    for (const said of [
      'Comprobante de pago',
      'No es un documento tributario',
      'Pago de prueba: no movió dinero.',
      'RUT 77.070.707-2',
      'RUT 90.909.090-3',
      'Factura N° 1042',
      '05/11/2026',
      'Tarjeta por Webpay',
      order_id,
      '$148.750',
      'Saldo por pagar',
      '$0',
    ]) {
      expect(text).toContain(said)
    }
    // A token of Transbank reads its transaction.
    expect(text).not.toContain(provider_ref)
    expect(Buffer.from(await (await own()).bytes())).toEqual(bytes)
  })

  test('a receipt of a document that is paid in part lists each payment that was not undone', async () => {
    await stage.ask('POST', path(), { ...money, amount: 40_000 })
    await stage.ask('POST', path(), { ...money, amount: 30_000, way: 'cheque' })
    const { body } = await stage.ask('POST', path(), { ...money, amount: 7_777 })
    const [, , third] = Object(body).payments
    await stage.ask('POST', `${path()}${third.id}/undo/`, {})
    const [text = ''] = pagesOf(await (await shared()).bytes())
    for (const said of ['$40.000', 'Efectivo', '$30.000', 'Cheque', '$70.000', '$78.750']) {
      expect(text).toContain(said)
    }
    expect(text).not.toMatch(/7\.777|En la caja/)
    expect(await page()).toMatchObject({ has_receipt: true, closed: null })
  })

  test('a receipt subtracts what was given back', async () => {
    const { body } = await stage.ask('POST', path(), money)
    const [{ id }] = Object(body).payments
    const refund = { day: '2026-11-05', amount: 48_750, note: '', payment: id }
    await stage.ask('POST', `/documents/${stage.documentId}/refunds/`, refund)
    const [text = ''] = pagesOf(await (await own()).bytes())
    expect(text).toMatch(/Devolución\n.*\n?-\$48\.750/)
    expect(text).toContain('$100.000')
  })

  test('a receipt is not shown by another address', async () => {
    await payBy(stage, 'khipu', 'pays')
    const url = `${stage.relay.url}/api/shared-documents/${'a'.repeat(43)}/receipt/`
    expect((await fetch(url)).status).toBe(404)
    await stage.ask('DELETE', `/documents/${stage.documentId}/share/`)
    expect((await shared()).status).toBe(404)
  })
})

test('mails of payments can be switched off', async () => {
  const reply = await stage.ask('PATCH', '/mail-preferences/', { payment_received: false })
  expect(reply).toMatchObject({ status: 200, body: { payment_received: false } })
  expect((await stage.ask('GET', '/mail-preferences/')).body).toMatchObject({
    payment_received: false,
  })
})

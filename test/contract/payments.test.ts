import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryLimits } from '#server/http/limits.ts'
import { startTestApp, textOf, type TestApp } from '#server/test-app.ts'
import { makeTenant, type Tenant } from '../walls/tenants.ts'
import { makeIssued } from './issued-document.ts'

const TOTAL = 148_750
const ACCOUNT = {
  bank: 'BancoEstado',
  account_type: 'vista',
  account_number: '12345678',
  holder_name: 'Ana Muñoz',
  holder_rut: '77.070.707-2',
  email: 'cobranza@empresa.example',
}

let app: TestApp
let ana: Tenant
let id: number
beforeEach(async () => {
  app = await startTestApp(undefined, undefined, (needs) => ({
    ...needs,
    limits: memoryLimits(),
    publicUrl: () => 'https://folio.example',
  }))
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  await forgetPayments()
  id = await makeIssued(app, ana)
})
afterEach(() => app.close())

/** The tenant as it is before its payments are switched on. */
async function forgetPayments(): Promise<void> {
  const { db } = app.database
  for (const table of ['payment_declaration', 'payment', 'receivable', 'payment_terms'] as const) {
    await db.deleteFrom(table).execute()
  }
}

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  const sent = body === undefined ? {} : { body }
  return app.call({ method, path, token: ana.access, ...sent })
}

function switchOn(terms: object = {}) {
  const body = { enabled_from: '2026-10-01', due_days: 30, bank: ACCOUNT, ...terms }
  return ask('PUT', `/payments/terms/${ana.ids.company}/`, body)
}

async function payment() {
  return (await ask('GET', `/documents/${id}/payment/`)).body
}

function pay(amount: number, day = '2026-11-04') {
  const body = { day, amount, way: 'transfer', note: 'Cartola de noviembre' }
  return ask('POST', `/documents/${id}/payments/`, body)
}

async function shared(): Promise<string> {
  const { body } = await ask('POST', `/documents/${id}/share/`)
  return textOf(body, 'url').replace('https://folio.example/d/', '')
}

describe('what is owed', () => {
  test('a document has no payment until its company takes payments from its date on', async () => {
    expect((await ask('GET', `/documents/${id}/`)).body).toMatchObject({ payment: null })
    await switchOn({ enabled_from: '2026-11-01' })
    expect((await ask('GET', `/documents/${id}/`)).body).toMatchObject({ payment: null })
    await switchOn({ enabled_from: '2026-10-31' })
    expect((await ask('GET', `/documents/${id}/`)).body).toMatchObject({
      payment: { state: 'due', owed: TOTAL, open: TOTAL, due_day: '2026-11-30', days_overdue: -25 },
    })
  })

  test('an older document is followed at its owner’s word, once', async () => {
    await switchOn({ enabled_from: '2026-11-05' })
    const follow = () => ask('POST', '/payments/follow/', { documents: [id] })
    expect(await follow()).toMatchObject({ status: 200, body: { followed: 1 } })
    expect(await follow()).toMatchObject({ status: 200, body: { followed: 0 } })
    expect(await payment()).toMatchObject({ state: 'due', owed: TOTAL })
  })

  test('neither what is not issued nor a nota can be followed', async () => {
    const { db } = app.database
    const follow = (document: number) => ask('POST', '/payments/follow/', { documents: [document] })
    const nota = await issueNota(3, 48_750)
    expect(await follow(nota)).toMatchObject({ body: { followed: 0 } })
    const unissued = { state: 'queued', folio: null, issued_at: null, issued_how: null } as const
    await db.updateTable('document').set(unissued).where('id', '=', id).execute()
    expect(await follow(id)).toMatchObject({ body: { followed: 0 } })
  })

  test('another due day leaves its page open for as long as it was, or longer', async () => {
    await switchOn()
    const move = (due_day: string) => ask('PATCH', `/documents/${id}/payment/`, { due_day })
    expect(await payment()).toMatchObject({ due_day: '2026-11-30', closes_day: '2027-01-29' })
    const earlier = { due_day: '2026-11-10', closes_day: '2027-01-29' }
    expect(await move('2026-11-10')).toMatchObject({ status: 200, body: earlier })
    const later = { due_day: '2026-12-31', closes_day: '2027-03-01' }
    expect(await move('2026-12-31')).toMatchObject({ status: 200, body: later })
  })

  test('reopening early shortens nothing, and what is paid is not reopened', async () => {
    await switchOn()
    const reopen = () => ask('POST', `/documents/${id}/payment/reopen/`)
    expect(await reopen()).toMatchObject({ status: 200, body: { closes_day: '2027-01-29' } })
    await pay(TOTAL)
    expect(await reopen()).toMatchObject({ status: 409 })
  })

  test('it is overdue the day after its due day, and not on it', async () => {
    await switchOn({ due_days: 5 })
    expect(await payment()).toMatchObject({ state: 'due', due_day: '2026-11-05', days_overdue: 0 })
    await app.clock.advance(24 * 60 * 60_000)
    await app.database.db.updateTable('refresh_token').set({ expires_at: '2027-01-01' }).execute()
    const { body } = await app.call({ path: '/auth/jwt/refresh/', body: { refresh: ana.refresh } })
    ana = { ...ana, access: textOf(body, 'access') }
    expect(await payment()).toMatchObject({ state: 'overdue', days_overdue: 1 })
  })

  test('a boleta whose recipient withholds is owed its líquido, another one its gross', async () => {
    const { db } = app.database
    const boleta = (withholder: string) => ({
      kind: 'boletaHonorarios' as const,
      content: JSON.stringify({ withholder, liquidoClp: 847_500, grossClp: 1_000_000 }),
      total_clp: 1_000_000,
    })
    const owed = async (withholder: string) => {
      await db.updateTable('document').set(boleta(withholder)).where('id', '=', id).execute()
      await db.deleteFrom('receivable').execute()
      await switchOn()
      const { base_clp } = await db
        .selectFrom('receivable')
        .select('base_clp')
        .executeTakeFirstOrThrow()
      return base_clp
    }
    expect(await owed('recipient')).toBe(847_500)
    expect(await owed('issuer')).toBe(1_000_000)
  })

  test('a nota de crédito is never owed, lowers its factura, and one issued after payment leaves too much', async () => {
    await switchOn()
    await pay(TOTAL)
    expect(await payment()).toMatchObject({ state: 'paid', open: 0 })
    const nota = await issueNota(3, 48_750)
    expect(await payment()).toMatchObject({
      state: 'overpaid',
      owed: 100_000,
      taken_back: 48_750,
      excess: 48_750,
    })
    expect((await ask('GET', `/documents/${nota}/`)).body).toMatchObject({ payment: null })
  })

  test('what was annulled is owed nothing, and what was paid of it is too much', async () => {
    await switchOn()
    await pay(50_000)
    const { db } = app.database
    await db.updateTable('document').set({ state: 'annulled' }).where('id', '=', id).execute()
    expect(await payment()).toMatchObject({
      state: 'overpaid',
      owed: 0,
      excess: 50_000,
      closed: 'annulled',
    })
  })

  test('a nota made at the portal lowers it, too', async () => {
    await switchOn()
    await app.database.db
      .insertInto('sii_issued')
      .values({
        organisation_id: ana.organisationId,
        company_id: ana.ids.company,
        kind: 'factura',
        folio: 1042,
        issue_day: '2026-10-31',
        total_clp: TOTAL,
        document_id: id,
        lowered_clp: 8_750,
        first_seen_at: '2026-11-05T15:00:00Z',
      })
      .execute()
    expect(await payment()).toMatchObject({ owed: 140_000, taken_back: 8_750 })
  })
})

async function issueNota(code: 1 | 3, total: number): Promise<number> {
  const { db } = app.database
  const { id: nota } = await db
    .insertInto('document')
    .columns([
      'organisation_id',
      'key',
      'kind',
      'company_id',
      'person_rut',
      'recipient_rut',
      'recipient_name',
      'emission_day',
      'issue_day',
      'service_month',
      'state',
      'content',
      'content_digest',
      'total_clp',
      'nota_of',
      'nota_code',
      'created_at',
      'updated_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('document')
        .select((row) => [
          'organisation_id',
          row.val('nota:1').as('key'),
          row.val('notaCredito').as('kind'),
          'company_id',
          'person_rut',
          'recipient_rut',
          'recipient_name',
          'emission_day',
          'issue_day',
          'service_month',
          row.val('queued').as('state'),
          'content',
          'content_digest',
          row.val(total).as('total_clp'),
          'id as nota_of',
          row.val(code).as('nota_code'),
          'created_at',
          'updated_at',
        ])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('document')
    .set({ state: 'issued', folio: 77 })
    .where('id', '=', nota)
    .execute()
  return nota
}

describe('a person records money', () => {
  test('in parts until it is paid, and too much is taken and shown', async () => {
    await switchOn()
    expect(await pay(100_000)).toMatchObject({
      status: 201,
      body: { state: 'partly_paid', open: 48_750 },
    })
    expect(await pay(48_750)).toMatchObject({ body: { state: 'paid', open: 0, excess: 0 } })
    expect(await pay(1)).toMatchObject({ body: { state: 'overpaid', excess: 1 } })
  })

  test('a correction undoes and records anew, and both stay', async () => {
    await switchOn()
    await pay(100_000)
    const [{ id: first }] = Object(await payment()).payments
    const body = { day: '2026-11-03', amount: TOTAL, way: 'cheque', note: '' }
    const corrected = await ask('POST', `/documents/${id}/payments/${first}/correct/`, body)
    expect(corrected).toMatchObject({
      status: 200,
      body: {
        state: 'paid',
        payments: [
          { id: first, amount: 100_000, undone_by: expect.stringContaining('ana') },
          { corrects: first, amount: TOTAL, way: 'cheque', undone_at: null },
        ],
      },
    })
    expect(await ask('POST', `/documents/${id}/payments/${first}/correct/`, body)).toMatchObject({
      status: 409,
    })
  })

  test('an undone payment is no money, and is undone once', async () => {
    await switchOn()
    await pay(TOTAL)
    const [{ id: first }] = Object(await payment()).payments
    const undo = () => ask('POST', `/documents/${id}/payments/${first}/undo/`)
    expect(await undo()).toMatchObject({ status: 200, body: { state: 'due', open: TOTAL } })
    expect(await undo()).toMatchObject({ status: 409 })
  })

  test('no more is given back than came, and the payment stays until its refund is undone', async () => {
    await switchOn()
    await pay(TOTAL)
    const [{ id: first }] = Object(await payment()).payments
    const refund = (amount: number) =>
      ask('POST', `/documents/${id}/refunds/`, {
        payment: first,
        day: '2026-11-05',
        amount,
        note: '',
      })
    expect(await refund(TOTAL + 1)).toMatchObject({
      status: 400,
      body: { amount: [expect.any(String)] },
    })
    expect(await refund(TOTAL - 1)).toMatchObject({ status: 201, body: { state: 'partly_paid' } })
    expect(await refund(2)).toMatchObject({ status: 400 })
    expect(await refund(1)).toMatchObject({ status: 201, body: { state: 'due', refunded: TOTAL } })
    expect(await ask('POST', `/documents/${id}/payments/${first}/undo/`)).toMatchObject({
      status: 409,
    })
    const [{ id: back }] = Object(await payment()).refunds
    const undone = await ask('POST', `/documents/${id}/refunds/${back}/undo/`)
    expect(undone).toMatchObject({ status: 200, body: { refunded: 1, state: 'partly_paid' } })
    expect(await refund(TOTAL - 1)).toMatchObject({ status: 201, body: { refunded: TOTAL } })
  })

  test('not for a day to come, nor for a document whose payment is not followed', async () => {
    expect(await pay(1_000)).toMatchObject({ status: 409 })
    await switchOn()
    expect(await pay(1_000, '2026-11-06')).toMatchObject({
      status: 400,
      body: { day: [expect.any(String)] },
    })
  })

  test('two at the same moment both count', async () => {
    await switchOn()
    await Promise.all([pay(100_000), pay(48_750), pay(10)])
    expect(await payment()).toMatchObject({ paid: TOTAL + 10, excess: 10 })
  })

  test('a document with money on record stays followed', async () => {
    await switchOn()
    expect(await ask('DELETE', `/documents/${id}/payment/`)).toMatchObject({ status: 204 })
    await ask('POST', '/payments/follow/', { documents: [id] })
    await pay(1)
    expect(await ask('DELETE', `/documents/${id}/payment/`)).toMatchObject({ status: 409 })
  })
})

describe('somebody with the link', () => {
  const say = (token: string, body: object) =>
    app.call({ method: 'POST', path: `/shared-documents/${token}/declarations/`, body })

  test('sees what is open and the account, and nothing of who recorded what', async () => {
    await switchOn()
    const page = await app.call({ path: `/shared-documents/${await shared()}/` })
    expect(page.body).toMatchObject({
      payment: {
        state: 'due',
        open: TOTAL,
        closed: null,
        transfer: { account_number: '12345678', reference: 'Factura 1042' },
      },
    })
    expect(JSON.stringify(page.body)).not.toMatch(/recorded|@folio\.example/)
  })

  test('sees the page as it was while payments are off', async () => {
    const page = await app.call({ path: `/shared-documents/${await shared()}/` })
    expect(page.body).toMatchObject({ payment: null })
  })

  test('says "ya transferí", which is no money until its owner confirms it', async () => {
    await switchOn()
    const token = await shared()
    const said = await say(token, { amount: TOTAL, day: '2026-11-05' })
    expect(said).toMatchObject({ status: 201, body: { state: 'declared', open: TOTAL, paid: 0 } })
    const [{ id: declaration }] = Object((await ask('GET', '/payments/declarations/')).body)
    const decide = (word: string) =>
      ask('POST', '/payments/declarations/decide/', { decisions: [{ id: declaration, word }] })
    expect(await decide('confirm')).toMatchObject({
      body: { outcomes: [{ outcome: 'confirmed' }] },
    })
    expect(await decide('reject')).toMatchObject({ body: { outcomes: [{ outcome: 'already' }] } })
    expect(await payment()).toMatchObject({
      state: 'paid',
      payments: [{ source: 'declaration', amount: TOTAL }],
    })
  })

  test('confirmed twice at the same moment it is one payment', async () => {
    await switchOn()
    await say(await shared(), { amount: TOTAL, day: '2026-11-05' })
    const [{ id: declaration }] = Object((await ask('GET', '/payments/declarations/')).body)
    const body = { decisions: [{ id: declaration, word: 'confirm' }] }
    await Promise.all([1, 2, 3].map(() => ask('POST', '/payments/declarations/decide/', body)))
    expect(await payment()).toMatchObject({ state: 'paid', excess: 0 })
  })

  test('a rejected declaration leaves it open, and another takes the place of one that waits', async () => {
    await switchOn()
    const token = await shared()
    await say(token, { amount: TOTAL, day: '2026-11-04' })
    await say(token, { amount: TOTAL, day: '2026-11-05', note: 'Ahora sí' })
    const { body } = await ask('GET', '/payments/declarations/')
    expect(body).toMatchObject([{ day: '2026-11-05', note: 'Ahora sí' }])
    const [{ id: declaration }] = Object(body)
    const decisions = [{ id: declaration, word: 'reject' }]
    await ask('POST', '/payments/declarations/decide/', { decisions })
    expect(await payment()).toMatchObject({ state: 'due', declaration: null })
  })

  test('pays exactly what is open unless its owner takes parts', async () => {
    await switchOn()
    const token = await shared()
    expect(await say(token, { amount: TOTAL - 1, day: '2026-11-05' })).toMatchObject({
      status: 400,
    })
    await switchOn({ allows_partial: true })
    expect(await say(token, { amount: TOTAL + 1, day: '2026-11-05' })).toMatchObject({
      status: 400,
    })
    expect(await say(token, { amount: 1, day: '2026-11-05' })).toMatchObject({ status: 201 })
  })

  test('cannot say it once it is paid, nor more than 60 days after it was due, unless it is reopened', async () => {
    await switchOn({ due_days: 0 })
    const token = await shared()
    const { db } = app.database
    await db.updateTable('receivable').set({ closes_day: '2026-11-04' }).execute()
    expect(await say(token, { amount: TOTAL, day: '2026-11-05' })).toMatchObject({ status: 409 })
    await ask('POST', `/documents/${id}/payment/reopen/`)
    expect(await payment()).toMatchObject({ closes_day: '2027-01-04', closed: null })
    expect(await say(token, { amount: TOTAL, day: '2026-11-05' })).toMatchObject({ status: 201 })
    await pay(TOTAL)
    expect(await say(token, { amount: TOTAL, day: '2026-11-05' })).toMatchObject({ status: 409 })
  })

  const put = (token: string, payload: Buffer, type = 'image/png') =>
    app.server.inject({
      method: 'PUT',
      url: `/api/shared-documents/${token}/voucher/`,
      headers: { 'content-type': type },
      payload,
    })
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

  test('adds a picture or a PDF as proof, known by its bytes, and its owner alone reads it', async () => {
    await switchOn()
    const token = await shared()
    expect((await put(token, PNG)).statusCode).toBe(409)
    await say(token, { amount: TOTAL, day: '2026-11-05' })
    expect((await put(token, Buffer.from('<svg onload=x>'))).statusCode).toBe(400)
    expect((await put(token, PNG, 'text/html')).statusCode).toBe(415)
    expect((await put(token, Buffer.alloc(2_000_001))).statusCode).toBe(413)
    expect((await put('x'.repeat(43), PNG)).statusCode).toBe(404)
    expect((await put(token, PNG)).statusCode).toBe(204)
    const [{ id: declaration, has_voucher }] = Object(
      (await ask('GET', '/payments/declarations/')).body,
    )
    expect(has_voucher).toBe(true)
    const url = `/api/payments/declarations/${declaration}/voucher/`
    expect((await app.server.inject({ url })).statusCode).toBe(401)
    const read = await app.server.inject({
      url,
      headers: { authorization: `Bearer ${ana.access}` },
    })
    expect(read.rawPayload).toEqual(PNG)
    expect(read.headers['content-disposition']).toMatch(/^attachment/)
    const decisions = [{ id: declaration, word: 'reject' }]
    await ask('POST', '/payments/declarations/decide/', { decisions })
    expect((await put(token, PNG)).statusCode).toBe(409)
  })
})

describe('how a company gets paid', () => {
  test('another account is on record, written to its users, and a holder of another RUT is said', async () => {
    await switchOn()
    const mails = () =>
      app.database.db
        .selectFrom('system_mail')
        .select('data')
        .where('template', '=', 'paymentAccount')
        .execute()
    expect(await mails()).toHaveLength(1)
    await switchOn({ allows_partial: true })
    expect(await mails()).toHaveLength(1)
    const other = await switchOn({ bank: { ...ACCOUNT, holder_rut: '12.121.212-9' } })
    expect(other).toMatchObject({ status: 200, body: { holder_differs: true } })
    expect(await mails()).toHaveLength(2)
    expect(JSON.stringify(await mails())).not.toContain('12345678')
  })

  test('a wrong RUT of the holder is told at its field', async () => {
    const wrong = await switchOn({ bank: { ...ACCOUNT, holder_rut: '77.070.707-3' } })
    expect(wrong).toMatchObject({
      status: 400,
      body: { bank: { holder_rut: [expect.any(String)] } },
    })
  })

  test('switched off it follows no new documents, and what is owed stays', async () => {
    await switchOn()
    await switchOn({ enabled_from: null })
    expect(await payment()).toMatchObject({ state: 'due' })
  })
})

test('who owes how much is told by client and by how long it is overdue, with what is expected', async () => {
  await switchOn({ due_days: 2 })
  await pay(48_750)
  const { body } = await ask('GET', '/payments/receivables/')
  expect(body).toEqual({
    total: {
      not_due: 0,
      days_1_30: 100_000,
      days_31_60: 0,
      days_61_90: 0,
      days_91: 0,
      open: 100_000,
    },
    clients: [
      {
        company: { id: ana.ids.company, identifier: '77.070.707-2', name: 'ANA-empresa' },
        client: { identifier: '90.909.090-3', name: 'ANA-receptor' },
        not_due: 0,
        days_1_30: 100_000,
        days_31_60: 0,
        days_61_90: 0,
        days_91: 0,
        open: 100_000,
        documents: 1,
        usual_days: null,
      },
    ],
    expected: { this_month: 100_000, next_month: 0 },
  })
})

test('the list filters by the payment’s state', async () => {
  await switchOn()
  const count = async (state: string) =>
    Object((await ask('GET', `/documents/?payment=${state}`)).body).documents.length
  expect([await count('due'), await count('paid'), await count('none')]).toEqual([1, 0, 0])
  await pay(TOTAL)
  expect([await count('due'), await count('paid')]).toEqual([0, 1])
})

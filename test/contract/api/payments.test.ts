import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { paymentsThatAsk } from '#server/agenda/payments-that-ask.ts'
import { takeBack } from '#server/documents/issue/apply-nota.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { startTestApp, textOf, type TestApp } from '#server/test-app.ts'
import { untilLockWait } from '../../engine/lock-wait.ts'
import { makeTenant, type Tenant } from '../../walls/tenants.ts'
import { makeIssued } from './issued-document.ts'
import { factura } from '../sii/desk.ts'

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
  for (const table of [
    'payment_attempt',
    'payment_declaration',
    'payment',
    'receivable',
    'payment_terms',
  ] as const) {
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

async function switchOn(terms: object = {}) {
  const [{ updated_at: seen }] = Object((await ask('GET', '/payments/terms/')).body)
  const body = { seen, enabled_from: '2026-10-01', due_days: 30, bank: ACCOUNT, ...terms }
  return ask('PUT', `/payments/terms/${ana.ids.company}/`, body)
}

async function payment() {
  return (await ask('GET', `/documents/${id}/payment/`)).body
}

function pay(amount: number, day = '2026-11-04') {
  const body = { day, amount, way: 'transfer', note: 'Cartola de noviembre' }
  return ask('POST', `/documents/${id}/payments/`, body)
}

/** Each declaration that waits, as its owner sees it. */
async function declared() {
  const said = z.array(
    z.object({ id: z.int(), amount: z.int(), day: z.string(), has_voucher: z.boolean() }),
  )
  return said.parse((await ask('GET', '/payments/declarations/')).body)
}

function decide(word: 'confirm' | 'reject', seen: { id: number; amount: number; day: string }) {
  const { id: declaration, amount, day } = seen
  const decisions = [{ excess: 0, ...seen, id: declaration, amount, day, word }]
  return ask('POST', '/payments/declarations/decide/', { decisions })
}

async function theDeclared() {
  const [said, ...others] = await declared()
  if (said === undefined || others.length > 0) throw new Error('not one declaration')
  return said
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

  test('a document whose following begins twice keeps the due day that its owner gave it', async () => {
    await switchOn()
    await ask('PATCH', `/documents/${id}/payment/`, { due_day: '2026-12-31' })
    const { db } = app.database
    await sql`select open_receivables(organisation_id, array[id], now()) from document where id = ${id}`.execute(
      db,
    )
    expect(await payment()).toMatchObject({ due_day: '2026-12-31' })
  })

  test('a due day more than two years after it was issued is told at its field', async () => {
    await switchOn()
    const move = (due_day: string) => ask('PATCH', `/documents/${id}/payment/`, { due_day })
    expect(await move('2028-10-31')).toMatchObject({ status: 200 })
    expect(await move('2028-11-01')).toMatchObject({
      status: 400,
      body: { due_day: [expect.any(String)] },
    })
  })

  test('a due day before the document was issued is told at its field', async () => {
    await switchOn()
    const move = (due_day: string) => ask('PATCH', `/documents/${id}/payment/`, { due_day })
    expect(await move('2026-10-31')).toMatchObject({ status: 200, body: { due_day: '2026-10-31' } })
    expect(await move('2026-10-30')).toMatchObject({
      status: 400,
      body: { due_day: ['The due day cannot be before the issue date.'] },
    })
    expect(await payment()).toMatchObject({ due_day: '2026-10-31' })
  })

  test('reopening early shortens nothing, and what is paid is not reopened', async () => {
    await switchOn()
    const reopen = () => ask('POST', `/documents/${id}/payment/reopen/`)
    expect(await reopen()).toMatchObject({ status: 200, body: { closes_day: '2027-01-29' } })
    await pay(TOTAL)
    expect(await reopen()).toMatchObject({ status: 409 })
  })

  test('a document falls due by the days of its rule, else of its client, else of its company', async () => {
    const { rule, client, company } = ana.ids
    const made = { rule_id: rule, client_id: client }
    await app.database.db.updateTable('document').set(made).where('id', '=', id).execute()
    const ofClient = (due_days: number | null) =>
      ask('PATCH', `/billing-sii/companies/${company}/clients/${client}/`, { due_days })
    const ofRule = (due_days: number | null) =>
      ask('PATCH', `/billing-sii/invoice-rules/${rule}/`, { due_days })
    const followedAnew = async () => {
      await forgetPayments()
      await switchOn()
      return payment()
    }
    expect(await followedAnew()).toMatchObject({ due_day: '2026-11-30' })
    expect(await ofClient(12)).toMatchObject({ status: 200, body: { due_days: 12 } })
    expect(await followedAnew()).toMatchObject({ due_day: '2026-11-12' })
    expect(await ofRule(7)).toMatchObject({
      status: 200,
      body: { due_days: 7, clients_detail: [{ client: { due_days: 12 } }] },
    })
    expect(await followedAnew()).toMatchObject({ due_day: '2026-11-07' })
    expect(await ofRule(0)).toMatchObject({ status: 200, body: { due_days: 0 } })
    expect(await followedAnew()).toMatchObject({ due_day: '2026-10-31' })
    // What names something else keeps them.
    await ask('PATCH', `/billing-sii/invoice-rules/${rule}/`, { name: 'Otro nombre' })
    expect(await followedAnew()).toMatchObject({ due_day: '2026-10-31' })
    await ofRule(null)
    await ofClient(null)
    expect(await followedAnew()).toMatchObject({ due_day: '2026-11-30' })
    for (const wrong of [366, -1, 2.5]) {
      const refused = { status: 400, body: { due_days: [expect.any(String)] } }
      expect(await ofRule(wrong)).toMatchObject(refused)
      expect(await ofClient(wrong)).toMatchObject(refused)
    }
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
      await forgetPayments()
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

  test('a refund after a nota stops reminders until its owner says that the document is owed', async () => {
    await switchOn()
    await issueNota(3, 48_750)
    await pay(100_000)
    const { payments } = Object(await payment())
    const given = { payment: payments[0].id, day: '2026-11-05', amount: 20_000, note: '' }
    await ask('POST', `/documents/${id}/refunds/`, given)
    expect(await payment()).toMatchObject({ state: 'partly_paid', open: 20_000 })
    const { body } = await ask('GET', `/documents/${id}/payment/reminders/`)
    expect(body).toMatchObject({ muted: true, given_back: true })
  })

  test('a nota that corrects its text lowers nothing', async () => {
    await switchOn()
    await issueNota(2, TOTAL)
    expect(await payment()).toMatchObject({ state: 'due', open: TOTAL, taken_back: 0 })
  })

  test('a factura that begins to be followed while its nota is still to be issued is owed whole', async () => {
    await addNota(3, 48_750)
    await switchOn()
    expect(await payment()).toMatchObject({ owed: TOTAL, taken_back: 0 })
  })

  test('a nota that is issued while its factura begins to be followed lowers it', async () => {
    const { db } = app.database
    const nota = await addNota(3, 48_750)
    const { issueDate, totalClp, ...rest } = factura()
    const reference = { folio: 1042, issueDate, totalClp, code: 3, reason: '' } as const
    const content = { ...rest, kind: 'notaCredito', issueDate, totalClp, reference } as const
    const following = await db.transaction().execute(async (trx) => {
      await sql`select open_receivables(organisation_id, array[id], now()) from document where id = ${id}`.execute(
        trx,
      )
      const issuing = db.transaction().execute(async (other) => {
        const issued = { state: 'issued', folio: 77 } as const
        await other.updateTable('document').set(issued).where('id', '=', nota).execute()
        const of = { organisation_id: ana.organisationId, nota_of: id }
        const user = { worker: 'user:1', epoch: null }
        await takeBack(other, app.clock, user, of, { folio: 77, content })
      })
      await untilLockWait(db)
      return { issuing }
    })
    await following.issuing
    expect(await payment()).toMatchObject({ owed: 100_000, taken_back: 48_750 })
  })

  test('an excess is asked about until its owner leaves it to the client', async () => {
    await switchOn()
    await pay(TOTAL + 50_000)
    const { db } = app.database
    const asking = async () => (await paymentsThatAsk(db, ana)).map(({ state }) => state)
    const agree = (amount: number) =>
      ask('PUT', `/documents/${id}/payment/agreed-excess/`, { amount })
    expect(await asking()).toEqual(['overpaid'])
    expect(await agree(50_001)).toMatchObject({ status: 409 })
    expect(await agree(20_000)).toMatchObject({ status: 200, body: { agreed_excess: 20_000 } })
    expect(await asking()).toEqual(['overpaid'])
    expect(await agree(50_000)).toMatchObject({ body: { state: 'overpaid', excess: 50_000 } })
    await agree(50_000)
    expect(await asking()).toEqual([])
    const token = await shared()
    const shown = async () =>
      Object((await app.call({ path: `/shared-documents/${token}/` })).body).payment
    expect(await shown()).toMatchObject({ state: 'overpaid', excess_agreed: true })
    const agreed = db.selectFrom('audit_event').select('data').where('kind', '=', 'excessAgreed')
    expect((await agreed.orderBy('id').execute()).map(({ data }) => data)).toEqual([
      { amount: 20_000 },
      { amount: 50_000 },
    ])
    await pay(1)
    expect(await asking()).toEqual(['overpaid'])
    expect(await payment()).toMatchObject({ excess: 50_001, agreed_excess: 50_000 })
    expect(await shown()).toMatchObject({ state: 'overpaid', excess_agreed: false })
    await agree(50_001)
    expect(await asking()).toEqual([])
    expect(await agree(0)).toMatchObject({ body: { agreed_excess: 0 } })
    expect(await asking()).toEqual(['overpaid'])
  })

  test('what was agreed of an excess does not cover another that comes later', async () => {
    await switchOn()
    await pay(TOTAL)
    await pay(50_000)
    const { db } = app.database
    const asking = async () => (await paymentsThatAsk(db, ana)).map(({ state }) => state)
    await ask('PUT', `/documents/${id}/payment/agreed-excess/`, { amount: 50_000 })
    const giveBack = async (amount: number) => {
      const [, { id: second }] = Object(await payment()).payments
      const refund = { payment: second, day: '2026-11-05', amount, note: '' }
      return ask('POST', `/documents/${id}/refunds/`, refund)
    }
    expect((await giveBack(30_000)).status).toBe(201)
    expect(await asking()).toEqual([])
    await pay(10_000)
    expect(await asking()).toEqual(['overpaid'])
    expect(await payment()).toMatchObject({ excess: 30_000, agreed_excess: 20_000 })
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

  test('a nota made at the portal lowers it, too, whenever one of ours follows', async () => {
    await switchOn()
    await addPortalNota({ folio: 76, total: 8_750, code: 3 })
    expect(await payment()).toMatchObject({ owed: 140_000, taken_back: 8_750 })
    await issueNota(3, 40_000)
    expect(await payment()).toMatchObject({ owed: 100_000, taken_back: 48_750 })
  })

  test('a nota made at the portal that annuls it leaves nothing owed', async () => {
    await switchOn()
    await addPortalNota({ folio: 76, total: TOTAL - 1, code: 1 })
    expect(await payment()).toMatchObject({ owed: 0, taken_back: TOTAL })
  })

  test.each([
    ['corrects its text', { code: 2 }],
    ['names a factura of another day', { day: '2026-10-30' }],
    ['is to another client', { recipient: '11111111-1' }],
  ])('a nota made at the portal that %s lowers nothing', async (_what, changed) => {
    await switchOn()
    await addPortalNota({ folio: 76, total: 8_750, code: 3, ...changed })
    expect(await payment()).toMatchObject({ owed: TOTAL, taken_back: 0 })
  })

  test('a nota that was read at the portal before its answer came counts once', async () => {
    await switchOn()
    await addPortalNota({ folio: 77, total: 8_750, code: 3 })
    await issueNota(3, 8_750)
    expect(await payment()).toMatchObject({ owed: 140_000, taken_back: 8_750 })
  })
})

/** As a sweep reads it. */
async function addPortalNota(
  nota: { folio: number; total: number; code: number } & { day?: string; recipient?: string },
): Promise<void> {
  const { db } = app.database
  const { issue_day: day, recipient_rut: recipient } = await db
    .selectFrom('document')
    .select(['issue_day', 'recipient_rut'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('portal_nota')
    .values({
      organisation_id: ana.organisationId,
      company_id: ana.ids.company,
      folio: nota.folio,
      recipient_rut: nota.recipient ?? recipient,
      issue_day: '2026-11-03',
      total_clp: nota.total,
      tried_at: '2026-11-05T15:00:00Z',
      about: JSON.stringify([{ folio: 1042, day: nota.day ?? day, code: nota.code }]),
    })
    .execute()
}

async function issueNota(code: 1 | 2 | 3, total: number): Promise<number> {
  const nota = await addNota(code, total)
  const issued = { state: 'issued', folio: 77 } as const
  await app.database.db.updateTable('document').set(issued).where('id', '=', nota).execute()
  return nota
}

async function addNota(code: 1 | 2 | 3, total: number): Promise<number> {
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
    const seen = await theDeclared()
    expect(await decide('confirm', seen)).toMatchObject({
      body: { outcomes: [{ outcome: 'confirmed' }] },
    })
    expect(await decide('reject', seen)).toMatchObject({
      body: { outcomes: [{ outcome: 'already' }] },
    })
    expect(await payment()).toMatchObject({
      state: 'paid',
      payments: [{ source: 'declaration', amount: TOTAL }],
    })
  })

  test('confirmed twice at the same moment it is one payment', async () => {
    await switchOn()
    await say(await shared(), { amount: TOTAL, day: '2026-11-05' })
    const seen = { ...(await theDeclared()), excess: TOTAL * 3 }
    await Promise.all([1, 2, 3].map(() => decide('confirm', seen)))
    expect(await payment()).toMatchObject({ state: 'paid', excess: 0 })
  })

  test('a rejected declaration leaves it open', async () => {
    await switchOn()
    await say(await shared(), { amount: TOTAL, day: '2026-11-04' })
    await decide('reject', await theDeclared())
    expect(await payment()).toMatchObject({ state: 'due', declarations: [] })
  })

  test('corrects the declaration whose key it has, and what was said first is kept', async () => {
    await switchOn()
    const token = await shared()
    const first = textOf((await say(token, { amount: TOTAL, day: '2026-11-04' })).body, 'key')
    await put(token, first, PNG)
    const seen = await theDeclared()
    const again = { amount: TOTAL, day: '2026-11-05', note: 'Ahora sí', corrects: first }
    expect(await say(token, again)).toMatchObject({ status: 201, body: { declared: TOTAL } })
    expect(await declared()).toMatchObject([{ day: '2026-11-05', has_voucher: false }])
    expect(await decide('confirm', seen)).toMatchObject({
      body: { outcomes: [{ id: seen.id, outcome: 'changed' }] },
    })
    expect(await payment()).toMatchObject({ state: 'declared', paid: 0 })
    const kept = await app.database.db
      .selectFrom('payment_declaration')
      .select(['state', 'day', 'voucher_type', 'decided_at', 'decided_by'])
      .where('id', '=', seen.id)
      .executeTakeFirstOrThrow()
    expect(kept).toMatchObject({ state: 'replaced', day: '2026-11-04', voucher_type: 'image/png' })
    expect(kept).toMatchObject({ decided_at: expect.any(String), decided_by: null })
    expect(await say(token, again)).toMatchObject({ status: 409 })
  })

  test.each([
    ['amount', { amount: TOTAL - 1 }],
    ['day', { day: '2026-11-03' }],
  ])('with another %s than was seen it is not decided', async (_what, seen) => {
    await switchOn()
    await say(await shared(), { amount: TOTAL, day: '2026-11-05' })
    const said = await theDeclared()
    expect(await decide('reject', { ...said, ...seen })).toMatchObject({
      body: { outcomes: [{ outcome: 'changed' }] },
    })
    expect(await payment()).toMatchObject({ state: 'declared' })
  })

  test('without a key it takes the place of nothing, and what is shown is at most what is open', async () => {
    await switchOn()
    const token = await shared()
    await say(token, { amount: TOTAL, day: '2026-11-04' })
    const second = await say(token, { amount: TOTAL, day: '2026-11-05' })
    expect(second).toMatchObject({ status: 201, body: { declared: TOTAL, left: 0, open: TOTAL } })
    expect(await payment()).toMatchObject({
      declarations: [{ day: '2026-11-04' }, { day: '2026-11-05' }],
    })
  })

  test('more than is owed is confirmed only once its owner agreed to how much', async () => {
    await switchOn()
    const token = await shared()
    await say(token, { amount: TOTAL, day: '2026-11-04' })
    await say(token, { amount: TOTAL, day: '2026-11-05' })
    const [first, second] = await declared()
    if (first === undefined || second === undefined) throw new Error('not two')
    await decide('confirm', first)
    const outcome = { id: second.id, outcome: 'tooMuch', excess: TOTAL }
    expect(await decide('confirm', second)).toMatchObject({ body: { outcomes: [outcome] } })
    const agreed = (excess: number) => decide('confirm', Object.assign(second, { excess }))
    expect(await agreed(TOTAL - 1)).toMatchObject({ body: { outcomes: [outcome] } })
    expect(await payment()).toMatchObject({ state: 'paid' })
    await agreed(TOTAL)
    expect(await payment()).toMatchObject({ state: 'overpaid', excess: TOTAL, declarations: [] })
  })

  test('says each part of it, and no more than is open together', async () => {
    await switchOn({ allows_partial: true })
    const token = await shared()
    const part = (amount: number, more: object = {}) =>
      say(token, { amount, day: '2026-11-05', ...more })
    const first = textOf((await part(100_000)).body, 'key')
    expect(await part(48_751)).toMatchObject({ status: 400 })
    expect(await part(40_000)).toMatchObject({ status: 201, body: { left: 8_750 } })
    expect(await part(108_751, { corrects: first })).toMatchObject({ status: 400 })
    expect(await part(108_750, { corrects: first })).toMatchObject({ status: 201 })
    expect(await part(1)).toMatchObject({ status: 409 })
    expect(await declared()).toMatchObject([{ amount: 40_000 }, { amount: 108_750 }])
  })

  test('ten wait at most', async () => {
    await switchOn()
    const token = await shared()
    const { db } = app.database
    await say(token, { amount: TOTAL, day: '2026-11-05' })
    const row = await db.selectFrom('payment_declaration').selectAll().executeTakeFirstOrThrow()
    const { id: _id, payer_key: _key, ...same } = row
    const others = Array.from({ length: 8 }, () => same)
    await db.insertInto('payment_declaration').values(others).execute()
    const tenth = await say(token, { amount: TOTAL, day: '2026-11-05' })
    expect(tenth.status).toBe(201)
    const eleventh = { amount: TOTAL, day: '2026-11-05' }
    expect(await say(token, eleventh)).toMatchObject({ status: 409 })
    const corrects = textOf(tenth.body, 'key')
    expect(await say(token, { ...eleventh, corrects })).toMatchObject({ status: 201 })
  })

  test('a recorded payment that is the declared transfer settles it, and once', async () => {
    await switchOn()
    await say(await shared(), { amount: TOTAL, day: '2026-11-05' })
    const { id: declaration } = await theDeclared()
    const body = { day: '2026-11-04', amount: 100_000, way: 'transfer', declaration }
    const record = () => ask('POST', `/documents/${id}/payments/`, body)
    const settled = { state: 'partly_paid', declarations: [], payments: [{ amount: 100_000 }] }
    expect(await record()).toMatchObject({ status: 201, body: settled })
    expect(await record()).toMatchObject({ status: 409 })
    expect(await payment()).toMatchObject(settled)
  })

  test('a declaration waits again once the payment that confirmed it is undone, and not once it is corrected', async () => {
    await switchOn()
    await say(await shared(), { amount: TOTAL, day: '2026-11-05' })
    await decide('confirm', await theDeclared())
    const [{ id: wrong }] = Object(await payment()).payments
    const right = { day: '2026-11-04', amount: TOTAL, way: 'transfer', note: '' }
    await ask('POST', `/documents/${id}/payments/${wrong}/correct/`, right)
    expect(await payment()).toMatchObject({ state: 'paid', declarations: [] })
    const { id: corrected } = Object(await payment()).payments[1]
    expect(await reopenedBy()).toEqual([])
    await ask('POST', `/documents/${id}/payments/${corrected}/undo/`)
    expect(await reopenedBy()).toEqual([ana.userId])
    const waits = { state: 'declared', paid: 0, declarations: [{ amount: TOTAL }] }
    expect(await payment()).toMatchObject(waits)
    expect(await decide('confirm', await theDeclared())).toMatchObject({
      body: { outcomes: [{ outcome: 'confirmed' }] },
    })
  })

  /** Who made a declaration of the document wait again, by the audit. */
  async function reopenedBy() {
    const events = await app.database.db
      .selectFrom('audit_event')
      .select('user_id')
      .where('kind', '=', 'declarationReopened')
      .where('subject', '=', `document:${id}`)
      .orderBy('id')
      .execute()
    return events.map(({ user_id: user }) => user)
  }

  test('a declared transfer is in the inbox, the list and the page although the document is paid', async () => {
    await switchOn()
    const token = await shared()
    await say(token, { amount: TOTAL, day: '2026-11-05' })
    await pay(TOTAL)
    const { body } = await ask('GET', '/documents/?payment=declared')
    expect(Object(body).documents).toMatchObject([{ id, payment: { state: 'paid' } }])
    const page = await app.call({ path: `/shared-documents/${token}/` })
    expect(page.body).toMatchObject({ payment: { closed: 'paid', declared: TOTAL, left: 0 } })
    const asking = await paymentsThatAsk(app.database.db, { organisationId: ana.organisationId })
    expect(asking).toMatchObject([{ id, state: 'declared' }])
  })

  test('says it while its document is annulled, and neither waits for the other', async () => {
    await switchOn()
    const token = await shared()
    await say(token, { amount: TOTAL, day: '2026-11-05' })
    const seen = await theDeclared()
    const actions: Record<string, () => Promise<unknown>> = {
      declare: () => say(token, { amount: TOTAL, day: '2026-11-05' }),
      confirm: () => decide('confirm', seen),
      pay: () => pay(1_000),
    }
    for (const [name, act] of Object.entries(actions)) {
      // As an annulment does: the document, and then what is owed of it.
      const { acting, ended } = await app.database.db.transaction().execute(async (trx) => {
        await trx.selectFrom('document').select('id').where('id', '=', id).forUpdate().execute()
        const running = act()
        await untilLockWait(app.database.db)
        await sql`select follow_receivable(${ana.organisationId}, ${id})`.execute(trx)
        return { acting: running, ended: name }
      })
      expect(Object(await acting).status, ended).toBeLessThan(300)
    }
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

  const put = (token: string, key: string, payload: Buffer, type = 'image/png') =>
    app.server.inject({
      method: 'PUT',
      url: `/api/shared-documents/${token}/declarations/${key}/voucher/`,
      headers: { 'content-type': type },
      payload,
    })
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

  test('adds a picture or a PDF as proof, known by its bytes, and its owner alone reads it', async () => {
    await switchOn()
    const token = await shared()
    const key = textOf((await say(token, { amount: TOTAL, day: '2026-11-05' })).body, 'key')
    const another = await say(token, { amount: TOTAL, day: '2026-11-05' })
    expect((await put(token, randomUUID(), PNG)).statusCode).toBe(409)
    expect((await put(token, 'mine', PNG)).statusCode).toBe(404)
    expect((await put(token, key, Buffer.from('<svg onload=x>'))).statusCode).toBe(400)
    expect((await put(token, key, PNG, 'text/html')).statusCode).toBe(415)
    expect((await put(token, key, Buffer.alloc(2_000_001))).statusCode).toBe(413)
    expect((await put('x'.repeat(43), key, PNG)).statusCode).toBe(404)
    expect((await put(token, key, PNG)).statusCode).toBe(204)
    expect((await put(token, key, PNG)).statusCode).toBe(409)
    const [said, other] = await declared()
    if (said === undefined || other === undefined) throw new Error('not two')
    expect([said.has_voucher, other.has_voucher]).toEqual([true, false])
    const { id: declaration } = said
    const url = `/api/payments/declarations/${declaration}/voucher/`
    expect((await app.server.inject({ url })).statusCode).toBe(401)
    const read = await app.server.inject({
      url,
      headers: { authorization: `Bearer ${ana.access}` },
    })
    expect(read.rawPayload).toEqual(PNG)
    expect(read.headers['content-disposition']).toMatch(/^attachment/)
    await decide('reject', other)
    expect((await put(token, textOf(another.body, 'key'), PNG)).statusCode).toBe(409)
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

  test.each([
    ['bank', 'Banco de Chile'],
    ['account_type', 'corriente'],
    ['account_number', '87654321'],
    ['holder_name', 'Eva Soto'],
    ['holder_rut', '12.121.212-9'],
    ['email', 'eva@empresa.example'],
  ])('another %s of the account is written, too', async (part, value) => {
    await switchOn()
    await switchOn({ bank: { ...ACCOUNT, [part]: value } })
    const mails = app.database.db.selectFrom('system_mail').select('template')
    expect(await mails.where('template', '=', 'paymentAccount').execute()).toHaveLength(2)
  })

  test('a form of before somebody else saved undoes nothing', async () => {
    const seen = Object(await switchOn()).body.updated_at
    await app.clock.advance(1_000)
    const newer = await switchOn({ due_days: 10 })
    expect(newer.status).toBe(200)
    expect(await switchOn({ seen, due_days: 20 })).toMatchObject({ status: 409 })
    expect(await switchOn({ seen: null })).toMatchObject({ status: 409 })
    expect((await ask('GET', '/payments/terms/')).body).toMatchObject([{ due_days: 10 }])
  })

  test('saved again it follows nothing that its owner stopped following, unless from an earlier day', async () => {
    await switchOn({ enabled_from: '2026-10-15' })
    await ask('DELETE', `/documents/${id}/payment/`)
    const isFollowed = async () =>
      Object((await ask('GET', `/documents/${id}/`)).body).payment !== null
    await switchOn({ enabled_from: '2026-10-15', due_days: 10 })
    expect(await isFollowed()).toBe(false)
    await switchOn({ enabled_from: '2026-10-20' })
    expect(await isFollowed()).toBe(false)
    await switchOn({ enabled_from: '2026-10-19' })
    expect(await isFollowed()).toBe(true)
  })

  test('a document that becomes issued while payments are switched on is followed', async () => {
    const { db } = app.database
    const unissued = { state: 'queued', folio: null, issued_at: null, issued_how: null } as const
    const issued = { state: 'issued', folio: 1042, issued_at: '2026-10-31T15:00:00Z' } as const
    await db.updateTable('document').set(unissued).where('id', '=', id).execute()
    const saving = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('document')
        .set({ ...issued, issued_how: 'answered' })
        .where('id', '=', id)
        .execute()
      const running = switchOn()
      await untilLockWait(app.database.db)
      return { running }
    })
    expect((await saving.running).status).toBe(200)
    expect(await payment()).toMatchObject({ state: 'due' })
  })

  test('a document waits for the terms that are being saved', async () => {
    const { db } = app.database
    const unissued = { state: 'queued', folio: null, issued_at: null, issued_how: null } as const
    await db.updateTable('document').set(unissued).where('id', '=', id).execute()
    const issuing = await db.transaction().execute(async (trx) => {
      await sql`select lock_terms(${ana.organisationId}, ${ana.ids.company}, true)`.execute(trx)
      await trx
        .insertInto('payment_terms')
        .values({
          organisation_id: ana.organisationId,
          company_id: ana.ids.company,
          first_day: '2026-10-01',
          updated_at: '2026-11-05T15:00:00Z',
        })
        .execute()
      const running = db
        .updateTable('document')
        .set({
          state: 'issued',
          folio: 1042,
          issued_at: '2026-10-31T15:00:00Z',
          issued_how: 'answered',
        })
        .where('id', '=', id)
        .execute()
      await untilLockWait(app.database.db)
      return { running }
    })
    await issuing.running
    expect(await payment()).toMatchObject({ state: 'due' })
  })

  test('a wrong RUT of the holder is told at its field', async () => {
    const wrong = await switchOn({ bank: { ...ACCOUNT, holder_rut: '77.070.707-3' } })
    expect(wrong).toMatchObject({
      status: 400,
      body: { bank: { holder_rut: [expect.any(String)] } },
    })
  })

  test.each([null, '2026-11-01'])(
    'a document that becomes issued is not followed where payments are on from %s',
    async (enabled_from) => {
      const { db } = app.database
      const unissued = { state: 'queued', folio: null, issued_at: null, issued_how: null } as const
      const issued = { state: 'issued', folio: 1042, issued_at: '2026-10-31T15:00:00Z' } as const
      await db.updateTable('document').set(unissued).where('id', '=', id).execute()
      await switchOn()
      await switchOn({ enabled_from })
      const becomes = { ...issued, issued_how: 'answered' } as const
      await db.updateTable('document').set(becomes).where('id', '=', id).execute()
      expect((await ask('GET', `/documents/${id}/`)).body).toMatchObject({ payment: null })
    },
  )

  test('switched off, what is owed stays', async () => {
    await switchOn()
    await switchOn({ enabled_from: null })
    expect(await payment()).toMatchObject({ state: 'due' })
  })
})

test('the list filters by the payment’s state', async () => {
  await switchOn()
  const count = async (state: string) =>
    Object((await ask('GET', `/documents/?payment=${state}`)).body).documents.length
  expect([await count('due'), await count('paid'), await count('none')]).toEqual([1, 0, 0])
  await pay(1)
  await app.database.db.updateTable('receivable').set({ due_day: '2026-11-04' }).execute()
  expect([await count('partly_paid'), await count('overdue')]).toEqual([1, 1])
  await pay(TOTAL - 1)
  expect([await count('due'), await count('paid'), await count('overdue')]).toEqual([0, 1, 0])
})

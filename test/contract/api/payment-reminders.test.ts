import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, TEST_PASSWORD, textOf, type TestApp } from '#server/test-app.ts'
import { insertOwed } from '../../payments/owed-documents.ts'
import { makeTenant, type Tenant } from '../../walls/tenants.ts'
import { makeIssued } from './issued-document.ts'

// A Thursday, at noon in Chile; 12, 13 and 16 November are business days.
const START = '2026-11-05T15:00:00Z'

const DISCONNECTED = {
  state: 'disconnected',
  disconnect_reason: 'revoked',
  disconnected_at: START,
} as const

let app: TestApp
let ana: Tenant
let id: number
beforeEach(async () => {
  app = await startTestApp(START)
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  id = await makeIssued(app, ana)
  const { db } = app.database
  for (const table of ['reminder', 'reminder_mail', 'reminder_mute', 'reminder_setting'] as const) {
    await db.deleteFrom(table).execute()
  }
  for (const table of ['payment_attempt', 'payment_declaration', 'payment'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.deleteFrom('delivery').where('purpose', '<>', 'document').execute()
  const recipients = JSON.stringify([{ copy: 'to', name: '', address: 'pagos@aseo.example' }])
  await db.updateTable('delivery').set({ recipients }).execute()
  await owed('2026-11-12')
})
afterEach(() => app.close())

async function owed(due_day: string): Promise<void> {
  await app.database.db.updateTable('receivable').set({ due_day }).execute()
  await app.database.pool.query(
    'select follow_receivable(organisation_id, document_id) from receivable',
  )
}

async function signIn(): Promise<void> {
  const body = { email: 'ana@folio.example', password: TEST_PASSWORD }
  const reply = await app.call({ path: '/auth/jwt/create/', body })
  ana.access = textOf(reply.body, 'access')
}

const path = () => `/payments/terms/${ana.ids.company}/reminders/`
const ofDocument = () => `/documents/${id}/payment/reminders/`
const read = async () => Object((await app.call({ path: path(), token: ana.access })).body)
const put = (where: string, body: object) =>
  app.call({ method: 'PUT', path: where, token: ana.access, body })

test('reminders are off until a person who saw the list of what would be sent switches them on', async () => {
  const shown = await read()
  expect(shown).toMatchObject({
    first_due_day: null,
    more: 0,
    unreachable: 0,
    mails: [
      { day: '2026-11-09', documents: [{ id, name: 'Factura N° 1042', step: 'before' }] },
      { day: '2026-11-12', documents: [{ step: 'dueDay', due_day: '2026-11-12' }] },
      { day: '2026-11-19', documents: [{ step: 'after7' }] },
      { day: '2026-11-27', documents: [{ step: 'after15' }] },
    ],
  })
  expect(shown.mails[0]).toMatchObject({
    client: { identifier: '90.909.090-3' },
    to: ['pagos@aseo.example'],
    subject: 'Recordatorio: Factura N° 1042 vence el 12/11/2026',
  })
  expect(shown.mails[1].text).toContain('vence hoy')
  expect(await put(path(), { on: true, seen: shown.seen })).toMatchObject({
    status: 200,
    body: { first_due_day: '2026-11-05' },
  })
  const { body } = await app.call({ path: '/audit-events/', token: ana.access })
  expect(JSON.stringify(body)).toContain('Payment reminders of a company were switched on')
})

test('reminders that are switched on concern what falls due from that day on', async () => {
  await put(path(), { on: true, seen: (await read()).seen })
  await owed('2026-11-04')
  expect(await read()).toMatchObject({ first_due_day: '2026-11-05', mails: [] })
  await owed('2026-11-05')
  expect((await read()).mails[0]).toMatchObject({ day: '2026-11-05' })
})

test('the list shows nothing that fell due before today', async () => {
  await owed('2026-11-04')
  expect(await read()).toMatchObject({ mails: [] })
})

test('another list than was seen switches nothing on', async () => {
  const { seen } = await read()
  await owed('2026-11-13')
  const refused = await put(path(), { on: true, seen })
  expect(refused).toMatchObject({ status: 409 })
  expect(await put(path(), { on: true })).toMatchObject({ status: 409 })
  expect(await read()).toMatchObject({ first_due_day: null })
})

test('switching on again keeps the day from which they count, and switching off ends it', async () => {
  await put(path(), { on: true, seen: (await read()).seen })
  await app.clock.advance(24 * 60 * 60_000)
  await signIn()
  expect(await put(path(), { on: true, seen: '' })).toMatchObject({
    status: 200,
    body: { first_due_day: '2026-11-05' },
  })
  await put(path(), { on: false })
  expect(await read()).toMatchObject({ first_due_day: null, enabled_at: null })
  await put(path(), { on: true, seen: (await read()).seen })
  expect(await read()).toMatchObject({ first_due_day: '2026-11-06' })
})

test('a client without an address, or without a connected mailbox, is counted as not reachable', async () => {
  await app.database.db.updateTable('email_account').set(DISCONNECTED).execute()
  expect(await read()).toMatchObject({ mails: [], unreachable: 4 })
})

test('the list of a company that is owed more than a statement of the database has parameters is shown', async () => {
  const of = { organisationId: ana.organisationId, companyId: ana.ids.company }
  // Each has four steps to come.
  const facts = Array.from({ length: 17_000 }, (_one, index) => ({
    folio: 20_000 + index,
    rut: '76.086.428-5',
    name: 'Textil Donoso Lagos SpA',
    amount: 119_000,
    issueDay: '2026-10-13',
  }))
  await insertOwed(app.database.db, of, facts)
  expect(await read()).toMatchObject({ unreachable: 4 * 17_000 })
})

test.each(['document', 'client'] as const)(
  'a %s is muted and allowed again by its owner',
  async (of) => {
    await put(path(), { on: true, seen: (await read()).seen })
    const field = of === 'document' ? 'muted' : 'client_muted'
    const next = { day: '2026-11-09', step: 'before' }
    const shown = await app.call({ path: ofDocument(), token: ana.access })
    expect(shown.body).toMatchObject({ on: true, muted: false, client_muted: false, next })
    for (let times = 0; times < 2; times += 1) {
      const { body } = await put(ofDocument(), { of, muted: true })
      expect(body).toMatchObject({ [field]: true, next: null })
    }
    expect(await read()).toMatchObject({ mails: [] })
    const { body } = await put(ofDocument(), { of, muted: false })
    expect(body).toMatchObject({ [field]: false, next })
  },
)

test('a document whose payment was given back whole is muted until its owner allows reminders again', async () => {
  await put(path(), { on: true, seen: (await read()).seen })
  const ask = (where: string, body: object) =>
    app.call({ method: 'POST', path: `/documents/${id}/${where}/`, token: ana.access, body })
  const came = { day: '2026-11-05', amount: 1_000, way: 'cash', note: '' }
  const { payments } = Object((await ask('payments', came)).body)
  await ask('refunds', { payment: payments[0].id, day: '2026-11-05', amount: 1_000, note: '' })
  const shown = await app.call({ path: ofDocument(), token: ana.access })
  expect(shown.body).toMatchObject({ muted: true, given_back: true, next: null })
  expect(await put(ofDocument(), { of: 'document', muted: false })).toMatchObject({
    body: { muted: false, given_back: false, next: { day: '2026-11-09' } },
  })
  expect(await put(ofDocument(), { of: 'document', muted: true })).toMatchObject({
    body: { muted: true, given_back: false },
  })
})

test('after its hours the step of today is over', async () => {
  await owed('2026-11-05')
  expect((await read()).mails[0]).toMatchObject({ day: '2026-11-05' })
  await app.clock.advanceTo('2026-11-05T21:00:00Z')
  await signIn()
  expect((await read()).mails[0]).toMatchObject({ day: '2026-11-12' })
})

test('a client is muted and allowed again where its debts are, and only a client that owes', async () => {
  const mutes = async () =>
    (await app.call({ path: '/payments/reminder-mutes/', token: ana.access })).body
  const company = ana.ids.company
  const client = '90.909.090-3'
  const where = `/payments/terms/${company}/reminder-mutes/`
  expect(await mutes()).toEqual([{ company, on: false, muted: [] }])
  await put(path(), { on: true, seen: (await read()).seen })
  for (const text of [client, '909090903']) {
    expect(await put(where, { client: text, muted: true })).toMatchObject({
      status: 200,
      body: { company, on: true, muted: [client] },
    })
  }
  expect(await mutes()).toEqual([{ company, on: true, muted: [client] }])
  const shown = await app.call({ path: ofDocument(), token: ana.access })
  expect(shown.body).toMatchObject({ client_muted: true, next: null })
  expect(await put(where, { client, muted: false })).toMatchObject({ body: { muted: [] } })
  for (const stranger of ['11.111.111-1', '90.909.090-4', 'x']) {
    expect(await put(where, { client: stranger, muted: true })).toMatchObject({ status: 400 })
  }
  expect(await mutes()).toEqual([{ company, on: true, muted: [] }])
})

test('a client that shares its RUT with others is not muted by it, but its document is', async () => {
  await app.database.db.updateTable('receivable').set({ client_rut: '55555555-5' }).execute()
  const where = `/payments/terms/${ana.ids.company}/reminder-mutes/`
  const refused = { status: 400, body: { client: [expect.any(String)] } }
  expect(await put(where, { client: '55.555.555-5', muted: true })).toMatchObject(refused)
  expect(await put(ofDocument(), { of: 'client', muted: true })).toMatchObject(refused)
  expect(await put(ofDocument(), { of: 'document', muted: true })).toMatchObject({
    body: { muted: true, client_muted: false },
  })
})

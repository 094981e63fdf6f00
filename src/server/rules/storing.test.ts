import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { instantText, msOf } from '../clock.ts'
import { RULES, startTestRules, type TestRules } from './test-rules.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(() => rules.forget())

const unknown = (id: number) => [`El elemento ${id} no existe.`]

/** The instant of the pause that the row has, as the clock writes it. */
async function pausedAt(id: number): Promise<string | null> {
  const { paused_at: stored } = await rules.bench.database.db
    .selectFrom('invoice_rule')
    .select('paused_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return stored === null ? null : instantText(msOf(stored))
}

test('an edit of a rule leaves the other rules as they are', async () => {
  const other = await rules.created()
  const before = await rules.read(other)
  const id = await rules.created()
  const reply = await rules.change(id, {
    name: 'Otra',
    day_of_month: 25,
    clients: [rules.bareClient()],
    invoice_lines: [rules.lineOf({ quantity: 1 })],
  })
  expect(reply).toMatchObject({ status: 200, body: { next_emission_date: '2026-11-25' } })
  expect(await rules.read(other)).toEqual(before)
})

test('an edit checks the lines of its own rule only', async () => {
  const id = await rules.created()
  await rules.created({ invoice_lines: [rules.lineOf({ order: 1 }), rules.lineOf({ order: 2 })] })
  expect((await rules.change(id, { name: 'Otra' })).status).toBe(200)
})

test('a deleted rule leaves the other rules as they are', async () => {
  const other = await rules.created()
  const before = await rules.read(other)
  const id = await rules.created()
  expect((await rules.user.call('DELETE', `${RULES}${id}/`)).status).toBe(204)
  expect(before.status).toBe(200)
  expect(await rules.read(other)).toEqual(before)
})

test('a paused rule stores the instant of its pause until it is resumed', async () => {
  const id = await rules.created()
  expect(await pausedAt(id)).toBeNull()
  await rules.change(id, { is_paused: true })
  expect(await pausedAt(id)).toBe(instantText(rules.bench.clock.now()))
  await rules.change(id, { is_paused: false })
  expect(await pausedAt(id)).toBeNull()
})

test('a client of a rule gets no address, activity or contact of another client', async () => {
  const { clientAddress, clientActivity, contact, otherClient } = rules.known
  const parts = {
    client_address_id: clientAddress,
    client_activity_id: clientActivity,
    email_contacts_to: [contact],
  }
  const clients = [rules.clientOf(parts), rules.clientOf({ ...parts, client: otherClient })]
  expect(await rules.create({ clients })).toEqual({
    status: 400,
    body: {
      clients: [
        {},
        {
          client_address_id: unknown(clientAddress),
          client_activity_id: unknown(clientActivity),
          email_contacts_to: unknown(contact),
        },
      ],
    },
  })
})

test('a contact that is chosen twice for a mail is stored once', async () => {
  const { contact } = rules.known
  const chosen = rules.clientOf({ email_contacts_to: [contact, contact] })
  const id = await rules.created({ clients: [chosen] })
  expect((await rules.read(id)).body).toMatchObject({
    clients_detail: [{ email_contacts_to: [contact], email_contacts_cc: [] }],
  })
})

test('a contact that gets a copy is not the recipient that sending by itself needs', async () => {
  const { contact } = rules.known
  const account = 7
  rules.bench.told.emailAccounts.push(account)
  const id = await rules.created({ clients: [rules.clientOf({ email_contacts_cc: [contact] })] })
  expect((await rules.read(id)).body).toMatchObject({
    clients_detail: [{ email_contacts_to: [], email_contacts_cc: [contact] }],
  })
  const automatic = { send_email_automatic: true, email_account: account }
  expect(await rules.change(id, automatic)).toEqual({
    status: 400,
    body: {
      clients: [
        { email_contacts_to: ['Elige al menos un destinatario para el envío automático.'] },
      ],
    },
  })
})

test('a factura rule stores no withholder', async () => {
  const id = await rules.created({ withholder: 'issuer' })
  expect((await rules.read(id)).body).toMatchObject({ withholder: null })
})

test('a rule that bills the service of the next month is read back as such', async () => {
  const id = await rules.created({ month_offset: 1 })
  expect((await rules.read(id)).body).toMatchObject({ month_offset: 1 })
})

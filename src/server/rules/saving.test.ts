import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at } from '../test-bench.ts'
import { MOST_RULES } from './store.ts'
import { RULES, startTestRules, type TestRules } from './test-rules.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(() => rules.forget())

const nextOf = async (id: number) => at((await rules.read(id)).body, 'next_emission_date')

/** Of one rule so many more like it. */
async function copies(ruleId: number, count: number): Promise<void> {
  await sql`insert into invoice_rule (organisation_id, company_id, kind, name, business_day_rule,
      day_of_month, start_day, created_at, updated_at)
    select organisation_id, company_id, kind, name, business_day_rule, day_of_month, start_day,
      created_at, updated_at
    from invoice_rule, generate_series(1, ${count}::int) where id = ${ruleId}`.execute(
    rules.bench.database.db,
  )
}

test('an organisation saves as many rules as it may, deleted ones not counted', async () => {
  const id = await rules.created()
  await copies(id, MOST_RULES - 1)
  const refused = await rules.create()
  expect(refused).toMatchObject({ status: 400 })
  expect(JSON.stringify(refused.body)).toMatch(/Puedes tener 1\.?000 reglas/)
  await rules.user.call('DELETE', `${RULES}${id}/`)
  expect((await rules.create()).status).toBe(201)
})

test('a boleta that arrives complete waits for its day, and so does one completed later', async () => {
  const { client, clientAddress, pesos } = rules.known
  const boleta = { document_type: '39', issuer_address_id: null, issuer_activity_id: null }
  const clients = [rules.clientOf({ client, client_address_id: clientAddress })]
  const invoice_lines = [rules.lineOf({ product_id: pesos })]
  expect(await nextOf(await rules.created({ ...boleta, clients, invoice_lines }))).toBe(
    '2026-11-20',
  )
  const later = await rules.created({ ...boleta, clients: [], invoice_lines: [] })
  await rules.change(later, { clients })
  expect(await nextOf(later)).toBeNull()
  await rules.change(later, { invoice_lines })
  expect(await nextOf(later)).toBe('2026-11-20')
  await rules.change(later, { clients: [] })
  expect(await nextOf(later)).toBeNull()
})

test('a rule that runs is not resumed: a day whose planning is late keeps its turn', async () => {
  const id = await rules.created()
  await rules.bench.database.db
    .updateTable('invoice_rule')
    .set({ next_emission_day: '2026-11-05' })
    .where('id', '=', id)
    .execute()
  await rules.change(id, { is_paused: false })
  expect(await nextOf(id)).toBe('2026-11-05')
})

test('another business day rule alone moves the next emission', async () => {
  const id = await rules.created({ business_day_rule: 'LAST_DAY', day_of_month: null })
  expect(await nextOf(id)).toBe('2026-11-30')
  await rules.change(id, { business_day_rule: 'FIRST_BUSINESS' })
  expect(await nextOf(id)).toBe('2026-12-01')
})

test('a later start alone moves the next emission', async () => {
  const id = await rules.created({ day_of_month: 20 })
  await rules.change(id, { start_date: '2026-12-01' })
  expect(await nextOf(id)).toBe('2026-12-20')
})

test('a rule moved to another day is planned in a month that another rule has planned', async () => {
  const id = await rules.created()
  await rules.plan(await rules.created(), '2026-11')
  await rules.change(id, { day_of_month: 25 })
  expect(await nextOf(id)).toBe('2026-11-25')
})

test('a rule moved to another day goes on after the newest of its planned months', async () => {
  const id = await rules.created()
  await rules.plan(id, '2026-11')
  await rules.plan(id, '2026-12')
  await rules.change(id, { day_of_month: 25 })
  expect(await nextOf(id)).toBe('2027-01-25')
})

test('documents that wait for a rule are looked at again after every edit of it, and not after a pause', async () => {
  const id = await rules.created()
  const { changed } = rules.bench.told
  changed.length = 0
  await rules.change(id, { name: 'Otra' })
  expect(changed).toEqual([id])
  await rules.change(id, { is_paused: true })
  expect(changed).toEqual([id])
})

test('an edit keeps the contacts of each client of a rule', async () => {
  const { client, contact } = rules.known
  const id = await rules.created({
    clients: [rules.clientOf({ client, email_contacts_to: [contact] }), rules.bareClient()],
  })
  const before = (await rules.read(id)).body
  expect((await rules.change(id, { name: 'Otra' })).status).toBe(200)
  expect((await rules.read(id)).body).toEqual({ ...Object(before), name: 'Otra' })
})

test('an edit checks the clients of its own rule only', async () => {
  const id = await rules.created()
  await rules.created()
  expect((await rules.change(id, { name: 'Otra' })).status).toBe(200)
})

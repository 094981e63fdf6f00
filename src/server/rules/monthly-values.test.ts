import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at } from '../test-bench.ts'
import { NOT_FOUND, RULES, startTestRules, type TestRules } from './test-rules.ts'

const TASKS = '/billing-sii/monthly-values/'

let rules: TestRules
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(() => rules.forget())

/** Hours at 15.000 pesos, counted each month; and a service in UF whose price is told each month. */
function openRule(changed: object = {}): Promise<number> {
  const { known, lineOf } = rules
  return rules.created({
    uf_rate_type: 'DAY_OF',
    invoice_lines: [
      lineOf({ quantity: null, quantity_is_fixed: false }),
      lineOf({ product_id: known.uf, price: null, price_is_fixed: false, order: 2 }),
    ],
    ...changed,
  })
}

const save = (rule: number, values: object[], period = '2026-11') =>
  rules.user.call('PUT', `${RULES}${rule}/monthly-values/${period}/`, { values })

const tasks = async (rule?: number) =>
  (await rules.user.call('GET', rule === undefined ? TASKS : `${TASKS}?rule=${rule}`)).body

test('from five days before the emission on, open lines are asked for', async () => {
  // Today is the 10th.
  const near = await openRule({ day_of_month: 15 })
  const far = await openRule({ day_of_month: 16 })
  expect(await tasks()).toMatchObject([{ rule: { id: near }, emission_date: '2026-11-15' }])
  expect(await tasks(far)).toMatchObject([{ rule: { id: far }, period: '2026-11' }])
})

test('only what is open is asked for, and what the rule fixes stands beside it', async () => {
  const rule = await openRule({ day_of_month: 12 })
  expect(await tasks(rule)).toEqual([
    {
      rule: { id: rule, name: 'Factura 11-2026' },
      company: expect.objectContaining({ id: rules.known.company }),
      period: '2026-11',
      emission_date: '2026-11-12',
      service_month: '2026-11',
      is_complete: false,
      values: [
        expect.objectContaining({
          client: expect.objectContaining({ id: rules.known.client }),
          order: 1,
          description: 'Hora',
          quantity: null,
          quantity_is_fixed: false,
          price: '15000',
          price_is_fixed: true,
          last: null,
        }),
        expect.objectContaining({ order: 2, currency: 'UF', quantity: '2', price: null }),
      ],
    },
  ])
})

test('a rule whose lines are all fixed asks for nothing', async () => {
  await rules.created({ day_of_month: 12 })
  expect(await tasks()).toEqual([])
})

test('what is filled in is kept line by line, and taken back with a null', async () => {
  const { client } = rules.known
  const rule = await openRule()
  const first = await save(rule, [{ client, order: 1, quantity: '7.5' }])
  expect(first).toMatchObject({ status: 200, body: { is_complete: false } })
  const second = await save(rule, [{ client, order: 2, price: 12 }])
  expect(second).toMatchObject({
    status: 200,
    body: { is_complete: true, values: [{ quantity: '7.5' }, { price: '12' }] },
  })
  const third = await save(rule, [{ client, order: 1, quantity: null }])
  expect(third.body).toMatchObject({ is_complete: false, values: [{ quantity: null }, {}] })
  expect(rules.bench.told.filledIn).toHaveLength(3)
})

test('two clients of a rule are told their own', async () => {
  const { client, otherClient } = rules.known
  const rule = await openRule({ clients: [rules.clientOf({}), rules.bareClient()] })
  await save(rule, [
    { client, order: 1, quantity: 3 },
    { client: otherClient, order: 1, quantity: 9 },
  ])
  const values = at(await tasks(rule), 0, 'values')
  expect(values).toMatchObject([
    { client: { id: client }, order: 1, quantity: '3' },
    { client: { id: client }, order: 2 },
    { client: { id: otherClient }, order: 1, quantity: '9' },
    { client: { id: otherClient }, order: 2 },
  ])
})

test("last month's value is offered beside the empty one, and never applied", async () => {
  const { client } = rules.known
  const rule = await openRule()
  await save(rule, [{ client, order: 1, quantity: 3 }])
  await rules.plan(rule, '2026-11')
  await rules.bench.database.db
    .updateTable('invoice_rule')
    .set({ next_emission_day: '2026-12-20' })
    .execute()
  expect(await tasks(rule)).toMatchObject([
    {
      period: '2026-12',
      is_complete: false,
      values: [{ quantity: null, last: { period: '2026-11', quantity: '3', price: null } }, {}],
    },
  ])
})

test('a line that became another product forgets what was meant for the old one', async () => {
  const { client, uf } = rules.known
  const rule = await openRule()
  await save(rule, [{ client, order: 1, quantity: 3 }])
  await rules.change(rule, {
    invoice_lines: [rules.lineOf({ product_id: uf, quantity: null, quantity_is_fixed: false })],
    uf_rate_type: 'DAY_OF',
  })
  expect(await tasks(rule)).toMatchObject([{ values: [{ order: 1, quantity: null, last: null }] }])
})

test('nothing is saved unless all of it can be', async () => {
  const { client, otherClient } = rules.known
  const rule = await openRule()
  const reply = await save(rule, [
    { client, order: 1, quantity: 3 },
    { client, order: 1, quantity: 4 },
    { client: otherClient, order: 1, quantity: 1 },
    { client, order: 2, quantity: 5, price: '0' },
    { client, order: 7, price: 1 },
  ])
  expect(reply).toEqual({
    status: 400,
    body: {
      values: [
        {},
        { order: ['Hay dos líneas con este orden.'] },
        { order: ['Esta línea no tiene nada que completar para este cliente y este mes.'] },
        { quantity: ['La regla ya fija este valor.'], price: ['Debe ser mayor que cero.'] },
        { order: ['Esta línea no tiene nada que completar para este cliente y este mes.'] },
      ],
    },
  })
  expect(await tasks(rule)).toMatchObject([{ values: [{ quantity: null }, { price: null }] }])
})

test.each([
  ['a negative quantity', { quantity: -1 }],
  ['a quantity with seven decimals', { quantity: '1.1234567' }],
])('%s is refused', async (_, value) => {
  const rule = await openRule()
  const reply = await save(rule, [{ client: rules.known.client, order: 1, ...value }])
  expect(reply.status).toBe(400)
})

test('pesos have no decimals', async () => {
  const rule = await openRule({
    invoice_lines: [rules.lineOf({ price: null, price_is_fixed: false })],
  })
  const reply = await save(rule, [{ client: rules.known.client, order: 1, price: '100.5' }])
  expect(reply).toEqual({
    status: 400,
    body: { values: [{ price: ['El precio en pesos no lleva decimales.'] }] },
  })
})

test('a month in which nothing is open is refused, and one that is none is not found', async () => {
  const rule = await openRule()
  const value = { client: rules.known.client, order: 1, quantity: 1 }
  expect((await save(rule, [value], '2026-10')).status).toBe(409)
  expect(await save(rule, [value], '2026-13')).toEqual(NOT_FOUND)
})

test('each saving is on record', async () => {
  const rule = await openRule()
  await save(rule, [{ client: rules.known.client, order: 1, quantity: 1 }])
  const { body } = await rules.user.call('GET', '/audit-events/?limit=1')
  expect(body).toMatchObject({
    events: [{ kind: 'monthlyValuesSaved', subject: `rule:${rule}` }],
  })
})

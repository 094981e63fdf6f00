import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { askForMonthlyValues } from './ask-monthly.ts'
import { RULES, startTestRules, type TestRules } from './test-rules.ts'

let rules: TestRules
beforeAll(async () => {
  rules = await startTestRules()
  await rules.bench.database.db
    .updateTable('app_user')
    .set({ activated_at: '2026-11-01T00:00:00Z' })
    .execute()
})
afterAll(() => rules.close())
beforeEach(async () => {
  await rules.forget()
  await rules.bench.database.db.deleteFrom('system_mail').execute()
})

/** Today is the 10th. */
function openRule(day: number, changed: object = {}): Promise<number> {
  return rules.created({
    day_of_month: day,
    invoice_lines: [rules.lineOf({ quantity: null, quantity_is_fixed: false })],
    ...changed,
  })
}

const ask = () =>
  askForMonthlyValues({ ...rules.bench.needs, db: rules.bench.database.db }, (_id, error) => {
    throw error
  })
const mails = () =>
  rules.bench.database.db
    .selectFrom('system_mail')
    .select(['template', 'recipient', 'data'])
    .execute()

test('five days before, and not six, the members are written to, once a month', async () => {
  const rule = await openRule(15, { name: 'Asesoría' })
  await openRule(16)
  expect(await ask()).toBe(1)
  expect(await ask()).toBe(0)
  expect(await mails()).toEqual([
    {
      template: 'monthlyValues',
      recipient: expect.stringContaining('@folio.example'),
      data: {
        values: {
          rule: 'Asesoría',
          ruleId: String(rule),
          company: expect.any(String),
          day: '15/11/2026',
        },
        rows: [],
      },
    },
  ])
})

test('two processes at the same moment write once', async () => {
  await openRule(12)
  const asked = await Promise.all([ask(), ask()])
  expect(asked.toSorted()).toEqual([0, 1])
  expect(await mails()).toHaveLength(1)
})

test('what is filled in already, paused or fixed is not asked for', async () => {
  const filled = await openRule(12)
  const value = { client: rules.known.client, order: 1, quantity: 3 }
  await rules.user.call('PUT', `${RULES}${filled}/monthly-values/2026-11/`, { values: [value] })
  await rules.change(await openRule(13), { is_paused: true })
  await rules.created({ day_of_month: 14 })
  expect(await ask()).toBe(0)
  expect(await mails()).toEqual([])
})

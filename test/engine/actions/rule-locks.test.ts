import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { knownMonth } from '#domain/day.ts'
import { changeMonth } from '#server/documents/actions/rule-months.ts'
import { startTestRules, type TestRules } from '#server/rules/test-rules.ts'
import { at } from '#server/test-bench.ts'
import { untilLockWait } from '../lock-wait.ts'

let rules: TestRules

beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(() => rules.forget())

test('of two edits at the same moment neither undoes the other', async () => {
  const id = await rules.created()
  const { db } = rules.bench.database
  const edits: ReturnType<typeof rules.change>[] = []
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('invoice_rule').set({ name: 'La primera' }).where('id', '=', id).execute()
    edits.push(rules.change(id, { day_of_month: 25 }))
    await untilLockWait(db)
  })
  await Promise.all(edits)
  expect((await rules.read(id)).body).toMatchObject({ name: 'La primera', day_of_month: 25 })
})

test('a month skipped while its rule is moved to another day leaves the rule that other day', async () => {
  const id = await rules.created({ day_of_month: 20 })
  const { bench, user } = rules
  const { db } = bench.database
  const month = { organisationId: user.organisationId, ruleId: id, period: knownMonth('2026-12') }
  const changes: ReturnType<typeof changeMonth>[] = []
  await db.transaction().execute(async (trx) => {
    const moved = { day_of_month: 25, next_emission_day: '2026-11-25' }
    await trx.updateTable('invoice_rule').set(moved).where('id', '=', id).execute()
    changes.push(changeMonth(bench.needs, user, month, { kind: 'skip' }))
    await untilLockWait(db)
  })
  expect(await Promise.all(changes)).toMatchObject([{ kind: 'done' }])
  expect(at((await rules.read(id)).body, 'next_emission_date')).toBe('2026-11-25')
})

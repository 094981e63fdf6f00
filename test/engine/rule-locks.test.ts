import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestRules, type TestRules } from '#server/rules/test-rules.ts'
import { untilLockWait } from './lock-wait.ts'

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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBadStage, type BadStage } from './bad-stage.ts'
import { sendInput } from './send-input.ts'
import { badInputs, documentOfTable } from './table.ts'

let stage: BadStage
beforeAll(async () => {
  stage = await openBadStage()
})
afterAll(() => stage.close())

test.each(badInputs())('$input by $provider', async ({ input, provider, answer }) => {
  await stage.reset()
  const statuses = await sendInput(stage, input, provider)
  expect({ statuses, ...(await stage.recorded()) }).toEqual(answer.outcome)
  // Whatever else the provider says of it changes nothing.
  await stage.deliverRest()
  const { paidClp, attempt } = answer.outcome
  expect(await stage.recorded()).toMatchObject({ paidClp, attempt })
  expect(stage.failures).toEqual([])
})

test('the table names every cell', async () => {
  await expect(documentOfTable()).toMatchFileSnapshot('../../../docs/payments/bad-input.md')
})

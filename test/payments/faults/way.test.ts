import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDeep } from '../../setup/deep.ts'
import { openStage, redirectIn, TOTAL, type Stage } from '../stage.ts'
import { ACCOUNTS, documentOfTable, nameOf, paysTwice, providerOf, wayCells } from './table.ts'
import { comparedWithProvider } from './truth.ts'
import { canPay, goWrong, needsPayment } from './way.ts'
import { settleAlone, useAccount } from './alone.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const ENDS = isDeep ? (['pays', 'isRefused'] as const) : (['pays'] as const)

test.each(wayCells(!isDeep).map((cell) => ({ ...cell, name: nameOf(cell) })))(
  '$name',
  async (cell) => {
    for (const how of ENDS) {
      if (how === 'isRefused' && needsPayment(cell)) continue
      await stage.reset()
      await useAccount(stage, cell.account)
      await goWrong(stage, cell, how)
      await settleAlone(stage, providerOf(cell.account))
      const { paidClp, untrue } = await comparedWithProvider(stage)
      expect(untrue).toEqual([])
      const times = paysTwice(cell.boundary) ? 2 : 1
      expect(paidClp).toBe(how === 'pays' && canPay(cell) ? times * TOTAL : 0)
      expect(stage.failures).toEqual([])
    }
  },
)

test.each(ACCOUNTS)('a checkout by %s that nobody pays ends without a word', async (account) => {
  await stage.reset()
  await useAccount(stage, account)
  redirectIn(await stage.begin(providerOf(account)))
  await settleAlone(stage, providerOf(account))
  expect(await comparedWithProvider(stage)).toEqual({ paidClp: 0, refundedClp: 0, untrue: [] })
})

test('the table names every cell', async () => {
  await expect(documentOfTable()).toMatchFileSnapshot('../../../docs/payments/faults.md')
})

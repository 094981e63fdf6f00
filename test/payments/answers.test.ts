import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { troubles as TROUBLES, type Trouble } from '#simulators/payments/common/troubles.ts'
import { isDeep } from '../setup/deep.ts'
import { end } from './checkouts.ts'
import { settleAlone, silence, simulatorOf } from './faults/alone.ts'
import { comparedWithProvider } from './faults/truth.ts'
import { openStage, redirectIn, TOTAL, type Stage } from './stage.ts'

/** Answers that say nothing, or not what was done. Where requests and answers get lost is docs/payments/faults.md. */

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.reset())

const PROVIDERS: readonly ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']
const HELD: readonly Trouble[] = ['slow', 'slowBefore', 'late']
const ANSWERS = TROUBLES.filter((trouble) => !HELD.includes(trouble))
const SOME = ANSWERS.filter((trouble) => trouble === 'htmlAfter')

describe.each(PROVIDERS)('by %s', (provider) => {
  test.each(isDeep ? ANSWERS : SOME)('%s for a checkout is true in the end', async (trouble) => {
    const { troubles } = simulatorOf(stage, provider)
    silence(stage, provider)
    troubles.set({ trouble, times: 1 })
    const first = await stage.begin(provider)
    troubles.set(null)
    if (first.status !== 201) {
      await stage.app.clock.advance(60_000)
      redirectIn(await stage.begin(provider))
    }
    const back = end(stage, provider, 'pays')
    if (back !== null) await stage.follow(back)
    await expectPaid()
  })

  test.each(isDeep ? ANSWERS : SOME)('%s for a state is true in the end', async (trouble) => {
    silence(stage, provider)
    redirectIn(await stage.begin(provider))
    const back = end(stage, provider, 'pays')
    simulatorOf(stage, provider).troubles.set({ trouble })
    if (back !== null) await stage.follow(back)
    await expectPaid()
  })

  async function expectPaid(): Promise<void> {
    await settleAlone(stage, provider)
    const { paidClp, untrue } = await comparedWithProvider(stage)
    expect(untrue).toEqual([])
    expect(paidClp).toBe(TOTAL)
  }
})

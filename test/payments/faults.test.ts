import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import { troubles as TROUBLES, type Trouble } from '#simulators/payments/common/troubles.ts'
import { isDeep } from '../setup/deep.ts'
import { end } from './checkouts.ts'
import { dyingProviders, type DeathAt } from './dying-providers.ts'
import { openStage, standing, TOTAL, type Stage } from './stage.ts'

/**
 * One fault at one boundary, and then the poller alone: what is on record in the end is what the provider says. For
 * every provider each way in which its answers and notices can be lost, and each moment at which our process can die.
 */

let stage: Stage
const dying = dyingProviders()
beforeAll(async () => {
  stage = await openStage({ providers: (providers) => dying.wrap(providers) })
})
afterAll(() => stage.close())
beforeEach(forget)

const PROVIDERS: readonly ProviderName[] = ['transbank', 'khipu', 'fintoc', 'mercadoPago']
/** `slow` waits for real time. */
const ANSWERS: readonly Trouble[] = TROUBLES.filter((trouble) => trouble !== 'slow')
const NOTICES = ['drop', 'delay', 'duplicate', 'reorder', 'staleTime', 'wrongSecret'] as const
const DEATHS: readonly DeathAt[] = ['beforeCreate', 'afterCreate', 'beforeRead', 'afterRead']
const OFTEN: readonly string[] = ['cutAfter', 'drop', ...DEATHS]

interface Fault {
  at: 'create' | 'return' | 'notice' | 'death'
  what: string
}

const ALL: readonly Fault[] = [
  ...ANSWERS.map((what) => ({ at: 'create', what }) as const),
  ...ANSWERS.map((what) => ({ at: 'return', what }) as const),
  ...NOTICES.map((what) => ({ at: 'notice', what }) as const),
  ...DEATHS.map((what) => ({ at: 'death', what }) as const),
]

const SOME = ALL.filter(({ what }) => OFTEN.includes(what))

describe.each(PROVIDERS)('by %s', (provider) => {
  test.each(isDeep ? ALL : SOME)('$what at $at ends true to the provider', async (fault) => {
    for (const how of isDeep ? (['pays', 'isRefused'] as const) : (['pays'] as const)) {
      await forget()
      await begin(provider, fault)
      await endAndReturn(provider, how, fault)
      await passTime()
      const paid = paidAtProvider(provider)
      expect(await standing(stage)).toMatchObject({
        paid: paid ? TOTAL : 0,
        payments: paid ? 1 : 0,
      })
      // Whoever pays has paid: of a card that was authorised only our settling is missing.
      if (how === 'isRefused') expect(paid).toBe(false)
      else if (provider !== 'transbank') expect(paid).toBe(true)
      expect(await unended()).toBe(0)
    }
  })
})

async function begin(provider: ProviderName, fault: Fault): Promise<void> {
  const { troubles } = simulatorOf(provider)
  const trouble = ANSWERS.find((one) => fault.at === 'create' && one === fault.what)
  if (trouble !== undefined) troubles.set({ trouble, times: 1 })
  if (fault.at === 'death') dying.arm(provider, fault.what)
  const first = await stage.begin(provider)
  troubles.set(null)
  if (first.status === 201) return
  // The payer tries again, once what was begun is taken for lost.
  await stage.app.clock.advance(60_000)
  expect(await stage.begin(provider)).toMatchObject({ status: 201 })
}

async function endAndReturn(provider: ProviderName, how: 'pays' | 'isRefused', fault: Fault) {
  const simulator = simulatorOf(provider)
  const notice = NOTICES.find((one) => fault.at === 'notice' && one === fault.what)
  if ('notifier' in simulator) simulator.notifier.setTrouble(notice ?? null)
  const back = end(stage, provider, how)
  const trouble = ANSWERS.find((one) => fault.at === 'return' && one === fault.what)
  if (trouble !== undefined) simulator.troubles.set({ trouble })
  if (fault.at === 'death') dying.arm(provider, fault.what)
  if (back !== null) await stage.follow(back)
  simulator.troubles.set(null)
  dying.disarm()
}

const STEPS_MS = [1, 12, 180, 1_440, 2_880, 5_760].map((m) => m * 60_000)

async function passTime(): Promise<void> {
  for (const ms of STEPS_MS) {
    await stage.app.clock.advance(ms)
    await stage.deliver()
    await stage.poll()
  }
}

function simulatorOf(provider: ProviderName) {
  const { webpay, khipu, fintoc, mercadoPago } = stage.simulators
  return { transbank: webpay, khipu, fintoc, mercadoPago }[provider]
}

/** As the stand-in has it, of the newest checkout. */
function paidAtProvider(provider: ProviderName): boolean {
  const { webpay, khipu, fintoc, mercadoPago } = stage.simulators
  switch (provider) {
    case 'transbank': {
      const [newest] = webpay.transactions()
      return newest?.committedAtMs != null && newest.parts[0]?.responseCode === 0
    }
    case 'khipu':
      return khipu.payments()[0]?.statusDetail === 'normal'
    case 'fintoc':
      return fintoc.sessions()[0]?.intent?.status === 'succeeded'
    case 'mercadoPago': {
      const [preference] = mercadoPago.preferences()
      const [payment] = mercadoPago.payments()
      return payment?.preference === preference && payment?.status === 'approved'
    }
  }
}

/** Attempts that are still waited for when nobody reads them any more. */
async function unended(): Promise<number> {
  const rows = await stage.app.database.db
    .selectFrom('payment_attempt')
    .select('id')
    .where('state', 'in', ['created', 'pending'])
    .execute()
  return rows.length
}

async function forget(): Promise<void> {
  dying.disarm()
  await stage.reset()
}

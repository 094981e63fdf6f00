import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantText, msOf } from '#server/clock.ts'
import { end } from '../../payments/checkouts.ts'
import { finishRefunds, silence, useAccount } from '../../payments/faults/alone.ts'
import { killCells, nameOf, paysTwice, providerOf, type Cell } from '../../payments/faults/table.ts'
import { comparedWithProvider } from '../../payments/faults/truth.ts'
import { canPay, needsPayment, payAgain, refundInDashboard } from '../../payments/faults/way.ts'
import { openStage, TOTAL, type Stage } from '../../payments/stage.ts'
import { baseUrlsOf } from '../../payments/stand-in-world.ts'
import { isDeep } from '../../setup/deep.ts'
import { startCommonClock, type CommonClock } from '../common-clock.ts'
import { postTo, startPair, type Pair } from './pair.ts'

/** A server that dies by SIGKILL at each boundary, and the poller of the one that follows. */

let time: CommonClock
let stage: Stage
let pair: Pair
beforeAll(async () => {
  time = startCommonClock(Date.parse('2026-11-05T15:00:00Z'), 1)
  const key = () => randomBytes(32).toString('base64')
  const keys = { vault: key(), links: key() }
  stage = await openStage({ now: time.clock.now, keys })
  pair = await startPair({
    databaseUrl: stage.app.database.url,
    vaultKey: keys.vault,
    linksKey: keys.links,
    publicUrl: stage.relay.url,
    baseUrls: baseUrlsOf(stage.simulators),
    hurry: time.hurry,
  })
  stage.relay.toProcess(() => pair.url)
})
afterAll(async () => {
  await pair.stop()
  await stage.close()
  time.close()
})

const MINUTE_MS = 60_000
const PATIENCE_MS = 10 * MINUTE_MS

test.each(killCells(!isDeep).map((cell) => ({ ...cell, name: nameOf(cell) })))(
  '$name',
  async (cell) => {
    await stage.reset()
    await useAccount(stage, cell.account)
    if (!cell.boundary.startsWith('notice')) silence(stage, providerOf(cell.account))
    await payUntilKilled(cell)
    await rest()
    if (needsPayment(cell)) {
      await goOnUntilKilled(cell)
      await rest()
    }
    const { paidClp, untrue } = await comparedWithProvider(stage)
    expect(untrue, pair.said.join('')).toEqual([])
    const times = paysTwice(cell.boundary) ? 2 : 1
    expect(paidClp).toBe(canPay(cell) ? times * TOTAL : 0)
  },
  PATIENCE_MS,
)

const BEGINNING = ['checkout asked', 'checkout answered', 'payer led there']
const COMING_BACK = ['payer back', 'state asked', 'state answered']

async function payUntilKilled({ account, boundary }: Cell): Promise<void> {
  const provider = providerOf(account)
  const isAtBeginning = BEGINNING.includes(boundary)
  await pair.work(isAtBeginning ? boundary : null)
  const begun = await begin()
  if (isAtBeginning) {
    expect(begun).toBeNull()
    await pair.replace()
    time.moveOnTo(time.clock.now() + MINUTE_MS)
    expect(await begin()).toBe(200)
  } else expect(begun).toBe(200)
  if (boundary.startsWith('notice')) {
    await pair.work(boundary)
    end(stage, provider, 'pays')
    await stage.deliver()
    return pair.replace()
  }
  const back = end(stage, provider, 'pays')
  if (back === null) throw new Error(`${provider} leads nowhere`)
  if (!COMING_BACK.includes(boundary)) {
    expect(await stage.follow(back)).toMatchObject({ status: 303 })
    return
  }
  await pair.work(boundary)
  await expect(stage.follow(back)).rejects.toThrow('fetch failed')
  await pair.replace()

  function begin(): Promise<number | null> {
    const wanted = { token: stage.token, connectionId: stage.connections[provider] }
    return postTo(`${pair.url}/_test/begin`, wanted)
  }
}

/** Once it is paid. */
function goOnUntilKilled(cell: Cell): Promise<void> {
  switch (cell.boundary) {
    case 'refunds listed':
      refundInDashboard(stage, TOTAL)
      return readUntilKilled(cell, () => countOf('payment_refund'))
    case 'others listed':
    case 'other read':
      payAgain(stage)
      return readUntilKilled(cell, async () => (await countOf('payment')) - 1)
    case 'refund followed':
      return followUntilKilled()
    default:
      return refundUntilKilled(cell)
  }
}

async function refundUntilKilled({ boundary }: Cell): Promise<void> {
  await pair.work(boundary)
  expect(await orderRefund()).toBeNull()
  await pair.replace()
}

async function followUntilKilled(): Promise<void> {
  stage.simulators.mercadoPago.settings.refundsTakeTime = true
  expect(await orderRefund()).toBe(200)
  await finishRefunds(stage)
  await pair.work('refund followed')
  time.moveOnTo(time.clock.now() + 2 * MINUTE_MS)
  await pair.replace()
}

async function orderRefund(): Promise<number | null> {
  const { id } = await stage.app.database.db
    .selectFrom('payment')
    .select('id')
    .executeTakeFirstOrThrow()
  const { organisationId, userId } = stage.ana
  const { documentId } = stage
  const wanted = { organisationId, userId, documentId, paymentId: id, amountClp: TOTAL }
  return postTo(`${pair.url}/_test/refund`, wanted)
}

async function countOf(table: 'payment' | 'payment_refund'): Promise<number> {
  return (await stage.app.database.db.selectFrom(table).select('id').execute()).length
}

/** What came since the first reading is read by the poller that dies, and again by the one that follows. */
async function readUntilKilled({ boundary }: Cell, found: () => Promise<number>): Promise<void> {
  await pair.work(boundary)
  time.moveOnTo(time.clock.now() + 13 * 60 * MINUTE_MS)
  await pair.replace()
  time.moveOnTo(time.clock.now() + 2 * MINUTE_MS)
  for (let ticks = 0; ticks < MOST_TICKS; ticks += 1) {
    if ((await found()) > 0) return
    await sleep(TICK_MS)
  }
  throw new Error(`It was never read again: ${pair.said.join('')}`)
}

const TICK_MS = 10
/** So often nothing has changed before time is moved on. */
const QUIET_TICKS = 5
/** Somebody else's claim holds it up, for a minute. */
const BLOCKED_TICKS = 200
const MOST_BLOCKED = 4
/** All is read for seven days. */
const LONGEST_MS = 8 * 24 * 60 * MINUTE_MS
const MOST_TICKS = 20_000

/** Lets time go by in which nothing is due, until nothing waits for anything any more. */
async function rest(): Promise<void> {
  const endMs = time.clock.now() + LONGEST_MS
  let [quiet, before, blocked] = [0, '', 0]
  for (let ticks = 0; ticks < MOST_TICKS; ticks += 1) {
    await sleep(TICK_MS)
    await finishRefunds(stage)
    const waiting = await dues()
    if (waiting.length === 0) return
    const state = JSON.stringify(waiting)
    quiet = state === before ? quiet + 1 : 0
    before = state
    const now = time.clock.now()
    const nextMs = Math.min(...waiting)
    if (quiet < (nextMs > now ? QUIET_TICKS : BLOCKED_TICKS)) continue
    quiet = 0
    blocked = nextMs > now ? 0 : blocked + 1
    if (nextMs > endMs || blocked > MOST_BLOCKED) break
    time.moveOnTo(nextMs > now ? nextMs : now + MINUTE_MS)
  }
  throw new Error(
    `It never came to rest at ${instantText(time.clock.now())}: ${pair.said.join('')}`,
  )
}

/** When what waits for something is looked at next. */
async function dues(): Promise<number[]> {
  const { db } = stage.app.database
  const attempts = await db
    .selectFrom('payment_attempt')
    .select(['poll_at', 'claimed_until'])
    .where('state', 'in', ['created', 'pending'])
    .orderBy('id')
    .execute()
  const notices = await db
    .selectFrom('payment_notice')
    .select('next_try_at')
    .where('processed_at', 'is', null)
    .orderBy('id')
    .execute()
  const orders = await db
    .selectFrom('payment_refund_order')
    .select('poll_at')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  return [
    ...attempts.map(({ poll_at: poll, claimed_until: claimed }) =>
      Math.max(msOr(poll, 0), msOr(claimed, 0)),
    ),
    ...notices.map(({ next_try_at: next }) => msOr(next, 0)),
    ...orders.map(({ poll_at: poll }) => msOr(poll, 0)),
  ]
}

function msOr(instant: string | null, otherwise: number): number {
  return instant === null ? otherwise : msOf(instant)
}

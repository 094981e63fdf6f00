import { afterEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { skewedWorkers } from '#server/database-clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import type { Boundary } from '#server/documents/portal/portal-step.ts'
import { startPipeline } from '#server/pipeline.ts'
import { boletasAtSii, seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

/** Far longer than the steps that nobody needs a lease for. */
const LONGEST_MS = 10 * 60_000

/** A running pipeline whose only document stands at a boundary until it is let go. */
async function standingAt(boundary: Boundary) {
  // 30 November 2026, 12:00 in Chile; the rule's day.
  house = await openHouse('2026-11-30T15:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.settle(house.worker('w1'))
  await house.clock.advance(31 * 60_000)
  return runTo(boundary)
}

async function runTo(boundary: Boundary) {
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const pipeline = startPipeline({
    ...house.worker('w1'),
    boundary: async (at) => {
      if (at !== boundary) return
      reached.resolve()
      await letGo.promise
    },
  })
  let isThere = false
  void reached.promise.then(() => (isThere = true))
  const startedMs = house.clock.now()
  while (!isThere) {
    if (house.clock.now() - startedMs > LONGEST_MS) throw new Error(`Never came to ${boundary}`)
    // Time stands while somebody has the lease, so that it does not run out, however slow the machine is.
    if (await isLeased()) await new Promise((resolve) => setImmediate(resolve))
    else await house.clock.advance(100)
  }
  return { pipeline, letGo: letGo.resolve }
}

async function isLeased(): Promise<boolean> {
  const leased = house.db.selectFrom('portal_person').select('epoch')
  return (await leased.where('lease_worker', 'is not', null).execute()).length > 0
}

async function attempts() {
  return house.db.selectFrom('attempt').select('outcome').execute()
}

test('a process that is ended during a send waits for its answer and keeps it', async () => {
  const { pipeline, letGo } = await standingAt('afterSend')
  const stopping = pipeline.stop()
  let isSent = false
  const sent = pipeline.sent().then(() => (isSent = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isSent).toBe(false)
  letGo()
  await sent
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued'])
  await stopping
})

test('a process that is ended before an intent writes none, and has nothing to wait for', async () => {
  const { pipeline, letGo } = await standingAt('beforePreview')
  const stopping = pipeline.stop()
  await pipeline.sent()
  letGo()
  await stopping
  expect(await attempts()).toEqual([])
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['queued'])
})

test('a process that is ended just before the intent writes none', async () => {
  const { pipeline, letGo } = await standingAt('beforeIntent')
  const stopping = pipeline.stop()
  letGo()
  await pipeline.sent()
  await stopping
  expect(await attempts()).toEqual([])
})

test('a process that is ended just before the intent of an annulment annuls nothing', async () => {
  // Antonia's boleta is issued, and its user asks for its annulment.
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedBoletaRule(house, { nextDay: day(2026, 11, 30) })
  await house.live(house.worker('w1'), 180, 10)
  const [issued] = await documentsOf(house)
  if (issued === undefined) throw new Error('no document')
  const at = { organisationId: issued.organisation_id, id: issued.id }
  expect(await documentActions(house).annul(at, { worker: 'user:1', epoch: null }, 3)).toBe(true)
  const { pipeline, letGo } = await runTo('beforeIntent')
  const stopping = pipeline.stop()
  letGo()
  await pipeline.sent()
  await stopping
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', annulment: 'wanted' }])
  expect(boletasAtSii(house, day(2026, 11, 30))).toMatchObject([{ annulledFor: null }])
})

test('a worker whose clock is wrong plans and issues nothing, and says so', async () => {
  house = await openHouse('2026-11-30T15:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const told: unknown[] = []
  const pipeline = startPipeline({
    ...house.worker('w1'),
    databaseClock: () => house.clock.now() - 13 * 60 * 60_000,
    onFailure: ({ step }) => void told.push(step),
  })
  for (let second = 0; second < 30; second += 1) {
    await house.clock.advance(1_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await pipeline.stop()
  expect(await documentsOf(house)).toEqual([])
  expect(told).toEqual(['clock'])
  const kept = await skewedWorkers(house.db)
  expect(kept.map(({ worker }) => worker)).toEqual(['w1'])
  expect(kept[0]?.skewMs).toBeGreaterThan(12 * 60 * 60_000)
})

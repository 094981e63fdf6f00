import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { withPatientLease } from '#server/facturators/visit.ts'
import { LEASE_MS } from '#server/facturators/lease.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import { ana } from '#simulators/world.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'

let house: House

beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30), clients: ['90909090-3', '93939393-5'] })
})
afterEach(() => house.close())

const MOST_PASSES = 100

/** Works until something happens before the preview of the first of the two. */
async function workUntil(
  happens: () => Promise<void>,
  pass: (needs: PipelineNeeds) => Promise<unknown> = runPass,
): Promise<void> {
  let hasHappened = false
  const worker: PipelineNeeds = {
    ...house.worker('w1'),
    boundary: async (name) => {
      if (name !== 'beforePreview' || hasHappened) return
      hasHappened = true
      await happens()
    },
  }
  for (let count = 0; count < MOST_PASSES && !hasHappened; count += 1) {
    await house.clock.advance(60_000)
    await pass(worker)
  }
  expect(hasHappened).toBe(true)
}

async function dueNow(): Promise<number> {
  const now = new Date(house.clock.now()).toISOString()
  const { rows } = await sql`select from document
    where state = 'queued' and next_try_at <= ${now}`.execute(house.db)
  return rows.length
}

test('a superseded holder takes nothing more: another is at work in the person’s session', async () => {
  await workUntil(async () => {
    await sql`update portal_person set epoch = nextval('portal_epoch'), lease_worker = 'w2',
      lease_until = lease_until + interval '1 hour'`.execute(house.db)
    await house.clock.advance(LEASE_MS + 1)
  })
  expect(await dueNow()).toBe(1)
  expect(house.failures).toEqual([])
})

test('a user who waits for the person’s session gets it before the next document', async () => {
  const visit = { person: rut(ana.rut), worker: 'web', patienceMs: 10_000 }
  let left: number | null = null
  let visited: Promise<unknown> | undefined
  await workUntil(async () => {
    visited = withPatientLease(house, visit, async () => {
      left = await dueNow()
    })
    await expect.poll(() => askedUntil()).not.toBeNull()
  })
  expect(await dueNow()).toBe(1)
  await house.clock.advance(500)
  await visited
  expect(left).toBe(1)
  expect(await askedUntil()).toBeNull()
  await runPass(house.worker('w1'))
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
})

test('a user who got the session leaves the wish of another who waits for it', async () => {
  const visit = { person: rut(ana.rut), worker: 'web', patienceMs: 10_000 }
  const later = new Date(house.clock.now() + 20_000).toISOString()
  let visited: Promise<unknown> | undefined
  await workUntil(async () => {
    visited = withPatientLease(house, visit, () => Promise.resolve())
    await expect.poll(() => askedUntil()).not.toBeNull()
    await sql`update portal_person set asked_until = ${later}`.execute(house.db)
  })
  await house.clock.advance(500)
  await visited
  expect(new Date((await askedUntil()) ?? 0).toISOString()).toBe(later)
})

test('a user who gave up keeps nobody waiting longer than they would have', async () => {
  await workUntil(async () => {
    await sql`update portal_person set asked_until = ${new Date(house.clock.now() + 10_000).toISOString()}`.execute(
      house.db,
    )
  })
  expect(await runPass(house.worker('w1'))).toBe(0)
  expect(await dueNow()).toBe(1)
  await house.clock.advance(10_000)
  expect(await runPass(house.worker('w1'))).toBeGreaterThan(0)
  expect(await dueNow()).toBe(0)
})

async function askedUntil(): Promise<string | null> {
  const { asked_until } = await house.db
    .selectFrom('portal_person')
    .select('asked_until')
    .executeTakeFirstOrThrow()
  return asked_until
}

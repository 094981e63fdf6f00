import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyDueAtHome, duePersons, takeDueAtHome } from '#server/documents/queue/due.ts'
import { instantText, msOf } from '#server/clock.ts'
import { runPass, startPipeline, type PipelineNeeds } from '#server/pipeline.ts'
import { seedCrowd } from '../crowd.ts'
import { openHouse, type House } from '../house.ts'

const EARLY = '2026-11-30T12:00:00Z'
const LATE = '2026-11-30T12:30:00Z'
const SOON = '2026-11-30T13:00:00.400Z'
const LATER = '2026-11-30T13:00:02.700Z'
/** At home and at the portal. */
const LOOKS = 2

let house: House

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await house.close()
})

test('a tenant with hundreds to plan lets the others go between', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [500],
    dueSince: EARLY,
    state: 'planned',
  })
  for (const organisationId of [2, 3]) {
    await seedCrowd(house.db, { organisationId, documents: [2], dueSince: LATE, state: 'planned' })
  }
  await runPass(house.worker('w1'))
  expect(await stillIn('planned', [2, 3])).toBe(0)
  expect(await stillIn('planned', [1])).toBeGreaterThan(0)
})

test('two workers take different documents, and whoever takes them all leaves none', async () => {
  for (const organisationId of [1, 2, 3]) {
    await seedCrowd(house.db, { organisationId, documents: [9], dueSince: EARLY, state: 'planned' })
  }
  const taken = await Promise.all([takeDueAtHome(house, 12), takeDueAtHome(house, 12)])
  const ids = taken.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  while (ids.length < 27) {
    const more = await takeDueAtHome(house, 12)
    expect(more).not.toEqual([])
    ids.push(...more.map(({ id }) => id))
  }
  expect(new Set(ids).size).toBe(27)
  expect(await takeDueAtHome(house, 12)).toEqual([])
})

test('a worker takes the others beside those that another is just taking, without waiting for it', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [9],
    dueSince: EARLY,
    state: 'planned',
  })
  const { clock, db } = house
  await db.transaction().execute(async (first) => {
    const taken = await takeDueAtHome({ db: first, clock }, 4)
    expect(taken).toHaveLength(4)
    const beside = await db.transaction().execute(async (second) => {
      await sql`set local lock_timeout = '500ms'`.execute(second)
      return takeDueAtHome({ db: second, clock }, 9)
    })
    const ids = [...taken, ...beside].map(({ id }) => id)
    expect(new Set(ids).size).toBe(9)
  })
})

test('a document is due at home from its very instant on', async () => {
  await seedCrowd(house.db, { organisationId: 1, documents: [1], dueSince: LATE, state: 'planned' })
  const isAnyDue = async (now: string) => {
    const { any } = await house.db
      .selectNoFrom(anyDueAtHome(now).as('any'))
      .executeTakeFirstOrThrow()
    return any
  }
  expect(await isAnyDue(instantText(msOf(LATE) - 1))).toBe(false)
  expect(await isAnyDue(LATE)).toBe(true)
})

test('of a look at home each tenant has its share, its longest waiting first', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [100],
    dueSince: EARLY,
    state: 'planned',
  })
  await seedCrowd(house.db, {
    organisationId: 2,
    documents: [100],
    dueSince: LATE,
    state: 'planned',
  })
  const first = await takeDueAtHome(house, 20)
  expect(first.map(({ organisationId }) => organisationId)).toEqual(
    Array.from({ length: 10 }, () => [1, 2]).flat(),
  )
  const oldest = await house.db
    .selectFrom('document')
    .select((eb) => eb.fn.min('id').as('id'))
    .groupBy('organisation_id')
    .orderBy('organisation_id')
    .execute()
  expect(first.slice(0, 2).map(({ id }) => id)).toEqual(oldest.map(({ id }) => id))
})

test('a tenant with a crowd of persons keeps nobody waiting longer than a round', async () => {
  const documents = Array.from({ length: 20 }, () => 25)
  await seedCrowd(house.db, { organisationId: 1, documents, dueSince: EARLY, state: 'queued' })
  for (const organisationId of [2, 3, 4]) {
    await seedCrowd(house.db, { organisationId, documents: [1], dueSince: LATE, state: 'queued' })
  }
  const worker = house.worker('w1')
  await runPass(worker)
  expect(await untouched([2, 3, 4])).toBe(0)
  expect(await untouched([1])).toBeGreaterThan(450)
  expect(house.failures).toEqual([])
})

test('who comes due between two looks is begun at that moment', async () => {
  await seedCrowd(house.db, { organisationId: 1, documents: [1], dueSince: SOON, state: 'queued' })
  await seedCrowd(house.db, { organisationId: 2, documents: [1], dueSince: LATER, state: 'queued' })
  expect(await duePersons(house, 9)).toEqual({ persons: [], soonestMs: Date.parse(SOON) })
  const pipeline = startPipeline(house.worker('w1'))
  try {
    await expect.poll(() => house.clock.waiting).toBe(LOOKS)
    await house.clock.advanceTo(SOON)
    await expect.poll(servedLast).toBe(SOON)
  } finally {
    await pipeline.stop()
  }
  expect(await duePersons(house, 9)).toEqual({ persons: [], soonestMs: Date.parse(LATER) })
})

test('whoever has fewest persons at work comes next', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [9, 9, 9, 9, 9, 9],
    dueSince: EARLY,
    state: 'queued',
  })
  await seedCrowd(house.db, {
    organisationId: 2,
    documents: [9, 9, 9],
    dueSince: LATE,
    state: 'queued',
  })
  await sql`insert into portal_person (person_rut, epoch, lease_worker, lease_until)
    select person_rut, 1, 'w9', '2026-11-30T13:02:00Z' from facturator
    where organisation_id = 1 order by id limit 4`.execute(house.db)
  await runPass({ ...house.worker('w1'), personSlots: 3 })
  // Eight each of three persons.
  expect(await untouched([2])).toBe(3)
  expect(await untouched([1])).toBe(54)
})

test('a person with hundreds lets the others of the tenant go between, turn by turn', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [500, 9, 1],
    dueSince: EARLY,
    state: 'queued',
  })
  await sql`update document set next_try_at = ${LATE}
    where id not in (select id from document order by id limit 500)`.execute(house.db)
  const worker: PipelineNeeds = { ...house.worker('w1'), personSlots: 1 }
  // Each turn is eight documents: the second person's nine need two, and nobody else has more between.
  for (let turn = 0; turn < 5; turn += 1) {
    await runPass(worker)
    await house.clock.advance(1_000)
  }
  const left = await untouchedByPerson()
  expect(left).toEqual([484])
})

async function stillIn(state: 'planned', organisations: number[]): Promise<number> {
  const rows = await house.db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', 'in', organisations)
    .where('state', '=', state)
    .execute()
  return rows.length
}

/** Nobody has tried yet: a try would have been held for want of a certificate. */
async function untouched(organisations: number[]): Promise<number> {
  const rows = await house.db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', 'in', organisations)
    .where('tries', '=', 0)
    .execute()
  return rows.length
}

async function untouchedByPerson(): Promise<number[]> {
  const rows = await house.db
    .selectFrom('document')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('tries', '=', 0)
    .groupBy('person_rut')
    .orderBy('person_rut')
    .execute()
  return rows.map(({ left }) => left)
}

async function servedLast(): Promise<string | null | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select max(served_at) as at from portal_person`.execute(house.db)
  const at = rows[0]?.at
  return at == null ? at : instantText(msOf(at))
}

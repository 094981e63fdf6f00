import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { issuedOf, makeDigests, tellDigests, type Digest } from '#server/agenda/digests.ts'
import { openHouse, seedRule, type House } from '../house.ts'

let house: House

const MONDAY = day(2026, 11, 30)

// Monday 30 November 2026, 09:00 in Chile (UTC−3).
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(() => house.close())

function digests() {
  return house.db
    .selectFrom('digest')
    .selectAll()
    .orderBy('period')
    .orderBy('first_day')
    .orderBy('organisation_id')
    .execute()
}

async function tellAll(tell: (digest: Digest) => void = () => undefined): Promise<number> {
  return tellDigests(
    house,
    async (_trx, digest) => tell(digest),
    (_digest, error) => house.failures.push(error),
  )
}

test('the day is counted once it is over in Chile, once, for whom it brought something', async () => {
  const { organisationId } = await seedRule(house, {
    nextDay: MONDAY,
    clients: ['90909090-3', '93939393-5'],
  })
  await house.live(house.worker('w1'), 180, 10)
  await house.db
    .insertInto('organisation')
    .values({ name: 'Sin nada', created_at: '2026-11-01' })
    .execute()
  // 20:59 in Chile.
  await house.clock.advanceTo('2026-11-30T23:59:00Z')
  await makeDigests(house)
  expect((await digests()).filter(({ period }) => period === 'day')).toEqual([])
  await house.clock.advanceTo('2026-12-01T00:00:00Z')
  expect(await makeDigests(house)).toBe(1)
  expect(await makeDigests(house)).toBe(0)
  await Promise.all([makeDigests(house), makeDigests(house)])
  const [made, ...others] = await digests()
  expect(others).toEqual([])
  expect(made).toMatchObject({
    organisation_id: organisationId,
    period: 'day',
    first_day: MONDAY,
    last_day: MONDAY,
    issued: 2,
    issued_clp: 238_000,
    failed: 0,
    waiting: 0,
    ahead: 0,
    told_at: null,
  })
})

test('what leaves after midnight UTC is still of its day in Chile, and of no other', async () => {
  await seedRule(house, { nextDay: MONDAY })
  await house.live(house.worker('w1'), 180, 10)
  // 23:30 in Chile, which is tomorrow in UTC.
  await house.db.updateTable('document').set({ issued_at: '2026-12-01T02:30:00Z' }).execute()
  await house.clock.advanceTo('2026-12-02T01:00:00Z')
  expect(await makeDigests(house)).toBe(0)
  await house.db.updateTable('document').set({ issued_at: '2026-12-01T03:00:00Z' }).execute()
  expect(await makeDigests(house)).toBe(1)
  const [made] = await digests()
  if (made === undefined) throw new Error('none was made')
  expect(made).toMatchObject({ first_day: '2026-12-01', issued: 1 })
  expect(await issuedOf(house.db, made, 5)).toMatchObject([{ kind: 'factura', total_clp: 119_000 }])
  const before = { ...made, first_day: '2026-11-30', last_day: '2026-11-30' }
  expect(await issuedOf(house.db, before, 5)).toEqual([])
})

test('the week is told on Monday at eight: what left, what waits, and what the next one brings', async () => {
  await seedRule(house, { nextDay: MONDAY })
  await house.live(house.worker('w1'), 180, 10)
  await seedRule(house, { nextDay: day(2026, 12, 3), city: '' })
  await seedRule(house, { nextDay: day(2026, 12, 13), clients: ['90909090-3', '93939393-5'] })
  await seedRule(house, { nextDay: day(2026, 12, 14) })
  await house.clock.advanceTo('2026-12-03T13:00:00Z')
  await house.settle(house.worker('w1'))
  // 07:59 in Chile.
  await house.clock.advanceTo('2026-12-07T10:59:00Z')
  await makeDigests(house)
  expect((await digests()).filter(({ first_day }) => first_day === MONDAY)).toEqual([])
  await house.clock.advanceTo('2026-12-07T11:00:00Z')
  await makeDigests(house)
  const weeks = (await digests()).filter(
    ({ period, first_day }) => period === 'week' && first_day === MONDAY,
  )
  expect(weeks).toMatchObject([
    { last_day: '2026-12-06', issued: 1, issued_clp: 119_000, waiting: 0, ahead: 0 },
    { issued: 0, issued_clp: 0, waiting: 1, ahead: 0 },
    { issued: 0, waiting: 0, ahead: 2 },
  ])
})

test('a week that nobody counted until Wednesday is left out: what it calls ahead has gone by', async () => {
  await seedRule(house, { nextDay: MONDAY })
  await house.live(house.worker('w1'), 180, 10)
  await house.clock.advanceTo('2026-12-09T11:00:00Z')
  expect(await makeDigests(house)).toBe(0)
})

test('each is told once, whoever tells; one that fails is told later and holds up nobody', async () => {
  const first = await seedRule(house, { nextDay: MONDAY })
  await house.live(house.worker('w1'), 180, 10)
  await house.db
    .insertInto('organisation')
    .values({ name: 'Otra', created_at: '2026-11-01' })
    .execute()
  await house.clock.advanceTo('2026-12-01T00:10:00Z')
  await makeDigests(house)
  const [made] = await digests()
  if (made === undefined) throw new Error('none was made')
  const [other] = await house.db
    .selectFrom('organisation')
    .select('id')
    .where('id', '<>', first.organisationId)
    .execute()
  await house.db
    .insertInto('digest')
    .values({ ...made, organisation_id: other?.id ?? 0 })
    .execute()
  const refusing = await tellAll(({ organisation_id }) => {
    if (organisation_id === first.organisationId) throw new Error('the mail can not be written')
  })
  expect(refusing).toBe(1)
  expect(house.failures).toHaveLength(1)
  const told: number[] = []
  const counts = await Promise.all(
    [1, 2, 3].map(() => tellAll(({ organisation_id }) => told.push(organisation_id))),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(told).toEqual([first.organisationId])
  expect(await tellAll()).toBe(0)
})

test('what nobody was told about for two days is no news any more', async () => {
  await seedRule(house, { nextDay: MONDAY })
  await house.live(house.worker('w1'), 180, 10)
  await house.clock.advanceTo('2026-12-01T00:10:00Z')
  expect(await makeDigests(house)).toBe(1)
  await house.clock.advanceTo('2026-12-03T00:11:00Z')
  expect(await tellAll()).toBe(0)
})

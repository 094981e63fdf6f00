import { afterEach, beforeEach, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { ana, rodrigo } from '#simulators/world.ts'
import { instantText, settableClock, type SettableClock } from '../../clock.ts'
import { borrowTestDatabase, type TestDatabase } from '../../db/test-database.ts'
import { createClaveGuard, forgetRefusedClaves, type ClaveGuard } from './clave-guard.ts'

let database: TestDatabase
let clock: SettableClock
let guard: ClaveGuard
beforeEach(async () => {
  database = await borrowTestDatabase()
  clock = settableClock('2026-11-30T13:00:00Z')
  guard = createClaveGuard(clock)
  const made = { name: 'Folio', created_at: instantText(clock.now()) }
  await database.db
    .insertInto('organisation')
    .values([1, 2].map((id) => ({ id, ...made })))
    .execute()
})
afterEach(() => database.drop())

const MINUTE_MS = 60_000
const TYPED = { organisationId: 1, person: rut(ana.rut), clave: 'nope1' }

const bars = (changed: Partial<typeof TYPED> = {}) =>
  guard.bars(database.db, { ...TYPED, ...changed })
const refuse = (changed: Partial<typeof TYPED> = {}) =>
  guard.refused(database.db, { ...TYPED, ...changed })

test('a refused clave is barred for ten minutes, and tried again then', async () => {
  expect(await bars()).toBeNull()
  await refuse()
  expect(await bars()).toEqual({ kind: 'sameClave' })
  await clock.advance(10 * MINUTE_MS - 1)
  expect(await bars()).toEqual({ kind: 'sameClave' })
  await clock.advance(1)
  expect(await bars()).toBeNull()
})

test('a refused clave bars no other, nor that of another person or organisation', async () => {
  await refuse()
  expect(await bars({ clave: 'nope2' })).toBeNull()
  expect(await bars({ person: rut(rodrigo.rut) })).toBeNull()
  expect(await bars({ organisationId: 2 })).toBeNull()
})

test('the third refusal within an hour bars the organisation until an hour after the first', async () => {
  const firstMs = clock.now()
  expect(await refuse({ clave: 'nope1' })).toEqual({ triesLeft: 2 })
  await clock.advance(30 * MINUTE_MS)
  expect(await refuse({ clave: 'nope2' })).toEqual({ triesLeft: 1 })
  expect(await bars({ clave: 'nope3' })).toBeNull()
  await clock.advance(20 * MINUTE_MS)
  expect(await refuse({ clave: 'nope3' })).toEqual({ triesLeft: 0 })
  const untilMs = firstMs + 60 * MINUTE_MS
  expect(await bars({ clave: 'nope4' })).toEqual({ kind: 'tooManyRefusals', untilMs })
  expect(await bars({ clave: 'nope4', organisationId: 2 })).toBeNull()
  expect(await bars({ clave: 'nope4', person: rut(rodrigo.rut) })).toBeNull()
  await clock.advanceTo(untilMs)
  expect(await bars({ clave: 'nope4' })).toBeNull()
  expect(await refuse({ clave: 'nope4' })).toEqual({ triesLeft: 0 })
  await clock.advance(60 * MINUTE_MS)
  expect(await refuse({ clave: 'nope5' })).toEqual({ triesLeft: 2 })
})

async function kept(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('refused_clave')
    .select(['organisation_id', 'person_rut'])
    .orderBy('id')
    .execute()
  return rows.map((row) => `${row.organisation_id} ${row.person_rut}`)
}

test('a refusal forgets those of its person that count no more, and no others', async () => {
  await refuse()
  await refuse({ person: rut(rodrigo.rut) })
  await clock.advance(30 * MINUTE_MS)
  await refuse({ organisationId: 2 })
  await clock.advance(30 * MINUTE_MS)
  await refuse({ clave: 'nope2' })
  expect(await kept()).toEqual([`1 ${rodrigo.rut}`, `2 ${ana.rut}`, `1 ${ana.rut}`])
})

test('every night those of before are forgotten', async () => {
  await refuse()
  const before = instantText(clock.now())
  await clock.advance(1)
  await refuse({ organisationId: 2 })
  await forgetRefusedClaves(database.db, before)
  expect(await kept()).toEqual([`2 ${ana.rut}`])
})

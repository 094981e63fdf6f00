import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { uf, type Uf } from '#domain/uf.ts'
import { settableClock } from '#server/clock.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/db/test-database.ts'
import { syncUf, ufOn, type UfNeeds } from '#server/documents/content/uf.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await borrowTestDatabase()
  await database.db.deleteFrom('uf_value').execute()
})
afterEach(() => database.drop())

const MONDAY = day(2026, 11, 30)
const TUESDAY = day(2026, 12, 1)

type Values = [Day, string][]
type Answered = Awaited<ReturnType<UfNeeds['ufSources']['ofSii']>>

function answered(values: Values): Answered {
  return { kind: 'ok', value: new Map<Day, Uf>(values.map(([of, value]) => [of, uf(value)])) }
}

const AWAY: Answered = { kind: 'unavailable', cause: 'unknownPage', text: '' }
const UNPUBLISHED: Answered = { kind: 'notFound', text: '' }

/** Every year has the same answer. `years`: those that were asked for. */
function sync(own: Answered, other: Answered = AWAY, now = '2026-11-30T13:00:00Z') {
  const years: number[] = []
  const needs: UfNeeds = {
    db: database.db,
    clock: settableClock(now),
    ufSources: {
      ofSii: async (year) => {
        years.push(year)
        return own
      },
      ofMindicador: async () => other,
      ofCmf: async () => AWAY,
    },
  }
  return syncUf(needs).then((synced) => ({ ...synced, years }))
}

test('a value that a second source gives otherwise is not stored', async () => {
  const own = answered([
    [MONDAY, '39000.50'],
    [TUESDAY, '39001.50'],
  ])
  const other = answered([
    [MONDAY, '39000.50'],
    [TUESDAY, '39002.50'],
  ])
  expect(await sync(own, other)).toMatchObject({ stored: 1, disputed: [TUESDAY] })
  expect(await ufOn(database.db, MONDAY)).toBe(uf('39000.50'))
  expect(await ufOn(database.db, TUESDAY)).toBeNull()
})

test('a stored value is not overwritten by a later one', async () => {
  await sync(answered([[MONDAY, '39000.50']]))
  expect(await sync(answered([[MONDAY, '39999.50']]))).toMatchObject({ stored: 0 })
  expect(await ufOn(database.db, MONDAY)).toBe(uf('39000.50'))
})

test('the value of one day is that of no other', async () => {
  await sync(answered([[MONDAY, '39000.50']]))
  expect(await ufOn(database.db, TUESDAY)).toBeNull()
})

test('a table that cannot be read is missing, one not published yet is not', async () => {
  expect(await sync(AWAY)).toMatchObject({ isMissing: true })
  expect(await sync(UNPUBLISHED)).toMatchObject({ isMissing: false })
})

test.each([
  ['June', '2026-06-15T13:00:00Z', [2026]],
  ['December', '2026-12-15T13:00:00Z', [2026, 2027]],
  ['January', '2026-01-15T13:00:00Z', [2025, 2026]],
])('the years needed in %s are read', async (_, now, years) => {
  expect(await sync(UNPUBLISHED, AWAY, now)).toMatchObject({ years })
})

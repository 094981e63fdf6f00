import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownDay, knownMonth } from '#domain/day.ts'
import { setPricesFrom } from '#server/rules/prices/set-prices.ts'
import { documentsOf, openHouse, seedRule, type House, type SeededRule } from '../house.ts'

let house: House
let rule: SeededRule
beforeEach(async () => {
  house = await openHouse('2026-11-29T15:00:00Z')
  rule = await seedRule(house, { nextDay: knownDay('2026-11-30'), dayOfMonth: 30 })
})
afterEach(() => house.close())

function riseFrom(month: string, price = '110000') {
  const { organisationId, ruleId } = rule
  return setPricesFrom(house.db, organisationId, knownMonth(month), [
    { ruleId, position: 1, price },
  ])
}

async function totals() {
  return (await documentsOf(house)).map(({ emission_day, total_clp }) => [emission_day, total_clp])
}

test('a price from December on leaves November as it was, and holds from December on', async () => {
  await riseFrom('2026-12')
  const worker = house.worker('w1')
  await house.live(worker, 24 * 60, 30)
  expect(await totals()).toEqual([['2026-11-30', 119_000]])
  await house.live(worker, 31 * 24 * 60, 180)
  expect(await totals()).toEqual([
    ['2026-11-30', 119_000],
    ['2026-12-30', 130_900],
  ])
})

test('a price of this month reaches no document that is frozen already', async () => {
  await house.live(house.worker('w1'), 24 * 60, 10)
  await riseFrom('2026-11')
  expect(await totals()).toEqual([['2026-11-30', 119_000]])
})

test('a price of this month holds for what is not frozen yet', async () => {
  await riseFrom('2026-11')
  await house.live(house.worker('w1'), 24 * 60, 30)
  expect(await totals()).toEqual([['2026-11-30', 130_900]])
})

test('the newest of several months holds', async () => {
  await riseFrom('2026-10', '105000')
  await riseFrom('2026-11', '120000')
  await riseFrom('2026-12', '130000')
  await house.live(house.worker('w1'), 24 * 60, 30)
  expect(await totals()).toEqual([['2026-11-30', 142_800]])
})

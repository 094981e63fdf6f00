import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from './house.ts'

let house: House

// 30 November 2026, 08:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T11:00:00Z')
})
afterEach(async () => {
  await house.close()
})

test('a rule whose day has come issues one factura, verified and filed', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual(['planned'])
  await house.live(worker, 180, 10)
  const [document, ...others] = await documentsOf(house)
  expect(others).toEqual([])
  expect(house.failures).toEqual([])
  expect(document).toMatchObject({ state: 'issued', files_state: 'stored', total_clp: 119_000 })
  const issued = issuedAtSii(house)
  expect(issued).toHaveLength(1)
  expect(issued[0]).toMatchObject({ folio: document?.folio, timesAsked: 1 })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
})
afterEach(() => house.close())

const user = { worker: 'user:1', epoch: null }

async function approve(): Promise<boolean | 'otherDate'> {
  const document = (await documentsOf(house)).at(-1)
  if (document === undefined) throw new Error('no document')
  const at = { organisationId: document.organisation_id, id: document.id }
  return documentActions(house).issueNow(at, user)
}

test('a rule that asks is issued only when somebody says so', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.db.updateTable('invoice_rule').set({ needs_approval: true }).execute()
  const worker = house.worker('w1')
  await house.live(worker, 300, 30)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'waiting', reason: 'approvalNeeded', wait_until: null, total_clp: 119_000 },
  ])
  expect(issuedAtSii(house)).toEqual([])
  expect(await approve()).toBe(true)
  await house.live(worker, 60, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', reason: null }])
  await checkInvariants(house)
})

test('an approved amount does not let another amount of the same document pass', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  const prices = (price: string) => house.db.updateTable('rule_line').set({ price }).execute()
  await prices('200000')
  await house.clock.advanceTo('2026-12-30T15:00:00Z')
  await house.settle(worker)
  const asked = (await documentsOf(house)).at(-1)
  expect(asked).toMatchObject({ reason: 'amountDiffers', total_clp: 238_000 })
  await house.clock.advanceTo('2026-12-31T15:00:00Z')
  const at = { organisationId: asked?.organisation_id ?? 0, id: asked?.id ?? 0 }
  expect(await documentActions(house).issueNow(at, user, day(2026, 12, 31))).toBe(true)
  await prices('2000000')
  await house.live(worker, 120, 10)
  expect((await documentsOf(house)).at(-1)).toMatchObject({
    state: 'waiting',
    reason: 'amountDiffers',
    total_clp: 2_380_000,
  })
  expect(issuedAtSii(house)).toHaveLength(1)
})

test('an amount a third above the one before stops and asks; one within it does not', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  const nextMonth = async (price: string, today: string) => {
    await house.db.updateTable('rule_line').set({ price }).execute()
    await house.clock.advanceTo(today)
    await house.live(worker, 120, 10)
    return (await documentsOf(house)).at(-1)
  }
  expect(await nextMonth('130000', '2026-12-30T12:00:00Z')).toMatchObject({ state: 'issued' })
  expect(await nextMonth('200000', '2027-01-30T12:00:00Z')).toMatchObject({
    state: 'waiting',
    reason: 'amountDiffers',
    wait_until: null,
  })
  expect(await approve()).toBe(true)
  await house.live(worker, 60, 10)
  expect((await documentsOf(house)).map(({ state }) => state)).toEqual([
    'issued',
    'issued',
    'issued',
  ])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatchUp } from '#domain/course.ts'
import { day } from '#domain/day.ts'
import { releaseIssuing, stopIssuing } from '#server/documents/stops/stops.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const DAY_MINUTES = 24 * 60
const states = async () =>
  (await documentsOf(house)).map(({ state, reason, issue_day }) => [state, reason, issue_day])

/** Its clave refused on the very day, and mended the day after. */
async function refusedUntilTomorrow(catch_up: CatchUp): Promise<void> {
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.db.updateTable('invoice_rule').set({ catch_up }).execute()
  house.simulator.admin.scenarios.set({ name: 'wrong-clave', times: 1 })
  const worker = house.worker('w1')
  await house.live(worker, 120, 10)
  expect(await states()).toEqual([['queued', 'claveRejected', '2026-11-30']])
  await house.db.updateTable('facturator').set({ clave_state: 'valid' }).execute()
  await house.live(worker, DAY_MINUTES, 30)
}

test('a queued document whose day went by is issued the day after where its rule says so', async () => {
  await refusedUntilTomorrow('issue_today')
  expect(await states()).toEqual([['issued', null, '2026-12-01']])
  const [entry] = issuedAtSii(house)
  expect(entry?.issueDay).toBe('2026-12-01')
  const [document] = await documentsOf(house)
  expect(document).toMatchObject({ emission_day: '2026-11-30', service_month: '2026-11' })
})

test('it leaves only within the hours of the day', async () => {
  await refusedUntilTomorrow('issue_today')
  const [document] = await documentsOf(house)
  // 09:00 in Chile, and half an hour to stop it.
  expect(Date.parse(document?.issued_at ?? '')).toBeGreaterThanOrEqual(
    Date.parse('2026-12-01T12:30:00Z'),
  )
})

test('it is left out where its rule skips what it missed', async () => {
  await refusedUntilTomorrow('skip')
  expect(await states()).toEqual([['skipped', 'missed', '2026-11-30']])
})

test('where nothing is said it asks, as ever', async () => {
  await refusedUntilTomorrow('notify')
  expect(await states()).toEqual([['planned', 'missed', null]])
})

test('never more than one period without a word: when a later one has come, the older asks', async () => {
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
  const worker = house.worker('w1')
  await stopIssuing(house, { organisationId: rule.organisationId, userId: 1 }, null)
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today' }).execute()
  await house.live(worker, 60, 30)
  await house.clock.advanceTo('2026-12-30T13:00:00Z')
  await house.live(worker, 60, 30)
  await house.clock.advanceTo('2026-12-31T13:00:00Z')
  await house.live(worker, 30, 30)
  expect((await states()).map(([, reason]) => reason)).toEqual(['issuingStopped', 'issuingStopped'])
  await releaseIssuing(house, { organisationId: rule.organisationId, userId: 1 }, null)
  await house.live(worker, 90, 10)
  expect(await states()).toEqual([
    ['planned', 'missed', null],
    ['issued', null, '2026-12-31'],
  ])
})

test('released a day late, a rule that skips leaves out what stood still', async () => {
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
  const author = { organisationId: rule.organisationId, userId: 1 }
  await house.db.updateTable('invoice_rule').set({ catch_up: 'skip' }).execute()
  await stopIssuing(house, author, null)
  await house.live(house.worker('w1'), DAY_MINUTES, 120)
  expect((await states())[0]?.[1]).toBe('issuingStopped')
  await releaseIssuing(house, author, null)
  await house.live(house.worker('w1'), 60, 30)
  expect(await states()).toEqual([['skipped', 'missed', '2026-11-30']])
})

test('what lacked something on its day is dated on the day it is there, once that is today', async () => {
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30), city: '' })
  await house.db.updateTable('invoice_rule').set({ catch_up: 'issue_today' }).execute()
  const worker = house.worker('w1')
  await house.live(worker, DAY_MINUTES * 2, 120)
  expect(await states()).toEqual([['needs_data', 'recipientCityMissing', '2026-12-02']])
  await house.db
    .updateTable('client_address')
    .set({ city: 'CHILLÁN' })
    .where('organisation_id', '=', rule.organisationId)
    .execute()
  await house.live(worker, 120, 10)
  expect(await states()).toEqual([['issued', null, '2026-12-02']])
})

test('a rule that asks each time asks about what it catches up too', async () => {
  await seedRule(house, { nextDay: day(2026, 11, 29) })
  await house.db
    .updateTable('invoice_rule')
    .set({ catch_up: 'issue_today', needs_approval: true })
    .execute()
  await house.live(house.worker('w1'), 120, 30)
  expect(await states()).toEqual([['waiting', 'approvalNeeded', '2026-11-30']])
  expect(issuedAtSii(house)).toEqual([])
})

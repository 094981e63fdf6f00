import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownDay, knownMonth } from '#domain/day.ts'
import { missedOf, resumeRule } from '#server/documents/actions/resume-rule.ts'
import { changeRule } from '#server/rules/save.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

beforeEach(async () => {
  house = await openHouse('2026-09-10T15:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

type At = { organisationId: number; ruleId: number }

const nobody = ({ organisationId }: At) => ({ organisationId, userId: null })
const resume = (at: At, issued: string | null) =>
  resumeRule({ ...house, window: { fromHour: 9, toHour: 18 } }, nobody(at), at, {
    issued: issued === null ? null : knownMonth(issued),
    restores: false,
  })
const missed = async (at: At) => (await missedOf(house, at))?.days

/** Of every thirtieth, paused on 10 September and found so on 15 November. */
async function pausedSince(nextDay = '2026-09-30'): Promise<At> {
  const rule = await seedRule(house, { nextDay: knownDay(nextDay) })
  await pause(rule)
  await house.clock.advanceTo('2026-11-15T15:00:00Z')
  await house.settle(house.worker('w1'))
  return rule
}

async function pause(at: At): Promise<void> {
  const needs = {
    ...house,
    hasEmailAccount: async () => false,
    onRuleStopped: async () => [],
    onRuleChanged: async () => undefined,
    onClientsChanged: async () => ({ count: 0, day: null }),
    onRuleApplied: async () => ({ count: 0, day: null }),
  }
  await changeRule(needs, nobody(at), at, { isPaused: true }, (code) => ({ text: code }))
}

async function made() {
  const documents = await documentsOf(house)
  return documents.map(({ emission_day, issue_day, service_month, state }) => [
    emission_day,
    issue_day,
    service_month,
    state,
  ])
}

async function nextDay(): Promise<string | null> {
  const rule = await house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  return rule.next_emission_day
}

test('it is asked what its pause has missed, and of that the one month is issued today that was said', async () => {
  const rule = await pausedSince()
  expect(await missed(rule)).toEqual(['2026-09-30', '2026-10-30'])
  expect(await resume(rule, '2026-10')).toMatchObject({ kind: 'resumed' })
  expect(await nextDay()).toBe('2026-11-30')
  const worker = house.worker('w1')
  await house.live(worker, 90, 10)
  expect(await made()).toEqual([['2026-10-30', '2026-11-15', '2026-10', 'issued']])
  // The rest of the pause is over.
  expect(await missed(rule)).toEqual([])
  await house.clock.advanceTo('2026-11-30T13:00:00Z')
  await house.live(worker, 120, 10)
  expect((await made()).map(([day]) => day)).toEqual(['2026-10-30', '2026-11-30'])
  expect(issuedAtSii(house)).toHaveLength(2)
})

test('with no month said nothing comes back', async () => {
  const rule = await pausedSince()
  expect(await resume(rule, null)).toMatchObject({ kind: 'resumed' })
  expect(await nextDay()).toBe('2026-11-30')
  await house.live(house.worker('w1'), 60, 10)
  expect(await made()).toEqual([])
})

test('a month that it has not missed, and a second time, are refused with nothing changed', async () => {
  const rule = await pausedSince()
  const refused = { kind: 'refused', why: 'monthNotOfRule' }
  expect(await resume(rule, '2026-11')).toEqual(refused)
  expect(await resume(rule, '2026-08')).toEqual(refused)
  expect(await nextDay()).toBeNull()
  await resume(rule, '2026-09')
  expect(await resume(rule, '2026-10')).toEqual({ kind: 'refused', why: 'ruleNotPaused' })
  expect((await made()).map(([day]) => day)).toEqual(['2026-09-30'])
})

test('a month left out, planned before or after its end is none that was missed', async () => {
  const rule = await pausedSince()
  await house.db
    .insertInto('rule_month')
    .values({
      organisation_id: rule.organisationId,
      rule_id: rule.ruleId,
      period: '2026-09',
      is_skipped: true,
    })
    .execute()
  expect(await missed(rule)).toEqual(['2026-10-30'])
  await house.db.updateTable('invoice_rule').set({ end_day: '2026-10-15' }).execute()
  expect(await missed(rule)).toEqual([])
})

test('one paused on its day, already planned, has not missed it', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-09-10') })
  await house.settle(house.worker('w1'))
  await pause(rule)
  await house.clock.advanceTo('2026-11-15T15:00:00Z')
  expect(await missed(rule)).toEqual(['2026-10-10', '2026-11-10'])
})

test('a rule without a client issues none of the months it missed', async () => {
  const rule = await pausedSince()
  await house.db.deleteFrom('rule_client').execute()
  expect(await resume(rule, '2026-10')).toEqual({ kind: 'refused', why: 'ruleIncomplete' })
  expect(await missed(rule)).toEqual(['2026-09-30', '2026-10-30'])
})

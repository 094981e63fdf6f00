import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownDay, knownMonth } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import {
  changeMonth,
  issueMonthNow,
  monthsOf,
  type MonthWish,
} from '#server/documents/actions/rule-months.ts'
import { lastEmissions } from '#server/rules/last-emissions.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House

// 20 November 2026, 12:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-20T15:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

type At = { organisationId: number; ruleId: number }

const nobody = ({ organisationId }: At) => ({ organisationId, userId: null })
const month = (at: At, period: string) => ({ ...at, period: knownMonth(period) })
const change = (at: At, period: string, wish: MonthWish) =>
  changeMonth(house, nobody(at), month(at, period), wish)
const issueNow = (at: At, period = '2026-11') => issueMonthNow(house, nobody(at), month(at, period))
const move = (to: string): MonthWish => ({ kind: 'move', day: knownDay(to) })
const skip = { kind: 'skip' } as const
const restore = { kind: 'restore' } as const

/** One whose start leaves room for a day before its own. */
async function underWay(nextDay: string): Promise<At> {
  const rule = await seedRule(house, { nextDay: knownDay(nextDay) })
  await house.db.updateTable('invoice_rule').set({ start_day: '2026-10-01' }).execute()
  return rule
}

async function nextDay(): Promise<string | null> {
  const rule = await house.db.selectFrom('invoice_rule').selectAll().executeTakeFirstOrThrow()
  return rule.next_emission_day
}

async function made() {
  const documents = await documentsOf(house)
  return documents.map(({ emission_day, issue_day, state }) => [emission_day, issue_day, state])
}

test('a skipped month issues nothing, and the one after it issues as ever', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  expect(await change(rule, '2026-11', skip)).toMatchObject({
    kind: 'done',
    month: { change: { kind: 'skipped' }, isPlanned: false },
  })
  expect(await nextDay()).toBe('2026-12-30')
  await house.live(house.worker('w1'), 60 * 24 * 41, 120)
  expect(await made()).toEqual([['2026-12-30', '2026-12-30', 'issued']])
})

test('a month moved to an earlier day issues on that one, once', async () => {
  const rule = await underWay('2026-11-30')
  await change(rule, '2026-11', move('2026-11-23'))
  expect(await nextDay()).toBe('2026-11-23')
  await house.live(house.worker('w1'), 60 * 24 * 12, 120)
  expect(await made()).toEqual([['2026-11-23', '2026-11-23', 'issued']])
  expect(await nextDay()).toBe('2026-12-30')
})

test('what was skipped or moved goes back to its own day', async () => {
  const rule = await underWay('2026-11-30')
  await change(rule, '2026-11', skip)
  await change(rule, '2026-11', move('2026-11-25'))
  expect(await nextDay()).toBe('2026-11-25')
  expect(await change(rule, '2026-11', restore)).toMatchObject({
    kind: 'done',
    month: { change: null, ownDay: '2026-11-30' },
  })
  expect(await nextDay()).toBe('2026-11-30')
})

test('a month whose own day went by while it was skipped is put back by nobody, but may get another day', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-21') })
  await change(rule, '2026-11', skip)
  await house.clock.advanceTo('2026-11-24T15:00:00Z')
  expect(await change(rule, '2026-11', restore)).toEqual({ kind: 'refused', why: 'dayHasGoneBy' })
  expect(await nextDay()).toBe('2026-12-21')
  await change(rule, '2026-11', move('2026-11-26'))
  expect(await nextDay()).toBe('2026-11-26')
})

test.each([
  ['a day gone by', '2026-11', '2026-11-19', 'dayHasGoneBy'],
  ['a day of another month', '2026-11', '2026-12-01', 'dayNotOfMonth'],
  ['a month gone by', '2026-10', '2026-10-30', 'monthNotOfRule'],
  ['a day past the rule’s end', '2027-01', '2027-01-21', 'dayNotOfMonth'],
  ['a month past the rule’s end', '2027-02', '2027-02-10', 'monthNotOfRule'],
])('%s is refused', async (_, period, day, why) => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-20'), dayOfMonth: 20 })
  await house.db.updateTable('invoice_rule').set({ end_day: '2027-01-20' }).execute()
  expect(await change(rule, period, move(day))).toEqual({ kind: 'refused', why })
})

test('a change of December leaves a November whose planning is late its turn', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-18') })
  await change(rule, '2026-12', skip)
  expect(await nextDay()).toBe('2026-11-18')
  await house.settle(house.worker('w1'))
  expect(await nextDay()).toBe('2027-01-18')
})

test('a rule of which a month is skipped on its own day waits for the next month', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-20') })
  await change(rule, '2026-11', skip)
  expect(await nextDay()).toBe('2026-12-20')
})

test('a paused rule of which a month is skipped still waits for no day', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  const paused = { is_paused: true, next_emission_day: null }
  await house.db.updateTable('invoice_rule').set(paused).execute()
  expect(await change(rule, '2026-12', skip)).toMatchObject({ kind: 'done' })
  expect(await nextDay()).toBeNull()
})

test('skipping a planned month stops all its documents; moving it is refused', async () => {
  const rule = await seedRule(house, {
    nextDay: knownDay('2026-11-20'),
    clients: ['90909090-3', '94949494-2'],
  })
  await house.settle(house.worker('w1'))
  const refused = { kind: 'refused', why: 'monthAlreadyPlanned' }
  expect(await change(rule, '2026-11', move('2026-11-25'))).toEqual(refused)
  expect(await change(rule, '2026-11', skip)).toMatchObject({ kind: 'done' })
  expect(await change(rule, '2026-11', restore)).toEqual(refused)
  await house.live(house.worker('w1'), 600, 60)
  expect((await made()).map(([, , state]) => state)).toEqual(['skipped', 'skipped'])
  expect(issuedAtSii(house)).toEqual([])
})

test('a month of which one was issued is not skipped', async () => {
  const rule = await seedRule(house, {
    nextDay: knownDay('2026-11-20'),
    clients: ['90909090-3', '94949494-2'],
  })
  const worker = house.worker('w1')
  await house.settle(worker)
  const [first] = await documentsOf(house)
  if (first === undefined) throw new Error('no document')
  const at = { organisationId: first.organisation_id, id: first.id }
  await documentActions(house).issueNow(at, { worker: 'user:1', epoch: null })
  await house.live(worker, 10, 5)
  expect(await change(rule, '2026-11', skip)).toEqual({
    kind: 'refused',
    why: 'monthAlreadyIssued',
  })
})

test('issued now, this month is issued today with its own service month, and never again', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  expect(await issueNow(rule)).toMatchObject({ kind: 'done', month: { isPlanned: true } })
  expect(await issueNow(rule)).toEqual({ kind: 'refused', why: 'monthAlreadyIssued' })
  expect(await nextDay()).toBe('2026-12-30')
  await house.live(house.worker('w1'), 60 * 24 * 12, 120)
  expect(await issueNow(rule)).toMatchObject({ kind: 'refused' })
  expect(await documentsOf(house)).toMatchObject([
    { state: 'issued', issue_day: '2026-11-20', emission_day: '2026-11-30' },
  ])
})

test('two who ask at once make one document', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  const answers = await Promise.all([issueNow(rule), issueNow(rule), issueNow(rule)])
  expect(answers.filter(({ kind }) => kind === 'done')).toHaveLength(1)
  expect(await documentsOf(house)).toHaveLength(1)
})

test('what is planned and waits for its hour is issued at once; its undo window stays', async () => {
  await house.clock.advanceTo('2026-11-21T09:00:00Z')
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-21') })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect((await made())[0]?.[2]).toBe('planned')
  expect(await issueNow(rule)).toMatchObject({ kind: 'done' })
  await house.settle(worker)
  expect((await made())[0]?.[2]).toBe('waiting')
})

test('what was missed this month is issued today', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-18') })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect(await documentsOf(house)).toMatchObject([{ reason: 'missed', issue_day: null }])
  await issueNow(rule)
  await house.live(worker, 60, 10)
  expect(await made()).toEqual([['2026-11-18', '2026-11-20', 'issued']])
})

test('a rule made after its day of the month issues that month when asked to', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-12-15') })
  await house.db.updateTable('invoice_rule').set({ start_day: '2026-11-20' }).execute()
  expect(await issueNow(rule)).toMatchObject({ kind: 'done' })
  expect(await made()).toEqual([['2026-11-20', '2026-11-20', 'planned']])
  expect(await nextDay()).toBe('2026-12-15')
})

test.each([
  ['another month', {}, '2026-12', 'notThisMonth'],
  ['a paused rule', { is_paused: true }, '2026-11', 'ruleIsPaused'],
  ['a rule that ended', { end_day: '2026-11-19' }, '2026-11', 'monthNotOfRule'],
  ['a rule yet to start', { start_day: '2026-12-01' }, '2026-11', 'monthNotOfRule'],
])('issuing %s now is refused', async (_, set, period, why) => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-12-18') })
  await house.db.updateTable('invoice_rule').set({ start_day: '2026-10-01' }).execute()
  if (Object.keys(set).length > 0) await house.db.updateTable('invoice_rule').set(set).execute()
  expect(await issueNow(rule, period)).toEqual({ kind: 'refused', why })
  expect(await documentsOf(house)).toEqual([])
})

test('a month is not issued now once the rule has issued as often as it may', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  await house.db.updateTable('invoice_rule').set({ most_emissions: 1 }).execute()
  expect(await issueNow(rule)).toMatchObject({ kind: 'done' })
  await house.clock.advanceTo('2026-12-10T15:00:00Z')
  expect(await issueNow(rule, '2026-12')).toEqual({ kind: 'refused', why: 'monthNotOfRule' })
  expect(await documentsOf(house)).toHaveLength(1)
})

test('a month is not issued now on another date than its person saw', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  const seeing = (shown: string) =>
    issueMonthNow(house, nobody(rule), month(rule, '2026-11'), knownDay(shown))
  expect(await seeing('2026-11-21')).toEqual({ kind: 'refused', why: 'otherDate' })
  expect(await documentsOf(house)).toEqual([])
  expect(await seeing('2026-11-20')).toMatchObject({ kind: 'done' })
})

test('a number of times counts the months skipped as none, and those issued now as one', async () => {
  const rule = await seedRule(house, { nextDay: knownDay('2026-11-30') })
  await house.db.updateTable('invoice_rule').set({ most_emissions: 2 }).execute()
  const periods = async () => (await monthsOf(house, rule))?.map(({ period }) => period)
  expect(await periods()).toEqual(['2026-11', '2026-12'])
  await change(rule, '2026-12', skip)
  expect(await periods()).toEqual(['2026-11', '2026-12', '2027-01'])
  await issueNow(rule)
  expect(await nextDay()).toBe('2027-01-30')
  expect(await periods()).toEqual(['2026-11', '2026-12', '2027-01'])
})

test('a rule tells what became of its last month, and of no earlier one', async () => {
  const { organisationId, ruleId } = await seedRule(house, { nextDay: knownDay('2026-11-23') })
  const last = async () => (await lastEmissions(house, organisationId, [ruleId])).get(ruleId)
  expect(await last()).toBeUndefined()
  await house.live(house.worker('w1'), 60 * 24 * 12, 120)
  expect(await last()).toMatchObject({ month: '2026-11', states: [{ state: 'issued', count: 1 }] })
  await house.live(house.worker('w1'), 60 * 24 * 25, 120)
  expect(await last()).toMatchObject({ month: '2026-12', states: [{ state: 'issued', count: 1 }] })
})

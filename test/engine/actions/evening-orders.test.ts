import { afterEach, describe, expect, test } from 'vitest'
import type { CatchUp } from '#domain/course.ts'
import { chileInstant, day, knownMonth, type Day } from '#domain/day.ts'
import { documentActions, skipDocumentsOfRule } from '#server/documents/actions/actions.ts'
import { restoreDocument, wayBack } from '#server/documents/actions/restore.ts'
import { resumeRule } from '#server/documents/actions/resume-rule.ts'
import { changeMonth, issueMonthNow } from '#server/documents/actions/rule-months.ts'
import { changeRule } from '#server/rules/save.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

// What a person orders too late for today's hours is dated on the next day on which it can leave, and no rule's policy
// takes the order back.

let house: House

afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

type At = { organisationId: number; ruleId: number }

const POLICIES: CatchUp[] = ['notify', 'issue_today', 'skip']
/** Its undo window would end after the closing hour; the hours are over; and so is the month. */
const EVENINGS: [string, Day, Day, number, number][] = [
  ['a quarter before the closing hour', day(2026, 11, 26), day(2026, 11, 27), 17, 45],
  ['at ten in the evening', day(2026, 11, 26), day(2026, 11, 27), 22, 0],
  ['on the month’s last evening', day(2026, 11, 30), day(2026, 12, 1), 22, 0],
]
const CASES = EVENINGS.flatMap((evening) => POLICIES.map((policy) => [...evening, policy] as const))

const USER = { worker: 'user:1', epoch: null }
const author = ({ organisationId }: { organisationId: number }) => ({ organisationId, userId: 1 })
const instant = (of: Day, hour: number, minute = 0) =>
  new Date(chileInstant(of, hour, minute)).toISOString()

/** Frozen on its own day and stopped in its undo window. */
async function stoppedOn(of: Day, policy: CatchUp, stop: 'document' | 'rule'): Promise<At> {
  house = await openHouse(instant(of, 12))
  const rule = await seedRule(house, { nextDay: of })
  await house.db.updateTable('invoice_rule').set({ catch_up: policy }).execute()
  await house.settle(house.worker('w1'))
  if (stop === 'rule') await pause(rule)
  else expect(await documentActions(house).skip(await keyOf(), USER)).toBe(true)
  return rule
}

async function pause(at: At): Promise<void> {
  const needs = {
    ...house,
    hasEmailAccount: async () => false,
    onRuleStopped: (trx: Parameters<typeof skipDocumentsOfRule>[0], rule: Stopped) =>
      skipDocumentsOfRule(trx, house.clock, USER, rule),
    onRuleApplied: async () => ({ count: 0, day: null }),
    onRuleChanged: async () => undefined,
    onClientsChanged: async () => ({ count: 0, day: null }),
  }
  await changeRule(needs, author(at), at, { isPaused: true }, (code) => ({ text: code }))
}
type Stopped = Parameters<typeof skipDocumentsOfRule>[3]

async function only() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return document
}

async function keyOf() {
  const { organisation_id, id } = await only()
  return { organisationId: organisation_id, id }
}

async function expectIssuedOnceOn(next: Day): Promise<void> {
  await house.clock.advanceTo(instant(next, 8))
  await house.live(house.worker('w1'), 180, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', issue_day: next }])
  expect(issuedAtSii(house)).toMatchObject([{ issueDay: next }])
}

describe.each(CASES)('%s', (_, of, next, hour, minute, policy) => {
  test(`a document restored by itself carries the date that was shown (${policy})`, async () => {
    const rule = await stoppedOn(of, policy, 'document')
    await house.clock.advanceTo(instant(of, hour, minute))
    expect(await wayBack(house, await only())).toEqual({ kind: 'day', issueDay: next })
    const at = await keyOf()
    expect(await restoreDocument(house, author(rule), at, of)).toBe('otherDate')
    expect((await only()).state).toBe('skipped')
    expect(await restoreDocument(house, author(rule), at, next)).toBe(true)
    await house.settle(house.worker('w1'))
    await expectIssuedOnceOn(next)
  })

  test(`a pause taken back lets its document go with the date that was shown (${policy})`, async () => {
    const rule = await stoppedOn(of, policy, 'rule')
    await house.clock.advanceTo(instant(of, hour, minute))
    const { id } = await only()
    const how = { issued: null, restores: true }
    expect(await resumeRule(house, author(rule), rule, { ...how, shown: of })).toEqual({
      kind: 'refused',
      why: 'otherDate',
    })
    expect(await resumeRule(house, author(rule), rule, { ...how, shown: next })).toEqual({
      kind: 'resumed',
      restored: [id],
    })
    await house.settle(house.worker('w1'))
    await expectIssuedOnceOn(next)
  })
})

test('a stopped document of a missed month that its person names is dated on the next day on which it can leave', async () => {
  const of = day(2026, 11, 24)
  const rule = await stoppedOn(of, 'skip', 'rule')
  await house.clock.advanceTo(instant(day(2026, 11, 26), 22))
  const next = day(2026, 11, 27)
  const issued = knownMonth('2026-11')
  const done = await resumeRule(house, author(rule), rule, { issued, restores: false, shown: next })
  expect(done).toMatchObject({ kind: 'resumed' })
  await expectIssuedOnceOn(next)
})

test('a document stays stopped for ever once its rule has ended, but not on the evening of the last day', async () => {
  const of = day(2026, 11, 26)
  await stoppedOn(of, 'notify', 'document')
  await house.db.updateTable('invoice_rule').set({ end_day: of }).execute()
  await house.clock.advanceTo(instant(of, 22))
  expect(await wayBack(house, await only())).toMatchObject({ issueDay: day(2026, 11, 27) })
  await house.clock.advanceTo(instant(day(2026, 11, 27), 12))
  expect(await wayBack(house, await only())).toBeNull()
})

test.each([
  [17, 29, 'done'],
  [17, 45, 'refused'],
  [20, 0, 'refused'],
])('a month is moved to today at %i:%i: %s', async (hour, minute, kind) => {
  const of = day(2026, 11, 26)
  house = await openHouse(instant(of, hour, minute))
  const rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
  await house.db.updateTable('invoice_rule').set({ start_day: '2026-10-01' }).execute()
  const at = { ...rule, period: knownMonth('2026-11') }
  const answer = await changeMonth(house, author(rule), at, { kind: 'move', day: of })
  expect(answer.kind).toBe(kind)
  if (answer.kind === 'refused') expect(answer.why).toBe('dayHasGoneBy')
})

describe('an order that arrives in the last moment of the hours carries the date that was compared', () => {
  const of = day(2026, 11, 26)

  /** Each reading of the clock is a millisecond later; from some such moment on the order is taken. */
  async function expectTaken(order: (needs: House) => Promise<boolean>): Promise<void> {
    await house.clock.advanceTo(instant(of, 17, 29))
    for (let beforeMs = 0; beforeMs < 20; beforeMs += 1) {
      let nowMs = chileInstant(of, 17, 30) - beforeMs
      if (await order({ ...house, clock: { ...house.clock, now: () => nowMs++ } })) break
    }
    expect(await documentsOf(house)).toMatchObject([{ state: 'planned', issue_day: of }])
  }

  test('a document restored', async () => {
    const rule = await stoppedOn(of, 'notify', 'document')
    const at = await keyOf()
    await expectTaken(
      async (needs) => (await restoreDocument(needs, author(rule), at, of)) === true,
    )
  })

  test('a pause taken back', async () => {
    const rule = await stoppedOn(of, 'notify', 'rule')
    const wish = { issued: null, restores: true, shown: of }
    await expectTaken(
      async (needs) => (await resumeRule(needs, author(rule), rule, wish)).kind === 'resumed',
    )
  })

  test('a missed month of a rule that is resumed', async () => {
    house = await openHouse(instant(of, 12))
    const rule = await seedRule(house, { nextDay: day(2026, 11, 25) })
    const paused = { is_paused: true, paused_at: instant(day(2026, 11, 20), 12) }
    await house.db
      .updateTable('invoice_rule')
      .set({ ...paused, next_emission_day: null })
      .execute()
    const wish = { issued: knownMonth('2026-11'), restores: false, shown: of }
    await expectTaken(
      async (needs) => (await resumeRule(needs, author(rule), rule, wish)).kind === 'resumed',
    )
  })

  test('a month issued now', async () => {
    house = await openHouse(instant(of, 12))
    const rule = await seedRule(house, { nextDay: day(2026, 11, 30) })
    await house.db.updateTable('invoice_rule').set({ start_day: '2026-10-01' }).execute()
    const at = { ...rule, period: knownMonth('2026-11') }
    await expectTaken(
      async (needs) => (await issueMonthNow(needs, author(rule), at, of)).kind === 'done',
    )
  })
})

describe('an order whose date could not be met', () => {
  /** Ordered on its day, and its clave refused until later. */
  async function orderedOn(of: Day): Promise<void> {
    house = await openHouse(instant(of, 12))
    await seedRule(house, { nextDay: of, clave: 'not-hers' })
    await house.settle(house.worker('w1'))
    expect(await documentActions(house).issueNow(await keyOf(), USER, of)).toBe(true)
    await house.settle(house.worker('w1'))
    expect((await only()).state).toBe('queued')
  }

  test.each(POLICIES)('asks again, unless its rule catches up (%s)', async (policy) => {
    await orderedOn(day(2026, 11, 24))
    await house.db.updateTable('invoice_rule').set({ catch_up: policy }).execute()
    await house.clock.advanceTo(instant(day(2026, 11, 27), 12))
    await house.settle(house.worker('w1'))
    expect(await only()).toMatchObject(
      policy === 'issue_today'
        ? { reason: null, issue_day: day(2026, 11, 27) }
        : { state: 'planned', reason: 'missed', issue_day: null },
    )
  })

  test('asks again in another month', async () => {
    await orderedOn(day(2026, 11, 24))
    await house.clock.advanceTo(instant(day(2027, 1, 8), 12))
    await house.settle(house.worker('w1'))
    expect(await only()).toMatchObject({ state: 'planned', reason: 'missed', issue_day: null })
  })

  test('asks again after the end of its rule', async () => {
    await orderedOn(day(2026, 11, 24))
    await house.db.updateTable('invoice_rule').set({ end_day: '2026-11-25' }).execute()
    await house.clock.advanceTo(instant(day(2026, 11, 27), 12))
    await house.settle(house.worker('w1'))
    expect(await only()).toMatchObject({ state: 'planned', reason: 'missed', issue_day: null })
  })
})

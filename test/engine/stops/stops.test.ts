import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { releaseIssuing, stopIssuing } from '#server/documents/stops/stops.ts'
import { operatorStops, setOperatorStop } from '#server/documents/stops/operator-stops.ts'
import { runPass, type PipelineNeeds } from '#server/pipeline.ts'
import { ana } from '#simulators/world.ts'
import {
  documentsOf,
  issuedAtSii,
  openHouse,
  seedRule,
  type House,
  type SeededRule,
} from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const TODAY = day(2026, 11, 30)
const THREE = ['90909090-3', '93939393-5', '92929292-8']
const author = ({ organisationId }: SeededRule) => ({ organisationId, userId: 1 })
const stop = (rule: SeededRule, company: number | null = null) =>
  stopIssuing(house, author(rule), company)
const release = (rule: SeededRule, company: number | null = null) =>
  releaseIssuing(house, author(rule), company)
const states = async () => (await documentsOf(house)).map(({ state, reason }) => [state, reason])

async function companyId(): Promise<number> {
  return (await house.db.selectFrom('company').select('id').executeTakeFirstOrThrow()).id
}

async function intents(): Promise<number> {
  return (await house.db.selectFrom('attempt').selectAll().execute()).length
}

async function intentsOf({ organisationId }: SeededRule): Promise<number> {
  const attempts = await house.db.selectFrom('attempt').selectAll().execute()
  return attempts.filter(({ organisation_id }) => organisation_id === organisationId).length
}

test('what is ready stands still while everything is stopped, and goes on when it is resumed', async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 10)
  await stop(rule)
  await house.live(worker, 120, 10)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'waiting', reason: 'issuingStopped', wait_until: null, next_try_at: null },
  ])
  expect(issuedAtSii(house)).toEqual([])
  await release(rule)
  await house.live(worker, 90, 10)
  expect(await states()).toEqual([['issued', null]])
})

test('an undo window is open again afterwards, and can be used', async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await stop(rule)
  await house.live(worker, 60, 30)
  await release(rule)
  await house.settle(worker)
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  expect(document).toMatchObject({ state: 'waiting', reason: null })
  expect(Date.parse(document.wait_until ?? '') - house.clock.now()).toBe(30 * 60_000)
  const at = { organisationId: document.organisation_id, id: document.id }
  await documentActions(house).skip(at, { worker: 'user:1', epoch: null })
  await house.live(worker, 90, 30)
  expect(await states()).toEqual([['skipped', 'skippedByUser']])
})

test('a stop pressed after the preview holds: the document in hand gets no intent', async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  let isPressed = false
  const pressed: PipelineNeeds = {
    ...worker,
    boundary: async (name) => {
      if (name !== 'beforeIntent' || isPressed) return
      isPressed = true
      await stop(rule)
    },
  }
  await house.live(pressed, 60, 10)
  expect(isPressed).toBe(true)
  expect(await intents()).toBe(0)
  expect(await states()).toEqual([['queued', 'issuingStopped']])
  await release(rule)
  await house.live(worker, 30, 10)
  expect(await states()).toEqual([['issued', null]])
})

/**
 * Runs a worker to where its intent, with all its locks, waits for the table that it is written to; then `pressed`,
 * whose answers must wait for it; then lets both go on.
 */
async function expectToWaitForTheIntent(pressed: () => Promise<unknown>[]): Promise<void> {
  const worker = house.worker('w1')
  await house.live(worker, 10)
  const [document] = await documentsOf(house)
  await house.clock.advanceTo(document?.wait_until ?? '')
  let isAnswered = false
  const running = await house.db.transaction().execute(async (trx) => {
    await sql`lock table attempt in share mode`.execute(trx)
    const pass = house.settle(worker)
    await untilLockWait(house.db)
    const answers = pressed()
    const answered = Promise.all(answers).then(() => (isAnswered = true))
    await untilLockWait(house.db, 1 + answers.length)
    expect(isAnswered).toBe(false)
    return { pass, answered }
  })
  await Promise.all([running.pass, running.answered])
  expect(await intents()).toBe(1)
  expect(await states()).toEqual([['issued', null]])
}

test("the stop's answer waits for an intent that is being written", async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  await expectToWaitForTheIntent(() => [stop(rule)])
})

test("and the operator's waits likewise, of everybody and of one person", async () => {
  await seedRule(house, { nextDay: TODAY })
  await expectToWaitForTheIntent(() => [
    setOperatorStop(house, null, true),
    setOperatorStop(house, rut(ana.rut), true),
  ])
})

test('pressed at any moment of a try, with two workers about, no intent comes after its answer', async () => {
  const moments = [
    'beforePreview',
    'beforeSign',
    'beforeIntent',
    'afterIntent',
    'afterSend',
  ] as const
  const [one, two] = [house.worker('w1'), house.worker('w2')]
  for (const [index, moment] of moments.entries()) {
    // Of one amount, each would ask whether it repeats the one before.
    const line = { name: 'Asesoría', quantity: '1', price: `${100_000 + index}` }
    const rule = await seedRule(house, { nextDay: TODAY, lines: [{ ...line, currency: 'CLP' }] })
    const answers: Promise<number>[] = []
    const boundary: PipelineNeeds['boundary'] = async (name) => {
      if (name !== moment || answers.length > 0) return
      answers.push(stop(rule).then(() => intentsOf(rule)))
    }
    await house.live({ ...one, boundary }, 35, 5)
    await Promise.all([runPass({ ...one, boundary }), runPass(two)])
    const [then] = await Promise.all(answers)
    if (then === undefined) throw new Error(`Nobody came to ${moment}`)
    expect({ moment, intents: await intentsOf(rule) }).toEqual({ moment, intents: then })
    await release(rule)
    await house.live(two, 10, 5)
  }
  expect(await states()).toEqual(moments.map(() => ['issued', null]))
})

test('one company stands still while the others go on', async () => {
  const still = await seedRule(house, { nextDay: TODAY })
  const company = await companyId()
  const worker = house.worker('w1')
  expect(await stop(still, company)).toBe(true)
  expect(await stop(still, company)).toBe(true)
  expect(await stop(still, company + 999)).toBe(false)
  const other = await house.db
    .insertInto('company')
    .columns(['organisation_id', 'facturator_id', 'rut', 'name', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('company')
        .select(['organisation_id', 'facturator_id', eb.val('78078078-4').as('rut'), 'name'])
        .select('created_at'),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await house.live(worker, 90, 10)
  expect(await states()).toEqual([['waiting', 'issuingStopped']])
  await house.db.updateTable('issuing_stop').set({ company_id: other.id }).execute()
  await house.live(worker, 90, 10)
  expect(await states()).toEqual([['issued', null]])
})

test('a date that went by meanwhile is asked about instead of being issued late', async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 10)
  await stop(rule)
  await house.live(worker, 60 * 24 * 2, 720)
  expect(await states()).toEqual([['waiting', 'issuingStopped']])
  await release(rule)
  await house.live(worker, 120, 30)
  expect(await documentsOf(house)).toMatchObject([
    { state: 'planned', reason: 'missed', issue_day: null },
  ])
  expect(issuedAtSii(house)).toEqual([])
})

test("what the operator stops says so, a user's own stop above it first", async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  const worker = house.worker('w1')
  await house.live(worker, 10)
  await setOperatorStop(house, null, true)
  await house.live(worker, 60, 30)
  expect(await states()).toEqual([['waiting', 'stoppedByUs']])
  await stop(rule)
  await house.settle(worker)
  expect(await states()).toEqual([['waiting', 'issuingStopped']])
  await release(rule)
  await house.settle(worker)
  expect(await states()).toEqual([['waiting', 'stoppedByUs']])
  await setOperatorStop(house, null, false)
  await house.live(worker, 90, 10)
  expect(await states()).toEqual([['issued', null]])
})

test('the operator stops one person, before they were ever seen at the portal or after', async () => {
  await seedRule(house, { nextDay: TODAY, clients: THREE })
  const worker = house.worker('w1')
  await setOperatorStop(house, rut('16161616-8'), true)
  await setOperatorStop(house, rut(ana.rut), true)
  await house.live(worker, 60, 30)
  expect(await states()).toEqual(THREE.map(() => ['waiting', 'stoppedByUs']))
  expect(await operatorStops(house.db)).toEqual({
    since: null,
    persons: [
      { person: ana.rut, since: '2026-11-30T13:00:00.000Z' },
      { person: '16161616-8', since: '2026-11-30T13:00:00.000Z' },
    ],
    waiting: 3,
  })
  await setOperatorStop(house, rut(ana.rut), false)
  await house.settle(worker)
  await house.live(worker, 30, 30)
  await setOperatorStop(house, rut(ana.rut), true)
  const then = await intents()
  expect(then).toBeGreaterThan(0)
  await house.live(worker, 60, 10)
  expect(await intents()).toBe(then)
  await setOperatorStop(house, rut(ana.rut), false)
  await house.live(worker, 60, 10)
  expect((await states()).every(([state]) => state === 'issued')).toBe(true)
})

test('a stop leaves alone what is on its way: a lost answer is cleared up meanwhile', async () => {
  const rule = await seedRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1', 'afterSend'), 60, 10)
  await stop(rule)
  await house.live(house.worker('w2'), 180, 10)
  expect(await states()).toEqual([['issued', null]])
})

import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { enqueueDocument } from '#server/documents/departure/enqueue.ts'
import { applyStops } from '#server/documents/departure/hold-stopped.ts'
import {
  readStops,
  releaseIssuing,
  stopHolding,
  stopIssuing,
} from '#server/documents/stops/stops.ts'
import { seedCrowd } from '../crowd.ts'
import {
  documentsOf,
  issuedAtSii,
  openHouse,
  seedRule,
  type House,
  type SeededRule,
} from '../house.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

const TODAY = day(2026, 11, 30)
const TOMORROW = day(2026, 12, 1)
const LAST_WEEK = day(2026, 11, 26)
const PAUSED = { is_paused: true, next_emission_day: null }
const user = { worker: 'user:1', epoch: null }

// 30 November 2026, 12:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T15:00:00Z')
})
afterEach(() => house.close())

async function only() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return { ...document, at: { organisationId: document.organisation_id, id: document.id } }
}

/** Frozen, and its undo window open. */
async function waiting(): Promise<SeededRule> {
  const rule = await seedRule(house, { nextDay: TODAY })
  await house.settle(house.worker('w1'))
  expect(await only()).toMatchObject({ state: 'waiting', reason: null })
  return rule
}

const setRule = (change: {
  is_paused?: boolean
  paused_at?: string
  deleted_at?: string
  end_day?: string
  next_emission_day?: null
}) => house.db.updateTable('invoice_rule').set(change).execute()
const now = () => instantText(house.clock.now())
const enqueue = async () => enqueueDocument(house.worker('w1'), user, (await only()).at)
const order = async (by = user) => documentActions(house).issueNow((await only()).at, by)

test('a document whose undo window is open is not queued', async () => {
  await waiting()
  await house.clock.advance(29 * 60_000)
  await enqueue()
  expect((await only()).state).toBe('waiting')
  await house.clock.advance(60_000)
  await enqueue()
  expect((await only()).state).toBe('queued')
})

test('a document of a deleted rule is stopped where its undo window ends', async () => {
  await waiting()
  await setRule({ deleted_at: now() })
  await house.clock.advance(30 * 60_000)
  await enqueue()
  expect(await only()).toMatchObject({ state: 'skipped', reason: 'ruleDeleted' })
})

test('a document that a person ordered after the pause of its rule is issued', async () => {
  await waiting()
  await setRule({ ...PAUSED, paused_at: now() })
  await house.clock.advance(60_000)
  expect(await order()).toBe(true)
  await house.settle(house.worker('w1'))
  expect((await only()).state).toBe('issued')
})

test('a document that a person ordered before the pause of its rule is not issued', async () => {
  await waiting()
  expect(await order()).toBe(true)
  await house.clock.advance(60_000)
  await setRule({ ...PAUSED, paused_at: now() })
  await house.settle(house.worker('w1'))
  expect(await only()).toMatchObject({ state: 'skipped', reason: 'rulePaused' })
  expect(issuedAtSii(house)).toEqual([])
})

test.each([
  ['a user', 'user:1'],
  ['a person without an account', 'system'],
])('a document that %s ordered after the end of its rule is issued', async (_, worker) => {
  await waiting()
  await setRule({ end_day: day(2026, 11, 29) })
  expect(await order({ worker, epoch: null })).toBe(true)
  await house.settle(house.worker('w1'))
  expect(await only()).toMatchObject({ state: 'issued', issue_day: TODAY })
})

test('a document whose day has not come waits for its hour, undo window included', async () => {
  await waiting()
  await house.clock.advance(30 * 60_000)
  await house.db.updateTable('document').set({ issue_day: TOMORROW }).execute()
  await enqueue()
  const { state, wait_until, next_try_at } = await only()
  const opens = '2026-12-01T12:00:00.000Z'
  expect({ state, wait_until, next_try_at }).toEqual({
    state: 'waiting',
    wait_until: opens,
    next_try_at: opens,
  })
})

test('a document whose number a person told is looked for after its day', async () => {
  await waiting()
  await house.db.updateTable('document').set({ told_folio: 7 }).execute()
  await house.clock.advance(24 * 3_600_000)
  await enqueue()
  expect(await only()).toMatchObject({ state: 'queued', told_folio: 7, issue_day: TODAY })
})

async function queued(change: Updateable<Schema['document']> = {}): Promise<void> {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [1],
    dueSince: '2026-11-26T12:00:00Z',
    state: 'queued',
  })
  if (Object.keys(change).length > 0) await house.db.updateTable('document').set(change).execute()
}

const apply = () => applyStops(house, user, (_about, error) => house.failures.push(error))
const held = { reason: 'issuingStopped', next_try_at: null } as const
const NOW = '2026-11-30T15:00:00.000Z'
const OPENS = '2026-12-01T12:00:00.000Z'

test.each([
  ['of today goes on at once', { issue_day: TODAY }, { state: 'queued', next_try_at: NOW }],
  ['of tomorrow waits', { issue_day: TOMORROW }, { state: 'queued', next_try_at: OPENS }],
  ['of another day asks', { issue_day: LAST_WEEK }, { state: 'planned', next_try_at: null }],
  [
    'with a number told by a person goes on after days',
    { issue_day: LAST_WEEK, told_folio: 7 },
    { state: 'queued', next_try_at: NOW },
  ],
])('a queued document that a stop held, %s', async (_, change, after) => {
  await queued({ ...held, ...change })
  await apply()
  expect(house.failures).toEqual([])
  expect(await only()).toMatchObject(after)
})

test('a document in doubt meanwhile is not held by a stop', async () => {
  await queued()
  await stopIssuing(house, { organisationId: 1, userId: 1 }, null)
  const inDoubt = { state: 'uncertain', reason: 'answerLost', next_try_at: OPENS } as const
  let applied: Promise<number> | undefined
  await house.db.transaction().execute(async (trx) => {
    await trx.updateTable('document').set(inDoubt).execute()
    applied = apply()
    await untilLockWait(house.db)
  })
  await applied
  expect(house.failures).toEqual([])
  expect(await only()).toMatchObject(inDoubt)
})

test('a stop of one organisation stops no other', async () => {
  const rule = await waiting()
  await seedCrowd(house.db, {
    organisationId: 7_000,
    documents: [1],
    dueSince: now(),
    state: 'queued',
  })
  const [own, other] = await documentsOf(house)
  if (own === undefined || other === undefined) throw new Error('not both are there')
  await stopIssuing(house, { organisationId: rule.organisationId, userId: 1 }, null)
  expect(await stopHolding(house.db, own)).toBe('issuingStopped')
  expect(await stopHolding(house.db, other)).toBeNull()
})

test('the end of a stop of one company leaves the stop of everything', async () => {
  const { organisationId } = await waiting()
  const { company_id } = await only()
  const author = { organisationId, userId: 1 }
  await stopIssuing(house, author, null)
  await stopIssuing(house, author, company_id)
  expect(await releaseIssuing(house, author, company_id)).toBe(true)
  const stops = await readStops(house.db, { organisationId })
  expect(stops.companies).toEqual([])
  expect(stops.everything).not.toBeNull()
})

test('a stop of everything stays while the owner has suspended the use of their data', async () => {
  const { organisationId } = await waiting()
  const author = { organisationId, userId: 1 }
  await stopIssuing(house, author, null)
  await sql`update organisation set blocked_at = ${now()}`.execute(house.db)
  expect(await releaseIssuing(house, author, null)).toBe('blocked')
  expect((await readStops(house.db, { organisationId })).everything).not.toBeNull()
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, knownMonth } from '#domain/day.ts'
import { documentActions, skipDocumentsOfRule } from '#server/documents/actions/actions.ts'
import { restoreDocument, restoreStopped, wayBack } from '#server/documents/actions/restore.ts'
import { missedOf, resumeRule } from '#server/documents/actions/resume-rule.ts'
import { changeRule, type SaveNeeds } from '#server/rules/save.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { untilLockWait } from '../lock-wait.ts'

let house: House

// 25 November 2026, 11:00 in Chile: the rule's day, when its company's turn has begun.
beforeEach(async () => {
  house = await openHouse('2026-11-25T14:00:00Z')
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

type At = { organisationId: number; ruleId: number }

const TODAY = day(2026, 11, 25)
const USER = { worker: 'user:1', epoch: null }
const author = ({ organisationId }: { organisationId: number }) => ({ organisationId, userId: 1 })
const needs = () => ({ ...house, window: { fromHour: 9, toHour: 18 } })

function saveNeeds(): SaveNeeds {
  return {
    ...house,
    hasEmailAccount: async () => false,
    onRuleStopped: (trx, rule) => skipDocumentsOfRule(trx, house.clock, USER, rule),
    onRuleApplied: async () => ({ count: 0, day: null }),
    onRuleChanged: async () => undefined,
    onClientsChanged: async () => ({ count: 0, day: null }),
  }
}

const setPaused = (at: At, isPaused: boolean, db = house.db) =>
  changeRule({ ...saveNeeds(), db }, author(at), at, { isPaused }, (code) => ({ text: code }))
const resume = (at: At, how: { issued?: string; restores?: boolean } = {}) =>
  resumeRule(needs(), author(at), at, {
    issued: how.issued === undefined ? null : knownMonth(how.issued),
    restores: how.restores ?? false,
  })

async function only() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return document
}

async function skipped() {
  const document = await only()
  const at = { organisationId: document.organisation_id, id: document.id }
  expect(await documentActions(house).skip(at, USER)).toBe(true)
  return at
}

async function waitingRule(options: Partial<Parameters<typeof seedRule>[1]> = {}) {
  const rule = await seedRule(house, { nextDay: TODAY, ...options })
  await house.settle(house.worker('w1'))
  return rule
}

const kinds = async () =>
  (await house.db.selectFrom('document_event').select('kind').orderBy('seq').execute()).map(
    ({ kind }) => kind,
  )

test('a pause says what it stops; undone, that goes on with its date and another undo window, and is issued once', async () => {
  const rule = await waitingRule()
  const paused = await setPaused(rule, true)
  expect(paused?.stopped).toMatchObject([
    { state: 'waiting', totalClp: 119_000, emissionDay: TODAY, period: '2026-11' },
  ])
  expect(await only()).toMatchObject({ state: 'skipped', reason: 'rulePaused' })
  const { id } = await only()
  expect(await resume(rule, { restores: true })).toEqual({ kind: 'resumed', restored: [id] })
  expect(await only()).toMatchObject({ state: 'planned', issue_day: TODAY, reason: null })
  const worker = house.worker('w1')
  await house.settle(worker)
  expect(await only()).toMatchObject({ state: 'waiting', total_clp: 119_000 })
  await house.live(worker, 20, 10)
  expect(issuedAtSii(house)).toEqual([])
  await house.live(worker, 60, 10)
  expect(await only()).toMatchObject({ state: 'issued', issue_day: TODAY })
  expect(issuedAtSii(house)).toHaveLength(1)
  expect((await kinds()).slice(0, 5)).toEqual([
    'planned',
    'waiting',
    'skipped',
    'restored',
    'waiting',
  ])
})

test('resuming alone brings back nothing that the pause stopped, and offers it before', async () => {
  const rule = await waitingRule()
  await setPaused(rule, true)
  const missed = await missedOf(house, rule)
  expect(missed?.goingOn).toMatchObject([{ emissionDay: TODAY }])
  expect(missed?.days).toEqual([])
  expect(await resume(rule)).toEqual({ kind: 'resumed', restored: [] })
  await house.live(house.worker('w1'), 120, 10)
  expect(await only()).toMatchObject({ state: 'skipped', reason: 'rulePaused' })
  expect(issuedAtSii(house)).toEqual([])
})

test('a stopped one whose day went by is offered among the days missed, and issued with the date of the day it is said', async () => {
  const rule = await waitingRule()
  await setPaused(rule, true)
  await house.clock.advanceTo('2026-11-27T14:00:00Z')
  const missed = await missedOf(house, rule)
  expect(missed).toMatchObject({ days: [TODAY], goingOn: [] })
  expect(await resume(rule, { issued: '2026-12' })).toMatchObject({ kind: 'refused' })
  const { id } = await only()
  expect(await resume(rule, { issued: '2026-11' })).toEqual({ kind: 'resumed', restored: [id] })
  await house.live(house.worker('w1'), 90, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', issue_day: '2026-11-27' }])
})

test('restored with its rule after its day, a stopped one asks and is not issued', async () => {
  const rule = await waitingRule()
  await setPaused(rule, true)
  await house.clock.advanceTo('2026-11-27T14:00:00Z')
  await resume(rule, { restores: true })
  await house.live(house.worker('w1'), 90, 10)
  expect(await only()).toMatchObject({ state: 'planned', reason: 'missed', issue_day: null })
})

test('what an earlier pause stopped is not offered by a later one', async () => {
  const rule = await waitingRule()
  await setPaused(rule, true)
  await house.clock.advance(60_000)
  await resume(rule)
  await house.clock.advance(60_000)
  await setPaused(rule, true)
  expect((await missedOf(house, rule))?.stopped).toEqual([])
})

test('what a pause stopped before its hour waits for that hour again', async () => {
  await house.clock.advanceTo('2026-11-26T09:00:00Z')
  const rule = await waitingRule({ nextDay: day(2026, 11, 26) })
  const { next_try_at: opens } = await only()
  expect(opens).not.toBeNull()
  await setPaused(rule, true)
  await resume(rule, { restores: true })
  expect((await only()).next_try_at).toEqual(opens)
})

test('of one client whom the rule has no longer, nothing comes back', async () => {
  const rule = await waitingRule({ clients: ['91919191-0', '96969696-7'] })
  await setPaused(rule, true)
  const [gone, kept] = await documentsOf(house)
  await house.db
    .deleteFrom('rule_client')
    .where('client_id', '=', gone?.client_id ?? 0)
    .execute()
  expect(await resume(rule, { restores: true })).toEqual({
    kind: 'resumed',
    restored: [kept?.id],
  })
})

test('one that a person stopped goes on while its month lasts: on its day, and later dated that later day', async () => {
  const rule = await waitingRule()
  const at = await skipped()
  expect(await wayBack(house, await only())).toEqual({ kind: 'day', issueDay: TODAY })
  await house.clock.advanceTo('2026-11-27T14:00:00Z')
  expect(await wayBack(house, await only())).toEqual({ kind: 'day', issueDay: '2026-11-27' })
  await house.clock.advanceTo('2026-12-01T14:00:00Z')
  expect(await wayBack(house, await only())).toBeNull()
  expect(await restoreDocument(needs(), author(rule), at)).toBe(false)
})

test('one that a person stopped is issued once when it goes on, and not restored a second time', async () => {
  const rule = await waitingRule()
  const at = await skipped()
  expect(await restoreDocument(needs(), author(rule), at)).toBe(true)
  expect(await restoreDocument(needs(), author(rule), at)).toBe(false)
  await house.live(house.worker('w1'), 90, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued', issue_day: TODAY }])
  expect(issuedAtSii(house)).toHaveLength(1)
})

test.each([
  ['its rule is paused', () => house.db.updateTable('invoice_rule').set({ is_paused: true })],
  [
    'its rule is deleted',
    () => house.db.updateTable('invoice_rule').set({ deleted_at: '2026-11-25T14:00:00Z' }),
  ],
  ['its rule has ended', () => house.db.updateTable('invoice_rule').set({ end_day: '2026-11-24' })],
  ['its client left', () => house.db.deleteFrom('rule_client')],
  ['it was left out as missed', () => house.db.updateTable('document').set({ reason: 'missed' })],
])('a stopped one stays stopped when %s', async (_, change) => {
  const rule = await waitingRule()
  const at = await skipped()
  await change().execute()
  expect(await restoreDocument(needs(), author(rule), at)).toBe(false)
  expect((await only()).state).toBe('skipped')
})

test('one that was ever tried stays stopped, by itself and with its rule', async () => {
  const rule = await waitingRule()
  const { organisation_id, id, person_rut } = await only()
  await setPaused(rule, true)
  await house.db
    .insertInto('attempt')
    .values({
      organisation_id,
      document_id: id,
      number: 1,
      person_rut,
      epoch: 1,
      highest_folio: 0,
      worker: 'w1',
      outcome: 'absent',
      intended_at: '2026-11-25T14:00:00Z',
      deadline_at: '2026-11-25T14:00:00Z',
    })
    .execute()
  expect(await resume(rule, { restores: true })).toEqual({ kind: 'resumed', restored: [] })
  expect(
    await restoreDocument(needs(), author(rule), { organisationId: organisation_id, id }),
  ).toBe(false)
})

test('a document restored while its rule is being paused stays stopped', async () => {
  const rule = await waitingRule()
  const at = await skipped()
  const restoring: ReturnType<typeof restoreDocument>[] = []
  await house.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('invoice_rule')
      .set({ is_paused: true, paused_at: '2026-11-25T14:00:00Z' })
      .execute()
    await skipDocumentsOfRule(trx, house.clock, USER, { ...rule, reason: 'rulePaused' })
    restoring.push(restoreDocument(needs(), author(rule), at))
    await untilLockWait(house.db)
  })
  expect(await Promise.all(restoring)).toEqual([false])
  expect((await only()).state).toBe('skipped')
})

test('an unknown document is not restored', async () => {
  const rule = await waitingRule()
  const at = { organisationId: rule.organisationId, id: 999_999 }
  expect(await restoreDocument(needs(), author(rule), at)).toBe(false)
  expect(await missedOf(house, { ...rule, ruleId: 999_999 })).toBeNull()
})

test('what a person stopped does not come back with its rule', async () => {
  const rule = await waitingRule()
  const { id } = await skipped()
  const restored = await house.db
    .transaction()
    .execute((trx) => restoreStopped(trx, needs(), author(rule), [id], { isNamed: true }))
  expect(restored).toEqual([])
  expect((await only()).state).toBe('skipped')
})

test('a pause stops what is queued', async () => {
  const rule = await waitingRule()
  const { organisation_id: organisationId, id } = await only()
  expect(await documentActions(house).issueNow({ organisationId, id }, USER)).toBe(true)
  expect((await only()).state).toBe('queued')
  expect((await setPaused(rule, true))?.stopped).toMatchObject([{ id, state: 'queued' }])
  expect(await only()).toMatchObject({ state: 'skipped', reason: 'rulePaused' })
})

test('a document ordered after a pause asks about its odd total, which nobody has approved', async () => {
  const rule = await waitingRule()
  const worker = house.worker('w1')
  await house.live(worker, 60, 10)
  await house.db.updateTable('rule_line').set({ price: '900000' }).execute()
  await house.clock.advanceTo('2026-12-25T14:00:00Z')
  await house.settle(worker)
  const last = async () => (await documentsOf(house)).at(-1)
  expect(await last()).toMatchObject({ state: 'waiting', reason: 'amountDiffers' })
  await setPaused(rule, true)
  await house.clock.advanceTo('2026-12-28T14:00:00Z')
  await resume(rule, { restores: true })
  const { organisationId } = rule
  const at = { organisationId, id: (await last())?.id ?? 0 }
  expect(await documentActions(house).issueNow(at, USER)).toBe(true)
  await house.settle(worker)
  expect(await last()).toMatchObject({
    state: 'waiting',
    reason: 'amountDiffers',
    issue_day: '2026-12-28',
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { msOf } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { IDLE_SESSION_MS, MAX_CLOSING_MS } from '#server/facturators/session/close-session.ts'
import { waitAfter } from '#server/documents/portal/portal-step.ts'
import { MAX_LOOKING_MS } from '#server/standing/holds-everything.ts'
import { reasons } from '#texts/es/web-reasons.ts'
import type { PipelineNeeds } from '#server/pipeline.ts'
import { ana } from '#simulators/world.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkInvariants } from '../invariants.ts'

let house: House
let worker: PipelineNeeds

const HOUR = 60
const MINUTE_MS = 60_000

// 30 November 2026, 09:00 in Chile. The answer to the only document is lost, and no session can be closed.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
  worker = house.worker('w1')
  house.simulator.admin.faults.add({ kind: 'error-before', cgi: 'autTermino.cgi', times: 9999 })
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const lose = (kind: 'drop-answer' | 'drop-request') =>
  house.simulator.admin.faults.add({ kind, cgi: 'mipeSendXML.cgi' })

async function theDocument() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return document
}

async function attempt() {
  return house.db.selectFrom('attempt').selectAll().executeTakeFirstOrThrow()
}

const closings = () =>
  house.simulator.admin.requests().filter(({ path }) => path.endsWith('autTermino.cgi'))

test('a document whose session cannot be closed is found once that session is dead', async () => {
  lose('drop-answer')
  await house.live(worker, 6 * HOUR, 5)
  expect(await theDocument()).toMatchObject({
    state: 'issued',
    folio: issuedAtSii(house)[0]?.folio,
  })
})

test('a session that cannot be closed is left alone from an hour on until it is dead', async () => {
  lose('drop-answer')
  await house.live(worker, 3 * HOUR, 5)
  const tried = closings().length
  expect(tried).toBeGreaterThan(1)
  const { intended_at: sentAt } = await attempt()
  const person = await house.db.selectFrom('portal_person').selectAll().executeTakeFirstOrThrow()
  expect(person.session_secret_id).toBeNull()
  const diesMs = msOf(person.session_dies_at ?? '')
  expect(diesMs - IDLE_SESSION_MS - msOf(sentAt)).toBeGreaterThanOrEqual(MAX_CLOSING_MS)
  await house.clock.advanceTo(new Date(diesMs - 1).toISOString())
  await house.settle(worker)
  expect((await attempt()).fenced_at).toBeNull()
  expect(closings()).toHaveLength(tried)
  await house.clock.advanceTo(new Date(diesMs).toISOString())
  await house.settle(worker)
  expect(msOf((await attempt()).fenced_at ?? '')).toBe(diesMs)
})

test('a document that never arrived is for its user to decide, though its session was never closed', async () => {
  lose('drop-request')
  await house.live(worker, 8 * HOUR, 5)
  const document = await theDocument()
  expect(document).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  const at = { organisationId: document.organisation_id, id: document.id }
  const user = { worker: 'user:1', epoch: null }
  expect(await documentActions(house).decide(at, user, { decision: 'discard' })).toBe(true)
})

test('a session given up before an attempt proves nothing about the session of that attempt', async () => {
  lose('drop-answer')
  await house.db
    .insertInto('portal_person')
    .values({ person_rut: ana.rut, session_dies_at: '2026-11-30T12:30:00Z' })
    .execute()
  await house.live(worker, 90, 5)
  expect((await attempt()).fenced_at).toBeNull()
})

test('of two organisations of one person the second goes on after an hour, and says what it waits for', async () => {
  await house.live(worker, 90, 5)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
  await seedRule(house, { nextDay: day(2026, 11, 30), clients: ['93939393-5'] })
  await house.live(worker, 60, 5)
  const [, waiting] = await documentsOf(house)
  expect(waiting).toMatchObject({ state: 'queued', reason: 'sessionUnclosed' })
  await house.live(worker, 60, 5)
  const [, second] = await documentsOf(house)
  expect(second).toMatchObject({ state: 'issued', reason: null })
  expect(issuedAtSii(house)).toHaveLength(2)
})

/** The number of hours that a sentence names. */
function hoursIn(text: string): number {
  const words = ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho']
  return words.findIndex((word) => new RegExp(`en (${word}|${word} horas) a lo más`).test(text)) + 2
}

test('the longest waits that a sentence names are true, and no longer than they must be', () => {
  const { sendLimitMs, quietMs } = worker.timing
  const longestWaitMs = (tries: number) => waitAfter(tries, () => 1)
  const unclosedMs = MAX_CLOSING_MS + IDLE_SESSION_MS
  const behindMs = sendLimitMs + unclosedMs + longestWaitMs(10) + quietMs + MAX_LOOKING_MS
  const named = (reason: 'behindUncertain' | 'sessionUnclosed') => hoursIn(reasons[reason].todo)
  expect(named('behindUncertain')).toBe(Math.ceil(behindMs / (HOUR * MINUTE_MS)))
  expect(named('sessionUnclosed')).toBe(
    Math.ceil((sendLimitMs + unclosedMs + longestWaitMs(20)) / (HOUR * MINUTE_MS)),
  )
})

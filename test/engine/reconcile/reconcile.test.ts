import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { record } from '#server/documents/trail/trail.ts'
import type { PipelineNeeds } from '#server/pipeline.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const user = { worker: 'user:1', epoch: null }
/** As the house's workers have them. */
const SEND_LIMIT_MS = 90_000
const QUIET_MS = 120_000

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
})
afterEach(async () => {
  await checkTrails(house)
  await house.close()
})

async function theDocument() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return document
}

async function liveUntil(state: string, worker: PipelineNeeds): Promise<void> {
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await house.live(worker, 1)
    if ((await theDocument()).state === state) return
  }
  throw new Error(`The document never became ${state}`)
}

/** As when the list shows something new: it is looked at before its time. */
async function wake(worker: PipelineNeeds): Promise<void> {
  const now = instantText(house.clock.now())
  await house.db.updateTable('document').set({ next_try_at: now }).execute()
  await house.settle(worker)
}

function lastTry() {
  return house.db
    .selectFrom('attempt')
    .select(['fenced_at', 'looks'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

test('a session is not closed before the time of its lost request is over', async () => {
  await liveUntil('issuing', house.worker('w1', 'afterIntent'))
  const deadline = instantText(house.clock.now() + SEND_LIMIT_MS)
  await house.clock.advance(SEND_LIMIT_MS - 1_000)
  await wake(house.worker('w2'))
  expect(await lastTry()).toMatchObject({ fenced_at: null })
  expect(await theDocument()).toMatchObject({ state: 'uncertain', next_try_at: deadline })
  await house.clock.advance(1_000)
  await house.settle(house.worker('w2'))
  expect(await lastTry()).toMatchObject({ fenced_at: deadline })
})

test('a list is not read before the quiet time after the session is over', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await liveUntil('uncertain', worker)
  const quietUntil = instantText(house.clock.now() + QUIET_MS)
  await house.clock.advance(QUIET_MS - 1_000)
  await wake(worker)
  expect(await lastTry()).toMatchObject({ looks: 0 })
  expect(await theDocument()).toMatchObject({ next_try_at: quietUntil })
  await house.clock.advance(1_000)
  await house.settle(worker)
  expect(await lastTry()).toMatchObject({ looks: 1 })
})

test('nobody is asked about a document that was stopped while the list was read', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await liveUntil('uncertain', worker)
  house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp: 100_000 }],
  })
  const reason = 'skippedByUser'
  let looks = 0
  const superseded: PipelineNeeds = {
    ...worker,
    boundary: async (name) => {
      if (name !== 'beforeLook') return
      looks += 1
      const event = { kind: 'skipped', reason } as const
      await record(house.db, house.clock, user, await theDocument(), event, { reason })
    },
  }
  await house.live(superseded, 5)
  expect(looks).toBe(1)
  expect(await theDocument()).toMatchObject({ state: 'skipped', reason })
})

test('a document whose second answer is lost is found by what the second try signed', async () => {
  const { faults } = house.simulator.admin
  faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 140, 5)
  const { organisation_id: organisationId, id, reason } = await theDocument()
  expect(reason).toBe('notFoundTwice')
  faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const decision = { decision: 'notIssued' } as const
  expect(await documentActions(house).decide({ organisationId, id }, user, decision)).toBe(true)
  await house.live(worker, 20, 5)
  const [sent] = issuedAtSii(house)
  expect(await theDocument()).toMatchObject({ state: 'issued', folio: sent?.folio })
})

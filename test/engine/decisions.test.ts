import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from './house.ts'
import { checkInvariants } from './invariants.ts'

let house: House

// 30 November 2026, 09:00 in Chile; the rule's day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: day(2026, 11, 30) })
})
afterEach(async () => {
  await checkInvariants(house)
  await house.close()
})

const user = { worker: 'user:1', epoch: null }

async function theDocument() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return { document, at: { organisationId: document.organisation_id, id: document.id } }
}

test('a number typed by a person is believed only when the SII shows it', async () => {
  house.simulator.admin.faults.add({ kind: 'drop-request', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 300, 5)
  const { at } = await theDocument()
  const actions = documentActions(house)
  expect(await actions.decide(at, user, { decision: 'issued', folio: 999_999 })).toBe(true)
  await house.live(worker, 120, 5)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice', folio: null })
  expect(await actions.decide(at, user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 60, 5)
  expect((await theDocument()).document).toMatchObject({ state: 'issued', files_state: 'stored' })
})

test('said not issued, refused, tried again the next day: the first try that had issued is found', async () => {
  const { faults, scenarios } = house.simulator.admin
  scenarios.set({ name: 'list-lag', detail: String(8 * 3_600_000) })
  faults.add({ kind: 'drop-answer', cgi: 'mipeSendXML.cgi' })
  const worker = house.worker('w1')
  await house.live(worker, 240, 5)
  const { at } = await theDocument()
  const actions = documentActions(house)
  scenarios.set({ name: 'preview-rejected' })
  expect(await actions.decide(at, user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 60, 5)
  scenarios.clear()
  await house.clock.advance(24 * 3_600_000)
  await actions.retry(at, user)
  await house.live(worker, 300, 5)
  expect(issuedAtSii(house)).toHaveLength(1)
  const { document } = await theDocument()
  expect(document).toMatchObject({ state: 'issued', folio: issuedAtSii(house)[0]?.folio })
})

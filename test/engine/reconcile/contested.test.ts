import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { instantText } from '#server/clock.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { boletasAtSii, seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, issuedAtSii, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)
const user = { worker: 'user:1', epoch: null }
const BOLETA_CGI = 'TMBECN_BoletaHonorariosElectronica.cgi'

// 30 November 2026, 10:00 in Chile, when every company's turn has begun; the rules' day.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(async () => {
  await checkTrails(house)
  await house.close()
})

async function both(): Promise<[DocumentRow, DocumentRow]> {
  const [first, second] = await documentsOf(house)
  if (first === undefined || second === undefined) throw new Error('not both are planned')
  return [first, second]
}

function keyOf({ organisation_id: organisationId, id }: DocumentRow) {
  return { organisationId, id }
}

/** One of each of two organisations, alike: the first's request never arrives, the second's answer is lost. */
async function bothOpen(seed: typeof seedRule | typeof seedBoletaRule, cgi: string) {
  const { faults } = house.simulator.admin
  const worker = house.worker('w1')
  await seed(house, { nextDay: TODAY })
  faults.add({ kind: 'drop-request', cgi })
  await house.live(worker, 140, 5)
  await seed(house, { nextDay: TODAY })
  await house.live(worker, 60, 5)
  const [first, second] = await both()
  expect(first).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  expect(second).toMatchObject({ state: 'queued', reason: 'alikeInDoubt' })
  faults.add({ kind: 'drop-answer', cgi })
  expect(await documentActions(house).issueNow(keyOf(second), user)).toBe(true)
  await house.settle(worker)
  expect((await both())[1]).toMatchObject({ state: 'uncertain' })
  return worker
}

test('a boleta on the list that two open documents could be is taken for neither', async () => {
  const worker = await bothOpen(seedBoletaRule, BOLETA_CGI)
  await house.live(worker, 30, 5)
  const [first, second] = await both()
  expect(second).toMatchObject({ state: 'uncertain', reason: 'lookAlikes' })
  const [listed] = boletasAtSii(house, TODAY)
  const actions = documentActions(house)
  const decision = { decision: 'issued', folio: listed?.folio ?? 0 } as const
  expect(await actions.decide(keyOf(second), user, decision)).toBe(true)
  await house.live(worker, 10, 5)
  expect((await both())[1]).toMatchObject({ state: 'issued', folio: listed?.folio })
  // The other's was lost on its way: before it is sent again its user sees the one that is there.
  expect(await actions.decide(keyOf(first), user, { decision: 'notIssued' })).toBe(true)
  await house.live(worker, 30, 5)
  expect((await both())[0]).toMatchObject({ state: 'queued', reason: 'looksRepeated' })
  expect(boletasAtSii(house, TODAY)).toHaveLength(1)
})

test('a boleta tried before is not taken from another open document’s', async () => {
  const worker = await bothOpen(seedBoletaRule, BOLETA_CGI)
  await house.live(worker, 30, 5)
  const [first] = await both()
  expect(await documentActions(house).decide(keyOf(first), user, { decision: 'notIssued' })).toBe(
    true,
  )
  // The second has been let go beside the first; the first has not been let go beside the second.
  await house.live(worker, 30, 5)
  const [waiting, open] = await both()
  expect(open).toMatchObject({ state: 'uncertain', reason: 'lookAlikes' })
  expect(waiting).toMatchObject({ state: 'queued', reason: 'alikeInDoubt', folio: null })
  expect(await documentActions(house).issueNow(keyOf(waiting), user)).toBe(true)
  await house.live(worker, 30, 5)
  expect((await both())[0]).toMatchObject({ state: 'queued', reason: 'looksRepeated', folio: null })
  expect(boletasAtSii(house, TODAY)).toHaveLength(1)
})

test('a number that another open document signed is no candidate for this one', async () => {
  const worker = await bothOpen(seedRule, 'mipeSendXML.cgi')
  const [first, second] = await both()
  const [sent] = issuedAtSii(house)
  const now = instantText(house.clock.now())
  // The second is fenced and not looked at yet; the first is looked at again.
  await house.db
    .updateTable('attempt')
    .set({ fenced_at: now })
    .where('document_id', '=', second.id)
    .execute()
  await house.db
    .updateTable('document')
    .set({ next_try_at: null })
    .where('id', '=', second.id)
    .execute()
  await house.db
    .updateTable('document')
    .set({ next_try_at: now })
    .where('id', '=', first.id)
    .execute()
  await house.live(worker, 10, 5)
  expect((await both())[0]).toMatchObject({ state: 'uncertain', reason: 'notFoundTwice' })
  await house.db
    .updateTable('document')
    .set({ next_try_at: now })
    .where('id', '=', second.id)
    .execute()
  await house.live(worker, 10, 5)
  expect((await both())[1]).toMatchObject({ state: 'issued', folio: sent?.folio })
})

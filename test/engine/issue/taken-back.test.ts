import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { alikeOf } from '#server/documents/freeze/similar-documents.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { ana, asesoriasPenaMunoz } from '#simulators/world.ts'
import { documentsOf, openHouse, seedRule, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const MADE = day(2026, 12, 4)
const user = { worker: 'user:1', epoch: null }

// A rule of the 15th over 119.000; on the 4th somebody makes a factura by hand.
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedRule(house, { nextDay: day(2026, 12, 15) })
  await house.clock.advanceTo('2026-12-04T12:00:00Z')
})
afterEach(() => house.close())

function makeByHand(
  unitClp: number,
  takesBack?: { folio: number; issueDate: Day; code: 1 | 2 | 3 },
) {
  return house.simulator.admin.issueByHand({
    issuerRut: asesoriasPenaMunoz.rut,
    sentByRut: ana.rut,
    receiverRut: '90909090-3',
    lines: [{ name: 'A mano', description: '', quantity: 1, unitClp }],
    ...(takesBack === undefined ? {} : { takesBack }),
  })
}

function takeBack(folio: number, code: 1 | 2 | 3, unitClp: number) {
  return makeByHand(unitClp, { folio, issueDate: MADE, code })
}

async function onTheDay() {
  await house.clock.advanceTo('2026-12-15T13:00:00Z')
  await house.live(house.worker('w1'), 120, 10)
  const [document, ...others] = await documentsOf(house)
  if (document === undefined || others.length > 0) throw new Error('not one document')
  return document
}

async function seen() {
  const [document] = await documentsOf(house)
  if (document === undefined) throw new Error('no document')
  return alikeOf(house.db, document, frozenContent(document))
}

async function attempts(): Promise<number> {
  return (await house.db.selectFrom('attempt').select('number').execute()).length
}

test('one that a nota made by hand annuls is no repetition, and nobody is asked about it', async () => {
  const { folio } = makeByHand(100_000)
  const nota = takeBack(folio, 1, 100_000)
  expect(await onTheDay()).toMatchObject({ state: 'issued' })
  expect(
    await house.db.selectFrom('sii_issued').select(['folio', 'annulled_by']).execute(),
  ).toEqual([{ folio, annulled_by: nota.folio }])
  expect(await seen()).toBeNull()
  await checkTrails(house)
})

test('one that is lowered is asked about, and by how much it is', async () => {
  const { folio } = makeByHand(100_000)
  takeBack(folio, 3, 10_000)
  expect(await onTheDay()).toMatchObject({ state: 'queued', reason: 'looksRepeated' })
  expect(await seen()).toEqual({ documentId: null, folio, day: MADE, loweredClp: 11_900 })
  expect(await attempts()).toBe(0)
})

test('a larger one that partial notas bring down to the same is asked about, once', async () => {
  const { folio } = makeByHand(150_000)
  takeBack(folio, 3, 20_000)
  takeBack(folio, 3, 30_000)
  const held = await onTheDay()
  expect(held).toMatchObject({ state: 'queued', reason: 'looksRepeated' })
  expect(await seen()).toMatchObject({ folio, loweredClp: 59_500 })
  const at = { organisationId: held.organisation_id, id: held.id }
  expect(await documentActions(house).issueNow(at, user)).toBe(true)
  await house.live(house.worker('w2'), 60, 10)
  expect(await documentsOf(house)).toMatchObject([{ state: 'issued' }])
  await checkTrails(house)
})

test('a text that was corrected leaves it what it is; a larger one is another', async () => {
  makeByHand(150_000)
  const { folio } = makeByHand(100_000)
  takeBack(folio, 2, 0)
  expect(await onTheDay()).toMatchObject({ state: 'queued', reason: 'looksRepeated' })
  expect(await seen()).toEqual({ documentId: null, folio, day: MADE, loweredClp: 0 })
})

test('a nota about another factura takes nothing back of this one', async () => {
  const { folio } = makeByHand(100_000)
  makeByHand(100_000, { folio: folio + 40, issueDate: MADE, code: 1 })
  expect(await onTheDay()).toMatchObject({ state: 'queued', reason: 'looksRepeated' })
  expect(await seen()).toMatchObject({ folio, loweredClp: 0 })
})

test('while the notas can not be listed nothing is issued; then it goes on by itself', async () => {
  const { folio } = makeByHand(100_000)
  takeBack(folio, 1, 100_000)
  // The second list of a look is that of the notas.
  house.simulator.admin.faults.add({ kind: 'error-before', cgi: 'mipeAdminDocsEmi.cgi', skip: 1 })
  await house.clock.advanceTo('2026-12-15T13:00:00Z')
  await house.settle(house.worker('w1'))
  expect(await attempts()).toBe(0)
  expect(await onTheDay()).toMatchObject({ state: 'issued' })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { attention } from '#server/agenda/attention.ts'
import { documentActions } from '#server/documents/actions/actions.ts'
import { boletasAtSii, seedBoletaRule } from '../boleta-house.ts'
import { documentsOf, openHouse, type House } from '../house.ts'
import { checkTrails } from '../invariants.ts'

let house: House

const TODAY = day(2026, 11, 30)
const REPORT = 'TMBCOC_InformeMensualBhe.cgi'
const CONFIRMS = 'TMBANU_RecepcionAnulacion.cgi'
const user = { worker: 'user:1', epoch: null }

/** 30 November 2026, 09:00 in Chile: a boleta issued, its files kept. */
beforeEach(async () => {
  house = await openHouse('2026-11-30T12:00:00Z')
  await seedBoletaRule(house, { nextDay: TODAY })
  await house.live(house.worker('w1'), 180, 10)
})
afterEach(() => house.close())

async function only() {
  const [document, ...more] = await documentsOf(house)
  if (document === undefined || more.length > 0) throw new Error('not one document')
  return document
}

async function annul(): Promise<boolean> {
  const { organisation_id: organisationId, id } = await only()
  return documentActions(house).annul({ organisationId, id }, user, 3)
}

function confirmations(): number {
  return house.simulator.admin.requests().filter(({ path }) => path.endsWith(`/${CONFIRMS}`)).length
}

async function told(): Promise<string[]> {
  const { organisation_id: organisationId } = await only()
  const { items } = await attention(house, { organisationId })
  return items.filter(({ documents }) => documents.length > 0).map(({ code }) => code)
}

/** From now on the SII's report has other numbers than this one's. */
async function renumber(by: number): Promise<void> {
  const { id, folio } = await only()
  const other = { folio: (folio ?? 0) + by }
  await house.db.updateTable('document').set(other).where('id', '=', id).execute()
}

test.each(['wanted', 'sent'] as const)(
  'while an annulment is %s, a portal away for two hours is told, and the annulment goes on when it is back',
  async (annulment) => {
    const { faults } = house.simulator.admin
    expect(await annul()).toBe(true)
    if (annulment === 'sent') await house.live(house.worker('w2', 'afterIntent'), 5, 5)
    faults.add({ kind: 'error-before', cgi: REPORT, times: 1_000 })
    await house.live(house.worker('w1'), 110, 10)
    expect(await only()).toMatchObject({ annulment, reason: 'portalUnavailable' })
    expect(await told()).toEqual([])
    await house.live(house.worker('w1'), 90, 10)
    expect(await only()).toMatchObject({ annulment, reason: 'portalAway' })
    expect(await told()).toEqual(['portalAway'])
    faults.clear()
    await house.live(house.worker('w1'), 120, 10)
    expect(await only()).toMatchObject({ state: 'annulled', reason: null })
    expect(confirmations()).toBe(1)
    await checkTrails(house)
  },
)

test.each(['wanted', 'sent'] as const)(
  "while an annulment is %s, a number that the SII's report has not is told as such, and ends it after two hours",
  async (annulment) => {
    expect(await annul()).toBe(true)
    if (annulment === 'sent') await house.live(house.worker('w2', 'afterIntent'), 5, 5)
    await renumber(1_000)
    await house.live(house.worker('w1'), 110, 10)
    expect(await only()).toMatchObject({ annulment, reason: 'boletaNotYetListed' })
    expect(await told()).toEqual([])
    await house.live(house.worker('w1'), 90, 10)
    expect(await only()).toMatchObject({
      state: 'issued',
      annulment: null,
      reason: 'annulmentNotListed',
    })
    expect(await told()).toEqual(['annulmentNotListed'])
    expect(confirmations()).toBe(0)
    expect(boletasAtSii(house, TODAY)).toMatchObject([{ annulledFor: null }])
    await checkTrails(house)
  },
)

test('a number that the report has not ends the annulment of a boleta that is an alarm already', async () => {
  const { id } = await only()
  await house.db.updateTable('document').set({ reason: 'twinFound' }).where('id', '=', id).execute()
  expect(await annul()).toBe(true)
  await renumber(1_000)
  await house.live(house.worker('w1'), 110, 10)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'twinFound' })
  await house.live(house.worker('w1'), 90, 10)
  expect(await only()).toMatchObject({ annulment: null, reason: 'annulmentNotListed' })
})

test('a number that comes onto the report late is annulled then', async () => {
  expect(await annul()).toBe(true)
  await renumber(1_000)
  await house.live(house.worker('w1'), 60, 10)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'boletaNotYetListed' })
  await renumber(-1_000)
  await house.live(house.worker('w1'), 60, 10)
  expect(await only()).toMatchObject({ state: 'annulled', reason: null })
  expect(confirmations()).toBe(1)
})

test('hours of a portal that is away are none in which a number was missing', async () => {
  const { faults } = house.simulator.admin
  expect(await annul()).toBe(true)
  await renumber(1_000)
  await house.live(house.worker('w1'), 60, 10)
  faults.add({ kind: 'error-before', cgi: REPORT, times: 1_000 })
  await house.live(house.worker('w1'), 90, 10)
  expect(await only()).toMatchObject({ reason: 'portalUnavailable' })
  faults.clear()
  await house.live(house.worker('w1'), 60, 10)
  expect(await only()).toMatchObject({ annulment: 'wanted', reason: 'boletaNotYetListed' })
})

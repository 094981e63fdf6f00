import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  recordSetback,
  type PortalDocument,
  type Setback,
} from '#server/documents/portal/portal-step.ts'
import { record } from '#server/documents/trail/trail.ts'
import { seedCrowd } from '../crowd.ts'
import { openHouse, type House } from '../house.ts'
import { queuedFactura, rowOf } from '../queued-factura.ts'

let house: House
let document: PortalDocument

const WORKER = { worker: 'w1', epoch: 1 }
const away = { kind: 'later', reason: 'portalUnavailable', atMs: null, text: 'Mantención' } as const
const expired = { kind: 'later', reason: 'sessionExpired', atMs: null, text: null } as const

/** 30 November and 1 December 2026, in Chile. */
const today = (hour: string) => `2026-11-30T${hour}-03:00`
const tomorrow = (hour: string) => `2026-12-01T${hour}-03:00`

beforeEach(async () => {
  house = await openHouse(today('09:00:00'))
  document = await queuedFactura(house.db)
})
afterEach(() => house.close())

/** What its user reads after that setback at that instant. */
async function reasonAfter(at: string, setback: Setback = away): Promise<string | null> {
  await house.clock.advanceTo(at)
  await recordSetback(house.worker('w1'), WORKER, document, setback)
  return (await rowOf(house.db, document)).reason
}

async function twoOfOneOrganisation(): Promise<[PortalDocument, PortalDocument]> {
  const organisationId = 2
  const dueSince = today('09:00:00')
  await seedCrowd(house.db, { organisationId, documents: [2], dueSince, state: 'queued' })
  const rows = await house.db
    .selectFrom('document')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  const [one, other] = rows.map((row) => ({ ...document, row }))
  if (one === undefined || other === undefined) throw new Error('Too few documents')
  return [one, other]
}

test('the portal is said to be away once it has not answered for two hours, however few tries that took', async () => {
  expect(await reasonAfter(today('09:10:00'))).toBe('portalUnavailable')
  expect(await reasonAfter(today('11:09:59'))).toBe('portalUnavailable')
  expect(await reasonAfter(today('11:10:00'))).toBe('portalAway')
  expect((await rowOf(house.db, document)).tries).toBe(3)
})

test('the portal is not said to be away before two hours, however many tries were made', async () => {
  for (let minute = 10; minute < 40; minute += 1) {
    expect(await reasonAfter(today(`09:${minute}:00`))).toBe('portalUnavailable')
  }
})

test('any other answer of the portal begins the count of its silence again', async () => {
  await reasonAfter(today('09:10:00'))
  expect(await reasonAfter(today('11:00:00'), expired)).toBe('sessionExpired')
  expect(await reasonAfter(today('11:15:00'))).toBe('portalUnavailable')
  expect(await reasonAfter(today('13:14:59'))).toBe('portalUnavailable')
  expect(await reasonAfter(today('13:15:00'))).toBe('portalAway')
})

test('a document that went on meanwhile begins the count of the silence again', async () => {
  await reasonAfter(today('09:10:00'))
  const { db, clock } = house
  const went = { kind: 'released' } as const
  await record(db, clock, WORKER, await rowOf(db, document), went, { reason: null })
  await reasonAfter(today('11:15:00'))
  expect(await reasonAfter(today('11:20:00'))).toBe('portalUnavailable')
})

test('the silence that another document met does not count', async () => {
  const [one, other] = await twoOfOneOrganisation()
  document = one
  await reasonAfter(today('09:10:00'))
  document = other
  await reasonAfter(today('11:00:00'))
  expect(await reasonAfter(today('11:15:00'))).toBe('portalUnavailable')
})

test('what the portal answers to another document does not end the silence', async () => {
  const [one, other] = await twoOfOneOrganisation()
  document = one
  await reasonAfter(today('09:10:00'))
  document = other
  await reasonAfter(today('09:20:00'), expired)
  document = one
  expect(await reasonAfter(today('11:10:00'))).toBe('portalAway')
})

test('the night, when nothing is asked of the portal, does not count as its silence', async () => {
  await reasonAfter(today('17:30:00'))
  expect(await reasonAfter(tomorrow('09:05:00'))).toBe('portalUnavailable')
  expect(await reasonAfter(tomorrow('10:59:59'))).toBe('portalUnavailable')
  expect(await reasonAfter(tomorrow('11:00:00'))).toBe('portalAway')
})

test('a portal that is said to be away stays so the next morning, until it answers', async () => {
  await reasonAfter(today('09:10:00'))
  await reasonAfter(today('12:00:00'))
  expect(await reasonAfter(tomorrow('09:05:00'))).toBe('portalAway')
  expect(await reasonAfter(tomorrow('09:10:00'), expired)).toBe('sessionExpired')
  expect(await reasonAfter(tomorrow('09:15:00'))).toBe('portalUnavailable')
  const held = await house.db.selectFrom('document_event').select('data').orderBy('seq').execute()
  expect(held.map(({ data }) => data)).toMatchObject(
    ['portalUnavailable', 'portalAway', 'sessionExpired', 'portalUnavailable'].map((reason) => ({
      reason,
    })),
  )
})

test('a number told is looked for at night too, and two hours of silence there count', async () => {
  await house.db.updateTable('document').set({ told_folio: 7 }).execute()
  document = { ...document, row: await rowOf(house.db, document) }
  await reasonAfter(today('23:00:00'))
  expect(await reasonAfter(tomorrow('01:00:00'))).toBe('portalAway')
})

test('an uncertain document is not said to wait for a portal that is away', async () => {
  await house.db.updateTable('document').set({ state: 'uncertain', reason: 'answerLost' }).execute()
  document = { ...document, row: await rowOf(house.db, document) }
  await reasonAfter(today('09:10:00'))
  expect(await reasonAfter(today('13:00:00'))).toBe('answerLost')
})

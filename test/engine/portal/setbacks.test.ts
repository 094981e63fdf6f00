import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { msOf } from '#server/clock.ts'
import { recordSetback } from '#server/documents/portal/portal-step.ts'
import { recordDifference } from '#server/documents/portal/preview-difference.ts'
import type { Schema } from '#server/db/schema.ts'
import { openHouse, type House } from '../house.ts'
import { addTry, queuedFactura, rowOf } from '../queued-factura.ts'

let house: House

const NOW = '2026-11-30T20:30:00Z'
const WORKER = { worker: 'w1', epoch: 1 }
const away = { kind: 'later', reason: 'portalUnavailable', atMs: null, text: 'Mantención' } as const

// 30 November 2026, 17:30 in Chile: half an hour before documents leave no more.
beforeEach(async () => {
  house = await openHouse(NOW)
})
afterEach(() => house.close())

type Change = Updateable<Schema['document']>

/** The row of a document like this after that setback. */
async function afterSetback(setback: Parameters<typeof recordSetback>[3], change: Change = {}) {
  const document = await queuedFactura(house.db, change)
  await addTry(house.db, document.row, { outcome: 'uncertain', fenced_at: NOW })
  await recordSetback(house.worker('w1'), WORKER, document, setback)
  return rowOf(house.db, document)
}

test.each<[string, string, string, Change]>([
  ['of a document comes in the hours', '17:45', '2026-11-30T20:45:00.000Z', {}],
  ['of a document waits for the morning', '19:00', '2026-12-01T12:00:00.000Z', {}],
  ['of a number told comes at night too', '19:00', '2026-11-30T22:00:00.000Z', { told_folio: 7 }],
  ['of a look comes at night too', '19:00', '2026-11-30T22:00:00.000Z', { state: 'uncertain' }],
])('a try %s when the SII wants a pause until %s', async (_, hour, next, change) => {
  const atMs = msOf(`2026-11-30T${hour}:00-03:00`)
  expect((await afterSetback({ ...away, atMs }, change)).next_try_at).toBe(next)
})

test.each<[string, Change, string]>([
  ['in doubt goes on showing what the SII said then', { state: 'uncertain' }, 'Error 500'],
  ['that waits shows what the SII says now', { state: 'queued' }, 'Mantención'],
])('a document %s', async (_, change, text) => {
  const doubt = { reason: 'answerLost', reason_text: 'Error 500' } as const
  expect((await afterSetback(away, { ...doubt, ...change })).reason_text).toBe(text)
})

const differs = {
  kind: 'differs',
  reason: 'previewDiffers',
  text: 'total: 1 ≠ 2',
  siiRetentionClp: null,
} as const

test('a document with another preview fails and is not tried again', async () => {
  const document = await queuedFactura(house.db)
  await recordDifference(house, WORKER, document, differs)
  expect(await rowOf(house.db, document)).toMatchObject({
    state: 'failed',
    reason: 'previewDiffers',
    reason_text: 'total: 1 ≠ 2',
    next_try_at: null,
  })
})

test('a document that left the queue while its preview was compared does not fail', async () => {
  const document = await queuedFactura(house.db, { state: 'planned' })
  await recordDifference(house, WORKER, document, differs)
  expect(await rowOf(house.db, document)).toMatchObject({ state: 'planned', reason: null })
})

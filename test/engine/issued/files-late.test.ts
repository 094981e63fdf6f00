import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Updateable } from 'kysely'
import { attention } from '#server/agenda/attention.ts'
import { organisationsToLookAt } from '#server/agenda/attention-mail-store.ts'
import type { Schema } from '#server/db/schema.ts'
import { seedCrowd } from '../crowd.ts'
import { openHouse, type House } from '../house.ts'

let house: House

const NOW = '2026-11-30T12:00:00Z'
const YESTERDAY = { issue_day: '2026-11-29', issued_at: '2026-11-29T20:00:00Z' } as const

beforeEach(async () => {
  house = await openHouse(NOW)
})
afterEach(() => house.close())

/** Issued yesterday, their files not stored yet. */
async function issued(...changes: Updateable<Schema['document']>[]): Promise<number[]> {
  const { db } = house
  const organisationId = 2
  await seedCrowd(db, {
    organisationId,
    documents: [changes.length],
    dueSince: NOW,
    state: 'queued',
  })
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  for (const [at, { id }] of rows.entries()) {
    const base = { state: 'issued', files_state: 'wanted', folio: at + 1, ...YESTERDAY } as const
    await db
      .updateTable('document')
      .set({ ...base, ...changes[at] })
      .where('id', '=', id)
      .execute()
  }
  return rows.map(({ id }) => id)
}

async function told() {
  const { items } = await attention(house, { organisationId: 2 })
  return items.map(({ code, documents }) => [code, documents.map(({ id }) => id)])
}

test('files that the SII has not given for hours are one matter, whatever keeps it from giving them', async () => {
  const [one, other, third] = await issued(
    {},
    { reason: 'filesNotYet' },
    { reason: 'portalAway' },
    { files_state: 'stored' },
    { state: 'annulled' },
  )
  expect(await told()).toEqual([['filesLate', [one, other, third]]])
})

test('files are not late on the day of their document, nor within hours of finding it', async () => {
  await issued(
    { issue_day: '2026-11-30', reason: 'filesNotYet' },
    { issued_at: '2026-11-30T06:00:01Z', reason: 'filesNotYet' },
  )
  expect(await told()).toEqual([])
})

test('files are late six hours after their document was issued, once its day is over', async () => {
  const [one] = await issued({ issued_at: '2026-11-30T06:00:00Z' })
  expect(await told()).toEqual([['filesLate', [one]]])
  const nowMs = house.clock.now()
  expect(await organisationsToLookAt(house.db, { nowMs, limit: 9 })).toEqual([2])
})

test('files that wait for their user are told as what the user mends, and those that we mend not at all', async () => {
  const [one] = await issued({ reason: 'claveRejected' }, { reason: 'portalChanged' })
  expect(await told()).toEqual([['claveRejected', [one]]])
})

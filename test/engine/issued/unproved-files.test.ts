import { execFileSync } from 'node:child_process'
import type { Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Schema } from '#server/db/schema.ts'
import { unprovedFiles } from '#server/documents/issued/unproved-files.ts'
import { seedCrowd } from '../crowd.ts'
import { openHouse, type House } from '../house.ts'

let house: House

const NOW = '2026-11-30T18:00:00Z'
const SIX_HOURS_AGO = '2026-11-30T12:00:00Z'
const LATER = '2026-11-30T12:00:01Z'

beforeEach(async () => {
  house = await openHouse(NOW)
})
afterEach(() => house.close())

/** The documents of an organisation of its own, issued and with no files yet; folios count from 1 in each. */
async function issued(organisationId: number, ...changes: Updateable<Schema['document']>[]) {
  const { db } = house
  const documents = [changes.length]
  await seedCrowd(db, { organisationId, documents, dueSince: NOW, state: 'queued' })
  const rows = await db
    .selectFrom('document')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute()
  for (const [at, { id }] of rows.entries()) {
    const base = { state: 'issued', files_state: 'wanted', folio: at + 1 } as const
    await db
      .updateTable('document')
      .set({ ...base, issued_at: SIX_HOURS_AGO, ...changes[at] })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
  }
}

async function listed() {
  const { oldest } = await unprovedFiles(house)
  return oldest.map(({ organisationId, folio, reason }) => [organisationId, folio, reason])
}

test('files are late six hours after their document was issued, whatever keeps them', async () => {
  await issued(
    1,
    {},
    { reason: 'portalUnavailable' },
    { reason: 'portalChanged' },
    { reason: 'twinFound' },
    { issued_at: LATER },
    { files_state: 'stored' },
    { state: 'annulled' },
  )
  expect(await listed()).toEqual([
    [1, 1, null],
    [1, 2, 'portalUnavailable'],
    [1, 3, 'portalChanged'],
    [1, 4, 'twinFound'],
  ])
})

test('an XML that was not proved is listed at once, with what about it', async () => {
  const reason = 'xmlUnproved'
  await issued(1, { reason, reason_text: 'signature: no', issued_at: LATER })
  expect(await unprovedFiles(house)).toEqual({
    count: 1,
    oldest: [
      {
        organisationId: 1,
        documentId: expect.any(Number),
        kind: 'factura',
        folio: 1,
        issuedAt: '2026-11-30T12:00:01.000Z',
        reason,
        detail: 'signature: no',
      },
    ],
  })
})

test.each(['xmlDiffers', 'claveRejected', 'claveMissing', 'issuingStopped'])(
  'files that wait for their user, because of %s, are nothing for the operator',
  async (reason) => {
    await issued(1, { reason })
    expect(await listed()).toEqual([])
  },
)

test('all of every organisation are counted, and the twenty that were issued first are listed', async () => {
  await issued(1, ...Array.from({ length: 19 }, () => ({})))
  const early = { issued_at: '2026-11-01T12:00:00Z' }
  await issued(2, { ...early, reason: 'portalThrottled', reason_text: 'Espere' }, {}, {})
  const { count, oldest } = await unprovedFiles(house)
  expect(count).toBe(22)
  expect(oldest).toHaveLength(20)
  expect(oldest[0]).toMatchObject({ organisationId: 2, folio: 1, detail: null })
})

test('whoever runs the service reads the files to look at by a command', async () => {
  // Late by the clock of any machine.
  const early = { issued_at: '2020-01-02T12:00:00Z' }
  await issued(
    1,
    { ...early, reason: 'xmlUnproved', reason_text: 'signature: no\nother' },
    { ...early, reason: 'portalChanged' },
  )
  const lines = execFileSync(process.execPath, ['scripts/issuing.ts', 'status'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: house.database.url },
  })
  expect(lines).toContain('Archivos de documentos emitidos que hay que revisar: 2. Los primeros:')
  expect(lines).toMatch(
    /\n {2}organización 1, documento \d+, factura N° 1, del 2020-01-02T12:00:00\.000Z: el XML no se pudo probar \(signature: no other\)\n/,
  )
  expect(lines).toMatch(/, factura N° 2, .*: faltan hace más de 6 horas \(portalChanged\)\n/)
})

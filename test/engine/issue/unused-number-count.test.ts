import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { msOf } from '#server/clock.ts'
import type { Schema } from '#server/db/schema.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import {
  afterUnusedNumber,
  forgetUnusedNumbers,
  forgetUnusedOfPerson,
  MAX_UNUSED_BY_ONE,
  MAX_UNUSED_NUMBERS,
  signingPause,
} from '#server/documents/issue/unused-numbers.ts'
import type { PortalDocument } from '#server/documents/portal/portal-step.ts'
import { boleta } from '../../contract/sii/desk.ts'
import { seedCrowd } from '../crowd.ts'
import { documentsOf, openHouse, type House } from '../house.ts'
import { queuedFactura } from '../queued-factura.ts'

let house: House

const NOW = '2026-11-30T13:00:00Z'
const HOUR_MS = 60 * 60_000
const OTHER_COMPANY = 900
const away = { kind: 'later', reason: 'portalUnavailable', atMs: 0, text: null } as const

beforeEach(async () => {
  house = await openHouse(NOW)
})
afterEach(() => house.close())

/** A queued factura, beside a second company of its organisation. */
async function queued(): Promise<PortalDocument> {
  await seedCrowd(house.db, { organisationId: 1, documents: [1], dueSince: NOW, state: 'queued' })
  await sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
    select organisation_id, ${OTHER_COMPANY}::bigint, facturator_id, '76543210-3', 'Otra', created_at
    from company`.execute(house.db)
  const [row] = await documentsOf(house)
  if (row === undefined) throw new Error('none is there')
  const content = frozenContent(row)
  const person = rut(row.person_rut)
  const user = { organisationId: 1, facturatorId: 100_001, person }
  return { row, content, company: content.issuer.rut, user }
}

test('the pause after unused numbers doubles', async () => {
  const document = await queued()
  const hours: number[] = []
  for (let count = 1; count < MAX_UNUSED_NUMBERS; count += 1) {
    await afterUnusedNumber(house, document, away)
    const { signing_paused_until: until } = await house.db
      .selectFrom('company')
      .select('signing_paused_until')
      .where('id', '<>', OTHER_COMPANY)
      .executeTakeFirstOrThrow()
    hours.push((msOf(until ?? '') - msOf(NOW)) / HOUR_MS)
  }
  expect(hours).toEqual([2, 4])
})

test('a document whose number was left unused lets the others come first, and after the second waits alone', async () => {
  const document = await queued()
  const first = await afterUnusedNumber(house, document, away)
  expect(first.kind === 'later' && (first.atMs ?? 0) > msOf(NOW) + 2 * HOUR_MS).toBe(true)
  await forgetUnusedNumbers(house.db, document.row)
  const setback = { kind: 'hold', reason: 'signatureFails', text: null }
  expect(await afterUnusedNumber(house, document, away)).toEqual(setback)
})

test('a document is not at fault while no other of its company is signed', async () => {
  const document = await queued()
  await afterUnusedNumber(house, document, away)
  expect(await afterUnusedNumber(house, document, away)).toMatchObject({ reason: 'numberUnused' })
})

test('a person’s word on the certificate leaves no number to the document', async () => {
  const document = await queued()
  for (let count = 0; count < MAX_UNUSED_BY_ONE; count += 1) {
    await afterUnusedNumber(house, document, away)
  }
  const person = { organisationId: 1, personRut: document.row.person_rut }
  await forgetUnusedOfPerson(house.db, person)
  expect(await afterUnusedNumber(house, document, away)).toMatchObject({ reason: 'numberUnused' })
})

test.each<[string, Updateable<Schema['document']>]>([
  ['of another person', { person_rut: '22222222-2' }],
  [
    'that is issued',
    {
      state: 'issued',
      folio: 7,
      issued_how: 'answered',
      issued_at: '2026-11-30T13:00:00Z',
    },
  ],
  ['of another organisation', {}],
])('a person’s word on the certificate changes no document %s', async (_, change) => {
  const { row } = await queued()
  await house.db
    .updateTable('document')
    .set({ ...change, unused_numbers: 2 })
    .execute()
  const isOwn = Object.keys(change).length > 0
  const person = { organisationId: isOwn ? 1 : 2, personRut: row.person_rut }
  await forgetUnusedOfPerson(house.db, person)
  expect(await documentsOf(house)).toMatchObject([{ unused_numbers: 2 }])
})

test('after too many numbers of its company no document waits alone', async () => {
  const document = await queued()
  await afterUnusedNumber(house, document, away)
  await house.db
    .updateTable('company')
    .set({ unused_numbers: MAX_UNUSED_NUMBERS - 1 })
    .execute()
  expect(await afterUnusedNumber(house, document, away)).toMatchObject({ reason: 'numbersUnused' })
})

test('a refusal is no failure of the signature', async () => {
  const document = await queued()
  const refused = { kind: 'fail', reason: 'portalRefused', text: null } as const
  for (let count = 1; count <= MAX_UNUSED_BY_ONE; count += 1) {
    expect(await afterUnusedNumber(house, document, refused)).toBe(refused)
  }
  await forgetUnusedNumbers(house.db, document.row)
  expect(await afterUnusedNumber(house, document, away)).toMatchObject({ kind: 'later' })
})

test('an unused number counts for its own company and pauses no other', async () => {
  await afterUnusedNumber(house, await queued(), away)
  const companies = await house.db
    .selectFrom('company')
    .select(['unused_numbers', 'signing_paused_until'])
    .orderBy('id', 'desc')
    .execute()
  expect(companies).toEqual([
    { unused_numbers: 1, signing_paused_until: '2026-11-30T15:00:00.000Z' },
    { unused_numbers: 0, signing_paused_until: null },
  ])
})

test('the unused numbers of one organisation stop no other that keeps the same company', async () => {
  const document = await queued()
  const other = await queuedFactura(house.db, {}, 2)
  expect(other.company).toBe(document.company)
  for (let count = 0; count < MAX_UNUSED_NUMBERS; count += 1) {
    await afterUnusedNumber(house, document, away)
  }
  expect(await signingPause(house, document)).toMatchObject({ reason: 'numbersUnused' })
  expect(await signingPause(house, other)).toBeNull()
})

test('a boleta does not wait for signatures of facturas', async () => {
  const document = await queued()
  await house.db.updateTable('company').set({ unused_numbers: MAX_UNUSED_NUMBERS }).execute()
  expect(await signingPause(house, document)).toMatchObject({ reason: 'numbersUnused' })
  expect(await signingPause(house, { ...document, content: boleta() })).toBeNull()
})

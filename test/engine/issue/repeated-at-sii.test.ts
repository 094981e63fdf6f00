import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { acceptAlikes } from '#server/documents/freeze/similar-documents.ts'
import { issuedByEarlierTry } from '#server/documents/issue/earlier-attempts.ts'
import { askedWhetherRepeated, keepListed } from '#server/documents/issue/repeated-at-sii.ts'
import type { Desk, Listed } from '#server/documents/portal/adapter.ts'
import type { PortalDocument } from '#server/documents/portal/portal-step.ts'
import type { Schema } from '#server/db/schema.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { seedCrowd } from '../crowd.ts'
import { documentsOf, openHouse, type House } from '../house.ts'

let house: House

const NOW = '2026-11-30T12:00:00Z'
const OTHER_COMPANY = 900
const OTHER_CLIENT = rut('90909090-3')
const FOLIO = 700
const user = { worker: 'user:1', epoch: null }

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

async function update(row: DocumentRow, change: Updateable<Schema['document']>): Promise<void> {
  await house.db.updateTable('document').set(change).where('id', '=', row.id).execute()
}

/** A queued factura at the portal, and another document of its person that came to nothing. */
async function atPortal(): Promise<{ document: PortalDocument; other: DocumentRow; one: Listed }> {
  await seedCrowd(house.db, { organisationId: 1, documents: [2], dueSince: NOW, state: 'queued' })
  await sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
    select organisation_id, ${OTHER_COMPANY}::bigint, facturator_id, '76543210-3', 'Otra', created_at
    from company`.execute(house.db)
  const [other, row] = await documentsOf(house)
  if (other === undefined || row === undefined) throw new Error('not both are there')
  const content = frozenContent(row)
  await house.db.updateTable('document').set({ issue_day: content.issueDate }).execute()
  await update(other, { state: 'skipped' })
  const person = rut(row.person_rut)
  const portalUser = { organisationId: 1, facturatorId: 100_001, person }
  const document = { row, content, company: content.issuer.rut, user: portalUser }
  const one = {
    folio: FOLIO,
    code: null,
    recipient: content.recipient.rut,
    issueDate: content.issueDate,
    totalClp: clp(row.total_clp ?? 0),
    isAnnulled: false,
  }
  return { document, other, one }
}

/** Whether it is held because of that row of the SII's list; `meanwhile` happens as the list is read. */
async function isHeld(
  { document, one }: Awaited<ReturnType<typeof atPortal>>,
  change: Partial<Listed> = {},
  meanwhile = async (): Promise<unknown> => undefined,
): Promise<unknown> {
  const takenBack: Desk['takenBack'] = async () => {
    await meanwhile()
    return { kind: 'ok', value: new Map() }
  }
  const held = await askedWhetherRepeated(house, user, document, { takenBack }, [
    { ...one, ...change },
  ])
  return held.kind === 'ok' && held.value
}

test('a document that repeats one on the list of the SII is held', async () => {
  const at = await atPortal()
  expect(await isHeld(at)).toBe(true)
  expect((await documentsOf(house))[1]).toMatchObject({ reason: 'looksRepeated' })
})

test.each<[string, (one: Listed) => Partial<Listed>]>([
  ['that is annulled there', () => ({ isAnnulled: true })],
  ['to another client', () => ({ recipient: OTHER_CLIENT })],
  ['of two months before', ({ issueDate }) => ({ issueDate: addDays(issueDate, -62) })],
])('one on the list %s holds no document', async (_, change) => {
  const at = await atPortal()
  expect(await isHeld(at, change(at.one))).toBe(false)
})

test.each<[string, Updateable<Schema['document']>, boolean]>([
  ['a factura of ours', {}, false],
  ['a boleta of ours', { kind: 'boletaHonorarios' }, true],
  ['a factura of another company', { company_id: OTHER_COMPANY }, true],
])('a factura on the list with the number of %s', async (_, change, held) => {
  const at = await atPortal()
  await update(at.other, { state: 'issued', folio: FOLIO, ...change })
  expect(await isHeld(at)).toBe(held)
})

test('a document that was stopped while the list was read is not held', async () => {
  const at = await atPortal()
  const stopped = { state: 'skipped', reason: 'skippedByUser' } as const
  expect(await isHeld(at, {}, () => update(at.document.row, stopped))).toBe(false)
  expect((await documentsOf(house))[1]).toMatchObject(stopped)
})

/** A person saw that one on the list and said that ours is another. */
async function acceptListed({ document, one }: Awaited<ReturnType<typeof atPortal>>) {
  await keepListed(house.db, house.clock, document.row, [one])
  await acceptAlikes(house.db, house.clock, user, document.row)
}

test('what a person accepted while the list was read is not asked about again', async () => {
  const at = await atPortal()
  expect(await isHeld(at, {}, () => acceptListed(at))).toBe(false)
  expect((await documentsOf(house))[1]).toMatchObject({ reason: null })
})

test('what a nota annulled stays annulled after a look that did not ask', async () => {
  const { document, one } = await atPortal()
  await keepListed(house.db, house.clock, document.row, [{ ...one, annulledBy: 9 }])
  await keepListed(house.db, house.clock, document.row, [one])
  const rows = await house.db.selectFrom('sii_issued').select('annulled_by').execute()
  expect(rows).toEqual([{ annulled_by: 9 }])
})

interface Try {
  outcome: 'absent' | 'notSent' | 'uncertain'
  signed_folio?: number
}

async function addTry(row: DocumentRow, tried: Try): Promise<void> {
  await house.db
    .insertInto('attempt')
    .values({
      organisation_id: row.organisation_id,
      document_id: row.id,
      number: 1,
      person_rut: row.person_rut,
      epoch: 1,
      worker: 'w0',
      highest_folio: FOLIO - 1,
      intended_at: NOW,
      deadline_at: NOW,
      ...tried,
    })
    .execute()
}

/** The number by which an earlier try of it is found on a list of that one row. */
async function foundFolio({ document }: { document: PortalDocument }, listed: Listed) {
  const none = async (): Promise<never> => {
    throw new Error('only the list is read')
  }
  const found = await issuedByEarlierTry(house.db, document, {
    list: async () => ({ kind: 'ok', value: [listed] }),
    find: async () => ({ kind: 'ok', value: listed }),
    rival: none,
    takenBack: none,
    asListed: none,
    prepare: none,
    download: none,
  })
  return found.kind === 'ok' ? (found.value?.folio ?? null) : found
}

test.each<[string, Try, number | null]>([
  ['that was taken for absent is found on the list', { outcome: 'absent' }, FOLIO],
  ['that signed a number is found by it', { outcome: 'absent', signed_folio: FOLIO }, FOLIO],
  ['that sent nothing is not looked for', { outcome: 'notSent' }, null],
])('a try %s', async (_, tried, folio) => {
  const at = await atPortal()
  await addTry(at.document.row, tried)
  expect(await foundFolio(at, at.one)).toBe(folio)
})

test('a try does not take the signed number that another document has', async () => {
  const at = await atPortal()
  await addTry(at.document.row, { outcome: 'absent', signed_folio: FOLIO })
  await update(at.other, { state: 'issued', folio: FOLIO })
  expect(await foundFolio(at, at.one)).toBeNull()
})

test('a try takes a number that another signed too only where it says the same', async () => {
  const at = await atPortal()
  await addTry(at.document.row, { outcome: 'absent', signed_folio: FOLIO })
  await update(at.other, { state: 'uncertain' })
  await addTry(at.other, { outcome: 'uncertain', signed_folio: FOLIO })
  expect(await foundFolio(at, { ...at.one, recipient: OTHER_CLIENT })).toBeNull()
  expect(await foundFolio(at, at.one)).toBe(FOLIO)
})

test('a try does not take a number of which a person said that it is another', async () => {
  const at = await atPortal()
  await addTry(at.document.row, { outcome: 'absent' })
  await acceptListed(at)
  expect(await foundFolio(at, at.one)).toBeNull()
})

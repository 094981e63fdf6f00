import { sql, type Updateable } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, knownDay, type Day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import { frozenContent } from '#server/documents/content/content.ts'
import { acceptAlikes, alikesOf } from '#server/documents/freeze/similar-documents.ts'
import { isContested } from '#server/documents/issue/open-rivals.ts'
import { claimedFolios } from '#server/documents/portal/portal-step.ts'
import type { Schema } from '#server/db/schema.ts'
import type { DocumentRow } from '#server/documents/trail/trail.ts'
import { boleta } from '../../contract/sii/desk.ts'
import { seedCrowd } from '../crowd.ts'
import { documentsOf, openHouse, type House } from '../house.ts'

let house: House

const NOW = '2026-11-30T12:00:00Z'
const OTHER_COMPANY = 900
const OTHER_RUT = '76543210-3'
const OTHER_CLIENT = '90909090-3'
const FOLIO = 700

// 30 November 2026, 10:00 in Chile.
beforeEach(async () => {
  house = await openHouse('2026-11-30T13:00:00Z')
})
afterEach(() => house.close())

type Change = Updateable<Schema['document']>

async function update(row: DocumentRow, change: Change): Promise<void> {
  await house.db.updateTable('document').set(change).where('id', '=', row.id).execute()
}

/** Two documents of one person that say the same; with a second company for what is of another. */
async function twoAlike(): Promise<{ other: DocumentRow; own: DocumentRow; issueDate: Day }> {
  await seedCrowd(house.db, { organisationId: 1, documents: [2], dueSince: NOW, state: 'queued' })
  const [other, own] = await documentsOf(house)
  if (other === undefined || own === undefined) throw new Error('not both are there')
  await sql`insert into company (organisation_id, id, facturator_id, rut, name, created_at)
    select organisation_id, ${OTHER_COMPANY}::bigint, facturator_id, ${OTHER_RUT}, 'Otra', created_at
    from company`.execute(house.db)
  const { issueDate } = frozenContent(own)
  await update(other, { issue_day: issueDate })
  await update(own, { issue_day: issueDate })
  return { other, own, issueDate }
}

async function alikesOfOwn(own: DocumentRow) {
  return alikesOf(house.db, own, frozenContent(own))
}

test.each<[string, Change]>([
  ['that is queued', { state: 'queued' }],
  ['that waits for its undo window', { state: 'waiting' }],
  ['that is being issued', { state: 'issuing' }],
  ['whose answer is lost', { state: 'uncertain' }],
  ['that is issued', { state: 'issued', folio: FOLIO }],
  ['of the same month, issued long before', { issue_day: '2026-11-02' }],
])('a document repeats one %s', async (_, change) => {
  const { other, own } = await twoAlike()
  await update(other, change)
  expect(await alikesOfOwn(own)).toMatchObject([{ documentId: other.id }])
})

test.each<[string, Change]>([
  ['that is stopped', { state: 'skipped' }],
  ['that failed', { state: 'failed' }],
  ['to another recipient', { recipient_rut: OTHER_CLIENT }],
  ['over another total', { total_clp: 1 }],
  ['of another company', { company_id: OTHER_COMPANY }],
  ['of another kind', { kind: 'boletaHonorarios' }],
  ['of the month before that the same rule issued late', { service_month: '2026-10' }],
])('a document does not repeat one %s', async (_, change) => {
  const { other, own } = await twoAlike()
  await update(other, change)
  expect(await alikesOfOwn(own)).toEqual([])
})

test('a document repeats one of another rule from days before, whatever its month', async () => {
  const { other, own } = await twoAlike()
  await update(other, { service_month: '2026-10' })
  const ofRule = { ...own, rule_id: 5 }
  expect(await alikesOfOwn(ofRule)).toMatchObject([{ documentId: other.id }])
})

test('a document repeats none of another organisation', async () => {
  const { other, own } = await twoAlike()
  await update(other, { state: 'skipped' })
  await seedCrowd(house.db, { organisationId: 2, documents: [1], dueSince: NOW, state: 'queued' })
  expect(await alikesOfOwn(own)).toEqual([])
})

test('a boleta does not repeat one of another person', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [1, 1],
    dueSince: NOW,
    state: 'queued',
  })
  const [other, own] = await documentsOf(house)
  if (other === undefined || own === undefined) throw new Error('not both are there')
  const content = boleta()
  const said = {
    kind: content.kind,
    recipient_rut: content.recipient.rut,
    total_clp: content.grossClp,
    service_month: content.serviceMonth,
  }
  await house.db.updateTable('document').set(said).execute()
  expect(await alikesOf(house.db, own, content)).toEqual([])
  await update(other, { person_rut: own.person_rut })
  expect(await alikesOf(house.db, own, content)).toMatchObject([{ documentId: other.id }])
})

test('a person is asked about a document that looks the same after another was accepted', async () => {
  const { other, own } = await twoAlike()
  const user = { worker: 'user:1', epoch: null }
  await house.db.transaction().execute((trx) => acceptAlikes(trx, house.clock, user, own))
  expect(await alikesOfOwn(own)).toEqual([])
  const { id: _id, key, ...same } = other
  const later = await house.db
    .insertInto('document')
    .values({ ...same, key: `${key}:later`, content: JSON.stringify(other.content) })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await alikesOfOwn(own)).toMatchObject([{ documentId: later.id }])
})

interface ListedRow {
  company_id?: number
  kind?: 'factura' | 'boletaHonorarios' | 'notaCredito'
  recipient_rut?: string
  issue_day?: Day
  total_clp?: number
  is_annulled?: boolean
  annulled_by?: number
  lowered_clp?: number
  document_id?: number
}

/** Made at the portal, as the SII's list was last read; nothing of ours is like it. */
async function listed(change: (own: DocumentRow, issueDate: Day) => ListedRow) {
  const { other, own, issueDate } = await twoAlike()
  await update(other, { state: 'skipped' })
  await house.db
    .insertInto('sii_issued')
    .values({
      organisation_id: own.organisation_id,
      company_id: own.company_id,
      kind: own.kind,
      folio: FOLIO,
      recipient_rut: own.recipient_rut,
      issue_day: issueDate,
      total_clp: own.total_clp ?? 0,
      first_seen_at: NOW,
      ...change(own, issueDate),
    })
    .execute()
  return alikesOfOwn(own)
}

test('what a person said of another document is asked about of this one too', async () => {
  expect(await listed(() => ({}))).toMatchObject([{ folio: FOLIO }])
  const [other, own] = await documentsOf(house)
  if (other === undefined || own === undefined) throw new Error('not both are there')
  await update(other, { state: 'queued' })
  const user = { worker: 'user:1', epoch: null }
  await house.db
    .transaction()
    .execute((trx) => acceptAlikes(trx, house.clock, user, { ...other, state: 'queued' }))
  await update(other, { state: 'skipped' })
  expect(await alikesOfOwn(own)).toMatchObject([{ folio: FOLIO }])
})

const firstOf = (of: Day) => knownDay(`${of.slice(0, 7)}-01`)
const lastOf = (of: Day) => addDays(firstOf(knownDay(addDays(firstOf(of), 31))), -1)

test.each<[string, (of: Day) => Day, number]>([
  ['before the month of one dated on its first', firstOf, -1],
  ['after the month of one dated on its last', lastOf, 1],
])('a document repeats one made at the portal the day %s day', async (_, dated, days) => {
  await listed((_own, of) => ({ issue_day: addDays(dated(of), days) }))
  const own = (await documentsOf(house))[1]
  if (own === undefined) throw new Error('it is not there')
  const content = frozenContent(own)
  const issueDate = dated(content.issueDate)
  const alikes = await alikesOf(house.db, own, { ...content, issueDate })
  expect(alikes).toMatchObject([{ documentId: null, folio: FOLIO }])
})

test.each<[string, (own: DocumentRow, issueDate: Day) => ListedRow]>([
  ['of its day', () => ({})],
  ['of the first day of its month', (_, of) => ({ issue_day: firstOf(of) })],
  ['of the last day of its month', (_, of) => ({ issue_day: lastOf(of) })],
  [
    'of which its total is left',
    (own) => ({ total_clp: (own.total_clp ?? 0) + 9, lowered_clp: 9 }),
  ],
])('a document repeats one made at the portal %s', async (_, change) => {
  expect(await listed(change)).toMatchObject([{ documentId: null, folio: FOLIO }])
})

test.each<[string, (own: DocumentRow, issueDate: Day) => ListedRow]>([
  ['that is annulled there', () => ({ is_annulled: true })],
  ['that a nota annuls', () => ({ annulled_by: 9 })],
  ['that is a document of ours', ({ id }) => ({ document_id: id })],
  ['to another recipient', () => ({ recipient_rut: OTHER_CLIENT })],
  ['of another company', () => ({ company_id: OTHER_COMPANY })],
  ['of another kind', () => ({ kind: 'boletaHonorarios' })],
  ['over another total', () => ({ total_clp: 1 })],
  ['months before', (_own, of) => ({ issue_day: addDays(of, -62) })],
  ['months after', (_own, of) => ({ issue_day: addDays(of, 62) })],
])('a document does not repeat one made at the portal %s', async (_, change) => {
  expect(await listed(change)).toEqual([])
})

async function addTry(row: DocumentRow, outcome: 'uncertain' | 'notSent'): Promise<void> {
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
      outcome,
    })
    .execute()
}

async function contests(
  change: Change,
  {
    outcome = 'uncertain',
    folio = FOLIO,
    signedFolio = null,
  }: {
    outcome?: 'uncertain' | 'notSent'
    folio?: number
    signedFolio?: number | null
  } = {},
): Promise<boolean> {
  const { other, own } = await twoAlike()
  await update(other, { state: 'uncertain', ...change })
  await addTry(other, outcome)
  return isContested(
    house.db,
    { row: own, company: frozenContent(own).issuer.rut },
    { signedFolio, content: frozenContent(own) },
    folio,
  )
}

test('a number is contested that another document in doubt may have got', async () => {
  expect(await contests({})).toBe(true)
})

test.each<[string, Change, Parameters<typeof contests>[1]]>([
  ['that is settled', { state: 'queued' }, {}],
  ['to another recipient', { recipient_rut: OTHER_CLIENT }, {}],
  ['of another day', { issue_day: '2026-11-29' }, {}],
  ['over another total', { total_clp: 1 }, {}],
  ['of another company', { company_id: OTHER_COMPANY }, {}],
  ['of another kind', { kind: 'boletaHonorarios' }, {}],
  ['whose try sent nothing', {}, { outcome: 'notSent' }],
  ['that was tried when the number was there', {}, { folio: FOLIO - 1 }],
  ['when it was signed with that number', {}, { signedFolio: FOLIO }],
])('a number is not contested by a document %s', async (_, change, tried) => {
  expect(await contests(change, tried)).toBe(false)
})

test('the number of a boleta is contested by its own person alone', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [1, 1],
    dueSince: NOW,
    state: 'queued',
  })
  const [other, own] = await documentsOf(house)
  if (other === undefined || own === undefined) throw new Error('not both are there')
  const content = boleta()
  const said = {
    kind: content.kind,
    recipient_rut: content.recipient.rut,
    issue_day: content.issueDate,
    total_clp: content.grossClp,
  }
  await house.db.updateTable('document').set(said).execute()
  await update(other, { state: 'uncertain' })
  await addTry(other, 'uncertain')
  const document = { row: { ...own, ...said }, company: content.issuer.rut }
  const contested = () => isContested(house.db, document, { signedFolio: null, content }, FOLIO)
  expect(await contested()).toBe(false)
  await update(other, { person_rut: own.person_rut })
  expect(await contested()).toBe(true)
})

test.each<[string, Change, number[]]>([
  ['the same company', {}, [FOLIO]],
  ['another company', { company_id: OTHER_COMPANY }, []],
  ['another kind', { kind: 'boletaHonorarios' }, []],
])('a number of a document of %s', async (_, change, claimed) => {
  const { other, own } = await twoAlike()
  await update(other, { state: 'issued', folio: FOLIO, ...change })
  const document = { row: own, company: frozenContent(own).issuer.rut }
  expect([...(await claimedFolios(house.db, document, [FOLIO]))]).toEqual(claimed)
})

test('the number of a boleta is claimed by its own person alone', async () => {
  await seedCrowd(house.db, {
    organisationId: 1,
    documents: [1, 1],
    dueSince: NOW,
    state: 'queued',
  })
  const [other, own] = await documentsOf(house)
  if (other === undefined || own === undefined) throw new Error('not both are there')
  await house.db.updateTable('document').set({ kind: 'boletaHonorarios' }).execute()
  await update(other, { state: 'issued', folio: FOLIO })
  const of = { row: { ...own, kind: 'boletaHonorarios' as const }, company: rut(OTHER_RUT) }
  expect(await claimedFolios(house.db, of, [FOLIO])).toEqual(new Set())
  await update(other, { person_rut: own.person_rut })
  expect(await claimedFolios(house.db, of, [FOLIO])).toEqual(new Set([FOLIO]))
})

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { day, type Day } from '#domain/day.ts'
import { openUpload } from '#server/uploads/uploads.ts'
import { documentsOf, issuedAtSii } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { KNOWN_RUT, openUploadHouse, TODAY, type UploadHouse } from './upload-house.ts'

let own: UploadHouse
beforeEach(async () => {
  own = await openUploadHouse()
})
afterEach(async () => {
  await checkInvariants(own.house)
  await own.close()
})

const ROW = `A;Factura;${KNOWN_RUT};Soporte;1;90000;CLP`
const SAME_AMOUNT = `B;Factura;${KNOWN_RUT};Visita;1;90000;CLP`
const TOTAL_CLP = 107_100
const REPEATED = { status: 409, code: 'upload_looks_repeated' }

const live = () => own.house.live(own.house.worker('w1'), 60, 10)
const states = async () =>
  (await documentsOf(own.house)).map(({ state, reason }) => [state, reason])

/** What the preview shows that its documents may repeat. */
async function refs(id: number): Promise<string[]> {
  const { others } = await openUpload(own.house, { organisationId: own.rule.organisationId, id })
  return others
    .filter(({ ruleId, documentId }) => ruleId === null || documentId !== null)
    .map(({ ref }) => ref)
}

/** As the nightly sweep writes it. */
async function issueOutside(folio: number, issueDay: Day = TODAY): Promise<void> {
  await own.house.db
    .insertInto('sii_issued')
    .values({
      organisation_id: own.rule.organisationId,
      company_id: own.companyId,
      kind: 'factura',
      folio,
      recipient_rut: KNOWN_RUT,
      issue_day: issueDay,
      total_clp: TOTAL_CLP,
      is_annulled: false,
      annulled_by: null,
      lowered_clp: 0,
      document_id: null,
      twin_of: null,
      first_seen_at: sql`now()`,
    })
    .execute()
}

async function orderFirst(): Promise<void> {
  await own.order(await own.upload([ROW]))
  await live()
}

test('a file that was issued is not ordered again without a word, and with it is issued once more', async () => {
  await orderFirst()
  const again = await own.upload([ROW])
  await expect(own.order(again)).rejects.toMatchObject(REPEATED)
  const confirmed = new Map([['g:A', await refs(again)]])
  await own.order(again, { confirmed })
  await live()
  expect(await states()).toEqual([
    ['issued', null],
    ['issued', null],
  ])
  expect(issuedAtSii(own.house)).toHaveLength(2)
})

test('two documents of one file and amount to one client are ordered with a word alone, and both issued', async () => {
  const id = await own.upload([ROW, SAME_AMOUNT])
  await expect(own.order(id)).rejects.toMatchObject(REPEATED)
  expect(await documentsOf(own.house)).toEqual([])
  await own.order(id, { confirmed: new Map([['g:B', []]]) })
  await live()
  expect(await states()).toEqual([
    ['issued', null],
    ['issued', null],
  ])
})

test('the first of two alike alone needs no word, and the second does once the first is ordered', async () => {
  const id = await own.upload([ROW, SAME_AMOUNT])
  await own.order(id, { keys: ['g:A'] })
  await expect(
    own.order(id, { keys: ['g:B'], confirmed: new Map([['g:B', []]]) }),
  ).rejects.toMatchObject(REPEATED)
  await own.order(id, { keys: ['g:B'], confirmed: new Map([['g:B', await refs(id)]]) })
  await live()
  expect(await states()).toEqual([
    ['issued', null],
    ['issued', null],
  ])
})

test('a document issued outside Folio is shown, and one more of its amount is issued with a word', async () => {
  await issueOutside(77)
  const id = await own.upload([ROW])
  expect(await refs(id)).toEqual(['folio:77'])
  await expect(own.order(id)).rejects.toMatchObject(REPEATED)
  await own.order(id, { confirmed: new Map([['g:A', ['folio:77']]]) })
  await live()
  expect(await states()).toEqual([['issued', null]])
})

test('a document that appears after the word is asked about, whatever was confirmed', async () => {
  await issueOutside(77)
  const id = await own.upload([ROW])
  await own.order(id, { confirmed: new Map([['g:A', ['folio:77']]]) })
  await issueOutside(78)
  await live()
  expect(await states()).toEqual([['waiting', 'looksRepeated']])
  expect(issuedAtSii(own.house)).toEqual([])
})

test('a word about a document says nothing of another one of the file', async () => {
  await issueOutside(77)
  const id = await own.upload([ROW, SAME_AMOUNT])
  const confirmed = new Map([
    ['g:A', ['folio:77']],
    ['g:B', []],
  ])
  await expect(own.order(id, { confirmed })).rejects.toMatchObject(REPEATED)
})

test('a document ordered again after its cancellation is not the one that was confirmed', async () => {
  const first = await own.upload([ROW])
  const later = day(2026, 11, 27)
  await own.order(first, { issueDay: later })
  await own.make()
  const second = await own.upload([SAME_AMOUNT])
  await own.order(second, { issueDay: later, confirmed: new Map([['g:B', await refs(second)]]) })
  await own.make()
  const [planned] = await documentsOf(own.house)
  expect(planned?.key).toBe(`upload:${first}:g:A`)
  await own.house.db
    .updateTable('document')
    .set({ revision: 2 })
    .where('id', '=', planned?.id ?? 0)
    .execute()
  await own.house.clock.advanceTo('2026-11-27T14:00:00Z')
  await own.house.settle(own.house.worker('w1'))
  const reasons = (await documentsOf(own.house)).map(({ reason }) => reason)
  expect(reasons).toContain('looksRepeated')
  await sql`update document set revision = 1`.execute(own.house.db)
})

/** The rule's document of the 30th, of the amount of the row and not prepared yet, as the preview names it. */
async function refOfRule(id: number): Promise<string> {
  const { others } = await openUpload(own.house, { organisationId: own.rule.organisationId, id })
  const coming = others.find(({ ruleId }) => ruleId === own.rule.ruleId)
  expect(coming).toMatchObject({ documentId: null, totalClp: null, day: '2026-11-30' })
  return coming?.ref ?? ''
}

test.each([
  ['a word about a rule’s coming document is one about the document that it becomes', true],
  [
    'a document beside a rule’s coming one of its amount waits for a person where none gave a word',
    false,
  ],
])('%s', async (_, isConfirmed) => {
  const id = await own.upload([`A;Factura;${KNOWN_RUT};Soporte;1;100000;CLP`])
  const confirmed = new Map(isConfirmed ? [['g:A', [await refOfRule(id)]]] : [])
  await own.order(id, { issueDay: day(2026, 12, 1), confirmed })
  await own.make()
  await own.house.clock.advanceTo('2026-11-30T13:00:00Z')
  await live()
  await own.house.clock.advanceTo('2026-12-01T13:00:00Z')
  await live()
  const found = (await documentsOf(own.house)).map(({ key, state, reason }) => [key, state, reason])
  expect(new Map(found.map(([key, ...how]) => [key, how]))).toEqual(
    new Map([
      [`rule:${own.rule.ruleId}:2026-11:client:${own.rule.clientIds[0]}`, ['issued', null]],
      [`upload:${id}:g:A`, isConfirmed ? ['issued', null] : ['waiting', 'looksRepeated']],
    ]),
  )
})

test('a document of another amount or of next month is ordered without confirmation', async () => {
  await orderFirst()
  const other = await own.upload([`C;Factura;${KNOWN_RUT};Soporte;1;90001;CLP`])
  await own.order(other)
  const next = await own.upload([ROW])
  await own.order(next, { issueDay: day(2026, 12, 9) })
  await live()
  expect(await states()).toEqual([
    ['issued', null],
    ['issued', null],
    ['planned', null],
  ])
})

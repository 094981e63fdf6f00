import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#domain/day.ts'
import { USUAL_DOCUMENT_SECONDS } from '#domain/pace.ts'
import { instantText, msOf } from '#server/clock.ts'
import { documentSecondsOf, paceOn } from '#server/uploads/issue/pace.ts'
import { ana } from '#simulators/world.ts'
import { KNOWN_RUT, openUploadHouse, TODAY, type UploadHouse } from './upload-house.ts'

let own: UploadHouse
beforeAll(async () => {
  own = await openUploadHouse()
})
afterAll(() => own.close())
beforeEach(async () => {
  for (const table of ['upload', 'document'] as const)
    await own.house.db.deleteFrom(table).execute()
})

const of = () => ({ organisationId: own.rule.organisationId, companyId: own.companyId })
const pace = () => documentSecondsOf(own.house.db, of())

const BEGAN = '2026-11-25T12:00:00Z'
const at = (seconds: number) => instantText(msOf(BEGAN) + seconds * 1000)

let made = 0

type Row = {
  state: 'planned' | 'waiting' | 'queued' | 'issued'
  issueDay?: string
  issuedAt?: string
  nextTryAt?: string | null
  person?: string
}

async function insert({ state, issueDay = TODAY, issuedAt, nextTryAt = null, person }: Row) {
  made += 1
  const { id } = await own.house.db
    .insertInto('document')
    .values({
      organisation_id: own.rule.organisationId,
      key: `request:${made}`,
      kind: 'factura',
      company_id: own.companyId,
      person_rut: person ?? ana.rut,
      recipient_rut: KNOWN_RUT,
      recipient_name: 'Cliente',
      emission_day: issueDay,
      issue_day: issueDay,
      service_month: '2026-11',
      state,
      ...(state === 'planned'
        ? {}
        : { content: '{}', content_digest: Buffer.alloc(32), total_clp: 1_190 }),
      ...(issuedAt === undefined
        ? {}
        : { folio: made, issued_how: 'answered' as const, issued_at: issuedAt }),
      next_try_at: nextTryAt,
      created_at: BEGAN,
      updated_at: BEGAN,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Issued after so many seconds, and put into the queue at each of those. */
async function issued(seconds: number, queued: readonly number[] = [0], person?: string) {
  const id = await insert({ state: 'issued', issuedAt: at(seconds), ...(person && { person }) })
  for (const [index, second] of queued.entries()) {
    await own.house.db
      .insertInto('document_event')
      .values({
        organisation_id: own.rule.organisationId,
        document_id: id,
        seq: index + 1,
        at: at(second),
        kind: 'queued',
        worker: 'w0',
        epoch: null,
        data: '{}',
        previous_hash: Buffer.alloc(32),
        hash: Buffer.alloc(32),
      })
      .execute()
  }
}

test('a person without two documents behind each other has the usual pace', async () => {
  expect(await pace()).toBe(USUAL_DOCUMENT_SECONDS)
  await issued(100)
  expect(await pace()).toBe(USUAL_DOCUMENT_SECONDS)
})

test('the pace is the median of the times between documents, so that one slow document changes little', async () => {
  for (const second of [100, 110, 122, 300]) await issued(second)
  expect(await pace()).toBe(12)
  await issued(318)
  expect(await pace()).toBe(15)
})

test('a document that was queued after the one before was issued says nothing of the portal', async () => {
  await issued(100)
  await issued(190, [150])
  expect(await pace()).toBe(USUAL_DOCUMENT_SECONDS)
  await issued(203, [190])
  expect(await pace()).toBe(13)
})

test('of a document that was queued twice the last time counts', async () => {
  await issued(100)
  await issued(190, [0, 150])
  expect(await pace()).toBe(USUAL_DOCUMENT_SECONDS)
})

test('a pause of more than five minutes says nothing, one of five minutes does', async () => {
  await issued(100)
  await issued(401)
  expect(await pace()).toBe(USUAL_DOCUMENT_SECONDS)
  await issued(701)
  expect(await pace()).toBe(300)
})

test('documents that are issued at once take a second each', async () => {
  await issued(100)
  await issued(100.2)
  expect(await pace()).toBe(1)
})

test('only the last thirty documents count', async () => {
  for (let n = 0; n < 40; n += 1) await issued(n * 100)
  expect(await pace()).toBe(100)
  for (let n = 1; n <= 30; n += 1) await issued(3_900 + n * 10)
  expect(await pace()).toBe(10)
})

test('documents of another person say nothing', async () => {
  for (const second of [100, 110, 120]) await issued(second, [0], '22222222-2')
  expect(await pace()).toBe(USUAL_DOCUMENT_SECONDS)
})

/** Now is 11:00, undo windows end after half an hour, and nothing leaves from 18:00 on: 1,170 documents of twenty seconds. */
const FREE = 1_170

const onDay = (day = TODAY) => paceOn(own.house, of(), day)

test('behind others of the day as many fit as leave before its closing hour', async () => {
  const closesMs = msOf('2026-11-25T21:00:00Z')
  const alone = { documentSeconds: USUAL_DOCUMENT_SECONDS, closesMs }
  expect(await onDay()).toEqual({ ...alone, ahead: 0, fits: FREE })
  const nextTryAt = at(0)
  await insert({ state: 'planned', nextTryAt })
  await insert({ state: 'waiting', nextTryAt })
  expect(await onDay()).toEqual({ ...alone, ahead: 2, fits: FREE - 2 })
})

test('what is ordered and has no document yet comes before', async () => {
  const id = await own.upload([`A;Factura;${KNOWN_RUT};Soporte;1;90000;CLP`])
  await own.order(id)
  expect(await onDay()).toMatchObject({ ahead: 1, fits: FREE - 1 })
  expect(await onDay(addDays(TODAY, 1))).toMatchObject({ ahead: 0 })
})

test('documents of another day or person, and those that wait for a person, take no time of the day', async () => {
  const nextTryAt = at(0)
  await insert({ state: 'waiting', nextTryAt, issueDay: addDays(TODAY, 1) })
  await insert({ state: 'waiting', nextTryAt, person: '22222222-2' })
  await insert({ state: 'waiting' })
  await issued(100)
  expect(await onDay()).toMatchObject({ ahead: 0, fits: FREE })
})

test('the queue goes on while the undo windows of those behind it are open', async () => {
  const queue = async (count: number) => {
    for (let n = 0; n < count; n += 1) await insert({ state: 'queued', nextTryAt: at(0) })
  }
  await queue(90)
  expect(await onDay()).toMatchObject({ ahead: 90, fits: FREE })
  await queue(3)
  expect(await onDay()).toMatchObject({ ahead: 93, fits: FREE - 3 })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uploadProgress } from '#contract/upload-orders.ts'
import { listUploads, readUploadedFile, uploadReply } from '#contract/uploads.ts'
import { hasEmailAccount } from '#server/mailer/accounts/account-store.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { makeOrdered } from '#server/uploads/issue/make.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { ANA, makeTenant, RODRIGO, type Tenant } from '../../walls/tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeAll(async () => {
  app = await startTestApp('2026-11-05T15:00:00Z', undefined, (needs) => ({
    ...needs,
    limits: memoryLimits(),
  }))
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['issuing_stop', 'upload_order', 'upload'] as const) {
    await sql`delete from ${sql.table(table)}`.execute(app.database.db)
  }
  await sql`delete from document where key like 'upload:%'`.execute(app.database.db)
})

const HEADINGS = 'Documento;Tipo;RUT;Detalle;Cantidad;Precio'
const ROWS = ['A', 'B', 'C'].map(
  (name, n) => `${name};Factura;${ANA.clientRut};Servicio ${name};1;${n + 5}0.000`,
)

async function stored(rows = ROWS) {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api/uploads/companies/${ana.ids.company}/files/`,
    query: { name: 'facturas.csv' },
    headers: {
      authorization: `Bearer ${ana.access}`,
      'content-type': 'application/octet-stream',
    },
    payload: Buffer.from([HEADINGS, ...rows].join('\n')),
  })
  const stored = uploadReply.parse(reply.json())
  if (stored.kind !== 'stored' || stored.content.kind !== 'judged') throw new Error(reply.body)
  const contents = new Map(stored.content.documents.map(({ key, content }) => [key, content]))
  return { id: stored.upload.id, contents }
}

async function call(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  who = ana,
  key: string = randomUUID(),
) {
  const reply = await app.server.inject({
    method,
    url: `/api/uploads/${path}`,
    headers: {
      authorization: `Bearer ${who.access}`,
      'accept-language': 'es',
      'idempotency-key': key,
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  return {
    status: reply.statusCode,
    body: reply.body === '' ? null : reply.json<unknown>(),
    text: reply.body,
  }
}

const KEYS = ['g:A', 'g:B', 'g:C']

async function order(id: number, contents: ReadonlyMap<string, string>, keys = KEYS, key?: string) {
  const documents = keys.map((of) => ({ key: of, content: contents.get(of) }))
  const body = { documents, count: keys.length, issue_date: '2026-11-05' }
  return call('POST', `${id}/orders/`, body, ana, key)
}

test('an order answers with its documents and what they wait for', async () => {
  const { id, contents } = await stored()
  const { status, body } = await order(id, contents)
  expect(status).toBe(201)
  const progress = uploadProgress.parse(body)
  expect(progress).toMatchObject({
    upload: id,
    company: ana.ids.company,
    is_paused: false,
    totals: { ordered: 3, planned: 3, issued: 0, failed: 0 },
  })
  expect(progress.documents[0]).toMatchObject({
    key: 'g:A',
    group: 'A',
    rows: [2],
    document: null,
    state: 'ordering',
    date: '2026-11-05',
    total: 59_500,
    message: null,
  })
  expect(progress.seconds_left).toBeGreaterThan(60)
})

test('an order that is sent again under its key orders nothing more, and under another is refused', async () => {
  const { id, contents } = await stored()
  const key = randomUUID()
  const first = await order(id, contents, KEYS, key)
  expect(await order(id, contents, KEYS, key)).toEqual(first)
  expect(await order(id, contents)).toMatchObject({
    status: 409,
    body: { code: 'upload_already_ordered' },
  })
  expect(await order(id, new Map([['g:A', 'f'.repeat(64)]]), ['g:A'])).toMatchObject({
    status: 409,
    body: { code: 'upload_content_changed' },
  })
})

test('an order that names a document twice is refused', async () => {
  const { id, contents } = await stored()
  expect(await order(id, contents, ['g:A', 'g:A'])).toMatchObject({
    status: 400,
    body: { documents: [expect.anything()] },
  })
})

test('what is ordered is shown as such by its file and in the list', async () => {
  const { id, contents } = await stored()
  await order(id, contents, ['g:A', 'g:C'])
  const read = readUploadedFile.reply.parse((await call('GET', `${id}/`)).body)
  if (read.content.kind !== 'judged') throw new Error('not judged')
  expect(read.content.documents.map(({ key, state }) => [key, state])).toEqual([
    ['g:A', 'ordered'],
    ['g:B', 'new'],
    ['g:C', 'ordered'],
  ])
  const list = listUploads.reply.parse((await call('GET', `companies/${ana.ids.company}/`)).body)
  expect(list.uploads).toMatchObject([{ id, documents: 3, ordered: 2, issued: 0 }])
})

test('a file is paused, resumed and cancelled, each harmless when repeated', async () => {
  const { id, contents } = await stored()
  await order(id, contents)
  const now = async (what: string) => {
    const { status, body } = await call('POST', `${id}/${what}/`)
    expect(status).toBe(200)
    return uploadProgress.parse(body)
  }
  expect(await now('pause')).toMatchObject({ is_paused: true, seconds_left: null })
  expect(await now('pause')).toMatchObject({ is_paused: true })
  expect(await now('resume')).toMatchObject({ is_paused: false })
  expect(await now('cancel')).toMatchObject({ totals: { ordered: 3, cancelled: 3, planned: 0 } })
  const last = await now('cancel')
  expect(last.documents[0]?.message).toBe('Se canceló antes de emitirse.')
  const { rows } = await sql<{ kind: string }>`select kind from audit_event
    where subject = ${`upload:${id}`} order by id`.execute(app.database.db)
  expect(rows.map(({ kind }) => kind)).toEqual([
    'uploadOrdered',
    'uploadPaused',
    'uploadResumed',
    'uploadCancelled',
  ])
})

test('why a document waits is said in the language of the request, and the list counts it', async () => {
  const { id, contents } = await stored(ROWS.slice(0, 1))
  await order(id, contents, ['g:A'])
  const hours = { window: { fromHour: 9, toHour: 18 }, undoWindowMs: 30 * 60_000 }
  const needs = { ...hours, db: app.database.db, clock: app.clock, hasEmailAccount }
  await makeOrdered(needs, (_id, error) => {
    throw error
  })
  await app.database.db
    .updateTable('document')
    .set({ state: 'needs_data', reason: 'recipientCityMissing' })
    .where('key', '=', `upload:${id}:g:A`)
    .execute()
  await app.database.db
    .updateTable('document')
    .set({ issue_day: '2026-11-09' })
    .where('key', '=', `upload:${id}:g:A`)
    .execute()
  const read = readUploadedFile.reply.parse((await call('GET', `${id}/`)).body)
  expect(read.content.kind === 'judged' && read.content.documents[0]).toMatchObject({
    state: 'ordered',
    ordered: {
      state: 'needs_data',
      asks: true,
      date: '2026-11-09',
      message: expect.stringMatching(/ciudad/i),
    },
  })
  const progress = uploadProgress.parse((await call('GET', `${id}/progress/`)).body)
  expect(progress.totals).toMatchObject({ asking: 1, failed: 0, planned: 0 })
  expect(progress.seconds_left).toBeNull()
  const path = `/uploads/companies/${ana.ids.company}/`
  const listed = async () =>
    listUploads.reply.parse((await app.call({ path, token: ana.access })).body).uploads[0]
  expect(await listed()).toMatchObject({ ordered: 1, issued: 0, asking: 1, failed: 0 })
  await app.database.db
    .updateTable('document')
    .set({ state: 'failed', reason: 'portalRefused' })
    .where('key', '=', `upload:${id}:g:A`)
    .execute()
  expect(await listed()).toMatchObject({ ordered: 1, issued: 0, asking: 0, failed: 1 })
  expect(progress.documents[0]?.message).toMatch(/^[A-ZÁÉÍÓÚÑ].*ciudad.*\. .+/i)
})

test('how many more fit on a day, and how long they take, is said by what was ordered before', async () => {
  const { id, contents } = await stored()
  const pace = async (day = '2026-11-05', who = ana) =>
    call('GET', `${id}/pace/?issue_date=${day}`, undefined, who)
  // From 12:30 on, when the undo window ends, until 18:00.
  const free = { seconds_each: 20, ahead: 0, fits: 990, closes_at: '2026-11-05T21:00:00.000Z' }
  expect(await pace()).toMatchObject({ status: 200, body: free })
  await order(id, contents)
  expect((await pace()).body).toEqual({ ...free, ahead: 3, fits: 987 })
  expect((await pace('2026-11-06')).body).toMatchObject({ ahead: 0 })
  expect((await pace('5/11/2026')).status).toBe(400)
  expect((await pace('2026-11-05', rodrigo)).status).toBe(404)
})

test('the file comes back with what became of its rows', async () => {
  const { id, contents } = await stored()
  await order(id, contents, ['g:A'])
  const { status, text } = await bytes(id)
  expect(status).toBe(200)
  expect(text.split('\n')[0]).toBe(`${HEADINGS};Estado;Folio;Error;Id Folio`)
  expect(text.split('\n')[1]).toMatch(/;Por preparar;;;O-\d+$/)
  expect(text.split('\n')[2]).toBe(ROWS[1])
})

async function bytes(id: number, who = ana) {
  const reply = await app.server.inject({
    method: 'GET',
    url: `/api/uploads/${id}/annotated/`,
    headers: { authorization: `Bearer ${who.access}`, 'accept-language': 'es' },
  })
  return { status: reply.statusCode, text: reply.body }
}

test('another tenant’s file is absent', async () => {
  const { id, contents } = await stored()
  const documents = [...contents].map(([key, content]) => ({ key, content }))
  const body = { documents, count: 3, issue_date: '2026-11-05' }
  expect((await call('POST', `${id}/orders/`, body, rodrigo)).status).toBe(404)
  expect((await call('GET', `${id}/progress/`, undefined, rodrigo)).status).toBe(404)
  for (const what of ['pause', 'resume', 'cancel']) {
    expect((await call('POST', `${id}/${what}/`, undefined, rodrigo)).status).toBe(404)
  }
  expect((await bytes(id, rodrigo)).status).toBe(404)
})

test('after its deletion a file’s progress stays, and its bytes are gone', async () => {
  const { id, contents } = await stored()
  await order(id, contents)
  expect((await call('DELETE', `${id}/`)).status).toBe(204)
  expect((await bytes(id)).status).toBe(404)
  const progress = uploadProgress.parse((await call('GET', `${id}/progress/`)).body)
  expect(progress.totals.ordered).toBe(3)
})

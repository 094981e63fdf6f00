import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { correctUpload, readUploadedFile, uploadReply } from '#contract/uploads.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { lockUpload } from '#server/uploads/ordered/orders.ts'
import { untilLockWait } from '../../engine/lock-wait.ts'
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
  await sql`delete from upload`.execute(app.database.db)
  await sql`delete from upload_columns`.execute(app.database.db)
})

const HEADINGS = 'Documento;Tipo;RUT;Detalle;Cantidad;Precio;Para'
const row = (group: string, quantity: string, detail = 'Servicio') =>
  `${group};Factura;${ANA.clientRut};${detail};${quantity};100.000;`

async function stored(...rows: string[]): Promise<number> {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api/uploads/companies/${ana.ids.company}/files/`,
    query: { name: 'facturas.csv' },
    headers: {
      authorization: `Bearer ${ana.access}`,
      'content-type': 'application/octet-stream',
    },
    payload: Buffer.from([HEADINGS, ...rows].join('\r\n')),
  })
  const taken = uploadReply.parse(reply.json())
  if (taken.kind !== 'stored') throw new Error(taken.message)
  return taken.upload.id
}

interface Body {
  edits?: { row: number; role: string; text: string | null }[]
  removed_rows?: number[]
  restored_rows?: number[]
}

function correct(id: number, body: Body, tenant = ana) {
  return app.call({
    method: 'PATCH',
    path: `/uploads/${id}/cells/`,
    token: tenant.access,
    body: { edits: [], ...body },
    language: 'es',
  })
}

async function corrected(id: number, body: Body) {
  const { status, body: reply } = await correct(id, body)
  if (status !== 200) throw new Error(JSON.stringify(reply))
  return judgedOf(correctUpload.reply.parse(reply))
}

async function readAgain(id: number) {
  const { body } = await app.call({ path: `/uploads/${id}/`, token: ana.access })
  return judgedOf(readUploadedFile.reply.parse(body))
}

function judgedOf(reply: ReturnType<typeof readUploadedFile.reply.parse>) {
  if (reply.content.kind !== 'judged') throw new Error(JSON.stringify(reply.content))
  return { ...reply, content: reply.content }
}

test('a corrected cell is judged, kept, counted and on record without its text', async () => {
  const id = await stored(row('', '1.000'), row('', '2'))
  const edit = { row: 2, role: 'quantity', text: '1000' }
  const { content, upload } = await corrected(id, { edits: [edit] })
  expect(content).toMatchObject({ fault_count: 0, edited: [{ row: 2, role: 'quantity' }] })
  expect(content.documents.map(({ is_valid }) => is_valid)).toEqual([true, true])
  expect(upload).toMatchObject({ documents: 2, valid: 2, faults: 0 })
  expect((await readAgain(id)).content.documents).toEqual(content.documents)
  const { rows } = await sql<{ data: object }>`select data from audit_event
    where kind = 'uploadCorrected' and subject = ${`upload:${id}`}`.execute(app.database.db)
  expect(rows).toEqual([{ data: { cells: 1, rows: 0 } }])
})

test('a cell without a typed text is the file’s own again', async () => {
  const id = await stored(row('', '2'))
  const before = await readAgain(id)
  await corrected(id, { edits: [{ row: 2, role: 'quantity', text: '3' }] })
  const { content } = await corrected(id, { edits: [{ row: 2, role: 'quantity', text: null }] })
  expect(content.edited).toEqual([])
  expect(content.documents).toEqual(before.content.documents)
})

test('of two words on one cell the later one counts', async () => {
  const id = await stored(row('', '2'))
  const of = (text: string | null) => ({ row: 2, role: 'quantity', text })
  const { content } = await corrected(id, { edits: [of('3'), of(null), of('4')] })
  expect(content.documents).toMatchObject([{ lines: [{ quantity: '4' }] }])
})

test('rows are taken out, put back and added', async () => {
  const id = await stored(row('', '1'), row('', '2'))
  const taken = await corrected(id, { removed_rows: [3] })
  expect([taken.content.documents.length, taken.content.removed]).toEqual([1, [3]])
  const edits = row('', '9')
    .split(';')
    .flatMap((text, n) => {
      const role = ['group', 'kind', 'rut', 'description', 'quantity', 'price', 'to'][n]
      return text === '' || role === undefined ? [] : [{ row: 4, role, text }]
    })
  const added = await corrected(id, { restored_rows: [3], edits })
  expect(added.content.documents.map(({ key }) => key)).toEqual(['r:2', 'r:3', 'r:4'])
  expect(added.content.removed).toEqual([])
})

test('a column that the file lacks is corrected at its fault', async () => {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api/uploads/companies/${ana.ids.company}/files/`,
    query: { name: 'facturas.csv' },
    headers: { authorization: `Bearer ${ana.access}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('Tipo;RUT;Código\nFactura;90909090-3;X-1'),
  })
  const taken = uploadReply.parse(reply.json())
  if (taken.kind !== 'stored' || taken.content.kind !== 'judged') throw new Error('Not read')
  const edits = [
    { row: 2, role: 'description', text: 'Servicio' },
    { row: 2, role: 'price', text: '100.000' },
  ]
  const { content } = await corrected(taken.upload.id, { edits })
  expect(content.roles).toEqual(['kind', 'rut', 'code', 'description', 'price'])
  expect(content.documents).toMatchObject([{ is_valid: true, totals: { net: 100_000 } }])
})

test('corrected documents are others than those of the same file', async () => {
  const first = await stored(row('', '1'))
  const second = await stored(row('', '2'))
  const { earlier } = await corrected(second, {
    edits: [{ row: 2, role: 'quantity', text: '1' }],
  })
  expect(earlier.map(({ id }) => id)).toEqual([first])
})

test('a row that cannot be, and a file without documents, are refused and nothing is kept', async () => {
  const id = await stored(row('', '1'))
  const before = await readAgain(id)
  for (const body of [
    { edits: [{ row: 1, role: 'price', text: '1' }] },
    { edits: [{ row: 5_003, role: 'price', text: '1' }] },
    { removed_rows: [9_999] },
  ]) {
    expect(await correct(id, body)).toMatchObject({
      status: 400,
      body: { detail: 'Esa fila no está en el archivo.' },
    })
  }
  expect(await correct(id, { removed_rows: [2] })).toMatchObject({
    status: 400,
    body: { detail: 'Bajo los títulos no hay filas con datos.' },
  })
  expect(await readAgain(id)).toEqual(before)
})

test('a text, a role and a row past the limits are refused', async () => {
  const id = await stored(row('', '1'))
  const of = (edit: object) =>
    correct(id, { edits: [{ row: 2, role: 'price', text: '1', ...edit }] })
  expect((await of({ text: 'x'.repeat(2_001) })).status).toBe(400)
  expect((await of({ role: 'nothing' })).status).toBe(400)
  expect((await of({ row: 0 })).status).toBe(400)
  expect((await of({ row: 110_001 })).status).toBe(400)
  expect((await of({ text: 'x'.repeat(2_000) })).status).toBe(200)
})

test('more typed text than is kept of one file is refused', async () => {
  const id = await stored(row('', '1'))
  const text = 'x'.repeat(2_000)
  const edits = (from: number, roles: string[]) =>
    Array.from({ length: 250 }, (_, n) =>
      roles.map((role) => ({ row: from + n, role, text })),
    ).flat()
  expect((await correct(id, { edits: edits(3, ['description']) })).status).toBe(200)
  await sql`insert into upload_cell (organisation_id, upload_id, row_number, role, typed, typed_by, typed_at)
    select ${ana.organisationId}, ${id}, n, 'name', repeat('x', 2000), ${ana.userId}, now()
    from generate_series(1000, 1749) n`.execute(app.database.db)
  expect(await correct(id, { edits: edits(3, ['giro']) })).toMatchObject({
    status: 400,
    body: { detail: 'Hay demasiadas correcciones. Corrige el archivo y súbelo de nuevo.' },
  })
})

async function order(id: number, key: string, state: 'ordering' | 'cancelled' = 'ordering') {
  await app.database.db
    .insertInto('upload_order')
    .values({
      organisation_id: ana.organisationId,
      upload_id: id,
      group_key: key,
      company_id: ana.ids.company,
      position: 2,
      state,
      content: '{}',
      issue_day: '2026-11-05',
      next_try_at: state === 'ordering' ? '2026-11-05T15:00:00Z' : null,
      ordered_by: ana.userId,
      ordered_at: '2026-11-05T15:00:00Z',
    })
    .execute()
}

const ORDERED = { status: 409, body: { code: 'upload_already_ordered' } }

test('no cell of a document that was ordered is corrected, and no row of it changes', async () => {
  const id = await stored(row('A', '1'), row('A', '2'), row('B', '3'), row('C', '4'))
  await order(id, 'g:A')
  for (const body of [
    { edits: [{ row: 2, role: 'quantity', text: '5' }] },
    { edits: [{ row: 3, role: 'quantity', text: null }] },
    { edits: [{ row: 3, role: 'group', text: 'B' }] },
    // Another row that would become a line of it.
    { edits: [{ row: 4, role: 'group', text: 'A' }] },
    { removed_rows: [2] },
    { restored_rows: [3] },
  ]) {
    expect(await correct(id, body)).toMatchObject(ORDERED)
  }
  const { content } = await corrected(id, { edits: [{ row: 4, role: 'quantity', text: '6' }] })
  expect(content.documents.map(({ state }) => state)).toEqual(['ordered', 'new', 'new'])
})

test('a document whose order was taken back is corrected again', async () => {
  const id = await stored(row('A', '1'))
  await order(id, 'g:A', 'cancelled')
  const { content } = await corrected(id, { edits: [{ row: 2, role: 'quantity', text: '5' }] })
  expect(content.documents).toMatchObject([{ state: 'new', lines: [{ quantity: '5' }] }])
})

test('the columns of a file of which something was ordered are not answered anew', async () => {
  const id = await stored(row('A', '1'))
  await order(id, 'g:A')
  const answered = await app.call({
    method: 'PUT',
    path: `/uploads/${id}/columns/`,
    token: ana.access,
    body: {
      sheet: 'facturas',
      header_row: 1,
      columns: { kind: 1, rut: 2, description: 3, price: 5 },
    },
  })
  expect(answered).toMatchObject(ORDERED)
})

test('corrections of other headings’ rows are forgotten when the columns are answered', async () => {
  const id = await stored(row('', '1'), row('', '2'), row('', '3'))
  await corrected(id, { edits: [{ row: 3, role: 'quantity', text: '7' }], removed_rows: [4] })
  const answer = (header_row: number) =>
    app.call({
      method: 'PUT',
      path: `/uploads/${id}/columns/`,
      token: ana.access,
      body: {
        sheet: 'facturas',
        header_row,
        columns: { kind: 1, rut: 2, description: 3, quantity: 4, price: 5 },
      },
    })
  expect((await answer(1)).status).toBe(200)
  expect((await readAgain(id)).content).toMatchObject({
    edited: [{ row: 3, role: 'quantity' }],
    removed: [4],
  })
  expect((await answer(2)).status).toBe(200)
  expect((await readAgain(id)).content).toMatchObject({ edited: [], removed: [] })
})

test('two corrections at once are both kept, and the counts are of both', async () => {
  const id = await stored(row('', '1.000'), row('', '1.000'))
  const of = (at: number) => correct(id, { edits: [{ row: at, role: 'quantity', text: '1' }] })
  const at = { organisationId: ana.organisationId, id }
  // Both have read the file as it was before either is saved.
  const { both: saved } = await app.database.db.transaction().execute(async (trx) => {
    await lockUpload(trx, at)
    const both = Promise.all([of(2), of(3)])
    await untilLockWait(app.database.db, 2)
    return { both }
  })
  const both = await saved
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const { content, upload } = await readAgain(id)
  expect(content.edited).toHaveLength(2)
  expect(upload).toMatchObject({ valid: 2, faults: 0 })
})

test('a file of somebody else, and one that is gone, is not corrected', async () => {
  const id = await stored(row('', '1'))
  const edits = [{ row: 2, role: 'quantity', text: '2' }]
  expect((await correct(id, { edits }, rodrigo)).status).toBe(404)
  await app.call({ method: 'DELETE', path: `/uploads/${id}/`, token: ana.access })
  expect((await correct(id, { edits })).status).toBe(404)
  const { rows } = await sql`select from upload_cell`.execute(app.database.db)
  expect(rows).toEqual([])
})

test('a deleted file is known again when it is uploaded again', async () => {
  const id = await stored(row('', '1'))
  await corrected(id, { edits: [{ row: 2, role: 'quantity', text: '1' }], removed_rows: [9] })
  await app.call({ method: 'DELETE', path: `/uploads/${id}/`, token: ana.access })
  const { rows } = await sql`select bytes, answer from upload`.execute(app.database.db)
  expect(rows).toEqual([{ bytes: null, answer: null }])
  const again = await readAgain(await stored(row('', '1')))
  expect(again.earlier.map(({ id: of }) => of)).toEqual([id])
})

test('files beyond what is kept in all are refused until one is deleted', async () => {
  const full = await stored(row('', '1'))
  await sql`update upload set bytes = convert_to(repeat('x', 5242880), 'UTF8')`.execute(
    app.database.db,
  )
  await sql`insert into upload (organisation_id, company_id, file_name, bytes, sha256, uploaded_by, uploaded_at)
    select organisation_id, company_id, file_name, bytes, sha256, uploaded_by, uploaded_at
    from upload, generate_series(1, 49)`.execute(app.database.db)
  const send = () =>
    app.server.inject({
      method: 'POST',
      url: `/api/uploads/companies/${ana.ids.company}/files/`,
      query: { name: 'b.csv' },
      headers: {
        authorization: `Bearer ${ana.access}`,
        'accept-language': 'es',
        'content-type': 'application/octet-stream',
      },
      payload: Buffer.from([HEADINGS, row('', '1')].join('\n')),
    })
  expect((await send()).json()).toEqual({
    kind: 'refused',
    reason: 'tooManyKept',
    message: 'Tus archivos subidos ya suman 250 MB. Borra alguno que no necesites.',
  })
  await app.call({ method: 'DELETE', path: `/uploads/${full}/`, token: ana.access })
  expect((await send()).json()).toMatchObject({ kind: 'stored' })
})

test('the preview lists documents that the file may repeat from today on, and no older ones', async () => {
  const id = await stored(row('', '1'))
  const { db } = app.database
  const isNamed = async (day: string) => {
    await sql`update document set recipient_rut = ${ANA.clientRut}, kind = 'factura', emission_day = ${day},
        issue_day = ${day}, service_month = ${day.slice(0, 7)}, total_clp = 119000
      where organisation_id = ${ana.organisationId} and id = ${ana.ids.document}`.execute(db)
    const { others } = (await readAgain(id)).content
    return others.some((other) => other.document === ana.ids.document)
  }
  // Today is the 5th of November.
  expect(await isNamed('2026-11-01')).toBe(true)
  expect(await isNamed('2026-10-31')).toBe(false)
  expect(await isNamed('2027-03-31')).toBe(true)
})

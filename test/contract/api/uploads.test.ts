import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  answerUploadColumns,
  listUploads,
  readUploadedFile,
  uploadReply,
} from '#contract/uploads.ts'
import { memoryLimits } from '#server/http/limits.ts'
import { readSheets } from '#server/sheets/read-sheets.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { UPLOAD_LIMITS } from '#server/uploads/read-upload.ts'
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
  await sql`insert into uf_value (day, value, source, fetched_at) values
    ('2026-10-31', 39000, 'sii', '2026-11-01T00:00:00Z'), ('2026-11-05', 39500.5, 'sii', '2026-11-01T00:00:00Z')
    on conflict do nothing`.execute(app.database.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['upload', 'upload_columns'] as const) {
    await sql`delete from ${sql.table(table)}`.execute(app.database.db)
  }
})

const HEADINGS = 'Documento;Tipo;RUT;Detalle;Cantidad;Precio;Moneda;Para'
const csv = (...rows: string[]) => Buffer.from([HEADINGS, ...rows].join('\r\n'))

async function send(bytes: Buffer, name = 'facturas.csv', tenant = ana, company = ana.ids.company) {
  const reply = await app.server.inject({
    method: 'POST',
    url: `/api/uploads/companies/${company}/files/`,
    query: { name },
    headers: {
      authorization: `Bearer ${tenant.access}`,
      'accept-language': 'es',
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  })
  return { status: reply.statusCode, body: reply.json<unknown>() }
}

async function stored(bytes: Buffer, name?: string) {
  const { status, body } = await send(bytes, name)
  const reply = uploadReply.parse(body)
  if (status !== 200 || reply.kind !== 'stored') throw new Error(JSON.stringify(body))
  return reply
}

async function judgedOf(bytes: Buffer) {
  const reply = await stored(bytes)
  if (reply.content.kind !== 'judged') throw new Error(JSON.stringify(reply.content))
  return { ...reply, content: reply.content }
}

const clientRut = ANA.clientRut

test('a file is stored and answered with its documents, totals, charge and rows', async () => {
  const { upload, earlier, content } = await judgedOf(
    csv(
      `1;Factura;${clientRut};Servicio;2;100.000;CLP;a@ejemplo.cl`,
      '1;;;Arriendo;1;1,5;UF;',
      ';Factura;76.192.083-9;Otro;1;50.000;;',
    ),
  )
  expect(upload).toMatchObject({
    company: ana.ids.company,
    file_name: 'facturas.csv',
    uploaded_by: 'marca-ana@folio.example',
    documents: 2,
    valid: 2,
    faults: 0,
    is_gone: false,
  })
  expect(earlier).toEqual([])
  expect(content.documents).toMatchObject([
    {
      key: 'g:1',
      rows: [2, 3],
      document_type: 33,
      rut: clientRut,
      client: { kind: 'known', id: ana.ids.client },
      sends_email: true,
      to: ['a@ejemplo.cl'],
      lines: [
        { description: 'Servicio', quantity: '2', price: '100000', amount: 200_000 },
        { description: 'Arriendo', quantity: '1', price: '1.5', currency: 'UF', amount: 58_500 },
      ],
      totals: { net: 258_500, tax: 49_115, total: 307_615 },
    },
    {
      key: 'r:4',
      is_valid: false,
      waits: 'look_up',
      state: 'new',
      client: { kind: 'look_up', look_up: 'waiting' },
      totals: { net: 50_000, tax: 9_500, total: 59_500 },
    },
  ])
  // Of that which waits for nothing. 0.01 UF and 0.005 UF of the mail: 395 + 75 and 198 + 38.
  expect(content.totals).toEqual({ documents: 1, total: 307_615, charge: 470 + 236 })
  expect(content.look_ups).toEqual({ done: 0, total: 1 })
  expect(content.roles).toEqual([
    'group',
    'kind',
    'rut',
    'to',
    'description',
    'quantity',
    'price',
    'currency',
  ])
  expect(content.rows[1]).toEqual({
    row: 3,
    cells: ['1', '', '', '', 'Arriendo', '1', '1,5', 'UF'],
  })
})

test('faults are answered at their cells, with their sentences in the language of the request', async () => {
  const { content, upload } = await judgedOf(csv(`;Factura;${clientRut};Servicio;1.000;100.000;;`))
  expect(content.faults).toEqual([
    {
      sheet: 'facturas',
      row: 2,
      column: 'E',
      role: 'quantity',
      value: '1.000',
      code: 'numberAmbiguous',
      cause: '¿1.000 es 1000 o 1?',
      instead: 'Escribe 1000 o 1, sin puntos.',
    },
  ])
  expect(upload).toMatchObject({ documents: 1, valid: 0, faults: 1 })
  const english = await app.server.inject({
    url: `/api/uploads/${upload.id}/`,
    headers: { authorization: `Bearer ${ana.access}`, 'accept-language': 'en' },
  })
  expect(english.json<object>()).toMatchObject({
    content: { faults: [{ cause: 'Is 1.000 1000 or 1?' }] },
  })
})

test('a stored file is read again by the clients of then', async () => {
  const boleta = csv(`;Boleta de honorarios;12.345.678-5;Servicio;1;100.000;;`)
  const { upload, content } = await judgedOf(boleta)
  expect(content.faults.map(({ role, code }) => [role, code])).toEqual([
    ['name', 'missing'],
    ['street', 'missing'],
    ['commune', 'missing'],
  ])
  const { db } = app.database
  const { organisationId: organisation_id, ids } = ana
  const { id } = await db
    .insertInto('client')
    .values({
      organisation_id,
      company_id: ids.company,
      rut: '12345678-5',
      name: 'Ana Soto',
      created_at: '2026-11-05T15:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into client_address (organisation_id, client_id, street_and_number, commune, city)
    values (${organisation_id}, ${id}, 'Calle 1', 'PROVIDENCIA', '')`.execute(db)
  const { body } = await app.call({ path: `/uploads/${upload.id}/`, token: ana.access })
  const again = readUploadedFile.reply.parse(body)
  expect(again.content).toMatchObject({
    fault_count: 0,
    documents: [{ client: { kind: 'known', id }, totals: { total: 100_000, tax: 15_250 } }],
  })
  await db.deleteFrom('client').where('id', '=', id).execute()
})

test('a code that several products have is said to be so, not to be unknown', async () => {
  const { organisationId: organisation_id, ids } = ana
  const product = { organisation_id, company_id: ids.company, unit_price: '1000', currency: 'CLP' }
  const made = await app.database.db
    .insertInto('product')
    .values(
      ['Uno', 'Dos', 'Tres'].map((name) => ({
        ...product,
        currency: 'CLP' as const,
        name,
        code: name === 'Dos' ? 'x-1 ' : 'X-1',
        created_at: '2026-11-05T15:00:00Z',
      })),
    )
    .returning('id')
    .execute()
  const file = `Tipo;RUT;Código;Detalle;Precio\nFactura;${clientRut};X-1;;\nFactura;${clientRut};X-2;;`
  const { content } = await judgedOf(Buffer.from(file))
  expect(content.faults.map(({ row, role, code }) => [row, role, code])).toEqual([
    [2, 'code', 'productRepeated'],
    [3, 'code', 'productUnknown'],
  ])
  for (const { id } of made) {
    await app.database.db.deleteFrom('product').where('id', '=', id).execute()
  }
})

test('a file that cannot be read is refused with its sentence and not stored', async () => {
  const { status, body } = await send(Buffer.from('%PDF-1.7'), 'facturas.xlsx')
  expect(status).toBe(200)
  expect(body).toEqual({
    kind: 'refused',
    reason: 'pdf',
    message: 'Es un PDF. Sube un Excel (.xlsx) o un CSV.',
  })
  const large = await send(Buffer.alloc(5 * 1024 * 1024 + 1, 'a;b\n'))
  expect(large.body).toMatchObject({ kind: 'refused', reason: 'tooLarge' })
  const { body: listed } = await app.call({
    path: `/uploads/companies/${ana.ids.company}/`,
    token: ana.access,
  })
  expect(listed).toEqual({ uploads: [], next: null })
})

test('a file far larger than an upload is refused by the protocol', async () => {
  expect((await send(Buffer.alloc(6 * 1024 * 1024, 'a'))).status).toBe(413)
})

test('columns with other names are mapped once and known in the next file', async () => {
  const other = (detail: string) =>
    Buffer.from(`Quién;Qué;Cuánto\r\n${clientRut};${detail};100.000`)
  const asked = await stored(other('uno'))
  expect(asked.content).toMatchObject({
    kind: 'columns',
    missing: ['kind', 'rut', 'description', 'price'],
    preview: [
      { row: 1, cells: ['Quién', 'Qué', 'Cuánto'] },
      { row: 2, cells: [clientRut, 'uno', '100.000'] },
    ],
  })
  const answered = await app.call({
    method: 'PUT',
    path: `/uploads/${asked.upload.id}/columns/`,
    token: ana.access,
    body: {
      sheet: 'facturas',
      header_row: 1,
      columns: { rut: 0, description: 1, price: 2 },
      document_type: 33,
    },
  })
  expect(answerUploadColumns.reply.parse(answered.body)).toMatchObject({
    upload: { documents: 1, valid: 1 },
    content: { kind: 'judged', documents: [{ lines: [{ description: 'uno', price: '100000' }] }] },
  })
  const next = await stored(other('dos'))
  expect(next.content).toMatchObject({
    kind: 'judged',
    fault_count: 0,
    documents: [{ document_type: 33, lines: [{ description: 'dos' }] }],
  })
  const { body } = await app.call({ path: `/uploads/${asked.upload.id}/`, token: ana.access })
  expect(body).toMatchObject({ content: { kind: 'judged' } })
})

test('columns that were read are corrected, with what was typed, and the next file is read so', async () => {
  const file = (detail: string) =>
    Buffer.from(`Tipo;RUT;Detalle;Precio;Neto\nFactura;${clientRut};${detail};100.000;90.000`)
  const { upload, content } = await judgedOf(file('uno'))
  expect(content).toMatchObject({
    unread: ['Neto'],
    sheets: ['facturas'],
    document_type: null,
    preview: [{ row: 1, cells: ['Tipo', 'RUT', 'Detalle', 'Precio', 'Neto'] }, { row: 2 }],
    documents: [{ lines: [{ price: '100000' }] }],
  })
  const path = `/uploads/${upload.id}/`
  const edits = [{ row: 2, role: 'description', text: 'corregido' }]
  await app.call({ method: 'PATCH', path: `${path}cells/`, token: ana.access, body: { edits } })
  const { body } = await app.call({
    method: 'PUT',
    path: `${path}columns/`,
    token: ana.access,
    body: { sheet: 'facturas', header_row: 1, columns: { ...content.columns, price: 4 } },
  })
  expect(body).toMatchObject({
    content: {
      unread: ['Precio'],
      documents: [{ lines: [{ description: 'corregido', price: '90000' }] }],
    },
  })
  const next = await judgedOf(file('dos'))
  expect(next.content.documents).toMatchObject([{ lines: [{ price: '90000' }] }])
})

test('an answer that names one column twice is asked again', async () => {
  const asked = await stored(Buffer.from(`Quién;Qué;Cuánto\r\n${clientRut};uno;100.000`))
  const { body } = await app.call({
    method: 'PUT',
    path: `/uploads/${asked.upload.id}/columns/`,
    token: ana.access,
    body: {
      sheet: 'facturas',
      header_row: 1,
      columns: { rut: 0, description: 1, price: 1 },
      document_type: 33,
    },
  })
  expect(body).toMatchObject({ content: { kind: 'columns', several: ['description', 'price'] } })
})

test('the same documents in another file name the earlier upload', async () => {
  const row = `;Factura;${clientRut};Servicio;1;100.000;;`
  const other = `;Factura;${clientRut};Otro;1;100.000;;`
  const first = await stored(csv(row, other))
  const moved = await stored(csv(other, '', row), 'copia.csv')
  expect(moved.earlier).toEqual([
    { id: first.upload.id, file_name: 'facturas.csv', uploaded_at: first.upload.uploaded_at },
  ])
  expect((await stored(csv(row))).earlier).toEqual([])
})

test('documents that say the same and those of the same clients that they may repeat are named', async () => {
  const { db } = app.database
  const { rows } = await sql<{
    id: number
  }>`update document set recipient_rut = ${clientRut}, kind = 'factura',
      emission_day = '2026-11-03', issue_day = '2026-11-03', total_clp = 119000
    where organisation_id = ${ana.organisationId} and id = ${ana.ids.document} returning id`.execute(
    db,
  )
  const row = `;Factura;${clientRut};Servicio;1;100.000;;`
  const { content } = await judgedOf(csv(row, row, `;Factura;${clientRut};Servicio;1;100.001;;`))
  expect(content.documents.map(({ same_as }) => same_as)).toEqual([[], ['r:2'], []])
  expect(content.others).toContainEqual(
    expect.objectContaining({
      document: rows[0]?.id,
      document_type: 33,
      rut: clientRut,
      day: '2026-11-03',
      total: 119_000,
    }),
  )
})

test('the template is a workbook with the lists of the company', async () => {
  const reply = await app.server.inject({
    url: `/api/uploads/companies/${ana.ids.company}/template/`,
    headers: { authorization: `Bearer ${ana.access}`, 'accept-language': 'es' },
  })
  expect(reply.headers['content-disposition']).toContain('folio-plantilla.xlsx')
  const read = await readSheets(reply.rawPayload, 'folio-plantilla.xlsx', UPLOAD_LIMITS)
  expect(read).toMatchObject({
    kind: 'sheets',
    tables: [{ name: 'Documentos' }, { name: 'Ayuda' }],
  })
})

test('uploads are listed with who and when, and one is deleted by its owner alone', async () => {
  const { upload } = await stored(csv(`;Factura;${clientRut};Servicio;1;100.000;;`))
  const path = `/uploads/companies/${ana.ids.company}/`
  const { body } = await app.call({ path, token: ana.access })
  expect(listUploads.reply.parse(body)).toEqual({ uploads: [upload], next: null })
  const remove = (tenant: Tenant) =>
    app.call({ method: 'DELETE', path: `/uploads/${upload.id}/`, token: tenant.access })
  expect((await remove(rodrigo)).status).toBe(404)
  expect((await remove(ana)).status).toBe(204)
  expect((await remove(ana)).status).toBe(404)
  expect((await app.call({ path: `/uploads/${upload.id}/`, token: ana.access })).status).toBe(404)
  const { rows } =
    await sql`select kind from audit_event where organisation_id = ${ana.organisationId}
    and kind in ('fileUploaded', 'uploadDeleted') order by id desc limit 2`.execute(app.database.db)
  expect(rows).toEqual([{ kind: 'uploadDeleted' }, { kind: 'fileUploaded' }])
})

test('uploads are listed page by page, the newest first, and each once', async () => {
  const ids: number[] = []
  for (const detail of ['uno', 'dos', 'tres']) {
    const { upload } = await stored(csv(`;Factura;${clientRut};${detail};1;100.000;;`))
    ids.unshift(upload.id)
  }
  const path = `/uploads/companies/${ana.ids.company}/?limit=2`
  const page = async (query: string) => {
    const { body } = await app.call({ path: path + query, token: ana.access })
    const { uploads, next } = listUploads.reply.parse(body)
    return { ids: uploads.map(({ id }) => id), next }
  }
  const [newest, middle, oldest] = ids
  expect(await page('')).toEqual({ ids: [newest, middle], next: middle })
  expect(await page(`&before=${middle}`)).toEqual({ ids: [oldest], next: null })
})

test('a file for the company of somebody else, or without a session, is not read', async () => {
  const bytes = csv(`;Factura;${clientRut};Servicio;1;100.000;;`)
  expect((await send(bytes, 'a.csv', rodrigo)).status).toBe(404)
  expect((await send(bytes, 'a.csv', { ...ana, access: 'x' })).status).toBe(401)
  const { rows } = await sql`select id from upload`.execute(app.database.db)
  expect(rows).toEqual([])
})

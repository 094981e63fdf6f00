import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { isDay, isInstant } from '#server/own-data/sheets.ts'
import { NOT_EXPORTED } from '#server/own-data/not-exported.ts'
import { EXPORTED } from '#server/own-data/tables.ts'
import { unzip } from '#server/sheets/test-unzip.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/test-app.ts'
import { ownDataTexts } from '#texts/own-data.ts'
import { ANA, RODRIGO, makeTenant, type Tenant } from './tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeAll(async () => {
  app = await startTestApp()
  ana = await makeTenant(app, ANA)
  rodrigo = await makeTenant(app, RODRIGO)
})
afterAll(() => app.close())

async function download(tenant: Tenant) {
  return app.server.inject({
    url: '/api/own-data/',
    headers: { authorization: `Bearer ${tenant.access}`, 'accept-language': 'es' },
  })
}

function text(files: ReturnType<typeof unzip>, name: string): string {
  return String(files.get(name)?.() ?? '')
}

test('every table of a tenant is handed over, or it is said why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%organisation_id'
    group by table_name`.execute(app.database.db)
  const decided = [...EXPORTED.map(({ table }) => table), ...Object.keys(NOT_EXPORTED)]
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('the archive has everything of its owner and nothing of anybody else, nor a secret', async () => {
  const { db, pool } = app.database
  await sql`insert into second_factor (organisation_id, user_id, secret_id, created_at)
    values (${ana.organisationId}, ${ana.userId}, ${await app.vault.seal(db, {
      organisationId: ana.organisationId,
      kind: 'totp',
      plaintext: 'x',
    })}, '2026-11-05T15:00:00Z')`.execute(db)
  const reply = await download(ana)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/zip')
  expect(reply.headers['content-disposition']).toContain('folio-mis-datos-2026-11-05.zip')
  const files = unzip(reply.rawPayload)
  const all = [...files.values()].map((file) => String(file())).join('\n')
  for (const mark of ana.marks) expect(all).toContain(mark)
  for (const mark of rodrigo.marks) expect(all).not.toContain(mark)
  expect(text(files, 'LEEME.txt')).toContain('marca-ana@folio.example')
  expect(text(files, 'documentos/77070707-2/factura-sin-numero-1.pdf')).toBe('%PDF-MARCA-ANA')
  for (const { table } of EXPORTED) {
    const rows: unknown = JSON.parse(text(files, `datos/${table}.json`))
    const { rows: kept } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${table} where organisation_id = $1`,
      [ana.organisationId],
    )
    expect({ table, rows: Array.isArray(rows) && rows.length }).toEqual({
      table,
      rows: kept[0]?.count,
    })
  }
  const { rows: secrets } = await pool.query<{ text: string }>(
    `select password_hash as text from app_user union all select encode(token_hash, 'hex') from refresh_token
     union all select encode(sealed, 'hex') from secret union all select encode(wrapped_key, 'hex') from secret`,
  )
  expect(secrets.length).toBeGreaterThan(5)
  for (const { text } of secrets) expect(all).not.toContain(text)
  expect(all).not.toMatch(/secret_id|password_hash|token_hash|"seed"/)
})

test('each uploaded file is in the archive while it is kept, and its row names it', async () => {
  const { db } = app.database
  const { rows } = await sql<{
    id: number
  }>`insert into upload (organisation_id, company_id, file_name, bytes, sha256,
      uploaded_by, uploaded_at, forgotten_at)
    values (${ana.organisationId}, ${ana.ids.company}, 'a.XLSX', 'PK', ${Buffer.alloc(32)}, ${ana.userId}, now(), null),
      (${ana.organisationId}, ${ana.ids.company}, '../b', null, ${Buffer.alloc(32)}, ${ana.userId}, now(), now())
    returning id`.execute(db)
  const [kept, gone] = rows.map(({ id }) => id)
  const files = unzip((await download(ana)).rawPayload)
  const stored: unknown = JSON.parse(text(files, 'datos/upload.json'))
  expect(stored).toMatchObject([
    { id: ana.ids.upload, bytes: `archivos/${ana.ids.upload}.csv` },
    { id: ana.ids.orderedUpload, bytes: `archivos/${ana.ids.orderedUpload}.csv` },
    { id: kept, bytes: `archivos/${kept}.xlsx` },
    { id: gone, bytes: null },
  ])
  const names = [...files.keys()].filter((name) => name.startsWith('archivos/'))
  expect(names).toEqual([
    `archivos/${ana.ids.upload}.csv`,
    `archivos/${ana.ids.orderedUpload}.csv`,
    `archivos/${kept}.xlsx`,
  ])
  expect(text(files, `archivos/${ana.ids.upload}.csv`)).toContain('MARCA-ANA')
  await sql`delete from upload where id = any(${[kept, gone]}::bigint[])`.execute(db)
})

test('what was ordered of an uploaded file is in the archive with all it says', async () => {
  const files = unzip((await download(ana)).rawPayload)
  const orders: unknown = JSON.parse(text(files, 'datos/upload_order.json'))
  expect(orders).toMatchObject([
    {
      upload_id: ana.ids.orderedUpload,
      document_id: ana.ids.document,
      content: {
        recipient: { name: 'MARCA-ANA-receptor' },
        lines: [{ name: 'MARCA-ANA-detalle' }],
      },
    },
  ])
})

test('each voucher is a file of the archive, and its declaration names it', async () => {
  const { db } = app.database
  const { document } = ana.ids
  const { rows: added } = await sql<{ id: number }>`
    insert into payment_declaration
      (organisation_id, document_id, amount_clp, day, voucher, voucher_type, declared_at)
    select ${ana.organisationId}, ${document}, n, '2026-11-04',
      case when n < 12 then decode('89504e470d0a1a0a', 'hex') || convert_to('picture ' || n, 'UTF8') end,
      case when n < 12 then 'image/png' end, '2026-11-05T15:00:00Z'
    from generate_series(1, 12) n order by n returning id`.execute(db)
  const files = unzip((await download(ana)).rawPayload)
  const stored: unknown = JSON.parse(text(files, 'datos/payment_declaration.json'))
  const rows = z.array(z.looseObject({ id: z.int(), voucher: z.string().nullable() })).parse(stored)
  const paths = rows.map(({ id, voucher }) => [id, voucher])
  expect(paths).toEqual([
    [ana.ids.declaration, `comprobantes/${ana.ids.declaration}.pdf`],
    ...added.map(({ id }, index) => [id, index < 11 ? `comprobantes/${id}.png` : null]),
  ])
  const kept = [...files.keys()].filter((name) => name.startsWith('comprobantes/'))
  expect(kept.toSorted()).toEqual(rows.flatMap(({ voucher }) => voucher ?? []).toSorted())
  expect(text(files, `comprobantes/${ana.ids.declaration}.pdf`)).toBe('%PDF-MARCA-ANA')
  added.slice(0, 11).forEach(({ id }, index) => {
    expect(text(files, `comprobantes/${id}.png`)).toMatch(new RegExp(`picture ${index + 1}$`))
  })
  const { sheets } = await readXlsx(files.get('folio-mis-datos.xlsx')?.() ?? Buffer.alloc(0))
  const said = sheets.find(({ name }) => name === 'Transferencias avisadas')?.rows ?? []
  const column = said[0]?.indexOf('Comprobante') ?? -1
  expect(said[1]?.[column]).toBe(`comprobantes/${ana.ids.declaration}.pdf`)
  await sql`delete from payment_declaration where organisation_id = ${ana.organisationId}
    and id in (${sql.join(added.map(({ id }) => id))})`.execute(db)
})

test('what a sheet calls a day or an instant is one, and its other columns are none', async () => {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column, data_type as type
    from information_schema.columns where table_schema = 'public'`.execute(app.database.db)
  const types = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]))
  for (const { table, sheet, without = [] } of EXPORTED) {
    for (const column of sheet) {
      const name = `${table}.${column}`
      const type = types.get(name)
      expect([name, type]).toEqual([name, expect.any(String)])
      expect([name, isDay(column)]).toEqual([name, type === 'date'])
      expect([name, isInstant(column)]).toEqual([name, type === 'timestamp with time zone'])
      expect(without).not.toContain(column)
    }
  }
})

test('the workbook has a sheet of each kind, with every row of its owner and of nobody else', async () => {
  const files = unzip((await download(ana)).rawPayload)
  const bytes = files.get('folio-mis-datos.xlsx')?.() ?? Buffer.alloc(0)
  const { sheets } = await readXlsx(bytes)
  const texts = ownDataTexts('es')
  const names = EXPORTED.map(({ table }) => texts.sheets[table])
  expect(sheets.map(({ name }) => name)).toEqual(['Cuenta', ...names])
  expect(names.filter((name) => name.length > 25 || /[[\]:*?/\\']/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
  const found = new Map(sheets.map(({ name, rows }) => [name, rows]))
  for (const { table, sheet } of EXPORTED) {
    const [headings, ...rows] = found.get(texts.sheets[table]) ?? []
    const kept: unknown = JSON.parse(text(files, `datos/${table}.json`))
    expect([table, headings]).toEqual([table, sheet.map((column) => texts.columns[column])])
    expect([table, rows.length]).toEqual([table, Array.isArray(kept) && kept.length])
  }
  expect(found.get('Cuenta')?.[1]).toContain('marca-ana@folio.example')
  const [headings = [], product = []] = found.get('Productos') ?? []
  const price = product[headings.indexOf('Precio unitario')]
  expect(price).toEqual(expect.any(Number))
  const rule = found.get('Reglas') ?? []
  expect(rule[1]?.[rule[0]?.indexOf('Desde') ?? -1]).toEqual(expect.any(Date))
  const written = JSON.stringify(sheets)
  for (const mark of rodrigo.marks) expect(written).not.toContain(mark)
})

test('a table of more rows than a page leaves whole and in order', async () => {
  const { db } = app.database
  await sql`insert into audit_event (organisation_id, at, kind, subject)
    select ${rodrigo.organisationId}, '2026-11-05T15:00:00Z', 'ruleCreated', 'rule:' || n
    from generate_series(1, 1234) n`.execute(db)
  const files = unzip((await download(rodrigo)).rawPayload)
  const events: unknown = JSON.parse(text(files, 'datos/audit_event.json'))
  const ids = Array.isArray(events) ? events.map((event: { id: number }) => event.id) : []
  expect(ids.length).toBeGreaterThan(1234)
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
})

test('it asks for the password again, stands on record, and has a limit', async () => {
  const { access } = await app.signIn()
  const ask = () => app.call({ path: '/own-data/', token: access })
  await app.clock.advance(31 * 60_000)
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'password_required' } })
  const body = { password: TEST_PASSWORD }
  await app.call({ path: '/auth/prove-identity/', token: access, body })
  for (let asked = 0; asked < 5; asked += 1) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  const { body: events } = await app.call({ path: '/audit-events/?limit=1', token: access })
  expect(events).toMatchObject({ events: [{ kind: 'dataExported' }] })
})

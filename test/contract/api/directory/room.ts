import { sql } from 'kysely'
import type { z } from 'zod'
import { importReply, type DirectoryList } from '#contract/directory.ts'
import { readSheets } from '#server/sheets/read-sheets.ts'
import { DIRECTORY_LIMITS } from '#server/directory/files/read-file.ts'
import { startTestApp, type TestApp, type TestReply } from '#server/test-app.ts'
import { ANA, makeTenant, RODRIGO, type Tenant } from '../../../walls/tenants.ts'

export type ImportReply = z.output<typeof importReply>
export type Plan = Extract<ImportReply, { kind: 'plan' }>

/** An app with two organisations, and the calls of its lists. */
export interface DirectoryApp {
  app: TestApp
  ana: Tenant
  rodrigo: Tenant
  call(request: {
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
    path: string
    body?: unknown
    as?: Tenant
  }): Promise<TestReply>
  exported(list: DirectoryList): Promise<Buffer>
  send(
    list: DirectoryList,
    bytes: Buffer,
    query?: Record<string, string>,
    as?: Tenant,
  ): Promise<{ status: number; body: unknown }>
  planned(list: DirectoryList, bytes: Buffer, name?: string): Promise<Plan>
  applied(list: DirectoryList, bytes: Buffer, rules?: 'follow' | 'keep'): Promise<ImportReply>
  insertProduct(made: {
    code?: string
    name: string
    price: string
    currency?: 'CLP' | 'UF'
  }): Promise<number>
  insertClient(made: { rut: string; name: string; isWritten?: boolean }): Promise<number>
  /** A rule with a line of that product, for Ana's client. */
  insertRule(made: {
    name: string
    product: number
    price: string | null
    quantity?: string
    isFixed?: boolean
  }): Promise<number>
}

const AT = '2026-11-05T15:00:00Z'

export async function startDirectoryApp(): Promise<DirectoryApp> {
  const app = await startTestApp(AT)
  const ana = await makeTenant(app, ANA)
  const rodrigo = await makeTenant(app, RODRIGO)
  const { db } = app.database
  const { organisationId: organisation_id } = ana
  const company_id = ana.ids.company
  const url = (list: DirectoryList, what: string, company = company_id) =>
    `/api/directory/companies/${company}/${list}/${what}/`
  const send: DirectoryApp['send'] = async (list, bytes, query = {}, as = ana) => {
    const reply = await app.server.inject({
      method: 'POST',
      url: url(list, 'import'),
      query: { name: `${list}.xlsx`, ...query },
      headers: {
        authorization: `Bearer ${as.access}`,
        'accept-language': 'es',
        'content-type': 'application/octet-stream',
      },
      payload: bytes,
    })
    return { status: reply.statusCode, body: reply.json<unknown>() }
  }
  const planned: DirectoryApp['planned'] = async (list, bytes, name = `${list}.xlsx`) => {
    const { status, body } = await send(list, bytes, { name })
    const reply = importReply.parse(body)
    if (status !== 200 || reply.kind !== 'plan') throw new Error(JSON.stringify(body))
    return reply
  }
  return {
    app,
    ana,
    rodrigo,
    send,
    planned,
    call: ({ as = ana, ...request }) => app.call({ ...request, token: as.access, language: 'es' }),
    async exported(list) {
      const reply = await app.server.inject({
        url: url(list, 'export'),
        headers: { authorization: `Bearer ${ana.access}`, 'accept-language': 'es' },
      })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.rawPayload
    },
    async applied(list, bytes, rules = 'follow') {
      const { digest } = await planned(list, bytes)
      const { status, body } = await send(list, bytes, { seen: digest, rules })
      if (status !== 200) throw new Error(JSON.stringify(body))
      return importReply.parse(body)
    },
    async insertProduct({ code = '', name, price, currency = 'CLP' }) {
      const { id } = await db
        .insertInto('product')
        .values({
          organisation_id,
          company_id,
          code,
          name,
          unit_price: price,
          currency,
          created_at: AT,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async insertClient({ rut, name, isWritten = true }) {
      const { id } = await db
        .insertInto('client')
        .values({
          organisation_id,
          company_id,
          rut,
          name,
          name_is_written: isWritten,
          created_at: AT,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async insertRule({ name, product, price, quantity = '1', isFixed = true }) {
      const { id } = await db
        .insertInto('invoice_rule')
        .values({
          organisation_id,
          company_id,
          kind: 'factura',
          name,
          business_day_rule: 'LAST_DAY',
          start_day: '2026-11-05',
          next_emission_day: '2026-11-30',
          created_at: AT,
          updated_at: AT,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('rule_client')
        .values({ organisation_id, rule_id: id, client_id: ana.ids.client, position: 1 })
        .execute()
      await db
        .insertInto('rule_line')
        .values({
          organisation_id,
          rule_id: id,
          position: 1,
          product_id: product,
          quantity,
          price,
          price_is_fixed: isFixed,
        })
        .execute()
      return id
    },
  }
}

/** The rows of an exported file, by the names of its visible sheets. */
export async function rowsOf(bytes: Buffer) {
  const read = await readSheets(bytes, 'x.xlsx', DIRECTORY_LIMITS)
  if (read.kind !== 'sheets') throw new Error(read.reason)
  return new Map(read.tables.map(({ name, rows }) => [name, rows.map(({ cells }) => cells)]))
}

/** All rows of the tables that an import writes, to be compared. */
export async function digestOfLists({ app }: DirectoryApp): Promise<unknown> {
  const tables = ['client', 'client_address', 'client_activity', 'contact', 'product', 'rule_line']
  const each = tables.map(async (table) => {
    const { rows } = await sql`select * from ${sql.table(table)} order by 1, 2, 3`.execute(
      app.database.db,
    )
    return [table, rows]
  })
  return Object.fromEntries(await Promise.all(each))
}

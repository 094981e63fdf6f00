import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  listDirectoryClients,
  listDirectoryProducts,
  readDirectoryClient,
  readDirectoryProduct,
} from '#contract/directory.ts'
import { startDirectoryApp, type DirectoryApp } from './room.ts'

let room: DirectoryApp
beforeAll(async () => {
  room = await startDirectoryApp()
  await room.insertClient({ rut: '76192083-9', name: 'Viña Ñuñoa SpA' })
  await room.insertClient({ rut: '77777777-7', name: 'Álamos Ltda' })
  const unpaid = await room.insertClient({ rut: '96806980-2', name: 'Zeta SpA' })
  const { db } = room.app.database
  const { organisationId: organisation, ids } = room.ana
  await sql`insert into contact (organisation_id, client_id, first_name, gender, email, created_at)
    values (${organisation}, ${unpaid}, 'Rosa', 'female', 'rosa@zeta.example', now())`.execute(db)
  const issue = async (rut: string, day: string, total: number, due: string | null) => {
    const { rows } = await sql<{ id: number }>`
      insert into document (organisation_id, key, kind, company_id, person_rut, recipient_rut, recipient_name,
        emission_day, issue_day, service_month, state, folio, total_clp, content, content_digest, created_at, updated_at)
      values (${organisation}, ${`test:${rut}:${day}`}, 'factura', ${ids.company}, '15151515-0', ${rut}, 'X',
        ${day}, ${day}, '2026-10', 'issued', ${total}, ${total}, '{}', '\\x00', now(), now())
      returning id`.execute(db)
    if (due === null) return
    await sql`insert into receivable (organisation_id, document_id, company_id, client_rut, base_clp, due_day,
        closes_day, created_at)
      values (${organisation}, ${rows[0]?.id}, ${ids.company}, ${rut}, ${total}, ${due}, '2027-01-01', now())`.execute(
      db,
    )
  }
  await issue('96806980-2', '2026-10-01', 119_000, '2026-10-31')
  await issue('96806980-2', '2026-10-20', 50_000, '2026-11-30')
  await issue('77777777-7', '2026-11-02', 31_000, '2026-12-02')
  await issue('76192083-9', '2026-09-02', 30_000, null)
})
afterAll(() => room.app.close())

async function clients(query: Record<string, string> = {}) {
  const asked = new URLSearchParams({ company: String(room.ana.ids.company), ...query })
  const reply = await room.call({ path: `/directory/clients/?${asked}` })
  return listDirectoryClients.reply.parse(reply.body)
}

const namesOf = (page: Awaited<ReturnType<typeof clients>>) =>
  page.clients.map(({ client_info }) => client_info.name)

describe('the list of clients', () => {
  test('says what each owes, its last document, its contacts and rules', async () => {
    const { clients: found, total } = await clients({ search: 'zeta' })
    expect(total).toBe(1)
    expect(found).toMatchObject([
      {
        client_info: { identifier: '96806980-2', name: 'Zeta SpA' },
        contacts: 1,
        rules: 0,
        owed: 169_000,
        overdue: 119_000,
        last_document: { document_type: 33, folio: 50_000, date: '2026-10-20' },
      },
    ])
    const [own] = (await clients({ search: 'MARCA-ANA' })).clients
    expect(own).toMatchObject({ rules: 1, contacts: 1, last_document: null })
  })

  test('is sorted by name without accents, by what is owed and by the last document', async () => {
    expect(namesOf(await clients())).toEqual([
      'Álamos Ltda',
      'MARCA-ANA-cliente',
      'Viña Ñuñoa SpA',
      'Zeta SpA',
    ])
    expect(namesOf(await clients({ sort: 'owed' })).slice(0, 3)).toEqual([
      'Zeta SpA',
      'MARCA-ANA-cliente',
      'Álamos Ltda',
    ])
    expect(namesOf(await clients({ sort: 'latest' })).slice(0, 3)).toEqual([
      'Álamos Ltda',
      'Zeta SpA',
      'Viña Ñuñoa SpA',
    ])
  })

  test.each(['name', 'owed', 'latest'])('by %s comes in pages, each client once', async (sort) => {
    const whole = namesOf(await clients({ sort }))
    const seen: string[] = []
    let after: string | null = ''
    for (let page = 0; after !== null && page < 10; page += 1) {
      const query: Record<string, string> = { sort, limit: '1', ...(after === '' ? {} : { after }) }
      const found = await clients(query)
      expect(found.total).toBe(4)
      seen.push(...namesOf(found))
      after = found.next
    }
    expect(seen).toEqual(whole)
  })

  test.each([
    ['vina nunoa', 'Viña Ñuñoa SpA'],
    ['76192083', 'Viña Ñuñoa SpA'],
    ['76.192.083-9', 'Viña Ñuñoa SpA'],
    ['spa zeta', 'Zeta SpA'],
    ['rosa@zeta', 'Zeta SpA'],
    ['alamos', 'Álamos Ltda'],
  ])('is searched by %j', async (search, name) => {
    expect(namesOf(await clients({ search }))).toEqual([name])
  })

  test('finds nothing for the signs of a pattern', async () => {
    expect(namesOf(await clients({ search: '%' }))).toEqual([])
    expect(namesOf(await clients({ search: '_' }))).toEqual([])
  })

  test.each(['x', 'WyJhIl0', 'WyJhIiwxXQ'])(
    'refuses a cursor that no page gave: %s',
    async (after) => {
      const query = new URLSearchParams({
        company: String(room.ana.ids.company),
        sort: 'owed',
        after,
      })
      const reply = await room.call({ path: `/directory/clients/?${query}` })
      expect(reply).toMatchObject({ status: 400, body: { after: [expect.any(String)] } })
    },
  )
})

test("a client's page says its data, what it owes and the rules that name it", async () => {
  const { ids } = room.ana
  const reply = await room.call({ path: `/directory/clients/${ids.client}/` })
  expect(readDirectoryClient.reply.parse(reply.body)).toMatchObject({
    company: { id: ids.company, name: 'MARCA-ANA-empresa' },
    client: { id: ids.client, label: 'MARCA-ANA-cliente', due_days: null },
    can_rename: true,
    rules: [
      { id: ids.rule, document_type: 33, is_paused: false, next_emission_date: '2026-11-30' },
    ],
  })
  const path = `/directory/clients/${room.rodrigo.ids.client}/`
  expect((await room.call({ path })).status).toBe(404)
})

test('the list of products says how many rules charge each, and is searched by name and code', async () => {
  await room.insertProduct({
    code: 'SOP-1',
    name: 'Hora de soporte',
    price: '0.85',
    currency: 'UF',
  })
  const company = String(room.ana.ids.company)
  const found = async (query: Record<string, string>) => {
    const asked = new URLSearchParams({ company, ...query })
    const reply = await room.call({ path: `/directory/products/?${asked}` })
    return listDirectoryProducts.reply.parse(reply.body)
  }
  expect(await found({})).toMatchObject({
    products: [
      { name: 'Hora de soporte', code: 'SOP-1', unit_price: '0.85', currency: 'UF', rules: 0 },
      { name: 'MARCA-ANA-producto', unit_price: '1000', rules: 1 },
    ],
    total: 2,
    next: null,
  })
  expect((await found({ search: 'sop1' })).products).toHaveLength(1)
  const first = await found({ sort: 'code', limit: '1' })
  const second = await found({ sort: 'code', limit: '1', after: first.next ?? '' })
  expect([first, second].flatMap(({ products }) => products.map(({ code }) => code))).toEqual([
    '',
    'SOP-1',
  ])
})

test("a product's page says where it is charged, and at which price", async () => {
  const { ids } = room.ana
  const reply = await room.call({ path: `/directory/products/${ids.product}/` })
  expect(readDirectoryProduct.reply.parse(reply.body)).toMatchObject({
    product: { id: ids.product, unit_price: '1000' },
    rules: [
      {
        id: ids.rule,
        clients: 1,
        waiting: 0,
        lines: [{ order: 1, quantity: null, price: '1000', takes: 'own' }],
      },
    ],
    single_documents: 0,
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, startTestBench, type Caller, type TestBench } from '../test-bench.ts'

const CONTACTS = '/billing-sii/clients-contacts/'
const PRODUCTS = '/billing-core/products/'
const NOT_FOUND = { status: 404, body: { detail: 'No encontrado.' } }

let bench: TestBench
let user: Caller
let other: Caller
let company: number
let client: number
beforeAll(async () => {
  bench = await startTestBench()
  user = await bench.connected()
  other = await bench.newUser()
  company = Number(at((await user.call('GET', '/billing-sii/companies/')).body, 0, 'id'))
  const query = new URLSearchParams({ rut: '93939393-5' })
  const found = await user.call('GET', `/billing-sii/companies/${company}/clients/lookup/?${query}`)
  client = Number(at(found.body, 'id'))
})
afterAll(() => bench.close())

async function contact(email: string): Promise<number> {
  const made = { first_name: 'Paula', last_name: 'Rojas', email, gender: 'F', role: 'Pagos' }
  const reply = await user.call('POST', CONTACTS, { client, contact: made })
  expect(reply.status).toBe(201)
  return Number(at(reply.body, 'id'))
}

async function product(): Promise<number> {
  const made = { party_id: company, name: 'Asesoría', code: 'A-1', unit_price: '1000' }
  return Number(at((await user.call('POST', PRODUCTS, made)).body, 'id'))
}

let rules = 0

/** A rule that sends automatically to these contacts, and charges this product. */
async function rule(wish: { to?: number[]; cc?: number[]; product?: number; isSent?: boolean }) {
  const { db } = bench.database
  rules += 1
  const [to, cc] = [wish.to ?? [], wish.cc ?? []]
  const { organisation_id } = await db
    .selectFrom('company')
    .select('organisation_id')
    .where('id', '=', company)
    .executeTakeFirstOrThrow()
  const now = '2026-11-01T12:00:00Z'
  const made = await db
    .insertInto('invoice_rule')
    .values({
      organisation_id,
      company_id: company,
      kind: 'factura',
      name: `Regla ${rules}`,
      business_day_rule: 'LAST_DAY',
      start_day: '2026-11-01',
      send_email_automatic: wish.isSent ?? true,
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
  const of = { organisation_id, rule_id: made.id }
  await db
    .insertInto('rule_client')
    .values({ ...of, client_id: client, position: 0 })
    .execute()
  const chosen = [
    ...to.map((id) => ({ contact_id: id, copy: 'to' as const })),
    ...cc.map((id) => ({ contact_id: id, copy: 'cc' as const })),
  ]
  for (const one of chosen) {
    await db
      .insertInto('rule_client_contact')
      .values({ ...of, client_id: client, ...one })
      .execute()
  }
  if (wish.product !== undefined) {
    await db
      .insertInto('rule_line')
      .values({ ...of, position: 1, product_id: wish.product, quantity: '1', price: '1000' })
      .execute()
  }
  return made
}

async function isThere(id: number): Promise<boolean> {
  const { body } = await user.call('GET', `${CONTACTS}?client=${client}`)
  return Array.isArray(body) && body.some((one) => at(one, 'id') === id)
}

describe('a contact', () => {
  it('is corrected in what is named, and names the rules that write to it', async () => {
    const id = await contact('paula@x.cl')
    const used = await rule({ to: [id] })
    const change = { contact: { email: ' Paula.Rojas@X.cl ', last_name: '' } }
    const changed = await user.call('PATCH', `${CONTACTS}${id}/`, change)
    expect(changed).toEqual({
      status: 200,
      body: {
        id,
        client,
        contact: {
          first_name: 'Paula',
          last_name: '',
          email: 'paula.rojas@x.cl',
          gender: 'female',
          role: 'Pagos',
        },
        rules: [used],
      },
    })
    const { body } = await user.call('GET', `${CONTACTS}?client=${client}`)
    expect(body).toContainEqual(changed.body)
    expect(await user.call('PATCH', `${CONTACTS}${id}/`, { contact: {} })).toEqual(changed)
  })

  it.each([{ first_name: ' ' }, { email: 'nada' }, { gender: 'X' }])(
    'is not corrected to what can be no contact: %j',
    async (wrong) => {
      const id = await contact('firme@x.cl')
      expect((await user.call('PATCH', `${CONTACTS}${id}/`, { contact: wrong })).status).toBe(400)
    },
  )

  it('that no rule uses is deleted', async () => {
    const id = await contact('sola@x.cl')
    expect((await user.call('DELETE', `${CONTACTS}${id}/`)).status).toBe(204)
    expect(await isThere(id)).toBe(false)
    expect(await user.call('DELETE', `${CONTACTS}${id}/`)).toEqual(NOT_FOUND)
  })

  it('that rules use is deleted only with the word that it leaves them', async () => {
    const [id, stays] = [await contact('copia@x.cl'), await contact('queda@x.cl')]
    const used = await rule({ to: [stays], cc: [id] })
    const refused = await user.call('DELETE', `${CONTACTS}${id}/`)
    expect(refused.status).toBe(409)
    expect(at(refused.body, 'detail')).toContain(`«${used.name}»`)
    expect(await isThere(id)).toBe(true)
    expect((await user.call('DELETE', `${CONTACTS}${id}/?from_rules=true`)).status).toBe(204)
    const left = await bench.database.db
      .selectFrom('rule_client_contact')
      .select('contact_id')
      .where('rule_id', '=', used.id)
      .execute()
    expect(left).toEqual([{ contact_id: stays }])
  })

  it('that a rule which sends writes to alone is not deleted', async () => {
    const [id, copy] = [await contact('unica@x.cl'), await contact('otra@x.cl')]
    const used = await rule({ to: [id], cc: [copy] })
    const refused = await user.call('DELETE', `${CONTACTS}${id}/?from_rules=true`)
    expect(refused.status).toBe(409)
    expect(at(refused.body, 'detail')).toContain('único destinatario')
    expect(at(refused.body, 'detail')).toContain(`«${used.name}»`)
    expect(await isThere(id)).toBe(true)
  })

  it('of one client is the only recipient whoever the rule’s other clients write to', async () => {
    const { db } = bench.database
    const [id, stays] = [await contact('sola2@x.cl'), await contact('queda2@x.cl')]
    const used = await rule({ to: [id] })
    const query = new URLSearchParams({ rut: '90909090-3' })
    const found = await user.call(
      'GET',
      `/billing-sii/companies/${company}/clients/lookup/?${query}`,
    )
    const second = Number(at(found.body, 'id'))
    const row = await db
      .selectFrom('rule_client')
      .selectAll()
      .where('rule_id', '=', used.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('rule_client')
      .values({ ...row, client_id: second, position: 1 })
      .execute()
    const { organisation_id, rule_id } = row
    await db
      .insertInto('rule_client_contact')
      .values({ organisation_id, rule_id, client_id: second, contact_id: stays, copy: 'to' })
      .execute()
    expect((await user.call('DELETE', `${CONTACTS}${id}/?from_rules=true`)).status).toBe(409)
  })

  it('of a rule that sends nothing, or is deleted, is no rule’s only recipient', async () => {
    const [quiet, gone] = [await contact('calla@x.cl'), await contact('ida@x.cl')]
    await rule({ to: [quiet], isSent: false })
    const deleted = await rule({ to: [gone] })
    await bench.database.db
      .updateTable('invoice_rule')
      .set({ deleted_at: '2026-11-02T12:00:00Z' })
      .where('id', '=', deleted.id)
      .execute()
    expect((await user.call('DELETE', `${CONTACTS}${quiet}/?from_rules=true`)).status).toBe(204)
    expect((await user.call('DELETE', `${CONTACTS}${gone}/`)).status).toBe(204)
  })

  it('of another organisation is not found', async () => {
    const id = await contact('ajena@x.cl')
    const change = { contact: { email: 'robada@x.cl' } }
    expect(await other.call('PATCH', `${CONTACTS}${id}/`, change)).toEqual(NOT_FOUND)
    expect(await other.call('DELETE', `${CONTACTS}${id}/?from_rules=true`)).toEqual(NOT_FOUND)
    expect(await isThere(id)).toBe(true)
  })
})

describe('a contact made under a key', () => {
  const made = {
    first_name: 'Marta',
    last_name: 'Soto',
    email: 'marta@x.cl',
    gender: 'F',
    role: '',
  }
  const make = (key: string) =>
    user.call('POST', CONTACTS, { client, contact: made }, { 'idempotency-key': key })
  const kept = () =>
    bench.database.db
      .selectFrom('idempotency_key')
      .select('reply')
      .where('reply', 'like', '%arta@x.cl%')
      .execute()

  it('is told as it was corrected, and nothing keeps what it was', async () => {
    const first = await make('marta-corrected')
    const id = Number(at(first.body, 'id'))
    expect(await make('marta-corrected')).toEqual(first)
    const change = { contact: { email: 'm.soto@x.cl' } }
    expect((await user.call('PATCH', `${CONTACTS}${id}/`, change)).status).toBe(200)
    expect(await kept()).toEqual([])
    const again = await make('marta-corrected')
    expect(again).toMatchObject({ status: 201, body: { id, contact: { email: 'm.soto@x.cl' } } })
  })

  it('is kept nowhere once it is deleted, and not made again by the same request', async () => {
    const [gone, stays] = [await make('marta-gone'), await make('marta-stays')]
    const id = Number(at(gone.body, 'id'))
    expect((await user.call('DELETE', `${CONTACTS}${id}/`)).status).toBe(204)
    expect(await kept()).toEqual([{ reply: JSON.stringify(stays.body) }])
    expect((await make('marta-gone')).status).toBe(409)
    expect(await isThere(id)).toBe(false)
    expect(await make('marta-stays')).toEqual(stays)
  })
})

describe('a product', () => {
  it('is corrected in what is named', async () => {
    const id = await product()
    const change = { name: 'Asesoría mensual', unit_price: '2500' }
    expect(await user.call('PATCH', `${PRODUCTS}${id}/`, change)).toMatchObject({
      status: 200,
      body: { id, code: 'A-1', name: 'Asesoría mensual', unit_price: '2500', currency: 'CLP' },
    })
    const wrong = { unit_price: '12.5' }
    expect((await user.call('PATCH', `${PRODUCTS}${id}/`, wrong)).status).toBe(400)
  })

  it('keeps its currency while a rule charges it', async () => {
    const id = await product()
    const inUf = { currency: 'UF', unit_price: '2.5' }
    const used = await rule({ product: id })
    const refused = await user.call('PATCH', `${PRODUCTS}${id}/`, inUf)
    expect(refused.status).toBe(409)
    expect(at(refused.body, 'detail')).toContain(`«${used.name}»`)
    const free = await product()
    expect(await user.call('PATCH', `${PRODUCTS}${free}/`, inUf)).toMatchObject({
      status: 200,
      body: { currency: 'UF', unit_price: '2.5' },
    })
  })

  it('is deleted once no rule that lives charges it', async () => {
    const id = await product()
    const used = await rule({ product: id })
    expect((await user.call('DELETE', `${PRODUCTS}${id}/`)).status).toBe(409)
    await bench.database.db
      .updateTable('invoice_rule')
      .set({ deleted_at: '2026-11-02T12:00:00Z' })
      .where('id', '=', used.id)
      .execute()
    expect((await user.call('DELETE', `${PRODUCTS}${id}/`)).status).toBe(204)
    expect(await user.call('DELETE', `${PRODUCTS}${id}/`)).toEqual(NOT_FOUND)
  })

  it('of another organisation is not found', async () => {
    const id = await product()
    expect(await other.call('PATCH', `${PRODUCTS}${id}/`, { name: 'Otro' })).toEqual(NOT_FOUND)
    expect(await other.call('DELETE', `${PRODUCTS}${id}/`)).toEqual(NOT_FOUND)
  })
})

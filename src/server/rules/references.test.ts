import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { at, BENCH_START } from '../test-bench.ts'
import { countRules } from './store.ts'
import { startTestRules, type TestRules } from './test-rules.ts'

let rules: TestRules
let second: SecondCompany

beforeAll(async () => {
  rules = await startTestRules()
  second = await addCompany({ rut: '76767676-K', issues_facturas: true })
})
afterAll(() => rules.close())
beforeEach(() => rules.forget())

interface SecondCompany {
  company: number
  address: number
  activity: number
  client: number
  product: number
}

const unknown = (id: number) => [`El elemento ${id} no existe.`]

test('a rule is not issued from the address of another company of its organisation', async () => {
  expect(await rules.create({ issuer_address_id: second.address })).toEqual({
    status: 400,
    body: { issuer_address_id: unknown(second.address) },
  })
})

test('a rule does not have the activity of another company of its organisation', async () => {
  expect(await rules.create({ issuer_activity_id: second.activity })).toEqual({
    status: 400,
    body: { issuer_activity_id: unknown(second.activity) },
  })
})

test('a rule does not bill a client of another company of its organisation', async () => {
  const clients = [{ client: second.client, client_address_id: null, client_activity_id: null }]
  expect(await rules.create({ clients })).toEqual({
    status: 400,
    body: { clients: [{ client: unknown(second.client) }] },
  })
})

test('a rule does not sell a product of another company of its organisation', async () => {
  const invoice_lines = [rules.lineOf({ product_id: second.product })]
  expect(await rules.create({ invoice_lines })).toEqual({
    status: 400,
    body: { invoice_lines: [{ product_id: unknown(second.product) }] },
  })
})

test('a rule of the second company takes what belongs to that company', async () => {
  expect((await rules.create(wholly(second))).status).toBe(201)
})

test('a person without a company in the portal has rules of boletas and none of facturas', async () => {
  const own = await addCompany({ rut: '15151515-0', issues_facturas: false })
  expect(await rules.create(wholly(own))).toEqual({
    status: 400,
    body: { facturator_comp: [expect.stringMatching(/solo boletas/)] },
  })
  expect((await rules.create({ ...wholly(own), document_type: '39' })).status).toBe(201)
})

test('the count of an organisation’s rules leaves out those of others on a connection that sees all', async () => {
  const { db } = rules.bench.database
  await rules.created()
  expect(await countRules(db, rules.user.organisationId)).toBe(1)
  expect(await countRules(db, rules.other.organisationId)).toBe(0)
})

const wholly = ({ company, address, activity, client, product }: SecondCompany) => ({
  facturator_comp: company,
  issuer_address_id: address,
  issuer_activity_id: activity,
  clients: [{ client, client_address_id: null, client_activity_id: null }],
  invoice_lines: [rules.lineOf({ product_id: product })],
})

/** One more of Ana's organisation, with an address, an activity, a client and a product. */
async function addCompany(own: { rut: string; issues_facturas: boolean }): Promise<SecondCompany> {
  const { db } = rules.bench.database
  const { organisation_id, facturator_id } = await db
    .selectFrom('company')
    .select(['organisation_id', 'facturator_id'])
    .where('id', '=', rules.known.company)
    .executeTakeFirstOrThrow()
  const { id: company_id } = await db
    .insertInto('company')
    .values({ organisation_id, facturator_id, name: 'Otra', created_at: BENCH_START, ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofCompany = { organisation_id, company_id }
  const { id: address } = await db
    .insertInto('issuer_address')
    .values({ ...ofCompany, street_and_number: 'Uno 1', commune: 'Santiago' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: activity } = await db
    .insertInto('issuer_activity')
    .values({ ...ofCompany, code: '620200', description: 'Consultoría' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: client } = await db
    .insertInto('client')
    .values({ ...ofCompany, rut: '94949494-2', name: 'Cliente', created_at: BENCH_START })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reply = await rules.user.call('POST', '/billing-core/products/', {
    party_id: company_id,
    name: 'Hora',
    unit_price: '15000',
    currency: 'CLP',
    code: '',
  })
  return { company: company_id, address, activity, client, product: Number(at(reply.body, 'id')) }
}

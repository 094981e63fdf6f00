import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { KEY_REUSED } from '#contract/call.ts'
import * as contract from '#contract/index.ts'
import { NOT_FOUND, startTestRules, type TestRules } from '../../rules/test-rules.ts'
import { at, BENCH_START } from '../../test-bench.ts'
import { insertFactura } from '../test-documents.ts'

let rules: TestRules

// 10 November 2026, 12:00 in Chile.
beforeAll(async () => {
  rules = await startTestRules()
})
afterAll(() => rules.close())
beforeEach(async () => {
  await rules.bench.database.db.deleteFrom('document').execute()
  await rules.bench.database.db.deleteFrom('idempotency_key').execute()
  await rules.forget()
})

const DOCUMENTS = '/documents/'
const TODAY = '2026-11-10'

function written(changed: object = {}): object {
  const { known } = rules
  return {
    facturator_comp: known.company,
    document_type: '33',
    issuer_address_id: known.issuerAddress,
    issuer_activity_id: known.issuerActivity,
    issuer_email: 'facturas@penamunoz.example',
    clients: [rules.clientOf({})],
    month_offset: 0,
    invoice_lines: [{ product_id: known.pesos, quantity: '2', price: '15000', order: 1 }],
    issue_date: TODAY,
    ...changed,
  }
}

function order(changed: object = {}, key?: string) {
  const headers = key === undefined ? undefined : { 'idempotency-key': key }
  return rules.user.call('POST', DOCUMENTS, written(changed), headers)
}

async function ordered(changed: object = {}) {
  const { status, body } = await order(changed)
  expect(status).toBe(201)
  return contract.orderDocument.reply.parse(body)
}

async function template(id: number) {
  const { body } = await rules.user.call('GET', `${DOCUMENTS}${id}/template/`)
  return contract.readDocumentTemplate.reply.parse(body)
}

const count = async () =>
  (await rules.bench.database.db.selectFrom('document').select('id').execute()).length

test('a document is ordered for its day, as one that no rule made, with what it will say', async () => {
  const document = await ordered()
  expect(document).toMatchObject({
    origin: 'request',
    rule: null,
    state: 'planned',
    emission_date: TODAY,
    service_month: '2026-11',
    draft: { neto: 30_000, iva: 5_700, total: 35_700, lacks: [] },
    timeline: [{ kind: 'planned', data: { emissionDay: TODAY, why: 'ordered' } }],
  })
  const listed = await rules.user.call('GET', DOCUMENTS)
  const { documents } = contract.listDocuments.reply.parse(listed.body)
  expect(documents.map(({ id, origin }) => [id, origin])).toEqual([[document.id, 'request']])
  expect(await rules.user.call('GET', '/billing-sii/invoice-rules/')).toMatchObject({ body: [] })
})

test('a boleta is ordered alone with its gross lines, and repeated with them', async () => {
  const { id, ...boleta } = await ordered({ document_type: '39', withholder: 'issuer' })
  expect(boleta).toMatchObject({ document_type: 39, origin: 'request', draft: { total: 30_000 } })
  const { content } = await template(id)
  expect(content).toMatchObject({
    document_type: 39,
    withholder: 'issuer',
    invoice_lines_detail: [{ quantity: '2', price: '15000' }],
  })
})

test('a document ordered for a later day of this month or the next is listed there with its amount', async () => {
  const { id } = await ordered({ issue_date: '2026-12-05' })
  const { body } = await rules.user.call('GET', '/billing-scheduler/this-month/')
  const [, next] = contract.readThisMonth.reply.parse(body).months
  expect(next?.rows).toMatchObject([
    {
      document: id,
      rule: null,
      origin: 'request',
      state: 'planned',
      emission_date: '2026-12-05',
      total: 35_700,
    },
  ])
})

test('the same request under its key is answered alike, and another one under it is refused', async () => {
  const first = await order({}, 'uno')
  const again = await order({}, 'uno')
  expect(again).toEqual(first)
  expect(await order({ issue_date: '2026-11-12' }, 'uno')).toMatchObject({
    status: 409,
    body: { code: KEY_REUSED },
  })
  expect(await count()).toBe(1)
})

test('the key is the identity of the document for longer than its answer is kept', async () => {
  const first = await order({}, 'uno')
  await rules.bench.database.db.deleteFrom('idempotency_key').execute()
  const again = await order({}, 'uno')
  expect(again.status).toBe(201)
  expect(contract.orderDocument.reply.parse(again.body).id).toBe(
    contract.orderDocument.reply.parse(first.body).id,
  )
  expect(await count()).toBe(1)
})

test('another body under a key is another request for longer than the answer is kept', async () => {
  await order({}, 'uno')
  await rules.bench.database.db.deleteFrom('idempotency_key').execute()
  expect(await order({ issue_date: '2026-11-12' }, 'uno')).toMatchObject({
    status: 409,
    body: { code: KEY_REUSED },
  })
  expect(await count()).toBe(1)
})

test.each<[string, () => object, string]>([
  ['a day gone by', () => ({ issue_date: '2026-11-09' }), 'issue_date'],
  ['a day too far away', () => ({ issue_date: '2028-01-01' }), 'issue_date'],
  ['no client', () => ({ clients: [] }), 'clients'],
  ['two clients', () => ({ clients: [rules.clientOf({}), rules.bareClient()] }), 'clients'],
  ['no lines', () => ({ invoice_lines: [] }), 'invoice_lines'],
  [
    'a line without a price',
    () => ({ invoice_lines: [{ product_id: rules.known.pesos, quantity: 1, order: 1 }] }),
    'invoice_lines',
  ],
  [
    'another organisation’s product',
    () => ({
      invoice_lines: [{ product_id: 999_999, quantity: '1', price: '1', order: 1 }],
    }),
    'invoice_lines',
  ],
  ['a company that isn’t theirs', () => ({ facturator_comp: 999_999 }), 'facturator_comp'],
  ['a document to replace that isn’t theirs', () => ({ replaces: 999_999 }), 'replaces'],
])('an order with %s is refused and nothing is made', async (_, changed, field) => {
  const { status, body } = await order(changed())
  expect(status).toBe(400)
  expect(Object.keys(body ?? {})).toEqual([field])
  expect(await count()).toBe(0)
})

test('an edited document is stopped with the reason, and the other takes its place', async () => {
  const before = await ordered({ issue_date: '2026-11-20' })
  const after = await ordered({ issue_date: '2026-11-21', replaces: before.id })
  const { body } = await rules.user.call('GET', `${DOCUMENTS}${before.id}/`)
  expect(contract.readDocument.reply.parse(body)).toMatchObject({
    state: 'skipped',
    reason: 'replaced',
    way_back: null,
  })
  expect(after.emission_date).toBe('2026-11-21')
})

test('a document that is issued already is not replaced', async () => {
  const before = await ordered()
  await rules.bench.database.db.updateTable('document').set({ state: 'skipped' }).execute()
  expect(await order({ replaces: before.id })).toMatchObject({ status: 409 })
  expect(await count()).toBe(1)
})

test('a document to be repeated says what it was ordered with', async () => {
  const { id } = await ordered({ issue_date: '2026-11-20', due_days: 15 })
  const { content, issue_date } = await template(id)
  expect(issue_date).toBe('2026-11-20')
  expect(content).toMatchObject({
    document_type: 33,
    due_days: 15,
    clients_detail: [{ client: { id: rules.known.client } }],
    invoice_lines_detail: [
      { product_id: rules.known.pesos, quantity: '2', price: '15000', order: 1 },
    ],
  })
})

test('an issued document of a rule is repeated as it was issued, whatever its rule says by now', async () => {
  const rule = await rules.created()
  const id = await insertFactura(rules, { day: TODAY, net: 77_000, rule })
  const before = await template(id)
  expect(before.content.invoice_lines_detail).toMatchObject([
    { product_id: null, description: 'Consulting', currency: 'CLP', quantity: '1', price: '77000' },
  ])
  const product = await rules.user.call('POST', '/billing-core/products/', {
    party_id: rules.known.company,
    name: 'Consulting',
    unit_price: '99000',
    currency: 'CLP',
    code: '',
  })
  const after = await template(id)
  expect(after.content.invoice_lines_detail).toMatchObject([
    { product_id: at(product.body, 'id'), quantity: '1', price: '77000', quantity_is_fixed: true },
  ])
})

test('addresses of no contact come with the document to be repeated, and its order goes to them', async () => {
  const mailboxes = { to: ['pagos@uno.cl', 'dos@uno.cl'], cc: ['copia@uno.cl'] }
  const { id } = await ordered({ clients: [rules.clientOf({ mailboxes })] })
  const { content } = await template(id)
  expect(content.clients_detail).toMatchObject([{ email_contacts_to: [], mailboxes }])
  const none = await template((await ordered()).id)
  expect(none.content.clients_detail).toMatchObject([{ mailboxes: { to: [], cc: [] } }])
  const wrong = { mailboxes: { to: ['pagos'], cc: [] } }
  expect(await order({ clients: [rules.clientOf(wrong)] })).toMatchObject({ status: 400 })
})

const OWN_LINE = {
  product_id: null,
  own: { name: 'Asesoría octubre', code: 'A-7', currency: 'UF' },
  quantity: '1.5',
  price: '2.25',
  order: 1,
}

test('a line of own words is ordered without a product, and repeated with them', async () => {
  const { id } = await ordered({ invoice_lines: [OWN_LINE], uf_rate_type: 'DAY_OF' })
  const { content } = await template(id)
  expect(content.invoice_lines_detail).toEqual([
    {
      product_id: null,
      code: 'A-7',
      description: 'Asesoría octubre',
      currency: 'UF',
      quantity: '1.5',
      price: '2.25',
      quantity_is_fixed: true,
      price_is_fixed: true,
      order: 1,
    },
  ])
})

test.each([
  ['neither a product nor words', { product_id: null, own: undefined }],
  ['words without a name', { own: { ...OWN_LINE.own, name: ' ' } }],
  ['words longer than the SII takes', { own: { ...OWN_LINE.own, name: 'x'.repeat(81) } }],
  ['pesos with decimals', { own: { ...OWN_LINE.own, currency: 'CLP' } }],
])('a line of %s is refused', async (_case, changed) => {
  const { status, body } = await order({ invoice_lines: [{ ...OWN_LINE, ...changed }] })
  expect(status).toBe(400)
  expect(Object.keys(body ?? {})).toEqual(['invoice_lines'])
  expect(await count()).toBe(0)
})

test('words beside a product are not taken', async () => {
  const { known } = rules
  const { id } = await ordered({
    invoice_lines: [{ ...OWN_LINE, product_id: known.pesos, quantity: '1', price: '15000' }],
  })
  const { content } = await template(id)
  expect(content.invoice_lines_detail).toMatchObject([
    { product_id: known.pesos, currency: 'CLP', price: '15000' },
  ])
})

test('a document of somebody else is not found, and nothing is repeated of one that no rule and no order made', async () => {
  const { id } = await ordered()
  expect(await rules.other.call('GET', `${DOCUMENTS}${id}/template/`)).toEqual(NOT_FOUND)
  const bare = await insertFactura(rules, { day: TODAY, net: 77_000 })
  expect(await rules.user.call('GET', `${DOCUMENTS}${bare}/template/`)).toMatchObject({
    status: 409,
  })
})

test('the forecast of an ordered document is of its day alone', async () => {
  const { known } = rules
  const forecast = async (issueDate: string) => {
    const { body } = await rules.user.call('POST', '/billing-sii/invoice-rules/forecast/', {
      business_day_rule: 'EXACT',
      day_of_month: 1,
      start_date: TODAY,
      issue_date: issueDate,
      company: known.company,
      invoice_lines: [{ quantity: '2', price: '15000', currency: 'CLP' }],
    })
    return contract.forecastRule.reply.parse(body)
  }
  const { emissions, made } = await forecast('2026-12-31')
  expect(made).toEqual([])
  expect(emissions).toMatchObject([
    { emission_date: '2026-12-31', service_month: '2026-12', total: 35_700 },
  ])
  expect((await forecast(TODAY)).first).toMatchObject({ date: TODAY, is_today: true })
})

test('a product and the only recipient stay while a document that needs them may still be issued', async () => {
  const { bench, known, user } = rules
  const created = await user.call('POST', '/billing-core/products/', {
    party_id: known.company,
    name: 'Revisión',
    unit_price: '1000',
    currency: 'CLP',
    code: '',
  })
  const product = Number(at(created.body, 'id'))
  const { db } = bench.database
  const { clave_secret_id: secret } = await db
    .selectFrom('facturator')
    .select('clave_secret_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('email_account')
    .values({
      organisation_id: user.organisationId,
      id: 7,
      provider: 'google',
      address: 'ana@x.cl',
      token_secret_id: secret ?? 0,
      connected_at: BENCH_START,
      created_at: BENCH_START,
    })
    .execute()
  bench.told.emailAccounts.push(7)
  const { id } = await ordered({
    issue_date: '2026-11-20',
    invoice_lines: [{ product_id: product, quantity: '1', price: '1000', order: 1 }],
    clients: [rules.clientOf({ email_contacts_to: [known.contact] })],
    send_email_automatic: true,
    email_account: 7,
  })
  const removals = async () => [
    (await user.call('DELETE', `/billing-core/products/${product}/`)).status,
    (await user.call('DELETE', `/billing-sii/clients-contacts/${known.contact}/`)).status,
  ]
  expect(await removals()).toEqual([409, 409])
  await user.call('POST', `${DOCUMENTS}${id}/skip/`)
  expect(await removals()).toEqual([204, 204])
})

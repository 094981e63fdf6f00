import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractCalls } from '#server/http/contract-calls.ts'
import { forgetOldKeys } from '#server/http/idempotency.ts'
import { startTestApp, type TestApp, type TestReply } from '#server/test-app.ts'
import { makeTenant, type Tenant } from '../../walls/tenants.ts'

let app: TestApp
let ana: Tenant
let rodrigo: Tenant
beforeAll(async () => {
  app = await startTestApp()
  ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  rodrigo = await makeTenant(app, {
    mark: 'RODRIGO',
    person: '12121212-9',
    companyRut: '76543210-3',
    clientRut: '96969696-7',
  })
})
afterAll(() => app.close())

let keys = 0
const newKey = () => `pedido-${(keys += 1)}`

function send(tenant: Tenant, path: string, key: string, body: unknown): Promise<TestReply> {
  const headers = { 'idempotency-key': key }
  return app.call({ method: 'POST', path, token: tenant.access, headers, body })
}

const RULES = '/billing-sii/invoice-rules/'

function ruleOf({ ids }: Tenant, name: string): object {
  return {
    name,
    facturator_comp: ids.company,
    document_type: '33',
    issuer_address_id: ids.issuerAddress,
    issuer_activity_id: ids.issuerActivity,
    clients: [
      {
        client: ids.client,
        client_address_id: ids.clientAddress,
        client_activity_id: ids.clientActivity,
      },
    ],
    business_day_rule: 'LAST_DAY',
    start_date: '2026-11-05',
    invoice_lines: [{ product_id: ids.product, quantity: 1, price: 1000, order: 1 }],
  }
}

async function rulesNamed(name: string): Promise<number> {
  const rows = await app.database.db
    .selectFrom('invoice_rule')
    .select('id')
    .where('name', '=', name)
    .execute()
  return rows.length
}

const SAME_END = 'it sets a state, and set again it is the same'
const PROVED = 'it needs the password, and what it changes is the account itself'
const READS = 'it changes nothing'

/** POSTs of a session that take no key, and why a second one makes nothing more. */
const REPEATED_SAFELY: Record<string, string> = {
  acceptTerms: 'a version that is accepted is not put on record again',
  activateFacturator: SAME_END,
  addPayer: SAME_END,
  answerQuestion: SAME_END,
  blockData: SAME_END,
  changeEmail: PROVED,
  changePassword: PROVED,
  closeAccount: PROVED,
  confirmPreview: READS,
  confirmSecondFactor: PROVED,
  connectTestAccount: 'the same account again replaces its keys by the same',
  correctDeliveryAddress: 'a mail that was corrected and sent no longer came back',
  decideDeclarations: 'a declaration that was decided is no longer to be decided',
  decideDelivery: 'a mail that was decided is no longer to be decided',
  followPayments: SAME_END,
  forecastRule: READS,
  keepMovement: SAME_END,
  linkMovement: 'a movement that is matched is not matched again',
  logout: SAME_END,
  lookUpAgain: 'a client that was found is not looked up again',
  matchMovement: 'a movement that is matched is not matched again',
  pauseUpload: SAME_END,
  previewDecision: READS,
  previewMailsAgain: READS,
  previewRulesChange: READS,
  proveIdentity: READS,
  readRegistersAgain: 'registers that are being read are not read beside it',
  reconsiderMovement: SAME_END,
  refuseMovement: SAME_END,
  removeSecondFactor: PROVED,
  renewRecoveryCodes: PROVED,
  reopenPayment: SAME_END,
  resendPending: 'mails that were decided are no longer held',
  resumeUpload: SAME_END,
  setMovementAside: SAME_END,
  settleClient: 'what was settled once is settled no second time',
  shareDocument: 'a document has one address',
  skipDocument: SAME_END,
  startMicrosoft: READS,
  startPaymentTrial: 'another trial takes the place of the last, and neither moves money',
  startSecondFactor: PROVED,
  testCredentials: READS,
  testPaymentConnection: SAME_END,
  undoMovement: SAME_END,
  undoPayment: SAME_END,
  undoRefund: SAME_END,
}

test('every POST that makes or orders something takes a key', () => {
  const without = contractCalls().filter(
    ({ call }) => call.method === 'POST' && call.access === 'session' && !call.takesKey,
  )
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(REPEATED_SAFELY))
})

function contactOf(client: number): object {
  const contact = { first_name: 'Una', email: 'una@vez.cl', gender: 'F' }
  return { client, contact }
}

function productOf(company: number): object {
  return { party_id: company, name: 'una@vez.cl', unit_price: '1000' }
}

test.each([
  ['contact', '/billing-sii/clients-contacts/', ({ ids }: Tenant) => contactOf(ids.client)],
  ['product', '/billing-core/products/', ({ ids }: Tenant) => productOf(ids.company)],
] as const)('a %s sent again under its key is made once', async (table, path, bodyOf) => {
  const key = newKey()
  const first = await send(ana, path, key, bodyOf(ana))
  expect(first.status).toBe(201)
  expect(await send(ana, path, key, bodyOf(ana))).toMatchObject({ status: 201, body: first.body })
  const { db } = app.database
  const rows =
    table === 'contact'
      ? db.selectFrom(table).select('id').where('email', '=', 'una@vez.cl')
      : db.selectFrom(table).select('id').where('name', '=', 'una@vez.cl')
  expect(await rows.execute()).toHaveLength(1)
})

test('the same key and body are told the first answer, and nothing is done again', async () => {
  const [key, body] = [newKey(), ruleOf(ana, 'una vez')]
  const first = await send(ana, RULES, key, body)
  expect(first.status).toBe(201)
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  const again = await send(ana, RULES, key, body)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(await rulesNamed('una vez')).toBe(1)
})

test('a body written otherwise is the same when it says the same', async () => {
  const key = newKey()
  const body = ruleOf(ana, 'igual')
  const first = await send(ana, RULES, key, body)
  const reordered = Object.fromEntries(Object.entries(body).toReversed())
  const again = await send(ana, RULES, key, { ...reordered, document_type: 33 })
  expect(again).toMatchObject({ status: 201, body: first.body })
})

test('another body, and another call, under the same key are refused', async () => {
  const key = newKey()
  await send(ana, RULES, key, ruleOf(ana, 'primera'))
  const other = await send(ana, RULES, key, ruleOf(ana, 'segunda'))
  expect(other).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  })
  expect(await rulesNamed('segunda')).toBe(0)
  const elsewhere = await send(ana, `/documents/${ana.ids.document}/issue-now/`, key, {})
  expect(elsewhere.status).toBe(409)
})

test('of several at the same moment one is done, and all are told its answer', async () => {
  const [key, body] = [newKey(), ruleOf(ana, 'a la vez')]
  const replies = await Promise.all([1, 2, 3, 4].map(() => send(ana, RULES, key, body)))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
  expect(await rulesNamed('a la vez')).toBe(1)
})

test('a refusal is not kept: the corrected request may come under the same key', async () => {
  const key = newKey()
  const body = ruleOf(ana, 'corregida')
  const refused = await send(ana, RULES, key, { ...body, clients: [] })
  expect(refused.status).toBe(400)
  expect((await send(ana, RULES, key, body)).status).toBe(201)
})

test('a failure of ours after the work takes the work back, and the same key may try again', async () => {
  const [key, body] = [newKey(), ruleOf(ana, 'tras la falla')]
  const { db } = app.database
  // Read only when the answer is put together, after the rule was written.
  await sql`revoke select on facturator from folio_api`.execute(db)
  expect((await send(ana, RULES, key, body)).status).toBe(500)
  await sql`grant select on facturator to folio_api`.execute(db)
  expect(await rulesNamed('tras la falla')).toBe(0)
  expect((await send(ana, RULES, key, body)).status).toBe(201)
  expect(await rulesNamed('tras la falla')).toBe(1)
})

test('a lost answer to an action on a document is told again instead of a 409', async () => {
  const path = `/documents/${ana.ids.document}/issue-now/`
  const key = newKey()
  const first = await send(ana, path, key, {})
  expect(first.status).toBe(200)
  expect(await send(ana, path, key, {})).toMatchObject({ status: 200, body: first.body })
  expect((await send(ana, path, newKey(), {})).status).toBe(409)
})

test("an organisation's keys are its own", async () => {
  const key = newKey()
  expect((await send(ana, RULES, key, ruleOf(ana, 'de ana'))).status).toBe(201)
  const other = await send(rodrigo, RULES, key, ruleOf(rodrigo, 'de rodrigo'))
  expect(other).toMatchObject({ status: 201, body: { name: 'de rodrigo' } })
})

test.each(['con espacio', 'ñ', 'x'.repeat(256)])('%j is no key', async (key) => {
  const reply = await send(ana, RULES, key, ruleOf(ana, 'sin clave'))
  expect(reply).toMatchObject({ status: 400, body: { detail: expect.stringContaining('255') } })
  expect(await rulesNamed('sin clave')).toBe(0)
})

test('without a key each request is one of its own', async () => {
  const request = { path: RULES, token: ana.access, body: ruleOf(ana, 'dos veces') }
  await app.call(request)
  await app.call(request)
  expect(await rulesNamed('dos veces')).toBe(2)
})

test('a key is remembered for thirty days', async () => {
  const { db } = app.database
  const [key, body] = [newKey(), ruleOf(ana, 'de hace un mes')]
  await send(ana, RULES, key, body)
  const age = (days: number) =>
    sql`update idempotency_key set created_at = created_at - make_interval(days => ${days})
      where key = ${key}`.execute(db)
  await age(29)
  await forgetOldKeys(db, app.clock.now())
  expect((await send(ana, RULES, key, body)).headers['idempotency-replayed']).toBe('true')
  await age(1)
  expect((await send(ana, RULES, key, body)).headers['idempotency-replayed']).toBeUndefined()
  await age(30)
  await forgetOldKeys(db, app.clock.now())
  const left = await db.selectFrom('idempotency_key').select('key').where('key', '=', key).execute()
  expect(left).toEqual([])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentConnection } from '#contract/payment-connections.ts'
import type { TestReply } from '#server/test-app.ts'
import { textOf } from '#server/test-app.ts'
import { makeIssued } from '../contract/api/issued-document.ts'
import { makeTenant, type Tenant } from '../walls/tenants.ts'
import { openStage, redirectIn, TOTAL, type Stage } from './stage.ts'

/** Transbank's own codes for tests: one mall, and two stores of it. */
const MALL = '597055555535'
const KEY = '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C'

interface Store {
  code: string
  tenant: Tenant
  documentId: number
  token: string
  connection: number
  ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<TestReply>
}

let stage: Stage
let ana: Store
let rodrigo: Store
beforeAll(async () => {
  stage = await openStage()
  ana = await openStore(stage.ana, '597055555536', stage.documentId, stage.connections.transbank)
  const tenant = await makeTenant(stage.app, {
    mark: 'RODRIGO',
    person: '12121212-9',
    companyRut: '76543210-3',
    clientRut: '96969696-7',
  })
  await forgetPaymentsOf(tenant)
  const documentId = await makeIssued(stage.app, tenant)
  rodrigo = await openStore(tenant, '597055555537', documentId, null)
})
afterAll(() => stage.close())
beforeEach(async () => {
  const { db } = stage.app.database
  for (const table of ['payment_attempt', 'payment_share', 'payment'] as const) {
    await db.deleteFrom(table).execute()
  }
  await sql`select follow_receivable(organisation_id, document_id) from receivable`.execute(db)
})

/** A company of its own organisation that charges as a store of the mall. */
async function openStore(
  tenant: Tenant,
  code: string,
  documentId: number,
  seen: number | null,
): Promise<Store> {
  const ask: Store['ask'] = (method, path, body) =>
    stage.app.call({ method, path, token: tenant.access, ...(body === undefined ? {} : { body }) })
  const terms = `/payments/terms/${tenant.ids.company}/`
  if (tenant !== stage.ana) {
    const wanted = { seen: null, enabled_from: '2026-10-01', due_days: 30, bank: null }
    expect(await ask('PUT', terms, wanted)).toMatchObject({ status: 200 })
  }
  const account = { provider: 'transbank', mode: 'test', seen, commerce_code: MALL, api_key: KEY }
  const { body } = await ask('PUT', `${terms}connections/`, { ...account, store_code: code })
  const { id: connection, test_outcome: outcome } = paymentConnection.parse(body)
  expect(outcome).toBe('ok')
  const path = `/payments/connections/${connection}/`
  expect(await ask('PATCH', path, { is_offered: true })).toMatchObject({ status: 200 })
  const shared = await ask('POST', `/documents/${documentId}/share/`)
  const token = textOf(shared.body, 'url').replace(`${stage.relay.url}/d/`, '')
  return { code, tenant, documentId, token, connection, ask }
}

/** What the tenant's rows are made with. */
async function forgetPaymentsOf({ organisationId }: Tenant): Promise<void> {
  const tables = [
    'payment_refund_order',
    'payment_attempt',
    'payment_connection',
    'payment_declaration',
    'payment',
    'receivable',
    'payment_terms',
  ] as const
  for (const table of tables) {
    await stage.app.database.db
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .execute()
  }
}

async function begin({ token, connection }: Store) {
  const body = { connection, amount: null }
  redirectIn(await stage.app.call({ path: `/shared-documents/${token}/attempts/`, body }))
  const [transaction] = stage.simulators.webpay.transactions()
  if (transaction === undefined) throw new Error('Nothing was begun')
  return transaction
}

const approve = (token: string) =>
  stage.follow(stage.simulators.webpay.answer(token, { kind: 'approve' }))

async function paidOf({ documentId, tenant }: Store) {
  const { db } = stage.app.database
  const { paid_clp: paid, refunded_clp: refunded } = await db
    .selectFrom('receivable')
    .select(['paid_clp', 'refunded_clp'])
    .where('organisation_id', '=', tenant.organisationId)
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return { paid, refunded }
}

const UNPAID = { paid: 0, refunded: 0 }
const PAID = { paid: TOTAL, refunded: 0 }

test('a foreign store’s answer pays nothing: neither its own return, nor its part of the mall’s transaction', async () => {
  const ours = await begin(ana)
  const theirs = await begin(rodrigo)
  stage.simulators.webpay.answer(ours.token, { kind: 'approve' })
  // The other store's token, brought to the return address of our order.
  const fields = { token_ws: theirs.token }
  const misled = await stage.follow({ method: 'POST', url: ours.returnUrl, fields })
  expect(misled).toMatchObject({ status: 400, location: null })
  expect(await paidOf(ana)).toEqual(UNPAID)
  expect(await paidOf(rodrigo)).toEqual(UNPAID)
  // Transbank's answer about our own token, with the other store's part in it.
  const [part] = ours.parts
  if (part === undefined) throw new Error('A transaction without a part')
  part.commerceCode = rodrigo.code
  await stage.follow({
    method: 'POST',
    url: ours.returnUrl,
    fields: { token_ws: ours.token },
  })
  await stage.poll()
  expect(await paidOf(ana)).toEqual(UNPAID)
  expect(await paidOf(rodrigo)).toEqual(UNPAID)
  // Once it is said of our own store, it is ours.
  part.commerceCode = ana.code
  await stage.app.clock.advance(60_000)
  await stage.poll()
  expect(await paidOf(ana)).toEqual(PAID)
  expect(await paidOf(rodrigo)).toEqual(UNPAID)
})

test('each company below one mall is paid by its own store code, and gives back from it alone', async () => {
  const ours = await begin(ana)
  await approve(ours.token)
  const theirs = await begin(rodrigo)
  await approve(theirs.token)
  for (const [{ merchant, parts }, { code }] of [
    [ours, ana],
    [theirs, rodrigo],
  ] as const) {
    expect(merchant.commerceCode).toBe(MALL)
    expect(parts).toMatchObject([{ commerceCode: code, amount: TOTAL, isReversed: false }])
  }
  expect(await paidOf(ana)).toEqual(PAID)
  expect(await paidOf(rodrigo)).toEqual(PAID)
  const { id } = await stage.app.database.db
    .selectFrom('payment')
    .select('id')
    .where('organisation_id', '=', rodrigo.tenant.organisationId)
    .executeTakeFirstOrThrow()
  const path = `/documents/${rodrigo.documentId}/payments/${id}/refund/`
  expect(await rodrigo.ask('POST', path, { amount: TOTAL })).toMatchObject({ status: 200 })
  expect(await paidOf(rodrigo)).toEqual({ paid: TOTAL, refunded: TOTAL })
  expect(theirs.parts).toMatchObject([{ commerceCode: rodrigo.code, isReversed: true }])
  // Nothing of the other store moved.
  expect(ours.parts).toMatchObject([{ isReversed: false, nullifiedAmount: 0 }])
  expect(await paidOf(ana)).toEqual(PAID)
})

test('a code that is no store of the mall takes no payer', async () => {
  const terms = `/payments/terms/${rodrigo.tenant.ids.company}/`
  const { body } = await rodrigo.ask('PUT', `${terms}connections/`, {
    provider: 'transbank',
    mode: 'test',
    seen: rodrigo.connection,
    commerce_code: MALL,
    store_code: '597055555599',
    api_key: KEY,
  })
  const { id } = paymentConnection.parse(body)
  await rodrigo.ask('PATCH', `/payments/connections/${id}/`, { is_offered: true })
  const begun = { connection: id, amount: null }
  const path = `/shared-documents/${rodrigo.token}/attempts/`
  expect(await stage.app.call({ path, body: begun })).toMatchObject({ status: 409 })
})

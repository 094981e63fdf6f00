import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReplyOf } from '#contract/call.ts'
import { listPaymentConnections, paymentConnection } from '#contract/payment-connections.ts'
import { eraseEndedSecrets } from '#server/payments/connections/erase-ended.ts'
import {
  lockCompany,
  offeredConnections,
  openConnection,
} from '#server/payments/connections/store.ts'
import { paymentProviders, type PaymentProviders } from '#server/payments/providers/providers.ts'
import {
  startTestApp,
  TEST_PASSWORD,
  textOf,
  type TestApp,
  type TestReply,
} from '#server/test-app.ts'
import { startPayments, type PaymentSimulators } from '#simulators/payments/payments.ts'
import { demoPaymentAccounts, demoPaymentsWorld } from '#simulators/demonstration-payments.ts'
import { DEMO_ACCOUNTS } from '#server/start/payment-stand-ins.ts'
import { untilLockWait } from '../engine/lock-wait.ts'
import { makeTenant, type Tenant } from '../walls/tenants.ts'

const START = '2026-11-05T15:00:00Z'
const HOUR_MS = 60 * 60_000
const URL = 'https://folio.example'

/** At the stand-in of Khipu, a developer's account. */
const KHIPU = {
  provider: 'khipu',
  mode: 'test',
  seen: null,
  receiver_id: String(demoPaymentAccounts.khipu.receiverId),
  api_key: demoPaymentAccounts.khipu.apiKey,
  notification_secret: demoPaymentAccounts.khipu.secret,
} as const
const FINTOC = {
  provider: 'fintoc',
  mode: 'test',
  seen: null,
  api_key: demoPaymentAccounts.fintoc.secretKeys.test,
  notification_secret: 'whsec_canario',
} as const
const MERCADO_PAGO = {
  provider: 'mercadoPago',
  mode: 'test',
  seen: null,
  collector_id: String(demoPaymentAccounts.mercadoPago.id),
  access_token: demoPaymentAccounts.mercadoPago.testToken,
  notification_secret: 'mp-canario',
} as const
const FINTOC_LIVE = {
  ...FINTOC,
  mode: 'live',
  api_key: demoPaymentAccounts.fintoc.secretKeys.live,
} as const

interface Scene {
  app: TestApp
  ana: Tenant
  /** Everything that the API answered. */
  answers: string[]
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<TestReply>
  save(body: object, tenant?: Tenant): Promise<TestReply>
}

let simulators: PaymentSimulators
let providers: PaymentProviders
let now = () => Date.parse(START)
beforeAll(async () => {
  simulators = await startPayments({
    now: () => now(),
    seed: 'connections',
    world: demoPaymentsWorld,
  })
  providers = paymentProviders({
    environment: 'demonstration',
    nowMs: () => now(),
    baseUrls: {
      transbank: simulators.webpay.url,
      khipu: simulators.khipu.url,
      fintoc: simulators.fintoc.url,
      mercadoPago: simulators.mercadoPago.url,
    },
  })
})
afterAll(() => simulators.close())
afterEach(() => {
  for (const { troubles } of [simulators.khipu, simulators.fintoc]) {
    troubles.set(null)
    troubles.release()
  }
})

const NO_LIMITS = { consume: () => Promise.resolve(1), clear: () => Promise.resolve() }

async function openScene(isReal = false): Promise<Scene> {
  const app = await startTestApp(START, undefined, (needs) => ({
    ...needs,
    limits: NO_LIMITS,
    publicUrl: () => URL,
    providers,
    installation: { ...needs.installation, demonstration: !isReal },
    standInAccounts: isReal
      ? null
      : { accounts: DEMO_ACCOUNTS, onConnected: () => Promise.resolve() },
  }))
  now = app.clock.now
  const ana = await makeTenant(app, ANA)
  const answers: string[] = []
  const askAs = async (tenant: Tenant, ...asked: Parameters<Scene['ask']>) => {
    const [method, path, body] = asked
    const token = tenant.access
    const reply = await app.call({ method, path, token, ...(body === undefined ? {} : { body }) })
    answers.push(JSON.stringify(reply))
    return reply
  }
  return {
    app,
    ana,
    answers,
    ask: (...asked) => askAs(ana, ...asked),
    save: (body, tenant = ana) =>
      askAs(tenant, 'PUT', `/payments/terms/${tenant.ids.company}/connections/`, body),
  }
}

const ANA = {
  mark: 'ANA',
  person: '15151515-0',
  companyRut: '77070707-2',
  clientRut: '90909090-3',
}

let scene: Scene
const connectionIn = ({ status, body }: TestReply) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return paymentConnection.parse(body)
}
const connect = async (body: object) => connectionIn(await scene.save(body))
const path = (id: number) => `/payments/connections/${id}/`
const offer = (id: number, isOffered = true) =>
  scene.ask('PATCH', path(id), { is_offered: isOffered })
const open = (id: number) =>
  openConnection(
    { db: scene.app.database.db, vault: scene.app.vault },
    { organisationId: scene.ana.organisationId, connectionId: id },
  )
const offered = () =>
  offeredConnections(scene.app.database.db, {
    organisationId: scene.ana.organisationId,
    companyId: scene.ana.ids.company,
  })

async function list(): Promise<ReplyOf<typeof listPaymentConnections>[number]['providers']> {
  const { body } = await scene.ask('GET', '/payments/connections/')
  return listPaymentConnections.reply.parse(body)[0]?.providers ?? []
}

async function auditKinds(): Promise<string[]> {
  const rows = await scene.app.database.db
    .selectFrom('audit_event')
    .select('kind')
    .where('kind', 'like', 'paymentConnection%')
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function mails() {
  const rows = await scene.app.database.db
    .selectFrom('system_mail')
    .select(['template', 'data'])
    .orderBy('id')
    .execute()
  return rows.map(({ template, data }) => ({ template, values: Object(data).values }))
}

describe('a connection', () => {
  beforeAll(async () => {
    scene = await openScene()
  })
  beforeEach(reset)
  afterAll(() => scene.app.close())

  test('a connection is tested as it is saved, on record, mailed to its owners, and opens where payments need it', async () => {
    const saved = await connect(KHIPU)
    expect(saved).toMatchObject({
      mode: 'test',
      account: { provider: 'khipu', receiver_id: KHIPU.receiver_id },
      test_outcome: 'ok',
      is_offered: false,
      can_be_offered: true,
    })
    const opened = await open(saved.id)
    expect(opened).toMatchObject({ companyId: scene.ana.ids.company, isEnded: false })
    expect(opened?.connection).toMatchObject({ provider: 'khipu', receiverId: KHIPU.receiver_id })
    expect(await auditKinds()).toEqual(['paymentConnectionSaved'])
    expect(await mails()).toEqual([
      {
        template: 'paymentConnection',
        values: expect.objectContaining({ provider: 'Khipu', account: '0939' }),
      },
    ])
  })

  test('a connection with refused keys is kept, says so, and is offered to nobody', async () => {
    const saved = await connect({ ...KHIPU, api_key: 'otra' })
    expect(saved).toMatchObject({ test_outcome: 'unauthorised', can_be_offered: false })
    expect(await offer(saved.id)).toMatchObject({ status: 409 })
    expect(await offered()).toEqual([])
  })

  test('a connection keeps its row and address when its keys are replaced, and the old keys are gone', async () => {
    const { id } = await connect(KHIPU)
    await offer(id)
    const before = await open(id)
    expect(await scene.save({ ...KHIPU, seen: id, notification_secret: 'nuevo' })).toMatchObject({
      body: { id, is_offered: true },
    })
    const after = await open(id)
    expect(after?.publicId).toBe(before?.publicId)
    const { notificationSecret: secret } = Object(after?.connection)
    expect(secret.reveal()).toBe('nuevo')
    expect(await sealed()).toBe(1)
  })

  test('a connection is withdrawn from payers by keys that are refused', async () => {
    const { id } = await connect(KHIPU)
    await offer(id)
    await connect({ ...KHIPU, seen: id, api_key: 'otra' })
    expect(await offered()).toEqual([])
  })

  test('a connection of another account begins anew, and what the old one began is still read', async () => {
    const { id: old } = await connect(KHIPU)
    await offer(old)
    const next = await connect({ ...KHIPU, seen: old, receiver_id: '990940' })
    expect(next.id).not.toBe(old)
    expect(await open(old)).toMatchObject({ isEnded: true })
    expect(await offered()).toMatchObject([{ id: next.id }])
    expect((await list())[1]?.connections.map(({ id }) => id)).toEqual([next.id])
  })

  test('a connection of Fintoc is another one with each key, because keys do not say whose they are', async () => {
    const { id } = await connect(FINTOC)
    const again = await connect({ ...FINTOC, seen: id })
    expect(again.id).not.toBe(id)
    expect(await open(id)).toMatchObject({ isEnded: true })
  })

  test('a connection that somebody saved meanwhile is not overwritten unseen', async () => {
    const { id } = await connect(KHIPU)
    expect(await scene.save({ ...KHIPU, api_key: 'otra' })).toMatchObject({ status: 409 })
    expect(await scene.save({ ...KHIPU, seen: id + 1 })).toMatchObject({ status: 409 })
    expect((await list())[1]?.connections).toMatchObject([{ id, test_outcome: 'ok' }])
  })

  test('a connection saved twice at once is there once', async () => {
    const { db } = scene.app.database
    const at = { organisationId: scene.ana.organisationId, companyId: scene.ana.ids.company }
    const replies: Promise<TestReply>[] = []
    await db.transaction().execute(async (trx) => {
      await lockCompany(trx, at)
      for (let times = 0; times < 3; times += 1) replies.push(scene.save(KHIPU))
      await untilLockWait(db, 3)
    })
    const answered = await Promise.all(replies)
    expect(answered.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await list())[1]?.connections).toHaveLength(1)
    expect(await sealed()).toBe(1)
  })

  test('a connection is told to nobody else: another organisation neither sees, tests, offers nor ends it', async () => {
    const { id } = await connect(KHIPU)
    const eve = await makeTenant(scene.app, {
      mark: 'EVE',
      person: '16161616-K',
      companyRut: '76060606-K',
      clientRut: '91919191-0',
    })
    const token = eve.access
    const { call } = scene.app
    const body = { is_offered: true }
    const company = `/payments/terms/${scene.ana.ids.company}/connections/`
    expect(await call({ method: 'PUT', path: company, token, body: KHIPU })).toMatchObject({
      status: 404,
    })
    expect(await call({ method: 'POST', path: `${path(id)}test/`, token })).toMatchObject({
      status: 404,
    })
    expect(await call({ method: 'PATCH', path: path(id), token, body })).toMatchObject({
      status: 404,
    })
    expect(await call({ method: 'DELETE', path: path(id), token })).toMatchObject({ status: 404 })
    const theirs = await call({ method: 'GET', path: '/payments/connections/', token })
    expect(JSON.stringify(theirs.body)).not.toContain(KHIPU.receiver_id)
    expect(await open(id)).toMatchObject({ isEnded: false })
  })

  test('a connection asks for the password to be saved, offered, withdrawn or removed', async () => {
    const { id } = await connect(KHIPU)
    await scene.app.clock.advance(31 * 60_000)
    expect(await offer(id)).toMatchObject({ status: 403 })
    expect(await offer(id, false)).toMatchObject({ status: 403 })
    expect(await offered()).toEqual([])
    expect(await scene.save({ ...KHIPU, seen: id })).toMatchObject({ status: 403 })
    expect(await scene.ask('DELETE', path(id))).toMatchObject({ status: 403 })
    expect(await open(id)).toMatchObject({ isEnded: false })
  })

  test('a connection is tested again without being saved, and refused keys are withdrawn', async () => {
    const { id } = await connect(KHIPU)
    await offer(id)
    simulators.khipu.troubles.set({ trouble: 'serverError' })
    expect(connectionIn(await scene.ask('POST', `${path(id)}test/`))).toMatchObject({
      test_outcome: 'unavailable',
      is_offered: true,
    })
    simulators.khipu.troubles.set(null)
    await replaceKeysUnseen(id)
    expect(connectionIn(await scene.ask('POST', `${path(id)}test/`))).toMatchObject({
      test_outcome: 'unauthorised',
      is_offered: false,
    })
    expect(await auditKinds()).toContain('paymentConnectionTested')
  })

  test('a connection learns nothing from a test of keys that were replaced meanwhile', async () => {
    const { id } = await connect({ ...KHIPU, api_key: 'otra' })
    simulators.khipu.troubles.set({ trouble: 'slow', times: 1 })
    const tested = scene.ask('POST', `${path(id)}test/`)
    while (simulators.khipu.troubles.held() === 0)
      await scene.app.database.db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
    const replaced = await connect({ ...KHIPU, seen: id })
    expect(replaced.test_outcome).toBe('ok')
    simulators.khipu.troubles.release()
    await tested
    expect((await list())[1]?.connections).toMatchObject([{ test_outcome: 'ok' }])
  })

  test('a connection of one provider is offered once: test and production are never side by side', async () => {
    const rehearsal = await connect(FINTOC)
    const live = await connect(FINTOC_LIVE)
    expect(await offer(rehearsal.id)).toMatchObject({ status: 200 })
    expect(await offer(live.id)).toMatchObject({ status: 200 })
    expect(await offered()).toMatchObject([{ id: live.id, mode: 'live' }])
    expect(await offer(live.id, false)).toMatchObject({ status: 200 })
    expect(await offered()).toEqual([])
    expect(await auditKinds()).toContain('paymentConnectionWithdrawn')
  })

  test('a connection that is offered, or no more, is mailed to every member once', async () => {
    const live = await connect(FINTOC_LIVE)
    const before = (await mails()).length
    for (const isOffered of [true, true, false, false]) await offer(live.id, isOffered)
    expect((await mails()).slice(before)).toMatchObject([
      { template: 'paymentConnectionOffered' },
      { template: 'paymentConnectionEnded' },
    ])
  })

  test('a connection in the wrong mode says so', async () => {
    const saved = await connect({ ...FINTOC, mode: 'live' })
    expect(saved).toMatchObject({ test_outcome: 'otherMode', can_be_offered: false })
  })

  test('a connection that pays another RUT than the company’s says so', async () => {
    const recipient = {
      holder_rut: '11.111.111-1',
      number: '12345678',
      type: 'checking_account',
      institution_id: 'cl_banco_estado',
    }
    const saved = await connect({ ...FINTOC, recipient })
    expect(saved.holder_differs).toBe(true)
    const own = { ...recipient, holder_rut: ANA.companyRut }
    expect(await connect({ ...FINTOC, seen: saved.id, recipient: own })).toMatchObject({
      holder_differs: false,
      account: { recipient: { holder_rut: '77.070.707-2' } },
    })
    const bad = { ...recipient, holder_rut: '11.111.111-2' }
    expect(await scene.save({ ...FINTOC, seen: saved.id, recipient: bad })).toMatchObject({
      status: 400,
    })
  })

  test('a connection whose account is another RUT’s by its provider’s word says so until it says another', async () => {
    const saved = await connect(MERCADO_PAGO)
    expect(saved).toMatchObject({ test_outcome: 'ok', holder_differs: false })
    const { db } = scene.app.database
    await db.updateTable('payment_connection').set({ told_holder_rut: '77171717-9' }).execute()
    const path = `/payments/connections/${saved.id}/test/`
    const tested = async () => connectionIn(await scene.ask('POST', path))
    const { troubles } = simulators.mercadoPago
    troubles.set({ trouble: 'serverError' })
    expect(await tested()).toMatchObject({ test_outcome: 'unavailable', holder_differs: true })
    troubles.set(null)
    expect(await tested()).toMatchObject({ test_outcome: 'ok', holder_differs: false })
  })

  test('a connection has the address that was shown before its keys were saved', async () => {
    const urlOf = async () => (await list())[2]?.notify_urls
    const shown = await urlOf()
    expect(shown?.test).toMatch(/^https:\/\/folio\.example\/api\/webhooks\/fintoc\/[0-9a-f-]{36}$/)
    expect(shown?.test).not.toBe(shown?.live)
    expect(await urlOf()).toEqual(shown)
    const { id } = await connect(FINTOC)
    expect(shown?.test).toContain((await open(id))?.publicId)
    expect((await urlOf())?.test).not.toBe(shown?.test)
    expect((await urlOf())?.live).toBe(shown?.live)
  })

  test('a connection that ended is offered and opened by nobody new, and its keys go once nothing of it is pending', async () => {
    const { id } = await connect(KHIPU)
    await offer(id)
    const { clock, database } = scene.app
    expect(await scene.ask('DELETE', path(id))).toMatchObject({ status: 204 })
    expect(await offered()).toEqual([])
    for (const reply of [
      await offer(id),
      await scene.ask('POST', `${path(id)}test/`),
      await scene.ask('DELETE', path(id)),
    ]) {
      expect(reply.status).toBe(404)
    }
    expect((await mails()).at(-1)).toMatchObject({ template: 'paymentConnectionEnded' })
    const erase = () => eraseEndedSecrets({ db: database.db, clock, vault: scene.app.vault })
    expect(await erase()).toBe(0)
    await pendingAttempt(id)
    await clock.advance(2 * HOUR_MS)
    expect(await erase()).toBe(0)
    expect(await open(id)).toMatchObject({ isEnded: true })
    await sql`update payment_attempt set poll_at = null`.execute(database.db)
    await waitingNotice(id)
    expect(await erase()).toBe(0)
    await sql`update payment_notice set processed_at = received_at, next_try_at = null`.execute(
      database.db,
    )
    expect(await erase()).toBe(1)
    expect(await open(id)).toBeNull()
    expect(await sealed()).toBe(0)
    expect(await erase()).toBe(0)
  })

  test('a connection in force keeps its keys', async () => {
    const { id } = await connect(KHIPU)
    await scene.app.clock.advance(48 * HOUR_MS)
    expect(
      await eraseEndedSecrets({
        db: scene.app.database.db,
        clock: scene.app.clock,
        vault: scene.app.vault,
      }),
    ).toBe(0)
    expect(await open(id)).not.toBeNull()
  })

  test('a connection of a demonstration is connected and offered by one click', async () => {
    const one = `/payments/terms/${scene.ana.ids.company}/connections/test-account/`
    for (const provider of ['transbank', 'khipu', 'fintoc', 'mercadoPago'] as const) {
      const connected = connectionIn(await scene.ask('POST', one, { provider }))
      expect(connected).toMatchObject({ mode: 'test', test_outcome: 'ok', is_offered: true })
    }
    expect(await offered()).toHaveLength(4)
    expect(await scene.ask('POST', one, { provider: 'khipu' })).toMatchObject({ status: 200 })
    expect(await offered()).toHaveLength(4)
  })

  test('a connection never gives a key back: in no answer, audit event, mail or row', async () => {
    const canaries = ['canario-llave', 'canario-firma']
    const wanted = { ...KHIPU, api_key: canaries[0], notification_secret: canaries[1] }
    const { id } = await connect(wanted)
    await scene.ask('POST', `${path(id)}test/`)
    await offer(id)
    await scene.save({ ...wanted, seen: id, receiver_id: 'x' })
    await list()
    await scene.ask('DELETE', path(id))
    const tables = ['payment_connection', 'audit_event', 'system_mail', 'secret', 'idempotency_key']
    const rows = await Promise.all(
      tables.map((table) =>
        sql`select to_jsonb(t)::text as text from ${sql.table(table)} t`.execute(
          scene.app.database.db,
        ),
      ),
    )
    const everything = JSON.stringify([scene.answers, rows.map(({ rows: found }) => found)])
    expect(everything).toContain(KHIPU.receiver_id)
    for (const canary of canaries) {
      expect(everything).not.toContain(canary)
      expect(everything).not.toContain(Buffer.from(canary).toString('hex'))
    }
  })
})

describe('where payments are real', () => {
  beforeAll(async () => {
    scene = await openScene(true)
    await reset()
  })
  afterAll(() => scene.app.close())

  test('a connection in test mode can be tested and is offered to nobody', async () => {
    const rehearsal = await connect(KHIPU)
    expect(rehearsal).toMatchObject({ test_outcome: 'ok', can_be_offered: false })
    expect(await offer(rehearsal.id)).toMatchObject({ status: 409 })
    const live = await connect(FINTOC_LIVE)
    expect(await offer(live.id)).toMatchObject({ status: 200 })
    expect(await offered()).toMatchObject([{ id: live.id, mode: 'live' }])
  })

  test('nothing is connected by one click', async () => {
    const one = `/payments/terms/${scene.ana.ids.company}/connections/test-account/`
    expect(await scene.ask('POST', one, { provider: 'khipu' })).toMatchObject({ status: 404 })
  })
})

/** As if nothing had been connected yet, signed in just now. */
async function reset(): Promise<void> {
  const { app, ana, answers } = scene
  const { db } = app.database
  for (const table of ['payment_attempt', 'payment_connection', 'system_mail'] as const) {
    await db.deleteFrom(table).execute()
  }
  await db.deleteFrom('secret').where('kind', '=', 'paymentKeys').execute()
  await db.deleteFrom('audit_event').where('kind', 'like', 'paymentConnection%').execute()
  const credentials = { email: 'ana@folio.example', password: TEST_PASSWORD }
  const { body } = await app.call({ path: '/auth/jwt/create/', body: credentials })
  ana.access = textOf(body, 'access')
  answers.length = 0
}

async function sealed(): Promise<number> {
  const rows = await scene.app.database.db
    .selectFrom('secret')
    .select('id')
    .where('organisation_id', '=', scene.ana.organisationId)
    .where('kind', '=', 'paymentKeys')
    .execute()
  return rows.length
}

/** As if the provider took the keys no more. */
async function replaceKeysUnseen(id: number): Promise<void> {
  const { db } = scene.app.database
  const { secret_id: secretId } = await db
    .selectFrom('payment_connection')
    .select('secret_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await scene.app.vault.replace(db, {
    organisationId: scene.ana.organisationId,
    kind: 'paymentKeys',
    secretId: secretId ?? 0,
    plaintext: JSON.stringify({ apiKey: 'vencida', notificationSecret: 'x' }),
  })
}

async function pendingAttempt(connectionId: number): Promise<void> {
  await scene.app.database.db
    .insertInto('payment_attempt')
    .values({
      organisation_id: scene.ana.organisationId,
      company_id: scene.ana.ids.company,
      connection_id: connectionId,
      order_id: 'a'.repeat(26),
      provider: 'khipu',
      mode: 'test',
      amount_clp: 1_000,
      link_id: 1,
      provider_ref: 'zfxnocsow6mz',
      payment_ref: null,
      state: 'pending',
      started_at: START,
      expires_at: START,
      returned: null,
      ended_at: null,
      payment_id: null,
      claimed_until: null,
      poll_at: START,
    })
    .execute()
}

async function waitingNotice(connectionId: number): Promise<void> {
  await scene.app.database.db
    .insertInto('payment_notice')
    .values({
      organisation_id: scene.ana.organisationId,
      connection_id: connectionId,
      event_key: 'late',
      trust: 'authentic',
      refs: '{}',
      headers: '{}',
      raw_body: Buffer.alloc(0),
      received_at: START,
      next_try_at: START,
      processed_at: null,
      outcome: null,
    })
    .execute()
}

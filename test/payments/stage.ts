import { sql } from 'kysely'
import type { Connection, ProviderName } from '#server/payments/providers/connection.ts'
import type { Redirect } from '#server/payments/providers/port.ts'
import { paymentProviders, type PaymentProviders } from '#server/payments/providers/providers.ts'
import type { Limits } from '#server/http/limits.ts'
import type { AttemptNeeds } from '#server/payments/attempts/needs.ts'
import { pollDue, type PollNeeds } from '#server/payments/attempts/poll.ts'
import {
  startTestApp,
  TEST_PASSWORD,
  textOf,
  type TestApp,
  type TestReply,
} from '#server/test-app.ts'
import { keyRing } from '#server/vault/key-ring.ts'
import { createLinks } from '#server/vault/links.ts'
import { Secret } from '#server/vault/secret.ts'
import { createVault, type Vault } from '#server/vault/vault.ts'
import { startPayments, type PaymentSimulators } from '#simulators/payments/payments.ts'
import { makeIssued } from '../contract/api/issued-document.ts'
import { makeTenant, type Tenant } from '../walls/tenants.ts'
import { startRelay, type Relay } from './relay.ts'
import { ACCOUNTS, baseUrlsOf, worldAt, type Accounts } from './stand-in-world.ts'

export const TOTAL = 148_750
const START = '2026-11-05T15:00:00Z'

/** An issued document that is owed, its page, the four stand-ins and a company's account at each. */
export interface Stage {
  app: TestApp
  ana: Tenant
  documentId: number
  /** Of the document's page. */
  token: string
  simulators: PaymentSimulators
  providers: PaymentProviders
  connections: Readonly<Record<ProviderName, number>>
  relay: Relay
  /** What the parts of the server under test are given. */
  needs: AttemptNeeds
  /** What went wrong in the poller. */
  failures: unknown[]
  begin(
    provider: ProviderName,
    amount?: number | null,
    token?: string,
    paysAgain?: boolean,
  ): Promise<TestReply>
  /** As the payer's browser: where it is led then. */
  follow(redirect: Redirect): Promise<{ status: number; location: string | null }>
  /** Everything that is due by the clock, and what came due by it, until nothing is. */
  poll(needs?: Partial<PollNeeds>): Promise<void>
  /** What each stand-in has to notify by now. */
  deliver(): Promise<void>
  ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<TestReply>
  share(): Promise<string>
  /** What the stand-ins have served since the test began. */
  counts(): Counts
  /** As nobody had begun to pay the document: for the next test, which need not build all this again. */
  reset(): Promise<void>
  close(): Promise<void>
}

const NO_LIMITS = { consume: () => Promise.resolve(1), clear: () => Promise.resolve() }

interface StageOptions {
  allowsPartial?: boolean
  /** An installation whose payments are real money. */
  isReal?: boolean
  /** Of the app; none unless given. */
  limits?: Limits
  /** The providers as the app has them. */
  providers?: (providers: PaymentProviders) => PaymentProviders
  /** The stand-ins' time; the app's unless given. */
  now?: () => number
  /** What other processes seal and sign by, too. */
  keys?: { vault: string; links: string }
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { keys, providers: wrapped = (plain: PaymentProviders) => plain } = options
  const relay = await startRelay()
  let now = () => Date.parse(START)
  const simulators = await startPayments({
    now: () => now(),
    seed: 'attempts',
    world: worldAt(relay.url),
  })
  const providers = wrapped(
    paymentProviders({
      environment: 'demonstration',
      nowMs: () => now(),
      baseUrls: baseUrlsOf(simulators),
    }),
  )
  const app = await startTestApp(START, undefined, (needs) => ({
    ...needs,
    limits: options.limits ?? NO_LIMITS,
    installation: { ...needs.installation, demonstration: options.isReal !== true },
    publicUrl: () => relay.url,
    providers,
    ...(keys === undefined ? {} : { links: createLinks(new Secret(keys.links)) }),
  }))
  const vault =
    keys === undefined ? app.vault : createVault(keyRing(new Secret(keys.vault)), app.clock)
  now = options.now ?? app.clock.now
  relay.to(app.server)
  const ana = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
  await forgetPayments(app)
  const documentId = await makeIssued(app, ana)
  const ask: Stage['ask'] = (method, path, body) =>
    app.call({ method, path, token: ana.access, ...(body === undefined ? {} : { body }) })
  await ask('PUT', `/payments/terms/${ana.ids.company}/`, {
    seen: null,
    enabled_from: '2026-10-01',
    due_days: 30,
    allows_partial: options.allowsPartial ?? false,
    bank: null,
  })
  const connections = await connectAll(app, vault, ana)
  const kept = await app.database.db.selectFrom('payment_connection').selectAll().execute()
  const failures: unknown[] = []
  const share = async (): Promise<string> => {
    const { body } = await ask('POST', `/documents/${documentId}/share/`)
    return textOf(body, 'url').replace(`${relay.url}/d/`, '')
  }
  const token = await share()
  const own: PollNeeds = {
    db: app.database.db,
    clock: app.clock,
    vault,
    providers,
    onFailure: (_about, error) => void failures.push(error),
  }
  let counted = countNow(simulators)
  const stage: Stage = {
    app,
    ana,
    documentId,
    token,
    simulators,
    providers,
    connections,
    relay,
    needs: {
      ...own,
      links: app.links,
      publicUrl: () => relay.url,
      installation: { demonstration: true },
    },
    failures,
    begin: (provider, amount = null, at = stage.token, paysAgain = false) =>
      app.call({
        path: `/shared-documents/${at}/attempts/`,
        body: { connection: connections[provider], amount, pays_again: paysAgain },
      }),
    follow,
    poll: async (needs = {}) => {
      for (let looks = 0; looks < 50; looks += 1) {
        if ((await pollDue({ ...own, ...needs })) === 0) return
      }
      throw new Error('There is no end to what is due')
    },
    deliver: () => simulators.advance(),
    ask,
    share,
    counts: () => {
      const now = countNow(simulators)
      return {
        commits: now.commits - counted.commits,
        calls: now.calls - counted.calls,
        checkouts: now.checkouts - counted.checkouts,
        deliveries: now.deliveries - counted.deliveries,
      }
    },
    reset: async () => {
      failures.length = 0
      const { webpay, khipu, fintoc, mercadoPago } = simulators
      webpay.settings.returnMethod = 'byMode'
      webpay.settings.sessionField = 'TBK_ID_SESION'
      mercadoPago.settings.refundsTakeTime = false
      for (const { troubles } of [webpay, khipu, fintoc, mercadoPago]) {
        troubles.set(null)
        troubles.release()
      }
      for (const { notifier } of [khipu, fintoc, mercadoPago]) notifier.setTrouble(null)
      // What is still to be notified is of a payment of before.
      await stage.deliver()
      await forgetAttempts(app)
      for (const { id, secret_id, account } of kept) {
        const values = { secret_id, account: JSON.stringify(account), is_offered: true }
        await app.database.db
          .updateTable('payment_connection')
          .set(values)
          .where('id', '=', id)
          .execute()
      }
      Object.assign(ana, await signIn(app))
      counted = countNow(simulators)
      await app.database.db.deleteFrom('document_link').execute()
      stage.token = await share()
    },
    close: async () => {
      await app.close()
      await simulators.close()
      await relay.close()
    },
  }
  return stage
}

async function signIn(app: TestApp): Promise<{ access: string; refresh: string }> {
  const { body } = await app.call({
    path: '/auth/jwt/create/',
    body: { email: 'ana@folio.example', password: TEST_PASSWORD },
  })
  return { access: textOf(body, 'access'), refresh: textOf(body, 'refresh') }
}

interface Counts {
  /** Of Webpay. */
  commits: number
  /** Calls of every provider. */
  calls: number
  /** Made at every provider. */
  checkouts: number
  /** That providers had to notify. */
  deliveries: number
}

function countNow({ webpay, khipu, fintoc, mercadoPago }: PaymentSimulators): Counts {
  const served = [webpay, khipu, fintoc, mercadoPago].flatMap((one) => [...one.served()])
  return {
    commits: served.filter(({ method }) => method === 'PUT').length,
    calls: served.length,
    checkouts:
      webpay.transactions().length +
      khipu.payments().length +
      fintoc.sessions().length +
      mercadoPago.preferences().length,
    deliveries: [khipu, fintoc, mercadoPago].flatMap(({ notifier }) => [...notifier.deliveries()])
      .length,
  }
}

async function forgetAttempts({ database: { db } }: TestApp): Promise<void> {
  const tables = [
    'payment_notice',
    'payment_attempt',
    'payment_declaration',
    'payment_share',
    'payment',
    'system_mail',
  ] as const
  for (const table of tables) await db.deleteFrom(table).execute()
  await sql`delete from audit_event where kind = 'refundOrdered'`.execute(db)
  await sql`select follow_receivable(organisation_id, document_id) from receivable`.execute(db)
  await db.updateTable('receivable').set({ closes_day: '2099-12-31' }).execute()
}

/** The tenant as it is before its payments are switched on. */
async function forgetPayments({ database: { db } }: TestApp): Promise<void> {
  const tables = [
    'payment_refund_order',
    'payment_attempt',
    'payment_connection',
    'payment_declaration',
    'payment',
    'receivable',
    'payment_terms',
  ] as const
  for (const table of tables) await db.deleteFrom(table).execute()
}

export async function connectAll(
  app: TestApp,
  vault: Vault,
  tenant: Tenant,
  accounts: Accounts = ACCOUNTS,
): Promise<Record<ProviderName, number>> {
  return {
    transbank: await connect(app, vault, tenant, accounts, 'transbank'),
    khipu: await connect(app, vault, tenant, accounts, 'khipu'),
    fintoc: await connect(app, vault, tenant, accounts, 'fintoc'),
    mercadoPago: await connect(app, vault, tenant, accounts, 'mercadoPago'),
  }
}

async function connect(
  { database: { db } }: TestApp,
  vault: Vault,
  { organisationId, userId, ids }: Tenant,
  accounts: Accounts,
  provider: ProviderName,
): Promise<number> {
  const { account, keys, publicId } = accounts[provider]
  const secretId = await vault.seal(db, {
    organisationId,
    kind: 'paymentKeys',
    plaintext: JSON.stringify(keys),
  })
  const { id } = await db
    .insertInto('payment_connection')
    .values({
      organisation_id: organisationId,
      company_id: ids.company,
      public_id: publicId,
      provider,
      mode: 'test' satisfies Connection['mode'],
      account: JSON.stringify(account),
      secret_id: secretId,
      created_by: userId,
      created_at: START,
      is_offered: true,
      tested_at: null,
      test_outcome: null,
      ended_at: null,
      ended_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function follow({ method, url, fields }: Redirect) {
  const form = new URLSearchParams(fields).toString()
  const joined = form === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${form}`
  const response = await (method === 'POST'
    ? fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form,
      })
    : fetch(joined, { redirect: 'manual' }))
  await response.arrayBuffer()
  return { status: response.status, location: response.headers.get('location') }
}

export interface Standing {
  attempts: { state: string; questions: string[]; open: boolean }[]
  paid: number
  refunded: number
  /** How many payments are on record. */
  payments: number
}

/** What is on record of the document, in a form that tests compare. */
export async function standing({ app, documentId }: Stage): Promise<Standing> {
  const { db } = app.database
  const attempts = await db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('payment_attempt_share as share', 'share.attempt_id', 'attempt.id')
    .select(['attempt.id', 'attempt.state', 'share.is_open'])
    .where('share.document_id', '=', documentId)
    .orderBy('attempt.id')
    .execute()
  const receivable = await db
    .selectFrom('receivable')
    .select(['paid_clp', 'refunded_clp'])
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  const payments = await db.selectFrom('payment').select('id').execute()
  const asked = await db
    .selectFrom('payment_question')
    .select(['attempt_id', 'kind'])
    .where('answered_at', 'is', null)
    .orderBy('id')
    .execute()
  return {
    attempts: attempts.map(({ id, state, is_open: open }) => ({
      state,
      questions: asked.filter(({ attempt_id: of }) => of === id).map(({ kind }) => kind),
      open,
    })),
    paid: receivable.paid_clp,
    refunded: receivable.refunded_clp,
    payments: payments.length,
  }
}

/** A redirect as the API answers it. */
export function redirectIn({ status, body }: TestReply): Redirect {
  if (status !== 201) throw new Error(`No redirect: ${status} ${JSON.stringify(body)}`)
  const { method, url, fields } = Object(body)
  return { method, url, fields }
}

import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ANALYTICS_REPORT_PATH } from '#contract/analytics.ts'
import { CHARGES_REPORT_PATH } from '#contract/charges.ts'
import { EVENTS_PATH, FILE_PATH } from '#contract/documents.ts'
import { RECEIPT_PATH } from '#contract/receipts.ts'
import { UPLOAD_ANNOTATED_PATH } from '#contract/upload-orders.ts'
import { RULE_FILE_PATH } from '#contract/rule-bulk.ts'
import { DIRECTORY_EXPORT_PATH } from '#contract/directory.ts'
import { UPLOAD_TEMPLATE_PATH } from '#contract/uploads.ts'
import { VOUCHER_PATH } from '#contract/vouchers.ts'
import { OWN_DATA_PATH } from '#contract/own-data.ts'
import type { Schema } from '#server/db/schema.ts'
import type * as Module from '#server/db/statement.ts'
import type { AppNeeds } from '#server/app.ts'
import type { TestDatabase } from '#server/db/test-database.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '#server/test-app.ts'
import { isDeep } from '../setup/deep.ts'
import { blindStatements, statementFiltersRemoved } from './blind-statements.ts'
import { lines } from './lines.ts'
import { callsByName, walk, walkSignedIn, type People } from './matrix.ts'
import { withoutFilter } from './no-filter.ts'
import { routesOf } from './routes-of.ts'
import { ANA, RODRIGO, makeTenant, signInAgain, type Tenant } from './tenants.ts'

vi.mock('#server/db/statement.ts', async (original) => {
  const [module, { blindable }] = await Promise.all([
    original<typeof Module>(),
    import('./blind-statements.ts'),
  ])
  return { ...module, statement: blindable(module.statement) }
})

const MINUTE_MS = 60_000
const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  blindStatements(false)
  for (const one of opened.splice(0)) await one.close()
})

/** The SII is away: what is tried are our own walls. */
const away = () => ({
  login: () =>
    Promise.resolve({ kind: 'unavailable' as const, cause: 'network' as const, text: '' }),
  resume: () => {
    throw new Error('Nobody has a session here')
  },
})

async function open(
  alter?: (needs: AppNeeds, database: TestDatabase) => AppNeeds,
): Promise<TestApp> {
  const app = await startTestApp(undefined, away, alter)
  opened.push(app)
  return app
}

async function populate(app: TestApp): Promise<People> {
  const owner = await makeTenant(app, ANA)
  const other = await makeTenant(app, RODRIGO)
  await app.clock.advance(61 * MINUTE_MS)
  const gone = await app.signIn('borrada@folio.example')
  const { db } = app.database
  await db.deleteFrom('app_user').where('email', '=', gone.email).execute()
  const refreshed = await provenAgain(app, owner)
  return {
    owner: refreshed,
    other: await provenAgain(app, other),
    outsiders: [
      { name: 'anonymous', token: undefined },
      { name: 'an expired token', token: owner.access },
      { name: 'a refresh token', token: refreshed.refresh },
      { name: 'a deleted user', token: gone.access },
    ],
  }
}

/** As somebody who has just given the password again, so that calls about a clave aren't stopped by that. */
async function provenAgain(app: TestApp, tenant: Tenant): Promise<Tenant> {
  const again = await signInAgain(app, tenant)
  const body = { password: TEST_PASSWORD }
  await app.call({ path: '/auth/prove-identity/', token: again.access, body })
  return again
}

/** Every query over the workers' connections, which nothing binds. */
function unbound({ pool }: TestDatabase): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

test('every route of the server is a call with its line, or refuses the method', async () => {
  const app = await open()
  const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const calls = new Map(
    [...callsByName().values()].map(({ method, path }) => [`${method} ${path}`, path]),
  )
  const known = new Set([...calls.keys()].map(plain))
  const beside = [
    FILE_PATH,
    EVENTS_PATH,
    OWN_DATA_PATH,
    ANALYTICS_REPORT_PATH,
    CHARGES_REPORT_PATH,
    UPLOAD_TEMPLATE_PATH,
    UPLOAD_ANNOTATED_PATH,
    RULE_FILE_PATH,
    DIRECTORY_EXPORT_PATH,
    VOUCHER_PATH,
    RECEIPT_PATH,
  ].map((path) => plain(`GET ${path}`))
  const outside = [
    'GET /livez',
    'GET /readyz',
    'GET /robots.txt',
    'GET /sitemap.xml',
    'GET /api/docs',
    'GET /api/openapi.json',
    // Asked by a browser's address bar; its cookie is tried in the mailbox tests.
    'GET /api/mailer/oauth/microsoft/authorize',
    'GET /api/mailer/oauth/:provider/callback',
    // From a mail: the link itself is the permission, tried in the mails' tests.
    'GET /api/unsubscribe/:token',
    // A shared document's address is the permission too, tried in the tests of sharing.
    'GET /api/shared-documents/:token/files/:kind',
    'PUT /api/shared-documents/:token/declarations/:key/voucher',
    'GET /api/shared-documents/:token/receipt',
    'POST /api/unsubscribe/:token',
    // Bytes of what is chosen, tried in the tests of documents at once.
    'POST /api/documents/archive',
    'POST /api/documents/workbook',
    // Bytes, tried in the tests of files of rules.
    'POST /api/billing-sii/invoice-rules/file',
    // Bytes, tried in the tests of statements.
    'PUT /api/payments/terms/:id/statements/upload',
    // Bytes, tried in the tests of uploads.
    'POST /api/uploads/companies/:company_id/files',
    // Bytes, tried in the tests of the directory.
    'POST /api/directory/companies/:company_id/:list/import',
    // Where providers lead payers back to, and where they notify; tried in the tests of payments.
    'GET /api/payments/return/:order',
    'POST /api/payments/return/:order',
    'GET /api/payments/return/:order/cancelled',
    'POST /api/payments/return/:order/cancelled',
    'GET /api/payments/trials/:order',
    'POST /api/payments/trials/:order',
    'GET /api/payments/trials/:order/cancelled',
    'POST /api/payments/trials/:order/cancelled',
    'POST /api/webhooks/:provider/:connection',
    'GET /api/mail-previews',
    'GET /api/mail-previews/:template/:language',
  ]
  const strays: string[] = []
  for (const { method, path } of routesOf(app.server)) {
    // HEAD is GET without its body.
    const route = `${method === 'HEAD' ? 'GET' : method} ${path}`
    if (outside.includes(route)) continue
    const call = plain(route.replace(' /api', ' '))
    if (known.has(call) || beside.includes(call)) continue
    const reply = await fetch(`${url}${path}`, { method })
    if (![401, 405].includes(reply.status)) strays.push(`${route}: ${reply.status}`)
  }
  expect(strays).toEqual([])
  expect(
    Object.keys(lines)
      .filter(
        (name) =>
          ![
            'file',
            'voucher',
            'receipt',
            'ownData',
            'analyticsReport',
            'chargesReport',
            'uploadTemplate',
            'uploadAnnotated',
            'exportedClients',
          ].includes(name),
      )
      .sort(),
  ).toEqual([...callsByName().keys()].sort())
})

function plain(route: string): string {
  return route.replace(/(?<=.)\/$/, '')
}

// Every call, everybody and every id: it grows with the calls, and needs its time on a busy machine.
describe('nobody reaches another tenant', { timeout: 300_000 }, () => {
  // Either alone is the harder proof, and the two tests of it stand below.
  test.runIf(isDeep)('with both walls', { meta: { onlyDeep: true } }, async () => {
    const app = await open()
    expect(await walk(app, await populate(app))).toEqual([])
  })

  test("with the database's wall alone: the code filters nothing", async () => {
    const blind = withoutFilter()
    blindStatements(true)
    const app = await open((needs) => ({ ...needs, db: needs.db.withPlugin(blind) }))
    expect(await walk(app, await populate(app))).toEqual([])
    expect(blind.removed).toBeGreaterThan(100)
    expect(statementFiltersRemoved()).toBeGreaterThan(0)
  })

  test("with the code's wall alone: the database shows everything", async () => {
    const app = await open((needs, database) => ({ ...needs, db: unbound(database) }))
    expect(await walk(app, await populate(app))).toEqual([])
  })

  test('and with neither the walk finds the leaks, in every call that is aimed at a row', async () => {
    const blind = withoutFilter()
    blindStatements(true)
    const app = await open((needs, database) => ({
      ...needs,
      db: unbound(database).withPlugin(blind),
    }))
    const findings = await walkSignedIn(app, await populate(app))
    const leaking = new Set(findings.map((finding) => finding.split(':', 1)[0]))
    const aimed = Object.entries(lines).flatMap(([name, line]) =>
      line.kind === 'aimed' && !line.ofUser && !line.ofDemonstration ? [name] : [],
    )
    expect(aimed.filter((name) => !leaking.has(name))).toEqual([])
  })
})

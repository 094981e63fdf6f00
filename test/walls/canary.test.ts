import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '#contract/index.ts'
import { createJobs } from '#server/jobs/jobs.ts'
import { createLogger } from '#server/log.ts'
import { refreshFacturator } from '#server/facturators/refresh.ts'
import { rememberClients } from '#server/parties/remember-clients.ts'
import type { TestRequest } from '#server/test-app.ts'
import { ana, world } from '#simulators/world.ts'
import { openStreet, type Street } from '../flows/street.ts'
import { callsByName } from './matrix.ts'
import { traces } from './traces.ts'

// Typed once through the API; nothing but their sealed rows may hold them afterwards.
const CLAVE = 'Cnr7Qx9Zk2'
const REFUSED_CLAVE = 'Cnr5Wv8Tj3'
const CERTIFICATE_PASSWORD = 'Canario-9xQ-firma'
const PASSWORD = 'Canario-verde-43'
const CANARIES = [CLAVE, REFUSED_CLAVE, CERTIFICATE_PASSWORD, PASSWORD]

const EMAIL = 'ana.munoz@empresa.example'

let street: Street
let folder: string
let logPath: string
const answers: string[] = []
const printed: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folio-canary-'))
  logPath = join(folder, 'folio.log')
  for (const way of ['log', 'warn', 'error', 'info', 'debug'] as const) {
    vi.spyOn(console, way).mockImplementation((...said) => void printed.push(said.join(' ')))
  }
  const people = world.people.map((person) =>
    person.key === ana.key
      ? { ...person, clave: CLAVE, certificatePassword: CERTIFICATE_PASSWORD }
      : person,
  )
  street = await openStreet('2026-11-27T15:00:00Z', {
    inhabitants: { ...world, people },
    logger: createLogger({ kind: 'file', path: logPath }),
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await street.close()
  await rm(folder, { recursive: true })
})

/** As `street.ask`, but every answer is kept and any status is fine. */
async function say(request: TestRequest): Promise<unknown> {
  const reply = await street.app.call({ language: 'es', ...request })
  answers.push(JSON.stringify([reply.status, reply.headers, reply.body]))
  return reply.body
}

async function settleIn(): Promise<string> {
  const body = { email: EMAIL, password: PASSWORD, re_password: PASSWORD }
  await say({ path: '/auth/users/', body })
  await say({ path: '/auth/users/activation/', body: await street.activationLink(EMAIL) })
  const login = await say({ path: '/auth/jwt/create/', body: { email: EMAIL, password: PASSWORD } })
  return contract.createToken.reply.parse(login).access
}

/** Everything that can go wrong with a secret in hand, before and while it is stored. */
async function stumble(token: string): Promise<void> {
  const path = '/billing-sii/credentials/'
  const rut = ana.rut
  await say({ path, token, body: `{"rut": "${rut}", "password": "${CLAVE}"` })
  await say({ path, token, body: { rut, password: [CLAVE] } })
  await say({ path, token, body: { rut, password: CLAVE.repeat(20) } })
  await say({ path, token, body: { rut: CLAVE, password: CLAVE } })
  await say({ path: `${path}?password=${CLAVE}`, token, body: { rut: 'no', password: CLAVE } })
  await say({ path: '/auth/jwt/create/', body: { email: EMAIL, password: `${PASSWORD}x` } })
  await say({ path, token, body: { rut, password: REFUSED_CLAVE } })
  const { db } = street.app.database
  await sql`alter table facturator rename to hidden`.execute(db)
  await say({ path, token, body: { rut, password: CLAVE } })
  await sql`alter table hidden rename to facturator`.execute(db)
  await street.app.clock.advance(121_000)
  street.simulator.admin.scenarios.set({ name: 'maintenance', times: 1 })
  await say({ path, token, body: { rut, password: CLAVE } })
  street.simulator.admin.scenarios.clear()
  await street.app.clock.advance(121_000)
}

async function connect(token: string): Promise<number> {
  const typed = { rut: ana.rut, password: CLAVE }
  const { id } = contract.createCredentials.reply.parse(
    await say({ path: '/billing-sii/credentials/', token, body: typed }),
  )
  const path = `/billing-sii/facturators/${id}/certificate/`
  const body = { certificate_password: CERTIFICATE_PASSWORD }
  await say({ method: 'PUT', path, token, body: { certificate_password: [CERTIFICATE_PASSWORD] } })
  const saved = await say({ method: 'PUT', path, token, body })
  expect(contract.certificate.parse(saved).has_cert_password).toBe(true)
  return id
}

async function writeRule(token: string): Promise<void> {
  const [company] = contract.listCompanies.reply.parse(
    await say({ path: '/billing-sii/companies/', token }),
  )
  const [address] = company?.addresses ?? []
  const city = { city: 'SANTIAGO' }
  const issuer = `/billing-sii/issuers-addresses/${address?.id}/`
  await say({ method: 'PATCH', path: issuer, token, body: city })
  const lookUp = `/billing-sii/companies/${company?.id}/clients/lookup/?rut=90.909.090-3`
  const client = contract.lookUpClient.reply.parse(await say({ path: lookUp, token }))
  const made = { party_id: company?.id, name: 'Servicio', unit_price: 100_000 }
  const product = contract.createProduct.reply.parse(
    await say({ path: '/billing-core/products/', token, body: made }),
  )
  const rule = {
    name: 'Factura 11-2026',
    facturator_comp: company?.id,
    document_type: '33',
    issuer_address_id: address?.id,
    issuer_activity_id: company?.activities[0]?.id,
    clients: [
      {
        client: client.id,
        client_address_id: client.addresses[0]?.id,
        client_activity_id: client.activities[0]?.id,
      },
    ],
    business_day_rule: 'LAST_BUSINESS',
    start_date: '2026-11-27',
    invoice_lines: [{ product_id: product.id, quantity: 1, price: 100_000, order: 1 }],
  }
  contract.createRule.reply.parse(
    await say({ path: '/billing-sii/invoice-rules/', token, body: rule }),
  )
}

/** The worker issues it, on good days and bad, and what fails is logged as the product does. */
async function issue(): Promise<void> {
  const logger = createLogger({ kind: 'file', path: logPath })
  const worker = {
    ...street.worker('w1'),
    onFailure: (about: object, error: unknown) =>
      logger.error({ ...about, err: error }, 'step failed'),
  }
  street.simulator.admin.scenarios.set({ name: 'waiting-room', times: 1 })
  street.simulator.admin.faults.add({ kind: 'error-before', cgi: 'mipeSelEmpresa.cgi', times: 1 })
  await street.live(worker, 4 * 24 * 60, 30)
}

/** Every call that reads, by its number 1 to 3 where it wants one. */
async function readEverything(token: string): Promise<void> {
  for (const { method, path } of callsByName().values()) {
    if (method !== 'GET') continue
    for (const id of ['1', '2', '3']) {
      await say({ path: path.replaceAll(/:\w+/g, id), token })
      await say({ path: `${path.replaceAll(/:\w+/g, id)}?company=${id}&client=${id}`, token })
    }
  }
}

async function runJobs(): Promise<void> {
  const { database, clock, vault } = street.app
  const jobs = createJobs({ url: database.url, onFailure: () => undefined })
  let runs = 0
  jobs.schedule('refresh', '0 3 * * *', async () => {
    const needs = { ...street.worker('w2'), rememberClients: rememberClients(clock), vault }
    const facturators = await database.db
      .selectFrom('facturator')
      .select(['organisation_id', 'id'])
      .execute()
    for (const { organisation_id: organisationId, id: facturatorId } of facturators) {
      await refreshFacturator(needs, { organisationId, facturatorId }, 'w2')
    }
    runs += 1
  })
  await jobs.start()
  await jobs.runNow('refresh')
  await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThan(0)
  await jobs.stop()
}

/** Every row of every table of every schema of ours, as text; bytes as hexadecimal. */
async function dump(): Promise<string> {
  const pool = new Pool({ connectionString: street.app.database.url })
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const parts: string[] = []
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
      parts.push(name, ...rows.map(({ row }) => row))
    }
    return parts.join('\n')
  } finally {
    await pool.end()
  }
}

test('what was typed once is found nowhere afterwards, however it is written', async () => {
  const token = await settleIn()
  await stumble(token)
  const facturatorId = await connect(token)
  await writeRule(token)
  await issue()
  const login = await say({ path: '/auth/jwt/create/', body: { email: EMAIL, password: PASSWORD } })
  const later = contract.createToken.reply.parse(login).access
  await readEverything(later)
  await say({ path: '/auth/forgot-password', body: { email: EMAIL } })
  await runJobs()
  const tables = await dump()
  await street.app.clock.advance(121_000)
  await say({
    path: `/billing-sii/credentials/${facturatorId}/test/`,
    method: 'POST',
    token: later,
  })
  const erasing = { path: `/billing-sii/credentials/${facturatorId}/`, method: 'DELETE' as const }
  await say({ ...erasing, token: later })
  await street.activationLink(EMAIL).catch(() => undefined)
  const mails = await (await fetch(`${street.mailboxUrl}/messages.json`)).text()
  const page = await (await fetch(street.mailboxUrl)).text()

  const places: Record<string, string> = {
    log: await readFile(logPath, 'utf8'),
    tables,
    'tables after erasing': await dump(),
    answers: answers.join('\n'),
    mails,
    page,
    console: printed.join('\n'),
  }
  const found = Object.entries(places).flatMap(([place, text]) =>
    CANARIES.flatMap((canary) => traces(canary, text).map((how) => `${place}: ${canary} ${how}`)),
  )
  expect(found).toEqual([])

  // The walk was a real one, and each place is really searched.
  expect(places.log).toMatch(/request failed/)
  expect(tables).toMatch(/"?issued"?/)
  expect(tables).toContain('pgboss.')
  expect(traces(EMAIL, tables)).toContain('as it is')
  expect(traces('%PDF-', tables)).toContain('as hexadecimal')
  expect(places.answers).toContain('"clave_state":"valid"')
  expect(mails).toContain('Recupera tu contraseña')
}, 120_000)

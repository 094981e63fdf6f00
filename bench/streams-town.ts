import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { dayInChile } from '#domain/day.ts'
import type { Schema } from '#server/db/schema.ts'
import { contentDigest } from '#server/documents/trail/trail.ts'
import { testHasher } from '#server/users/account/test-hasher.ts'
import { insertOwed } from '../test/payments/owed-documents.ts'
import { contentOf, personRut } from './pipeline-city.ts'

export const PASSWORD = 'Cuncuna-43-verde'
/** A user may have eight streams. */
export const USERS_EACH = 3

/** An organisation with its users' addresses and unpaid documents. */
export interface House {
  organisationId: number
  companyId: number
  emails: string[]
  documents: number[]
}

export async function seedHouses(
  db: Kysely<Schema>,
  houses: number,
  documentsEach: number,
): Promise<House[]> {
  const hash = await testHasher.hash(PASSWORD)
  const now = new Date().toISOString()
  const made: House[] = []
  for (let house = 0; house < houses; house += 1) {
    const { id: organisationId } = await db
      .insertInto('organisation')
      .values({ name: `Casa ${house}`, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const emails = Array.from({ length: USERS_EACH }, (_, n) => `u${n}.c${house}@folio.example`)
    for (const email of emails) {
      await sql`with made as (
          insert into app_user (email, password_hash, activated_at, created_at)
          values (${email}, ${hash}, ${now}, ${now}) returning id)
        insert into membership (organisation_id, user_id, role, created_at)
        select ${organisationId}::bigint, id, 'owner', ${now}::timestamptz from made`.execute(db)
    }
    const companyId = await seedCompany(db, organisationId, house)
    const documents = await seedDocuments(db, { organisationId, companyId }, documentsEach)
    made.push({ organisationId, companyId, emails, documents })
  }
  return made
}

async function seedCompany(
  db: Kysely<Schema>,
  organisationId: number,
  house: number,
): Promise<number> {
  const now = new Date().toISOString()
  const { rows } = await sql<{ id: number }>`with person as (
      insert into facturator (organisation_id, person_rut, label, clave_state, created_at)
      values (${organisationId}, ${personRut(house)}, 'Persona', 'absent', ${now}) returning id)
    insert into company (organisation_id, facturator_id, rut, name, created_at)
    select ${organisationId}::bigint, id, ${personRut(100 + house)}::text, 'EMPRESA SPA', ${now}::timestamptz
    from person returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  await sql`insert into payment_terms (organisation_id, company_id, first_day, updated_at)
    values (${organisationId}, ${id}, '2026-01-01', ${now})`.execute(db)
  return id
}

async function seedDocuments(
  db: Kysely<Schema>,
  at: { organisationId: number; companyId: number },
  count: number,
): Promise<number[]> {
  const contents = Array.from({ length: count }, (_, n) => contentOf(n, n))
  const issueDay = dayInChile(Date.now())
  const ids = await insertOwed(
    db,
    at,
    contents.map(({ totalClp }, n) => ({
      folio: n + 1,
      rut: personRut(1_000 + n),
      name: `CLIENTE ${n} LTDA`,
      amount: totalClp,
      issueDay,
    })),
  )
  for (const [n, content] of contents.entries()) {
    const { organisationId } = at
    await sql`update document set content = ${JSON.stringify(content)}, content_digest = ${contentDigest(content)},
        files_state = 'stored'
      where organisation_id = ${organisationId} and id = ${ids[n] ?? 0}`.execute(db)
    await sql`insert into document_file (organisation_id, document_id, kind, bytes, sha256, stored_at)
      select ${organisationId}::bigint, ${ids[n] ?? 0}::bigint, kind, '\\x00', ${Buffer.alloc(32)}, now()
      from unnest(array['xml', 'pdf']) as kind`.execute(db)
  }
  return ids
}

const READY_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 20_000

export interface Running {
  url: string
  stop(): Promise<void>
}

/** Folio as `npm run api` starts it, in a process of its own. */
export async function startServer(env: NodeJS.ProcessEnv, port: number): Promise<Running> {
  const main = join(import.meta.dirname, '../src/server/main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(late)
  }
  const url = `http://127.0.0.1:${port}`
  const until = performance.now() + READY_WITHIN_MS
  while (!(await isLive(url))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error('Folio did not start')
    }
    await sleep(200)
  }
  return { url, stop }
}

async function isLive(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000)
  return (await fetch(`${url}/livez`, { signal }).catch(() => null))?.ok === true
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return address.port
}

const ASK_WITHIN_MS = 20_000

/** A call of the API; whatever it refuses ends the benchmark. */
export async function ask(
  url: string,
  path: string,
  { token, method = 'POST', body }: { token?: string; method?: string; body?: object } = {},
): Promise<unknown> {
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ASK_WITHIN_MS),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`)
  return text === '' ? null : JSON.parse(text)
}

const tokens = z.object({ access: z.string(), refresh: z.string() })
export type Tokens = z.infer<typeof tokens>

export async function logIn(url: string, email: string): Promise<Tokens> {
  return tokens.parse(await ask(url, '/auth/jwt/create/', { body: { email, password: PASSWORD } }))
}

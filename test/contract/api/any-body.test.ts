import { Writable } from 'node:stream'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { contractCalls } from '#server/http/contract-calls.ts'
import { at } from '#server/test-bench.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { isDeep } from '../../setup/deep.ts'
import { lines } from '../../walls/lines.ts'
import { digestOfTables, makeTenant, type Tenant } from '../../walls/tenants.ts'
import { goodValue, spoilt, type Known } from './any-body.ts'

const RUNS = isDeep ? 20 : 3

let app: TestApp
let tenant: Tenant
const logged: string[] = []

beforeAll(async () => {
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(String(line))
      done()
    },
  })
  app = await startTestApp(
    undefined,
    () => ({
      login: () => Promise.resolve({ kind: 'unavailable', cause: 'network', text: '' }),
      resume: () => {
        throw new Error('Nobody has a session here')
      },
    }),
    (needs) => ({
      ...needs,
      logger: pino({ level: 'error' }, log),
      // What is tried is every value, not how often.
      limits: { consume: () => Promise.resolve(1), clear: () => Promise.resolve() },
    }),
  )
  tenant = await makeTenant(app, {
    mark: 'ANA',
    person: '15151515-0',
    companyRut: '77070707-2',
    clientRut: '90909090-3',
  })
})
afterAll(() => app.close())
beforeEach(() => void logged.splice(0))

/** The address of a row of ours, as the walls' table writes it. */
function pathOf(name: string, call: Call): string {
  const line = Object.entries(lines).find(([one]) => one === name)?.[1]
  if (line?.kind === 'own') return line.request(tenant.ids).path
  const [aim] = line?.kind === 'aimed' ? line.aims : []
  if (aim === undefined) return call.path
  return aim.request(tenant.ids[aim.of], tenant.ids, tenant.ids).path
}

/** Our rows, by the names of the fields that may hold their numbers. */
function knownRows(): Known {
  const { ids } = tenant
  return {
    id: ids.facturator,
    facturator_comp: ids.company,
    party_id: ids.company,
    company: ids.company,
    issuer_address_id: ids.issuerAddress,
    issuer_activity_id: ids.issuerActivity,
    client: ids.client,
    client_address_id: ids.clientAddress,
    client_activity_id: ids.clientActivity,
    email_contacts_to: ids.contact,
    email_contacts_cc: ids.contact,
    product_id: ids.product,
    rule: ids.rule,
  }
}

/** What asking the SII leaves behind even when it is away: when somebody knocked, and under which lease. */
const LEFT_BEHIND = ['portal_person']

async function tables(): Promise<Record<string, string>> {
  const digests = await digestOfTables(app.database.db)
  for (const name of LEFT_BEHIND) delete digests[name]
  return digests
}

async function checkAnswers(
  call: Call,
  values: fc.Arbitrary<unknown>,
  requestOf: (value: unknown) => { path: string; body?: unknown },
): Promise<void> {
  const ends = call.path === '/auth/logout/'
  let before = await tables()
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const token = ends ? (await app.signIn()).access : tenant.access
      if (ends) before = await tables()
      const reply = await app.call({ method: call.method, token, ...requestOf(value) })
      const after = await tables()
      const what = `${reply.status} ${logged.join('').slice(0, 1500)}`
      expect(reply.status, what).toBeLessThanOrEqual(503)
      expect(reply.status, what).not.toBe(500)
      if (reply.status >= 400) expect(after, what).toEqual(before)
      if (reply.status === 400) refusalOf(call).parse(reply.body)
      before = after
    }),
    { numRuns: RUNS },
  )
}

/** What the specification's clients read: per field its sentences, or one for the whole. */
function refusalOf(call: Call): z.ZodType {
  if (call.failure === 'message') {
    return z.strictObject({ success: z.literal(false), message: z.string().min(1) })
  }
  return z.union([z.strictObject({ detail: z.string().min(1) }), fieldProblems])
}

const sentences = z.array(z.string().min(1)).min(1)
const fieldProblems: z.ZodType = z.lazy(() =>
  z
    .record(z.string(), z.union([sentences, fieldProblems, z.array(noProblemOr(fieldProblems))]))
    .refine((fields) => Object.keys(fields).length > 0),
)

/** In a list of items those that are fine have an empty place. */
function noProblemOr(problems: z.ZodType): z.ZodType {
  return z.union([z.strictObject({}), problems])
}

const withBody = contractCalls().flatMap(({ name, call }) =>
  call.body ? [{ name, call, schema: schemaOf(call.body) }] : [],
)
const withQuery = contractCalls().flatMap(({ name, call }) =>
  call.query ? [{ name, call, schema: schemaOf(call.query) }] : [],
)

function schemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
}

describe('whatever is sent, the answer is never a failure of ours and a refusal writes nothing', () => {
  test.each(withBody)('$name', async ({ name, call, schema }) => {
    const good = goodValue(schema, knownRows())
    const path = pathOf(name, call)
    await checkAnswers(call, fc.oneof(good, spoilt(good)), (body) => ({ path, body }))
  })

  test.each(withQuery)('$name, in its query', async ({ name, call, schema }) => {
    const good = goodValue(schema, knownRows())
    const path = pathOf(name, call).split('?', 1)[0] ?? ''
    await checkAnswers(call, fc.oneof(good, spoilt(good)), (value) => ({
      path: `${path}?${queryText(value)}`,
    }))
  })
})

function queryText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encodeURIComponent(textOf(value))
  return Object.entries(value)
    .map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(one))}`)
    .join('&')
}

/** An address holds well-formed text only. */
function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
    .toWellFormed()
    .slice(0, 4_000)
}

test('the property sees a failure of ours', async () => {
  const failing: Call = {
    method: 'POST',
    path: '/billing-core/products/',
    access: 'session',
    status: 201,
    reply: z.unknown(),
  }
  const { db } = app.database
  await db.schema.alterTable('product').renameTo('hidden').execute()
  const body = { party_id: tenant.ids.company, name: 'X', unit_price: '1' }
  const asked = checkAnswers(failing, fc.constant(body), () => ({ path: failing.path, body }))
  const failure: unknown = await asked.catch((error: unknown) => error)
  expect(String(at(failure, 'cause'))).toMatch(/500 .*does not exist/)
  await db.schema.alterTable('hidden').renameTo('product').execute()
})

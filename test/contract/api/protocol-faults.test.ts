import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '#server/http/docs/openapi.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { lines } from '../../walls/lines.ts'
import { ANA, makeTenant, type Tenant } from '../../walls/tenants.ts'

let app: TestApp
let tenant: Tenant
beforeAll(async () => {
  app = await startTestApp(undefined, undefined, (needs) => ({
    ...needs,
    // What is tried is every fault, not how often.
    limits: { consume: () => Promise.resolve(1), clear: () => Promise.resolve() },
  }))
  tenant = await makeTenant(app, ANA)
})
afterAll(() => app.close())

const JSON_TYPE = 'application/json'

interface Fault {
  type: string
  payload: string
  key?: string
}

/** What HTTP or JSON forbids, which is judged before the call itself is. */
const BODIES: Record<string, Fault> = {
  'broken JSON': { type: JSON_TYPE, payload: '{"a":' },
  'no UTF-8': { type: `${JSON_TYPE}; charset=utf-8`, payload: '\u{d800}{' },
  'another type': { type: 'text/csv', payload: 'a,b' },
  'too large': { type: JSON_TYPE, payload: JSON.stringify({ a: 'x'.repeat(600 * 1024) }) },
  'an array': { type: JSON_TYPE, payload: '[]' },
  'an ill-formed key': { type: JSON_TYPE, payload: '{}', key: 'with space' },
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const operations = Object.entries(openApi('es').paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, responses }]) => ({
    name: operationId,
    method: METHODS.find((one) => one.toLowerCase() === method) ?? 'GET',
    path,
    described: Object.keys(responses),
  })),
)

/** The address of a row of ours, so that nothing but the fault is wrong; of one that isn't there for the rest. */
function pathOf(name: string, path: string): string {
  const line = Object.entries(lines).find(([one]) => one === name)?.[1]
  if (line?.kind === 'own') return line.request(tenant.ids).path
  const [aim] = line?.kind === 'aimed' ? line.aims : []
  if (aim === undefined) return path.replaceAll(/\{\w+\}/g, '1')
  return aim.request(tenant.ids[aim.of], tenant.ids, tenant.ids).path
}

const writing = operations.filter(({ method }) => method !== 'GET')

test.each(Object.entries(BODIES))(
  'the answer to %s is described by every call',
  async (_, fault) => {
    const undescribed = await statusesNotDescribed(writing, ({ name, path }) => ({
      url: pathOf(name, path),
      payload: fault.payload,
      headers: {
        'content-type': fault.type,
        ...(fault.key === undefined ? {} : { 'idempotency-key': fault.key }),
      },
    }))
    expect(undescribed).toEqual([])
  },
)

test('the answer to an id that is none is described by every call', async () => {
  const withId = operations.filter(({ path }) => path.includes('{'))
  const undescribed = await statusesNotDescribed(withId, ({ path }) => ({
    url: path.replaceAll(/\{\w+\}/g, 'no-id'),
  }))
  expect(undescribed).toEqual([])
})

type Sent = { url: string; payload?: string; headers?: Record<string, string> }

async function statusesNotDescribed(
  calls: typeof operations,
  requestOf: (call: (typeof operations)[number]) => Sent,
): Promise<string[]> {
  const found: string[] = []
  for (const call of calls) {
    const { url, payload, headers } = requestOf(call)
    const { access } = call.name === 'logout' ? await app.signIn() : tenant
    const { statusCode } = await app.server.inject({
      method: call.method,
      url: `/api${url}`,
      headers: { authorization: `Bearer ${access}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    if (!call.described.includes(String(statusCode))) found.push(`${call.name} ${statusCode}`)
  }
  return found
}

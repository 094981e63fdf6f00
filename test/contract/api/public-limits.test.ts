import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UNSUBSCRIBE_PATH } from '#contract/mail-preferences.ts'
import { PUBLIC_BODY_LIMIT_BYTES } from '#server/http/body.ts'
import { API_BASE } from '#server/http/calls.ts'
import { contractCalls } from '#server/http/contract-calls.ts'
import type { JsonSchema } from '#server/http/docs/openapi-types.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { routesOf } from '../../walls/routes-of.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const calls = contractCalls().filter(({ call }) => call.access !== 'session')
const PARTS = ['params', 'query', 'body'] as const
/** The longest that a stranger may write: a contact message. */
const LONGEST_TEXT = 4_000
const MAX_PARAM_LENGTH = 200

type Field = {
  call: string
  part: (typeof PARTS)[number]
  path: string[]
  schema: JsonSchema
  of: z.ZodType
}

/** Every text that a call takes, wherever it stands. */
const fields: Field[] = calls.flatMap(({ name, call }) =>
  PARTS.flatMap((part) => {
    const of = call[part]
    if (of === undefined) return []
    const schema: JsonSchema = z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' })
    return textsOf(schema).map(({ path, schema: text }) => ({
      call: name,
      part,
      path,
      schema: text,
      of,
    }))
  }),
)

function textsOf(
  schema: JsonSchema,
  path: string[] = [],
): { path: string[]; schema: JsonSchema }[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, value]) =>
    typeof value === 'object' ? textsOf(value, [...path, name]) : [],
  )
  const isText = schema.type === 'string' && schema.enum === undefined && schema.const === undefined
  const others = inner.flatMap((one) => (typeof one === 'object' ? textsOf(one, path) : []))
  return [...(isText ? [{ path, schema }] : []), ...members, ...others]
}

test('every call without a session is known here', () => {
  expect(calls.length).toBeGreaterThan(10)
  expect(fields.length).toBeGreaterThan(15)
})

test.each(fields)('$call limits the length of $path', ({ part, schema }) => {
  // The router refuses a longer one before the contract sees it.
  const most = part === 'params' ? (schema.maxLength ?? MAX_PARAM_LENGTH) : schema.maxLength
  expect(most).toBeLessThanOrEqual(LONGEST_TEXT)
})

test.each(fields.filter(({ part }) => part !== 'params'))(
  '$call refuses a text of 100 KB in $path by its length, before any pattern',
  ({ of, path }) => {
    for (const text of ['a', '@', '.', '0', 'a@a.', '\u0000', 'ñ'].map((one) => one.repeat(1e5))) {
      const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), text)
      const found =
        of.safeParse(value).error?.issues.filter((issue) => startsWith(issue.path, path)) ?? []
      // Characters that say nothing are taken out first.
      if (text.startsWith('\u0000')) expect(found.length).toBeLessThanOrEqual(1)
      else expect(codesOf(found)).toEqual(['too_big'])
    }
  },
)

function startsWith(path: readonly PropertyKey[], start: readonly string[]): boolean {
  return start.every((name, n) => path[n] === name)
}

function codesOf(issues: readonly z.core.$ZodIssue[]): string[] {
  const all = issues.flatMap((issue) =>
    issue.code === 'invalid_union'
      ? issue.errors.flatMap((errors) => codesOf(errors))
      : [issue.code],
  )
  return [...new Set(all.filter((code) => code !== 'invalid_value' && code !== 'invalid_type'))]
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
type WithBody = (typeof WITH_BODY)[number]

/** Every route with a body, by the router itself: not only the calls of the contract. */
function routesWithBody(): { method: WithBody; url: string }[] {
  return routesOf(app.server).flatMap(({ method: name, path }) => {
    const method = WITH_BODY.find((one) => one === name)
    return method ? [{ method, url: path.replaceAll(/:\w+/g, 'x'.repeat(43)) }] : []
  })
}

async function statusOf(
  url: string,
  method: WithBody,
  headers: Record<string, string>,
  payload: string,
): Promise<number> {
  return (await app.server.inject({ method, url, headers, payload })).statusCode
}

/** The bytes of a voucher, or of a provider's notice, are read only where its address is known. */
function refusedBeforeReading(url: string): number[] {
  return /\/voucher$|\/webhooks\//.test(url) ? [404] : [401, 405, 413]
}

describe('every route that a stranger reaches', () => {
  test('refuses a body over the limit of strangers, form or JSON', async () => {
    const bodies = [
      [FORM, '0&'.repeat(PUBLIC_BODY_LIMIT_BYTES / 2 + 1)],
      [JSON_TYPE, JSON.stringify({ more: 'x'.repeat(PUBLIC_BODY_LIMIT_BYTES) })],
    ] as const
    const routes = routesWithBody()
    expect(routes.length).toBeGreaterThan(100)
    for (const { method, url } of routes) {
      for (const [headers, body] of bodies) {
        const status = await statusOf(url, method, headers, body)
        expect(refusedBeforeReading(url), `${method} ${url}`).toContain(status)
      }
    }
  })

  test('refuses a form with more fields than any call takes', async () => {
    const body = Array.from({ length: 101 }, (_, n) => n).join('&')
    for (const { method, url } of routesWithBody()) {
      const status = await statusOf(url, method, FORM, body)
      expect(refusedBeforeReading(url), `${method} ${url}`).toContain(status)
    }
  })

  test('answers headers of the longest length as it answers none', async () => {
    const most = 12_000
    const texts = [',', ';', ' ', '\t', 'a,', '0-0,', 'q=1;', '"', 'a@', '::', '1.1.1.1,']
    const names = ['accept', 'accept-language', 'authorization', 'cookie', 'user-agent', 'range']
    names.push('x-forwarded-for', 'content-type', 'if-none-match', 'accept-encoding', 'origin')
    for (const { method, path } of routesOf(app.server).filter(({ method }) => method === 'GET')) {
      const url = path.replaceAll(/[:*]\w*/g, 'x')
      for (const name of names) {
        const headers = {
          [name]: texts[names.indexOf(name) % texts.length]?.repeat(most / 8) ?? '',
        }
        const { statusCode } = await app.server.inject({ method: 'GET', url, headers })
        expect(statusCode, `${method} ${url} ${name}`).toBeLessThan(500)
      }
    }
  })
})

test('an address that is none is a 404 whose body is not read', async () => {
  for (const url of ['/nada', '/api/nada/', '/']) {
    expect(await statusOf(url, 'POST', JSON_TYPE, '{broken'), url).toBe(404)
    expect(await statusOf(url, 'POST', FORM, '0&'.repeat(300_000)), url).toBe(404)
    expect(await statusOf(url, 'POST', { 'content-type': 'application/xml' }, '<a/>'), url).toBe(
      404,
    )
  }
})

test('the address that ends a kind of mail reads a body of one kilobyte at most', async () => {
  const url = `${API_BASE}${UNSUBSCRIBE_PATH.replace(':token', 'x')}`
  expect(await statusOf(url, 'POST', FORM, 'List-Unsubscribe=One-Click')).toBe(404)
  expect(await statusOf(url, 'POST', FORM, `a=${'x'.repeat(1_024)}`)).toBe(413)
})

test('an address with a parameter of 100 KB is refused without being read', async () => {
  for (const { call } of calls.filter(({ call }) => call.params !== undefined)) {
    const path = call.path.replaceAll(/:\w+/g, 'a'.repeat(MAX_PARAM_LENGTH + 1))
    const reply = await app.server.inject({ method: call.method, url: API_BASE + path })
    expect([401, 404, 414]).toContain(reply.statusCode)
  }
})

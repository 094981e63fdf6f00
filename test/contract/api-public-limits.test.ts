import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { API_BASE, PUBLIC_BODY_LIMIT_BYTES } from '#server/http/calls.ts'
import { contractCalls } from '#server/http/contract-calls.ts'
import type { JsonSchema } from '#server/http/docs/openapi-types.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'

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

test.each(calls.filter(({ call }) => call.method !== 'GET'))(
  '$name refuses a body over the limit of strangers with 413',
  async ({ call }: { call: Call }) => {
    const path = call.path.replaceAll(/:\w+/g, 'x'.repeat(43))
    const body = JSON.stringify({ more: 'x'.repeat(PUBLIC_BODY_LIMIT_BYTES) })
    const reply = await app.server.inject({
      method: call.method,
      url: API_BASE + path,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(413)
  },
)

test('an address with a parameter of 100 KB is refused without being read', async () => {
  for (const { call } of calls.filter(({ call }) => call.params !== undefined)) {
    const path = call.path.replaceAll(/:\w+/g, 'a'.repeat(MAX_PARAM_LENGTH + 1))
    const reply = await app.server.inject({ method: call.method, url: API_BASE + path })
    expect([401, 404, 414]).toContain(reply.statusCode)
  }
})

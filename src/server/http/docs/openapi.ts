import { z } from 'zod'
import * as contract from '#contract/index.ts'
import type { Call } from '#contract/call.ts'
import { apiTexts, type ApiTexts } from '#texts/api.ts'
import type { Language } from '#texts/language.ts'
import { contractCalls } from '../contract-calls.ts'
import type { CallName } from '../handler.ts'
import { otherOperations } from './openapi-others.ts'
import { refusalsFor } from './openapi-parts.ts'
import type {
  Content,
  JsonSchema,
  OpenApi,
  Operation,
  Parameter,
  Response,
} from './openapi-types.ts'

const VERSION = '1'

/** The contract as others read it: OpenAPI 3.1, made from the very schemas that requests are parsed by. */
export function openApi(language: Language): OpenApi {
  const texts = apiTexts(language)
  const schemas = new Schemas()
  const paths: OpenApi['paths'] = {}
  const add = (path: string, method: string, operation: Operation): void => {
    const address = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation }
  }
  for (const { name, call } of contractCalls()) {
    add(call.path, call.method, operationOf(name, call, schemas, texts))
  }
  for (const { path, method, operation } of otherOperations(texts)) add(path, method, operation)
  return {
    openapi: '3.1.0',
    info: { title: texts.title, version: VERSION, description: texts.description },
    servers: [{ url: '/api' }],
    tags: Object.entries(texts.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: refusals(texts),
      schemas: { ...schemas.named, ...refusalSchemas },
    },
  }
}

function operationOf(name: string, call: Call, schemas: Schemas, texts: ApiTexts): Operation {
  const parameters = parametersOf(call, schemas, texts)
  const body = call.body && schemas.of(call.body, 'input')
  const reply = call.status === 204 ? undefined : schemas.of(call.reply, 'output')
  return {
    operationId: name,
    summary: summaryOf(name, texts),
    tags: [tagOf(call.path)],
    security: call.access === 'session' ? [{ session: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: {
      [String(call.status)]: {
        description: reply ? texts.answers.done : texts.answers.nothing,
        ...(reply ? { content: json(reply) } : {}),
      },
      ...refusalsOf(call),
    },
  }
}

/** Typed by the contract's names: a call without its sentence doesn't compile. */
function summaryOf(name: string, texts: ApiTexts): string {
  const summaries: Record<CallName, string> = texts.calls
  return new Map(Object.entries(summaries)).get(name) ?? name
}

/** The first part of the address, except where that says less than the second. */
function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').filter((part) => part !== '')
  if (first === 'billing-scheduler' || second === 'invoice-rules') return 'rules'
  if (first === 'auth') return 'accounts'
  if (second === 'credentials' || second.startsWith('facturators')) return 'connections'
  return first.startsWith('billing') ? 'parties' : first === 'documents' ? 'documents' : 'other'
}

function parametersOf(call: Call, schemas: Schemas, texts: ApiTexts): Parameter[] {
  const inPath = propertiesOf(call.params, schemas).map((one) => ({ ...one, in: 'path' as const }))
  const inQuery = propertiesOf(call.query, schemas).map((one) => ({ ...one, in: 'query' as const }))
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: texts.idempotencyKey,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [...inPath, ...inQuery, ...(call.takesKey ? [key] : [])]
}

function propertiesOf(
  object: z.ZodObject | undefined,
  schemas: Schemas,
): { name: string; required: boolean; schema: JsonSchema }[] {
  if (object === undefined) return []
  const { properties = {}, required = [] } = schemas.of(object, 'input')
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'object' ? [{ name, required: required.includes(name), schema }] : [],
  )
}

/** What a call may refuse with, by what it takes and by what it says itself. */
function refusalsOf(call: Call): Record<string, Response> {
  const statuses = new Set<number>([...ANY_CALL, ...(call.refuses ?? [])])
  if (call.body || call.query) statuses.add(400)
  // A body that nobody asked for is judged like any other.
  if (call.method !== 'GET') for (const status of [400, 413, 415]) statuses.add(status)
  if (call.access === 'session' || call.path.startsWith('/auth/jwt/')) statuses.add(401)
  if (call.asksPassword) statuses.add(403)
  if (call.params) statuses.add(404)
  if (call.takesKey) statuses.add(409)
  return refusalsFor(statuses, call.failure)
}

/** Not JSON that the client takes, too often, our own fault, and not now. */
const ANY_CALL = [406, 429, 500, 503] as const

const refusalSchemas: Record<string, JsonSchema> = {
  Detail: {
    type: 'object',
    required: ['detail'],
    properties: { detail: { type: 'string' }, code: { type: 'string' } },
  },
  FieldProblems: {
    type: 'object',
    additionalProperties: true,
    properties: { non_field_errors: { type: 'array', items: { type: 'string' } } },
  },
  Message: {
    type: 'object',
    required: ['success', 'message'],
    properties: { success: { const: false }, message: { type: 'string' } },
  },
}

function refusals({ answers }: ApiTexts): Record<string, Response> {
  const detail = json({ $ref: '#/components/schemas/Detail' })
  const message = json({ $ref: '#/components/schemas/Message' })
  const fields = json({
    anyOf: [
      { $ref: '#/components/schemas/FieldProblems' },
      { $ref: '#/components/schemas/Detail' },
    ],
  })
  const wait = {
    'Retry-After': { description: answers.retryAfter, schema: { type: 'integer', minimum: 1 } },
  } as const
  const described = {
    400: { description: answers.invalid },
    401: { description: answers.notAuthenticated },
    403: { description: answers.forbidden },
    404: { description: answers.notFound },
    406: { description: answers.notAcceptable },
    409: { description: answers.conflict },
    413: { description: answers.tooLarge },
    415: { description: answers.notJson },
    429: { description: answers.throttled, headers: wait },
    500: { description: answers.broken },
    503: { description: answers.notNow, headers: wait },
  }
  return Object.fromEntries(
    Object.entries(described).flatMap(([status, response]) => [
      [status, { ...response, content: status === '400' ? fields : detail }],
      [`Message${status}`, { ...response, content: message }],
    ]),
  )
}

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } }
}

/** Schemas that the contract exports by name are said once, and pointed at. */
class Schemas {
  readonly named: Record<string, JsonSchema> = {}
  readonly #names = z.registry<{ id: string }>()

  constructor() {
    for (const [id, exported] of Object.entries(contract)) {
      if (exported instanceof z.ZodType) this.#names.add(exported, { id })
    }
  }

  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const made: JsonSchema = z.toJSONSchema(schema, {
      io,
      metadata: this.#names,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => simplify(jsonSchema),
    })
    pointAtComponents(made)
    const { $schema: _, $defs = {}, ...own } = made
    for (const [name, definition] of Object.entries($defs)) this.named[name] ??= definition
    return own
  }
}

function pointAtComponents(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if ('$ref' in value) value.$ref = String(value.$ref).replace('#/$defs/', '#/components/schemas/')
  const inner: unknown[] = Object.values(value)
  for (const one of inner) pointAtComponents(one)
}

/** What zod adds of its own: a reader needs neither the bounds of exact numbers nor a date spelled as a pattern. */
function simplify(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.format !== undefined) delete schema.pattern
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

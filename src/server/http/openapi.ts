import { z } from 'zod'
import * as contract from '#contract/index.ts'
import { ANALYTICS_REPORT_PATH, MOST_MONTHS_BACK } from '#contract/analytics.ts'
import { EVENTS_PATH, FILE_PATH } from '#contract/documents.ts'
import { OWN_DATA_PATH } from '#contract/own-data.ts'
import type { Call } from '#contract/call.ts'
import { apiTexts, type ApiTexts } from '#texts/api.ts'
import type { Language } from '#texts/language.ts'
import { contractCalls } from './contract-calls.ts'
import type { CallName } from './handler.ts'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type Content = Record<string, { schema: JsonSchema }>
export type Response = { description: string; content?: Content } | { $ref: string }

export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, object>
    responses: Record<string, Response>
    schemas: Record<string, JsonSchema>
  }
}

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
  add(FILE_PATH, 'GET', fileOperation(texts))
  add(OWN_DATA_PATH, 'GET', ownDataOperation(texts))
  add(ANALYTICS_REPORT_PATH, 'GET', analyticsReportOperation(texts))
  add(EVENTS_PATH, 'GET', eventsOperation(texts))
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

/** What a call may refuse with, by what it takes. */
function refusalsOf(call: Call): Record<string, Response> {
  const name = (status: number): Response => ({
    $ref: `#/components/responses/${call.failure === 'message' ? 'Message' : ''}${status}`,
  })
  return {
    ...(call.body || call.query ? { 400: name(400) } : {}),
    ...(call.access === 'session' || call.path.startsWith('/auth/jwt/') ? { 401: name(401) } : {}),
    ...(call.asksPassword ? { 403: name(403) } : {}),
    ...(call.params ? { 404: name(404) } : {}),
    ...(call.takesKey ? { 409: name(409) } : {}),
    429: name(429),
  }
}

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
  return {
    400: { description: answers.invalid, content: fields },
    401: { description: answers.notAuthenticated, content: detail },
    403: { description: answers.forbidden, content: detail },
    404: { description: answers.notFound, content: detail },
    409: { description: answers.conflict, content: detail },
    429: { description: answers.throttled, content: detail },
    Message400: { description: answers.invalid, content: message },
    Message429: { description: answers.throttled, content: message },
  }
}

function fileOperation(texts: ApiTexts): Operation {
  const bytes = { schema: { type: 'string', format: 'binary' } } as const
  return {
    operationId: 'readDocumentFile',
    summary: texts.calls.readDocumentFile,
    tags: ['documents'],
    security: [{ session: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'kind', in: 'path', required: true, schema: { enum: ['pdf', 'xml'] } },
    ],
    responses: {
      200: {
        description: texts.answers.done,
        content: { 'application/pdf': bytes, 'application/xml': bytes },
      },
      401: { $ref: '#/components/responses/401' },
      404: { $ref: '#/components/responses/404' },
    },
  }
}

function ownDataOperation(texts: ApiTexts): Operation {
  const bytes = { schema: { type: 'string', format: 'binary' } } as const
  return {
    operationId: 'readOwnData',
    summary: texts.calls.readOwnData,
    tags: ['accounts'],
    security: [{ session: [] }],
    responses: {
      200: { description: texts.answers.done, content: { 'application/zip': bytes } },
      401: { $ref: '#/components/responses/401' },
      403: { $ref: '#/components/responses/403' },
      429: { $ref: '#/components/responses/429' },
    },
  }
}

function analyticsReportOperation(texts: ApiTexts): Operation {
  const bytes = { schema: { type: 'string', format: 'binary' } } as const
  const months = { type: 'integer', minimum: 1, maximum: MOST_MONTHS_BACK } as const
  return {
    operationId: 'readAnalyticsReport',
    summary: texts.calls.readAnalyticsReport,
    tags: ['parties'],
    security: [{ session: [] }],
    parameters: [
      { name: 'company_id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'months_back', in: 'path', required: true, schema: months },
    ],
    responses: {
      200: {
        description: texts.answers.done,
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': bytes,
        },
      },
      401: { $ref: '#/components/responses/401' },
      404: { $ref: '#/components/responses/404' },
      429: { $ref: '#/components/responses/429' },
    },
  }
}

function eventsOperation(texts: ApiTexts): Operation {
  return {
    operationId: 'watchEvents',
    summary: texts.calls.watchEvents,
    tags: ['documents'],
    security: [{ session: [] }],
    responses: {
      200: {
        description: texts.answers.done,
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      401: { $ref: '#/components/responses/401' },
    },
  }
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

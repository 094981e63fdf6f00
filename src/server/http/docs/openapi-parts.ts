import type { Call } from '#contract/call.ts'
import type { JsonSchema, Operation, Parameter, Response } from './openapi-types.ts'

/** A call that is described beside the contract's. */
export interface Described {
  path: string
  method: 'GET' | 'POST' | 'PUT'
  operation: Operation
}

/** The answers of these statuses, as every call gives them. */
export function refusalsFor(
  statuses: Iterable<number>,
  failure?: Call['failure'],
): Record<string, Response> {
  const prefix = failure === 'message' ? 'Message' : ''
  return Object.fromEntries(
    [...statuses].map((status) => [
      String(status),
      { $ref: `#/components/responses/${prefix}${status}` },
    ]),
  )
}

export const SESSION = [{ session: [] }]

export function inPath(name: string, schema: JsonSchema): Parameter {
  return { name, in: 'path', required: true, schema }
}

export function bytesOf(description: string, mediaTypes: readonly string[]): Response {
  const schema = { type: 'string', format: 'binary' } as const
  return {
    description,
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
  }
}

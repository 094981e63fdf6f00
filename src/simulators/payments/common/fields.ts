import type { z } from 'zod'

/** A body read as an object; null when it is no JSON or no object. */
export function jsonObject(body: Uint8Array): Record<string, unknown> | null {
  const value = parsed(Buffer.from(body).toString('utf8'))
  return isRecord(value) ? value : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is wrong with one field of a request. */
export interface FieldFault {
  /** 'items.0.title'. */
  field: string
  problem: 'unknown' | 'missing' | 'invalid'
  message: string
}

export type Checked<T> = { kind: 'ok'; value: T } | { kind: 'faults'; faults: FieldFault[] }

export function check<T>(schema: z.ZodType<T>, body: unknown): Checked<T> {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return { kind: 'ok', value: result.data }
  const faults = result.error.issues.flatMap((issue): FieldFault[] => {
    const { message } = issue
    const at = issue.path.map(String)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...at, key].join('.'),
        problem: 'unknown',
        message,
      }))
    }
    const problem = issue.input === undefined ? 'missing' : 'invalid'
    return [{ field: at.join('.'), problem, message }]
  })
  return { kind: 'faults', faults }
}

/** A web address with a host; http only where the test or the demonstration itself listens. */
export function isWebAddress(text: string, scheme: 'any' | 'https' = 'any'): boolean {
  if (!URL.canParse(text)) return false
  const address = new URL(text)
  if (address.hostname === '') return false
  if (address.protocol === 'https:') return true
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(address.hostname)
  return address.protocol === 'http:' && (scheme === 'any' || isLoopback)
}

export function formFields({ body }: { body: Uint8Array }): URLSearchParams {
  return new URLSearchParams(Buffer.from(body).toString('utf8'))
}

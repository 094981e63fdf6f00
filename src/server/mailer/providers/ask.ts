import { z } from 'zod'

/** `notSent`: nothing reached the other side. `lost`: it may have acted, and its answer never came. */
export type Reply =
  | { kind: 'answered'; status: number; headers: Headers; json: unknown }
  | { kind: 'notSent' }
  | { kind: 'lost'; cause: string }

export interface Request {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs: number
}

const MOST_REPLY_CHARACTERS = 200_000

/** One request, never repeated and never led elsewhere by a redirect. */
export async function ask(request: Request): Promise<Reply> {
  const { url, method, headers = {}, body, timeoutMs } = request
  try {
    const reply = await fetch(url, {
      method,
      headers,
      body: body === undefined || typeof body === 'string' ? (body ?? null) : new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = (await reply.text()).slice(0, MOST_REPLY_CHARACTERS)
    return { kind: 'answered', status: reply.status, headers: reply.headers, json: parsed(text) }
  } catch (error) {
    return failure(error)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withCode = z.object({ code: z.string() })
const NEVER_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

function failure(error: unknown): Reply {
  const cause = error instanceof Error ? error.cause : undefined
  const code =
    withCode.safeParse(cause).data?.code ?? (error instanceof Error ? error.name : 'unknown')
  return NEVER_CONNECTED.test(code) ? { kind: 'notSent' } : { kind: 'lost', cause: code }
}

/** Seconds, fractions too (Graph writes them), or a date; null when it says neither. */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

export function form(values: Record<string, string>): Pick<Request, 'headers' | 'body'> {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(values).toString(),
  }
}

import { constants } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { Agent } from 'undici'

/** One exchange with the SII: no retry, no redirect, no cookie. The only place that touches the network. */
export type Wire = (request: WireRequest) => Promise<WireAnswer>

export interface WireRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: string | null
  timeoutMs: number
  maxBytes: number
  /** For the step that issues: a connection used before might be half dead and look like a lost answer. */
  freshConnection: boolean
}

/** `code` is the error's code and nothing else: messages might quote what was sent. */
export type WireAnswer =
  | { kind: 'answered'; status: number; headers: WireHeaders; body: Uint8Array }
  | { kind: 'failed'; cause: 'network' | 'timeout'; code: string }

export type WireHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface WireOptions {
  /** Replaces both the shared and the fresh connections, for tests. */
  dispatcher?: Dispatcher
  /** For the SII's oldest machines, which renegotiate as OpenSSL 3 refuses by default (portal 0.7). */
  legacyTls?: boolean
}

export function undiciWire(options: WireOptions = {}): Wire {
  const shared = options.dispatcher ?? newAgent(options)
  return async (request) => {
    const fresh = request.freshConnection && options.dispatcher === undefined
    const dispatcher = fresh ? newAgent(options) : shared
    try {
      return await exchange(dispatcher, request)
    } catch (error) {
      return failure(error)
    } finally {
      if (fresh) await dispatcher.destroy()
    }
  }
}

async function exchange(dispatcher: Dispatcher, request: WireRequest): Promise<WireAnswer> {
  const url = new URL(request.url)
  const answer = await dispatcher.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: request.method,
    headers: request.headers,
    body: request.body,
    headersTimeout: request.timeoutMs,
    bodyTimeout: request.timeoutMs,
    signal: AbortSignal.timeout(request.timeoutMs),
    reset: request.freshConnection,
  })
  const chunks: Uint8Array[] = []
  let size = 0
  const pieces: AsyncIterable<Uint8Array> = answer.body
  for await (const bytes of pieces) {
    size += bytes.length
    if (size > request.maxBytes) return { kind: 'failed', cause: 'network', code: 'TOO_LARGE' }
    chunks.push(bytes)
  }
  const body = Buffer.concat(chunks)
  return { kind: 'answered', status: answer.statusCode, headers: answer.headers, body }
}

/** HTTP/1.1 only: over HTTP/2 a refused stream may be sent again by the library itself. */
function newAgent({ legacyTls = false }: WireOptions): Agent {
  return new Agent({
    allowH2: false,
    pipelining: 1,
    connect: legacyTls ? { maxVersion: 'TLSv1.2', secureOptions: LEGACY_OPTIONS } : {},
  })
}

const LEGACY_OPTIONS =
  constants.SSL_OP_LEGACY_SERVER_CONNECT | constants.SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION

function failure(error: unknown): WireAnswer {
  const code = errorCode(error)
  const cause = /TIMEOUT|TIMEDOUT|ABORTED/i.test(code) ? 'timeout' : 'network'
  return { kind: 'failed', cause, code }
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return /^\w{1,60}$/.test(code) ? code : 'UNKNOWN'
}

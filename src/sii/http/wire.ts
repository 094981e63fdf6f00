import { constants } from 'node:crypto'
import type { Dispatcher } from 'undici'
import { Agent, Client } from 'undici'

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
  const shared = options.dispatcher ?? new Agent(settingsOf(options))
  return async (request) => {
    const url = new URL(request.url)
    const isFresh = request.freshConnection && options.dispatcher === undefined
    const dispatcher = isFresh ? new Client(url.origin, settingsOf(options)) : shared
    try {
      return await exchange(dispatcher, url, request)
    } catch (error) {
      return failure(error)
    } finally {
      if (isFresh) await dispatcher.destroy()
    }
  }
}

/** Once it has ended, by whichever end, nothing of it is sent any more. */
function exchange(dispatcher: Dispatcher, url: URL, request: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => giveUp(new TimeOut()), request.timeoutMs)
    let ended: Error | null = null
    let controller: Dispatcher.DispatchController | null = null
    let status = 0
    let headers: WireHeaders = {}
    const chunks: Uint8Array[] = []
    let size = 0

    function giveUp(error: Error): void {
      clearTimeout(limit)
      ended ??= error
      controller?.abort(error)
      reject(error)
    }

    const { method, headers: sent, body, freshConnection: reset } = request
    const path = `${url.pathname}${url.search}`
    // The one limit is ours: headers and body together.
    const limits = { headersTimeout: 0, bodyTimeout: 0 }
    const asked = { origin: url.origin, path, method, headers: sent, body, reset, ...limits }
    dispatcher.dispatch(asked, {
      onRequestStart: (started) => {
        controller = started
        // Given up while it waited for a connection.
        if (ended !== null) started.abort(ended)
      },
      onResponseStart: (_, answered, answeredHeaders) => {
        status = answered
        headers = answeredHeaders
      },
      onResponseData: (_, bytes) => {
        size += bytes.length
        if (size > request.maxBytes) giveUp(new TooLarge())
        else chunks.push(bytes)
      },
      onResponseEnd: () => {
        clearTimeout(limit)
        resolve({ kind: 'answered', status, headers, body: Buffer.concat(chunks) })
      },
      onResponseError: (_, error) => giveUp(error),
    })
  })
}

class TimeOut extends Error {
  readonly code = 'TIMEOUT'
}

class TooLarge extends Error {
  readonly code = 'TOO_LARGE'
}

/** HTTP/1.1 only: over HTTP/2 a refused stream may be sent again by the library itself. */
function settingsOf({ legacyTls = false }: WireOptions) {
  return {
    allowH2: false,
    pipelining: 1,
    connect: legacyTls ? { maxVersion: 'TLSv1.2' as const, secureOptions: LEGACY_OPTIONS } : {},
  }
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

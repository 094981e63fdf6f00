import { z } from 'zod'

/**
 * What came of one request. `notSent`: nothing of it reached the provider. `lost`: it may have acted, and no answer
 * that can be read came back.
 */
export type Answer =
  | { kind: 'answered'; status: number; json: unknown }
  | { kind: 'notSent'; cause: string }
  | { kind: 'lost'; cause: string }

export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  timeoutMs?: number | undefined
}

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 256 * 1024
/** These say that nothing was done, whatever page a proxy wraps them in. */
const SAID_BY_STATUS = [401, 429]

/** One request, never repeated and never led elsewhere by a redirect. The time limit is for the whole answer. */
export async function sendRequest(outgoing: OutgoingRequest): Promise<Answer> {
  const { method, url, body, timeoutMs } = outgoing
  const headers = headersOf(outgoing)
  if (headers === null) return { kind: 'notSent', cause: 'invalidRequest' }
  try {
    // Never by a Request of its own: Node 20 drops its signal at a garbage collection, and it waits forever.
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    })
    return await readAnswer(response)
  } catch (error) {
    return failureOf(error)
  }
}

/** Null for a header that can't be sent; the error would quote it, and it may be a secret. */
function headersOf({ headers, body }: OutgoingRequest): Headers | null {
  try {
    return new Headers({
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    })
  } catch {
    return null
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response
  const isJson = /^application\/([a-z.-]+\+)?json\s*(;|$)/i.test(
    response.headers.get('content-type') ?? '',
  )
  const text = await readText(response)
  const json = isJson && text !== null ? parseJson(text) : undefined
  if (SAID_BY_STATUS.includes(status)) return { kind: 'answered', status, json }
  if (status >= 300 && status < 400) return lost(status, 'redirect')
  if (text === null) return lost(status, 'tooLarge')
  if (text === '') return lost(status, 'empty')
  return json === undefined ? lost(status, 'notJson') : { kind: 'answered', status, json }
}

function lost(status: number, cause: string): Answer {
  return { kind: 'lost', cause: `${cause} (HTTP ${status})` }
}

/** Null when it is larger than any answer of a provider, after decompression. */
async function readText({ body }: Response): Promise<string | null> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined for what isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const withCode = z.object({ code: z.string() })
/** Before the first byte of a request: no connection, or one whose certificate isn't trusted. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/

/** The code alone: messages quote addresses and headers. */
function failureOf(error: unknown): Answer {
  const cause = error instanceof Error ? error.cause : undefined
  const code =
    withCode.safeParse(cause).data?.code ?? (error instanceof Error ? error.name : 'unknown')
  return { kind: NEVER_SENT.test(code) ? 'notSent' : 'lost', cause: code }
}

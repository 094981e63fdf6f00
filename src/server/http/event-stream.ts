import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { EVENTS_PATH } from '#contract/documents.ts'
import type { Clock } from '../clock.ts'
import { bearerToken, type Authenticate } from './bearer.ts'
import { API_BASE } from './calls.ts'
import type { Changes, Hint } from './changes.ts'
import { Throttled } from './errors.ts'

export type EventStreamNeeds = { authenticate: Authenticate; changes: Changes; clock: Clock }

/**
 * Server-sent hints of the session's organisation. A stream ends with its session, at the latest at the
 * next heartbeat, and with the server; the browser connects again and is told to look at everything.
 */
export function serveEvents(server: FastifyInstance, needs: EventStreamNeeds): void {
  const open = new Map<number, number>()
  const stopping = new AbortController()
  server.addHook('preClose', async () => stopping.abort())
  server.get(API_BASE + EVENTS_PATH, async (request, reply) => {
    const token = bearerToken(request.headers.authorization)
    const session = await needs.authenticate(token)
    const streams = open.get(session.userId) ?? 0
    if (streams >= STREAMS_PER_USER) throw new Throttled(HEARTBEAT_MS / 1000)
    open.set(session.userId, streams + 1)
    const headers = reply.getHeaders()
    reply.hijack()
    try {
      await streamHints(reply.raw, {
        headers,
        needs,
        token,
        organisationId: session.organisationId,
        // Nothing is kept to replay: whoever comes back is told to look at everything.
        returning: request.headers['last-event-id'] !== undefined,
        stopping: stopping.signal,
      })
    } finally {
      leave(open, session.userId)
    }
  })
}

export const HEARTBEAT_MS = 20_000
export const STREAMS_PER_USER = 8
// A reader this far behind is dropped; it comes back and looks at everything.
const MAX_UNREAD_BYTES = 64 * 1024

type Stream = {
  headers: NodeJS.Dict<number | string | string[]>
  needs: EventStreamNeeds
  token: string
  organisationId: number
  returning: boolean
  stopping: AbortSignal
}

async function streamHints(response: ServerResponse, stream: Stream): Promise<void> {
  const { changes, clock, authenticate } = stream.needs
  const closed = new AbortController()
  const close = (): void => closed.abort()
  response.once('close', close)
  stream.stopping.addEventListener('abort', close, { once: true })
  begin(response, stream.headers)
  const send = sender(response, close)
  if (stream.returning) send({ kind: 'resync' })
  // Asked before each hint: a session that ended since the last heartbeat is told nothing more.
  let told = Promise.resolve()
  const tell = async (hint: Parameters<typeof send>[0]): Promise<void> => {
    if (closed.signal.aborted) return
    if (await lives(authenticate, stream.token)) send(hint)
    else close()
  }
  const unwatch = changes.watch(stream.organisationId, (hint) => {
    told = told.then(() => tell(hint))
  })
  try {
    while (!closed.signal.aborted) {
      await clock.wait(HEARTBEAT_MS, closed.signal)
      if (closed.signal.aborted || !(await lives(authenticate, stream.token))) break
      response.write(':\n\n')
    }
  } finally {
    unwatch()
    stream.stopping.removeEventListener('abort', close)
    response.end()
  }
}

function begin(response: ServerResponse, headers: Stream['headers']): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A kept connection would hold up the server's own end.
    connection: 'close',
  })
  response.write('retry: 3000\n\n')
}

function sender(response: ServerResponse, close: () => void): (hint: Hint) => void {
  let count = 0
  return (hint) => {
    if (response.writableLength > MAX_UNREAD_BYTES) return close()
    count += 1
    const { kind, ...data } = hint
    response.write(`id: ${count}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
  }
}

async function lives(authenticate: Authenticate, token: string): Promise<boolean> {
  try {
    await authenticate(token)
    return true
  } catch {
    return false
  }
}

function leave(open: Map<number, number>, userId: number): void {
  const left = (open.get(userId) ?? 1) - 1
  if (left > 0) open.set(userId, left)
  else open.delete(userId)
}

import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { listen } from '#simulators/server.ts'

/** Stands between us and a provider's stand-in, and changes what it answers. */
export interface Proxy {
  url: string
  to(url: string): void
  /** What answers say from now on: another value for each field of that name, or 50 MB; null: what they are. */
  change(change: Change | null): void
  /** The most bytes of one large answer that were written before its reader closed the connection. */
  largestSentBytes(): number
  close(): Promise<void>
}

export type Change = { kind: 'field'; name: string; value: unknown } | { kind: 'large' }

export const LARGE_BYTES = 50 * 1024 * 1024
export const PIECE = Buffer.alloc(64 * 1024, ' ')

export async function startProxy(): Promise<Proxy> {
  let upstream = ''
  let change: Change | null = null
  let largestSentBytes = 0
  const { url, close } = await listen({ port: 0, host: '127.0.0.1' }, async (arrival, response) => {
    const { method, path, query, headers, body } = arrival
    const { host: _host, connection: _connection, 'content-length': _length, ...own } = headers
    const answer = await fetch(`${upstream}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: own,
      body: body.length === 0 ? null : Buffer.from(body),
      redirect: 'manual',
    })
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? 'application/json'
    response.writeHead(answer.status, { 'content-type': type })
    if (change?.kind === 'large') {
      largestSentBytes = Math.max(largestSentBytes, await writeLarge(response))
    } else {
      response.end(change === null ? text : changed(text, change))
    }
  })
  return {
    url,
    to: (address) => void (upstream = address),
    change: (next) => void (change = next),
    largestSentBytes: () => largestSentBytes,
    close,
  }
}

function changed(text: string, { name, value }: Change & { kind: 'field' }): string {
  return JSON.stringify(JSON.parse(text, (field, own: unknown) => (field === name ? value : own)))
}

/** Until all of it is written, or its reader has closed the connection. Returns the bytes written. */
async function writeLarge(response: ServerResponse): Promise<number> {
  let sentBytes = 0
  const closed = once(response, 'close')
  while (sentBytes < LARGE_BYTES && !response.destroyed) {
    sentBytes += PIECE.length
    if (!response.write(PIECE)) await Promise.race([once(response, 'drain'), closed])
  }
  response.end()
  return sentBytes
}

import type { FastifyInstance } from 'fastify'
import { listen, type Arrival } from '#simulators/server.ts'

/** The app at an address that providers and browsers reach, before the app is there: its providers know the address. */
export interface Relay {
  url: string
  to(server: FastifyInstance): void
  /** To another process from now on: nothing comes back while there is none, or when it dies. */
  toProcess(urlOf: () => string | null): void
  close(): Promise<void>
}

export async function startRelay(): Promise<Relay> {
  let app: FastifyInstance | null = null
  let processUrl: (() => string | null) | null = null
  const { url, close } = await listen({ port: 0, host: '127.0.0.1' }, async (arrival, response) => {
    const { path, query, headers, body } = arrival
    const method = arrival.method === 'POST' ? 'POST' : 'GET'
    const address = query === '' ? path : `${path}?${query}`
    if (processUrl !== null) {
      const there = await forwarded(processUrl(), { ...arrival, method, path: address })
      if (there === null) return void response.destroy()
      return void response.writeHead(there.status, there.headers).end()
    }
    if (app === null) return void response.writeHead(502).end()
    const reply = await app.inject({
      method,
      url: address,
      headers,
      payload: Buffer.from(body),
    })
    const location = reply.headers['location']
    response.writeHead(reply.statusCode, location === undefined ? {} : { location })
    response.end(reply.rawPayload)
  })
  return {
    url,
    to: (server) => void (app = server),
    toProcess: (urlOf) => void (processUrl = urlOf),
    close,
  }
}

async function forwarded(url: string | null, { method, path, headers, body }: Arrival) {
  if (url === null) return null
  const sent = ['content-type', 'x-khipu-signature', 'fintoc-signature', 'x-signature']
  const own = [...sent, 'x-request-id'].flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  try {
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: Object.fromEntries(own),
      body: method === 'POST' ? Buffer.from(body) : null,
      redirect: 'manual',
    })
    await reply.arrayBuffer()
    const location = reply.headers.get('location')
    const headersBack: Record<string, string> = location === null ? {} : { location }
    return { status: reply.status, headers: headersBack }
  } catch {
    return null
  }
}

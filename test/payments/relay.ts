import type { FastifyInstance } from 'fastify'
import { listen } from '#simulators/server.ts'

/** The app at an address that providers and browsers reach, before the app is there: its providers know the address. */
export interface Relay {
  url: string
  to(server: FastifyInstance): void
  close(): Promise<void>
}

export async function startRelay(): Promise<Relay> {
  let app: FastifyInstance | null = null
  const { url, close } = await listen({ port: 0, host: '127.0.0.1' }, async (arrival, response) => {
    if (app === null) return void response.writeHead(502).end()
    const { method, path, query, headers, body } = arrival
    const reply = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: query === '' ? path : `${path}?${query}`,
      headers,
      payload: Buffer.from(body),
    })
    const location = reply.headers['location']
    response.writeHead(reply.statusCode, location === undefined ? {} : { location })
    response.end(reply.rawPayload)
  })
  return { url, to: (server) => void (app = server), close }
}

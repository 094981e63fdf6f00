import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'

/** For the small servers of the simulators: one request in, one outcome out. */
export interface Arrival {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: Uint8Array
}

export interface Listening {
  url: string
  close(): Promise<void>
}

const MOST_BODY_BYTES = 4 * 1024 * 1024

export async function listen(
  where: { port: number; host: string },
  answer: (arrival: Arrival, response: ServerResponse) => Promise<void>,
): Promise<Listening> {
  const server = createServer((request, response) => {
    respond(request, response, answer).catch((mistake: unknown) => {
      process.stderr.write(`simulator: ${String(mistake)}\n`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(where.port, where.host, resolve)
  })
  return { url: `http://${where.host}:${portOf(server, where.port)}`, close: () => close(server) }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (arrival: Arrival, response: ServerResponse) => Promise<void>,
): Promise<void> {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  const body = await bodyOf(request)
  if (body === null) return void response.writeHead(413).end()
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
  )
  const method = request.method ?? 'GET'
  await answer({ method, path, query: query.join('?'), headers, body }, response)
}

/** Null when there is too much of it. */
function bodyOf(request: IncomingMessage): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let size = 0
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size <= MOST_BODY_BYTES) chunks.push(chunk)
      else resolve(null)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

/** With port 0 the system chose one. */
function portOf(server: Server, asked: number): number {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : asked
}

/** Connections that a fault left hanging are cut. Closing twice is harmless. */
function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!server.listening) return resolve()
    server.close((mistake) => (mistake ? reject(mistake) : resolve()))
    server.closeAllConnections()
  })
}

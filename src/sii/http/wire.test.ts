import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { WireRequest } from './wire.ts'
import { undiciWire } from './wire.ts'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

interface Counted {
  url: string
  requests: () => number
  connections: () => number
}

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Counted> {
  let requests = 0
  let connections = 0
  const server = createServer((request, response) => {
    requests += 1
    answer(request, response)
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/a`,
    requests: () => requests,
    connections: () => connections,
  }
}

function request(url: string, changes: Partial<WireRequest> = {}): WireRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'clave=canario',
    timeoutMs: 5000,
    maxBytes: 1000,
    freshConnection: false,
    ...changes,
  }
}

test('an answer comes with its status, headers and bytes, redirects included', async () => {
  const server = await serve((_, response) => {
    response.writeHead(302, { location: '/b', 'set-cookie': ['A=1', 'B=2'] }).end('x')
  })
  const answer = await undiciWire()(request(server.url))
  expect(answer).toMatchObject({
    kind: 'answered',
    status: 302,
    headers: { location: '/b', 'set-cookie': ['A=1', 'B=2'] },
  })
  expect(server.requests()).toBe(1)
})

test('a connection that dies is never tried again', async () => {
  const server = await serve((incoming) => incoming.socket.destroy())
  for (const method of ['GET', 'POST'] as const) {
    const answer = await undiciWire()(request(server.url, { method }))
    expect(answer).toMatchObject({ kind: 'failed', cause: 'network' })
  }
  expect(server.requests()).toBe(2)
})

test('a half-dead connection kept open is not where a fresh one is asked for', async () => {
  const server = await serve((_, response) => void response.end('ok'))
  const wire = undiciWire()
  for (let asked = 0; asked < 6; asked += 1) await wire(request(server.url))
  const kept = server.connections()
  expect(kept).toBeLessThan(6)
  await wire(request(server.url, { freshConnection: true }))
  await wire(request(server.url, { freshConnection: true }))
  expect(server.connections()).toBe(kept + 2)
})

test('an answer that does not come is a time-out', async () => {
  const server = await serve(() => undefined)
  const answer = await undiciWire()(request(server.url, { timeoutMs: 60 }))
  expect(answer).toMatchObject({ kind: 'failed', cause: 'timeout' })
})

test('an answer that stops in the middle is a time-out, one that is cut a lost connection', async () => {
  const stalling = await serve((_, response) => void response.write('half'))
  const stalled = await undiciWire()(request(stalling.url, { timeoutMs: 60 }))
  expect(stalled).toMatchObject({ kind: 'failed', cause: 'timeout' })
  const cutting = await serve((_, response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  })
  const cut = await undiciWire()(request(cutting.url))
  expect(cut).toMatchObject({ kind: 'failed', cause: 'network' })
})

test('an answer larger than allowed is given up', async () => {
  const server = await serve((_, response) => void response.end('x'.repeat(5000)))
  const answer = await undiciWire()(request(server.url))
  expect(answer).toEqual({ kind: 'failed', cause: 'network', code: 'TOO_LARGE' })
})

test('a failure tells its code and nothing of what was sent', async () => {
  const server = await serve((incoming) => incoming.socket.destroy())
  const lost = await undiciWire()(request(server.url))
  const refused = await undiciWire()(request('http://127.0.0.1:9/'))
  expect(refused).toMatchObject({ kind: 'failed', cause: 'network' })
  for (const answer of [lost, refused]) {
    expect(Object.keys(answer).toSorted()).toEqual(['cause', 'code', 'kind'])
    expect(JSON.stringify(answer)).not.toContain('canario')
  }
})

test('the old machines are asked as they need, when told to', async () => {
  const server = await serve((_, response) => void response.end('ok'))
  const answer = await undiciWire({ legacyTls: true })(request(server.url))
  expect(answer).toMatchObject({ kind: 'answered', status: 200 })
})

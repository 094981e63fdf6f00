import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { MAX_STALL_MS, watchStalls } from './stall-watch.ts'

let server: FastifyInstance
afterEach(() => server.close())

/** The lines that a server wrote whose `/slow/:id` computes so long. */
async function linesOf(path: string, computesMs: number): Promise<string[]> {
  const lines: string[] = []
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString())
      done()
    },
  })
  server = fastify()
  watchStalls(server, pino(log))
  server.get('/slow/:id', async () => {
    const until = performance.now() + computesMs
    while (performance.now() < until) Math.sqrt(until)
    return 'ok'
  })
  server.get('/quick', async () => 'ok')
  await sleep(100)
  await server.inject(path)
  await sleep(200)
  return lines
}

test('a route that keeps the process from all others is named, with how long', async () => {
  const lines = await linesOf('/slow/12345678-5', MAX_STALL_MS + 200)
  const told = lines.find((line) => line.includes('GET /slow/:id'))
  const { ms }: { ms: number } = JSON.parse(told ?? '{"ms":0}')
  expect(ms).toBeGreaterThanOrEqual(MAX_STALL_MS)
  expect(lines.join()).not.toContain('12345678')
})

test('a route that answers at once is not named', async () => {
  expect((await linesOf('/quick', 0)).join()).not.toContain('/quick')
})

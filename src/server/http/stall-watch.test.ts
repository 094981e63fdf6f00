import { Writable } from 'node:stream'
import { fastify, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOOK_MS, MAX_STALL_MS, watchStalls } from './stall-watch.ts'

let server: FastifyInstance
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await server.close()
  vi.useRealTimers()
})

/** The lines that a server wrote whose `/slow/:id` computes so long. */
async function linesOf(path: string, computesMs: number): Promise<string[]> {
  const lines: string[] = []
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString())
      done()
    },
  })
  let nowMs = 0
  server = fastify()
  watchStalls(server, pino(log), { monotonicMs: () => nowMs })
  server.get('/slow/:id', async () => {
    nowMs += computesMs
    return 'ok'
  })
  server.get('/quick', async () => 'ok')
  await server.inject(path)
  nowMs += LOOK_MS
  vi.advanceTimersByTime(LOOK_MS)
  return lines
}

test('a route that keeps the process from all others is named, with how long', async () => {
  const lines = await linesOf('/slow/12345678-5', MAX_STALL_MS)
  const told = lines.find((line) => line.includes('GET /slow/:id'))
  expect(JSON.parse(told ?? '{}')).toMatchObject({ ms: MAX_STALL_MS })
  expect(lines.join()).not.toContain('12345678')
})

test('a route that computes for less than the limit is not named', async () => {
  expect(await linesOf('/slow/12345678-5', MAX_STALL_MS - 1)).toEqual([])
})

test('a route that answers at once is not named', async () => {
  expect(await linesOf('/quick', 0)).toEqual([])
})

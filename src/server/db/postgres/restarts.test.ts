import { expect, it } from 'vitest'
import { countRestarts, MAX_RESTARTS, QUIET_MS } from './restarts.ts'

function house() {
  let now = 0
  const restarts = countRestarts(() => now)
  return {
    next: () => restarts.next(),
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('a server that ends again and again is started five times, each time later, and then no more', () => {
  const server = house()
  const waits = Array.from({ length: MAX_RESTARTS + 1 }, () => {
    server.pass(1_000)
    return server.next()
  })
  expect(waits).toEqual([200, 400, 600, 800, 1_000, null])
})

it('a server that ran quietly since its last end has all its restarts again', () => {
  const server = house()
  for (let crash = 0; crash < 20; crash += 1) {
    server.pass(QUIET_MS)
    expect(server.next()).toBe(200)
  }
})

it('a quiet time that is almost over forgets nothing', () => {
  const server = house()
  for (let crash = 0; crash < MAX_RESTARTS; crash += 1) {
    expect(server.next()).not.toBeNull()
    server.pass(QUIET_MS - 1)
  }
  expect(server.next()).toBeNull()
  server.pass(1)
  expect(server.next()).toBe(200)
})

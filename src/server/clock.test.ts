import { expect, test } from 'vitest'
import { settableClock, systemClock } from './clock.ts'

test('time stands still until it is advanced', async () => {
  const clock = settableClock('2026-11-05T12:00:00Z')
  let ended = false
  const waiting = clock.wait(1000).then(() => (ended = true))
  await clock.advance(999)
  expect(ended).toBe(false)
  await clock.advance(1)
  await waiting
  expect(ended).toBe(true)
  expect(clock.now()).toBe(Date.parse('2026-11-05T12:00:01Z'))
})

test('waits end in the order they fall due, each seeing its own moment', async () => {
  const clock = settableClock(0)
  const seen: string[] = []
  void clock.wait(200).then(() => seen.push(`late ${clock.now()}`))
  void clock.wait(100).then(() => seen.push(`early ${clock.now()}`))
  await clock.advance(500)
  expect(seen).toEqual(['early 100', 'late 200'])
  expect(clock.now()).toBe(500)
})

test('a loop that waits again runs once per interval while time is advanced', async () => {
  const clock = settableClock(0)
  const stop = new AbortController()
  const runs: number[] = []
  const loop = (async () => {
    while (!stop.signal.aborted) {
      runs.push(clock.now())
      await clock.wait(60_000, stop.signal)
    }
  })()
  await clock.advance(180_000)
  stop.abort()
  await loop
  expect(runs).toEqual([0, 60_000, 120_000, 180_000])
  expect(clock.waiting).toBe(0)
})

test('an aborted wait ends at once and without an error, in both clocks', async () => {
  const stop = new AbortController()
  const waits = [systemClock.wait(3_600_000, stop.signal), settableClock(0).wait(1, stop.signal)]
  stop.abort()
  await expect(Promise.all(waits)).resolves.toEqual([undefined, undefined])
  await expect(systemClock.wait(3_600_000, stop.signal)).resolves.toBeUndefined()
})

test('time never goes back', async () => {
  const clock = settableClock('2026-11-05T12:00:00Z')
  await expect(clock.advanceTo('2026-11-05T11:59:59Z')).rejects.toThrow('forward')
})

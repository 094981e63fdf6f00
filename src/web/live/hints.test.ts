import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followHints } from './hints.ts'

const SILENCE_S = 45

let ending: AbortController
let askedAtMs: number[]
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('navigator', { onLine: true, language: 'es' })
  ending = new AbortController()
  askedAtMs = []
})
afterEach(() => {
  ending.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function answerWith(answer: (init: RequestInit) => Promise<Response>): void {
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    askedAtMs.push(Date.now())
    return answer(init)
  })
}

/** The seconds between one attempt to open the stream and the next. */
async function secondsBetween(attempts: number): Promise<number[]> {
  const following = followHints(() => undefined, ending.signal)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  ending.abort()
  await following
  const gaps = askedAtMs.slice(1).map((at, index) => (at - (askedAtMs[index] ?? 0)) / 1000)
  return gaps.slice(0, attempts)
}

/** A stream that opens and never says anything. */
function silentStream({ signal }: RequestInit): Promise<Response> {
  const body = new ReadableStream({
    start: (controller) => {
      signal?.addEventListener('abort', () => controller.error(new Error('aborted')))
    },
  })
  return Promise.resolve(new Response(body))
}

test('a stream that was open and fell silent is opened again a second later, each time', async () => {
  answerWith(silentStream)
  const gap = SILENCE_S + 1
  expect(await secondsBetween(5)).toEqual([gap, gap, gap, gap, gap])
})

test('a stream that does not open is tried again less and less often', async () => {
  answerWith(() => Promise.reject(new TypeError('no network')))
  expect(await secondsBetween(7)).toEqual([1, 2, 4, 8, 16, 30, 30])
})

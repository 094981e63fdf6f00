import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime } from '#web/clock.ts'

const NOON = Date.parse('2026-11-05T15:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let serverMs = NOON
let refreshes = 0
const stored = new Map<string, string>()

beforeEach(() => {
  refreshes = 0
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/jwt/refresh/')) refreshes += 1
    return new Response(JSON.stringify({ access: token(), refresh: `r${refreshes}` }), {
      headers: { date: new Date(serverMs).toUTCString() },
    })
  })
})
afterEach(() => {
  noteServerTime({ headers: new Headers({ date: new Date(Date.now()).toUTCString() }) })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Good for an hour by the server's clock. */
function token(): string {
  const payload = { email: 'a@b.cl', exp: (serverMs + HOUR) / 1000 }
  return `h.${btoa(JSON.stringify(payload))}.s`
}

async function pass(ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += MINUTE) {
    serverMs += MINUTE
    await vi.advanceTimersByTimeAsync(MINUTE)
  }
}

test.each([-9, -2, 0, 2, 9, 24 * 30])(
  'a session on a computer whose clock is off by %i hours is renewed once an hour',
  async (hours) => {
    serverMs = NOON
    vi.useFakeTimers({ now: NOON + hours * HOUR })
    const { endSession, startSession } = await import('./session.ts')
    startSession({ access: token(), refresh: 'r0' })
    // Any answer of the API says what time it is.
    noteServerTime({ headers: new Headers({ date: new Date(serverMs).toUTCString() }) })
    await pass(3 * HOUR)
    expect(refreshes).toBeGreaterThanOrEqual(hours < 0 ? 0 : 3)
    expect(refreshes).toBeLessThanOrEqual(4)
    endSession(true)
  },
)

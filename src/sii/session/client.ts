import { setTimeout as sleep } from 'node:timers/promises'
import type { Breaker } from '../http/breaker.ts'
import type { Cookies } from '../http/cookies.ts'
import { openCookies, openForLogin } from '../http/cookies.ts'
import type { Browser, BrowserSettings, Timeouts } from '../http/http.ts'
import { createBrowser } from '../http/http.ts'
import type { SiiOrigins } from '../http/origins.ts'
import { siiOrigins } from '../http/origins.ts'
import type { Sii } from '../interface/portal.ts'
import type { Wire, WireOptions } from '../http/wire.ts'
import { undiciWire } from '../http/wire.ts'
import { hasSession, login } from './login.ts'
import { createSession } from './session.ts'

export interface SiiOptions extends WireOptions {
  /** The clock, ms since 1970. */
  nowMs: () => number
  /** Default: the SII's own hosts. */
  origins?: SiiOrigins
  /** Replaces the network whole, for worlds that plan their faults. */
  wire?: Wire
  timeouts?: Timeouts
  userAgent?: string
  /** The shortest time between two requests of one person; the SII blocks who asks faster in sweeps. */
  paceMs?: number
  /** Shared by all persons of this process: a host that isn't well is left alone for a while. */
  breaker?: Breaker
  wait?: (ms: number) => Promise<void>
}

const DEFAULT_TIMEOUTS: Timeouts = { usualMs: 30_000, slowMs: 90_000 }
const DEFAULT_PACE_MS = 1200
/** A name that isn't a browser's is refused at the login (portal 0.2). */
const DEFAULT_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** The client of the SII's website. Keeps nothing between calls but its connections. */
export function createSii(options: SiiOptions): Sii {
  const settings: BrowserSettings = {
    origins: options.origins ?? siiOrigins(),
    wire: options.wire ?? undiciWire(options),
    userAgent: options.userAgent ?? DEFAULT_USER_AGENT,
    timeouts: options.timeouts ?? DEFAULT_TIMEOUTS,
    paceMs: options.paceMs ?? DEFAULT_PACE_MS,
    nowMs: options.nowMs,
    wait: options.wait ?? pause,
    ...(options.breaker === undefined ? {} : { breaker: options.breaker }),
  }
  const browse = (cookies: Cookies): Browser => createBrowser(settings, cookies)
  const { slowMs } = settings.timeouts
  return {
    async login({ rut, clave, earlier, checkpoint }) {
      const browser = browse(openForLogin(earlier?.person === rut ? earlier.cookies : null))
      const entered = await login(browser, rut, clave, settings.nowMs(), checkpoint)
      const session = createSession(browser, rut, slowMs)
      if (entered.kind === 'ok') return { kind: 'ok', value: session }
      // A session opened and not used would count against the few the SII allows until it dies.
      if (hasSession(browser.cookies)) await session.logout()
      return entered
    },
    resume: (stored) => createSession(browse(openCookies(stored.cookies)), stored.person, slowMs),
  }
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await sleep(ms)
}

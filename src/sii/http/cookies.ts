import { Cookie, CookieJar } from 'tough-cookie'
import { z } from 'zod'

/**
 * The cookies of one person at the SII, kept under the SII's own addresses (`.sii.cl`), so that the
 * single sign-on across its hosts works wherever the client really asks.
 */
export interface Cookies {
  header(address: string): string
  /** Takes an answer's Set-Cookie lines. `askedAtHome` as in `isAskedAtHome`. */
  take(lines: readonly string[], address: string, askedAtHome: boolean, nowMs: number): void
  /** First value found under that name, whatever its path. */
  value(name: string): string | null
  put(name: string, value: string): void
  /** As text to be sealed and kept; the opposite of `openCookies`. */
  text(): string
  /** Back to a text taken earlier. */
  restore(text: string): void
}

const HOME = 'https://www1.sii.cl/'
const MAX_COOKIES = 120
const MAX_LINE_LENGTH = 8192
/** More pages than a person's work asks. */
const MAX_HEADERS = 50

/** A text that can't be read gives no cookies: the SII then says that the session has ended. */
export function openCookies(text: string | null = null): Cookies {
  let jar = text === null ? new CookieJar() : jarFrom(text)
  /** Null: something may have changed since it was written. */
  let kept: string | null = null
  /** What each address was sent since. */
  const headers = new Map<string, string>()
  function changed(): void {
    kept = null
    headers.clear()
  }
  function header(address: string): string {
    const { origin, pathname } = new URL(address)
    const at = `${origin}${pathname}`
    const known = headers.get(at)
    if (known !== undefined) return known
    const made = jar.getCookieStringSync(address)
    if (headers.size < MAX_HEADERS) headers.set(at, made)
    return made
  }
  return {
    header,
    take: (lines, address, askedAtHome, nowMs) => {
      for (const line of lines.slice(0, MAX_COOKIES)) {
        const cookie = readLine(line, askedAtHome, nowMs)
        if (cookie !== null) jar.setCookieSync(cookie, address, { ignoreError: true })
        changed()
      }
    },
    value: (name) => cookiesOf(jar).find((cookie) => cookie.key === name)?.value ?? null,
    put: (name, value) => {
      const line = `${name}=${value}; Domain=sii.cl; Path=/`
      jar.setCookieSync(line, HOME, { ignoreError: true })
      changed()
    },
    text: () => (kept ??= written(jar)),
    restore: (earlier) => {
      jar = jarFrom(earlier)
      changed()
    },
  }
}

/**
 * For a new login: only the front's own cookies (firewall, waiting room). A session cookie left behind
 * would make a wrong clave look right (portal 1.2).
 */
export function openForLogin(earlier: string | null): Cookies {
  const fresh = openCookies()
  if (earlier === null) return fresh
  const kept = cookiesOf(jarFrom(earlier)).filter((cookie) => IS_FRONT.test(cookie.key))
  for (const cookie of kept) fresh.put(cookie.key, cookie.value)
  return fresh
}

const IS_FRONT = /^(TS[0-9a-f]{2}|QueueIT|dtCookie|s_cc|s_sq|AMCV_)/i

/**
 * Behind a prefix or another name, a cookie for that name (or for none) is one for the SII. Its end is
 * decided with our clock and then forgotten: the jar would use the machine's, and the SII ends sessions
 * itself anyway.
 */
function readLine(line: string, askedAtHome: boolean, nowMs: number): Cookie | null {
  if (line.length > MAX_LINE_LENGTH) return null
  const cookie = Cookie.parse(line, { loose: true })
  if (cookie === undefined) return null
  if (!askedAtHome && !/(^|\.)sii\.cl$/i.test(cookie.domain ?? '')) cookie.domain = 'sii.cl'
  const ended = hasEnded(cookie, nowMs)
  cookie.maxAge = null
  if (ended) cookie.setExpires('Thu, 01 Jan 1970 00:00:00 GMT')
  else cookie.expires = 'Infinity'
  return cookie
}

function hasEnded(cookie: Cookie, nowMs: number): boolean {
  if (cookie.maxAge !== null) return Number(cookie.maxAge) <= 0
  return cookie.expires instanceof Date && cookie.expires.getTime() <= nowMs
}

function cookiesOf(jar: CookieJar): Cookie[] {
  const kept = jar.serializeSync()?.cookies ?? []
  // An ended cookie stays in the jar until somebody asks for it.
  return kept
    .flatMap((raw) => Cookie.fromJSON(raw) ?? [])
    .filter((cookie) => cookie.expires === 'Infinity')
}

const Kept = z.object({
  key: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  hostOnly: z.boolean(),
})

/** Without the jar's own times, so that the text changes only when a cookie does. */
function written(jar: CookieJar): string {
  const kept = cookiesOf(jar).map(({ key, value, domain, path, hostOnly }) => {
    return { key, value, domain: domain ?? '', path: path ?? '/', hostOnly: hostOnly ?? false }
  })
  kept.sort((a, b) => (identity(a) < identity(b) ? -1 : 1))
  return JSON.stringify(kept)
}

function identity({ domain, path, key }: z.infer<typeof Kept>): string {
  return `${domain} ${path} ${key}`
}

function jarFrom(text: string): CookieJar {
  const jar = new CookieJar()
  for (const { key, value, domain, path, hostOnly } of keptIn(text)) {
    const cookie = new Cookie({ key, value, path, ...(hostOnly ? {} : { domain }) })
    jar.setCookieSync(cookie, `https://${domain}${path}`, { ignoreError: true })
  }
  return jar
}

function keptIn(text: string): z.infer<typeof Kept>[] {
  try {
    return z.array(Kept).max(MAX_COOKIES).parse(JSON.parse(text))
  } catch {
    return []
  }
}

export interface Tokens {
  access: string
  refresh: string
}

/** What the access token says. The browser reads it and trusts nothing: the server checks. */
export interface Claims {
  email: string
  username: string
  expiresAtMs: number
}

const REFRESH_AHEAD_MS = 5 * 60_000
/** Browsers fire a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Null for anything that isn't a token of ours. */
export function readClaims(access: string): Claims | null {
  const payload = decodePayload(access)
  if (!isRecord(payload)) return null
  const { email, username, exp } = payload
  if (typeof email !== 'string' || typeof exp !== 'number') return null
  return {
    email,
    username: typeof username === 'string' ? username : email,
    expiresAtMs: exp * 1000,
  }
}

/** From local storage, where anybody may have written anything. Null for what can't be ours. */
export function readStoredTokens(text: string): Tokens | null {
  const stored = parseJson(text)
  if (!isRecord(stored)) return null
  const { access, refresh } = stored
  if (typeof access !== 'string' || typeof refresh !== 'string') return null
  return readClaims(access) === null ? null : { access, refresh }
}

/** How long to wait before the refresh five minutes ahead of the expiry; never less than zero. */
export function refreshDelayMs(claims: Claims, nowMs: number): number {
  const delay = claims.expiresAtMs - REFRESH_AHEAD_MS - nowMs
  return Math.min(Math.max(delay, 0), LONGEST_TIMER_MS)
}

export function isExpired(claims: Claims, nowMs: number): boolean {
  return claims.expiresAtMs <= nowMs
}

function decodePayload(access: string): unknown {
  const part = access.split('.')[1]
  if (part === undefined) return null
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return parseJson(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))))
  } catch {
    return null
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

// By hand and not by zod: this is in the landing's first download, and zod alone is a third of it.
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

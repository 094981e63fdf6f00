import { z } from 'zod'

export interface Tokens {
  access: string
  refresh: string
}

/** What the access token says (spec 3). The browser reads it and trusts nothing: the server checks. */
export interface Claims {
  email: string
  username: string
  expiresAtMs: number
}

/** Spec 4 and 9. */
const REFRESH_AHEAD_MS = 5 * 60_000
/** Browsers fire a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

const payload = z.object({ email: z.string(), username: z.string().optional(), exp: z.number() })

/** Null for anything that isn't a token of ours. */
export function readClaims(access: string): Claims | null {
  const parsed = payload.safeParse(decodePayload(access))
  if (!parsed.success) return null
  const { email, username, exp } = parsed.data
  return { email, username: username ?? email, expiresAtMs: exp * 1000 }
}

/** How long to wait before the refresh five minutes ahead of the expiry; never less than zero (spec 4). */
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
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))))
  } catch {
    return null
  }
}

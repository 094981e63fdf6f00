import type { Rut } from '#domain/rut.ts'
import type { LoginOutcome, PortalSession, Sii, StoredSession } from './portal-face.ts'

/**
 * The client with the SII's manners at its door: two minutes between log-ins of one person, half an hour after
 * a sign of too many (portal 1.4). For programs without a database; the server keeps its own record of both.
 */
export interface MannerlySii {
  login(credentials: {
    rut: Rut
    clave: string
    earlier?: StoredSession
  }): Promise<LoginOutcome | { kind: 'paused'; untilMs: number }>
  resume(stored: StoredSession): PortalSession
}

export interface Manners {
  /** The clock, ms since 1970. */
  nowMs: () => number
  loginSpacingMs?: number
  pauseMs?: number
}

const DEFAULT_SPACING_MS = 120_000
const DEFAULT_PAUSE_MS = 30 * 60_000

export function withManners(sii: Sii, manners: Manners): MannerlySii {
  const { nowMs } = manners
  const spacingMs = manners.loginSpacingMs ?? DEFAULT_SPACING_MS
  const pauseMs = manners.pauseMs ?? DEFAULT_PAUSE_MS
  const notBefore = new Map<Rut, number>()
  return {
    async login(credentials) {
      const untilMs = notBefore.get(credentials.rut) ?? 0
      if (nowMs() < untilMs) return { kind: 'paused', untilMs }
      // Before asking: two at once must not both get in.
      notBefore.set(credentials.rut, nowMs() + spacingMs)
      const outcome = await sii.login(credentials)
      if (isThrottle(outcome)) notBefore.set(credentials.rut, nowMs() + pauseMs)
      return outcome
    },
    resume: (stored) => sii.resume(stored),
  }
}

function isThrottle({ kind }: LoginOutcome): boolean {
  return kind === 'tooManySessions' || kind === 'loginThrottled'
}

import type { SiiHost } from './origins.ts'

/**
 * Keeps us from asking a host of the SII that isn't well. Opens when half of its last calls failed, twenty of
 * them within a minute, or at one page of maintenance or of a queue; after a rest, one reading request is let
 * through to see. In memory: every process finds out by itself.
 */
export interface Breaker {
  /** Whether a request may leave now. One that acts is never the one that tries. */
  admits(host: SiiHost, does: Doing): boolean
  report(host: SiiHost, outcome: CallOutcome): void
  state(host: SiiHost): 'closed' | 'open' | 'halfOpen'
}

/** Whatever the portal takes it by: most of its lists are asked for with a POST. */
export type Doing = 'reads' | 'acts'

/** `closed`: the host itself said that it isn't serving. */
export type CallOutcome = 'answered' | 'failed' | 'closed'

export interface BreakerOptions {
  /** A clock, in ms. */
  nowMs: () => number
  firstRestMs?: number
  longestRestMs?: number
}

const WINDOW_MS = 60_000
const MIN_CALLS = 20
const DEFAULT_FIRST_REST_MS = 60_000
const DEFAULT_LONGEST_REST_MS = 15 * 60_000

interface Host {
  calls: { atMs: number; failed: boolean }[]
  /** Null while closed. */
  openUntilMs: number | null
  restMs: number
  isProbing: boolean
}

export function createBreaker(options: BreakerOptions): Breaker {
  const { nowMs } = options
  const firstRestMs = options.firstRestMs ?? DEFAULT_FIRST_REST_MS
  const longestRestMs = options.longestRestMs ?? DEFAULT_LONGEST_REST_MS
  const hosts = new Map<SiiHost, Host>()

  function hostOf(name: SiiHost): Host {
    const known = hosts.get(name)
    if (known !== undefined) return known
    const made: Host = { calls: [], openUntilMs: null, restMs: firstRestMs, isProbing: false }
    hosts.set(name, made)
    return made
  }

  function open(host: Host): void {
    host.openUntilMs = nowMs() + host.restMs
    host.restMs = Math.min(host.restMs * 2, longestRestMs)
    host.isProbing = false
    host.calls = []
  }

  function close(host: Host): void {
    Object.assign(host, { calls: [], openUntilMs: null, restMs: firstRestMs, isProbing: false })
  }

  return {
    admits(name, does) {
      const host = hostOf(name)
      if (host.openUntilMs === null) return true
      if (nowMs() < host.openUntilMs || does !== 'reads' || host.isProbing) return false
      host.isProbing = true
      return true
    },
    report(name, outcome) {
      const host = hostOf(name)
      // A request that left before it opened comes back late: only the probe decides.
      if (host.openUntilMs !== null) {
        if (!host.isProbing) return
        if (outcome === 'answered') close(host)
        else open(host)
        return
      }
      if (outcome === 'closed') return open(host)
      const failed = outcome === 'failed'
      const since = nowMs() - WINDOW_MS
      host.calls = [...host.calls, { atMs: nowMs(), failed }]
        .filter(({ atMs }) => atMs > since)
        .slice(-MIN_CALLS)
      const failures = host.calls.filter((call) => call.failed).length
      if (host.calls.length >= MIN_CALLS && failures * 2 >= host.calls.length) open(host)
    },
    state(name) {
      const { openUntilMs } = hostOf(name)
      if (openUntilMs === null) return 'closed'
      return nowMs() < openUntilMs ? 'open' : 'halfOpen'
    },
  }
}

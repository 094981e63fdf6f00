import type { Tokens } from './tokens.ts'

/** `refused`: the server said no. `unreachable`: it said nothing, so nobody is logged out for it. */
export type RefreshAnswer =
  | { kind: 'refreshed'; access: string; refresh: string | undefined }
  | { kind: 'refused' }
  | { kind: 'unreachable' }

export interface RefreshParts {
  read: () => Tokens | null
  write: (tokens: Tokens) => void
  ask: (refresh: string) => Promise<RefreshAnswer>
  /** Runs one work at a time among every tab of this browser. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
}

export type RefreshEnding = 'refreshed' | 'ended' | 'unreachable'

/**
 * Replaces the tokens whose access token was `stale`. Concurrent calls and other tabs wait for one
 * another, and whoever comes second finds the new tokens and asks nothing: a refresh token used twice
 * looks stolen to the server (docs/decisions/0018).
 */
export async function refreshTokens(parts: RefreshParts, stale: string): Promise<RefreshEnding> {
  return parts.alone(async () => {
    const tokens = parts.read()
    if (tokens === null) return 'ended'
    if (tokens.access !== stale) return 'refreshed'
    const answer = await parts.ask(tokens.refresh)
    if (answer.kind === 'unreachable') return 'unreachable'
    // Logged out meanwhile: writing would bring the session back.
    if (answer.kind === 'refused' || parts.read() === null) return 'ended'
    parts.write({ access: answer.access, refresh: answer.refresh ?? tokens.refresh })
    return 'refreshed'
  })
}

/** One at a time within this tab, for browsers without Web Locks (a plain http address). */
export function oneAtATime(): RefreshParts['alone'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}

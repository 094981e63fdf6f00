import { create } from 'zustand'
import { noteServerTime, nowMs } from '#web/clock.ts'
import type { RefreshAnswer, RefreshEnding, RefreshParts } from './refresh.ts'
import { oneAtATime, refreshTokens } from './refresh.ts'
import type { Claims, Tokens } from './tokens.ts'
import { readClaims, readStoredTokens, refreshDelayMs } from './tokens.ts'

/** Both tokens are kept in local storage. */
const STORAGE_KEY = 'folio.session'
const LOCK = 'folio.session'
/** After each refresh that the server didn't answer; as long as the last from then on. */
const TRY_AGAIN_MS = [2_000, 5_000, 10_000, 30_000] as const
/**
 * Tokens that look spent by this computer's clock may be new. By then the page has asked something, and its answer
 * said what time it is; what is spent indeed, the first call renews.
 */
const LEAST_DELAY_MS = 10_000

/** Who is signed in, null for nobody; and whether the last one left by an own wish. */
export const useSession = create<{ claims: Claims | null; hasLeft: boolean }>(() => ({
  claims: null,
  hasLeft: false,
}))

export function isSignedIn(): boolean {
  return useSession.getState().claims !== null
}

/** Called once at the start: takes up what an earlier visit left, and follows the other tabs. */
export function resumeSession(): void {
  adopt(readTokens())
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY || event.key === null) adopt(readTokens())
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isOfAnother()) startAnew()
  })
}

/** A page that the browser kept whole heard nothing of who left or came meanwhile. */
function isOfAnother(): boolean {
  const tokens = readTokens()
  const now = tokens === null ? null : readClaims(tokens.access)
  return now?.email !== useSession.getState().claims?.email
}

/** Nothing of the former is seen, not even while the page loads. */
function startAnew(): void {
  document.body.hidden = true
  location.reload()
}

export function startSession(tokens: Tokens): void {
  write(tokens)
}

/** `hasLeft`: the person asked for it; else the session ended by itself. */
export function endSession(hasLeft = false): void {
  localStorage.removeItem(STORAGE_KEY)
  adopt(null, hasLeft)
}

/** Null removes what can't be ours, so that a broken text doesn't stay for ever. */
export function readTokens(): Tokens | null {
  const text = localStorage.getItem(STORAGE_KEY)
  if (text === null) return null
  const tokens = readStoredTokens(text)
  if (tokens === null) localStorage.removeItem(STORAGE_KEY)
  return tokens
}

/** `stale` is the access token that was refused or is about to expire. */
export function renewSession(stale: string): Promise<RefreshEnding> {
  return refreshTokens(parts, stale)
}

let timer: ReturnType<typeof setTimeout> | undefined

function adopt(tokens: Tokens | null, hasLeft = false): void {
  clearTimeout(timer)
  const claims = tokens === null ? null : readClaims(tokens.access)
  useSession.setState({ claims, hasLeft })
  if (tokens !== null && claims !== null) {
    const delayMs = Math.max(refreshDelayMs(claims, nowMs()), LEAST_DELAY_MS)
    timer = setTimeout(() => void renewAhead(tokens.access), delayMs)
  }
}

async function renewAhead(access: string, tries = 0): Promise<void> {
  const ending = await renewSession(access)
  if (ending === 'ended') endSession()
  // Another tab may have refreshed: its tokens give the next timer.
  if (ending === 'refreshed') {
    adopt(readTokens())
    void showArrival()
  }
  if (ending === 'unreachable') {
    const waitMs = TRY_AGAIN_MS[tries] ?? TRY_AGAIN_MS[TRY_AGAIN_MS.length - 1]
    timer = setTimeout(() => void renewAhead(access, tries + 1), waitMs)
  }
}

/** A page that asks nothing for now uses its new token once: from then on the server gives nothing for the one before. */
async function showArrival(): Promise<void> {
  const access = readTokens()?.access
  if (access === undefined) return
  const { readMe } = await import('#contract/auth.ts')
  const headers = { authorization: `Bearer ${access}` }
  await fetch(`/api${readMe.path}`, { headers, signal: AbortSignal.timeout(20_000) }).catch(
    () => undefined,
  )
}

function write(tokens: Tokens): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(tokens))
  adopt(tokens)
}

const inThisTab = oneAtATime()

const parts: RefreshParts = {
  read: readTokens,
  write,
  ask: askServer,
  alone: (work) =>
    'locks' in navigator ? navigator.locks.request(LOCK, () => work()) : inThisTab(work),
}

async function askServer(refresh: string): Promise<RefreshAnswer> {
  try {
    const { refreshToken } = await import('#contract/auth.ts')
    const response = await fetch(`/api${refreshToken.path}`, {
      method: refreshToken.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh }),
      signal: AbortSignal.timeout(20_000),
    })
    noteServerTime(response)
    if (response.status >= 500 || response.status === 429) return { kind: 'unreachable' }
    const reply = refreshToken.reply.safeParse(await response.json())
    if (!response.ok || !reply.success) return { kind: 'refused' }
    return { kind: 'refreshed', access: reply.data.access, refresh: reply.data.refresh }
  } catch {
    return { kind: 'unreachable' }
  }
}

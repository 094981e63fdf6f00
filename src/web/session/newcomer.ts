const KEY = 'folio.newcomer'

/**
 * Kept for the next start: whoever has no connection is led to the onboarding, and the first drawing, which
 * comes before anything is asked, promises no other screen.
 */
export function noteConnections(count: number): void {
  if (count === 0) localStorage.setItem(KEY, '')
  else localStorage.removeItem(KEY)
}

export function isNewcomer(): boolean {
  return localStorage.getItem(KEY) !== null
}

import { create } from 'zustand'

/** Whether nothing made here is real. False until the installation has said so. */
export const useDemonstration = create<{ demonstration: boolean }>(() => ({ demonstration: false }))

/** A silent server must not keep the page blank; the screens ask again. */
const LONGEST_MS = 1_500

/**
 * Known before the first drawing, so that the banner doesn't push the page down afterwards. The server writes it
 * in its page; a page that no server of ours filled in asks. Read by hand: whoever comes would otherwise wait for
 * the whole contract for one word.
 */
export async function knowDemonstration(): Promise<void> {
  const written = document.documentElement.dataset.demonstration
  if (written === 'true' || written === 'false') {
    useDemonstration.setState({ demonstration: written === 'true' })
    return
  }
  try {
    const response = await fetch('/api/installation/', { signal: AbortSignal.timeout(LONGEST_MS) })
    const body: unknown = await response.json()
    useDemonstration.setState({ demonstration: saysDemonstration(body) })
  } catch {
    // The screens that need the installation ask for it themselves.
  }
}

function saysDemonstration(body: unknown): boolean {
  return (
    typeof body === 'object' &&
    body !== null &&
    'demonstration' in body &&
    body.demonstration === true
  )
}

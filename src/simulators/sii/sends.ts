import type { Portal } from './portal.ts'
import type { SendAttempt, Session } from './state.ts'

const MOST_SENDS_KEPT = 100_000

/** Every arrival of a final step is noted, those that a fault kept from the page too. */
export function noteSend(
  portal: Portal,
  session: Session | null,
  { folio, outcome }: Pick<SendAttempt, 'folio' | 'outcome'>,
): void {
  portal.state.sends.push({
    atMs: portal.now(),
    personRut: session?.personRut ?? null,
    companyRut: session?.companyRut ?? null,
    sessionToken: session?.token ?? null,
    folio,
    outcome,
  })
  if (portal.state.sends.length > MOST_SENDS_KEPT) portal.state.sends.shift()
}

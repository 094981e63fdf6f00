import { logout } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { hideOverlay, showOverlay } from '#web/frame/overlay.ts'
import { discardDraft } from './draft-storage.ts'
import { endSession, readTokens } from './session.ts'

/** Ends the session on the server too, when it can be reached; here it ends in any case. */
export async function logOut(): Promise<void> {
  const refresh = readTokens()?.refresh
  showOverlay()
  try {
    await send(logout, { body: { refresh } })
  } catch {
    // The person asked to leave: a silent server doesn't hold them back.
  } finally {
    discardDraft()
    hideOverlay()
    endSession(true)
  }
}

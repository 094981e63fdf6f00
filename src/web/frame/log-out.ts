import { logout } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { discardDraft, discardUploadChoices } from '#web/session/draft-storage.ts'
import { endSession, readTokens } from '#web/session/session.ts'
import { hideOverlay, showOverlay } from './overlay.ts'

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
    discardUploadChoices()
    hideOverlay()
    endSession(true)
  }
}

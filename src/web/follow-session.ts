import type { createBrowserRouter } from 'react-router'
import i18next from 'i18next'
import { loginPath, PATHS } from './paths.ts'
import { queryClient } from './query-client.ts'
import { useSession } from './session/session.ts'
import { toastWarning } from './ui/toast.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * What the whole page does when somebody comes or goes, in this tab or another: nothing of the former
 * stays in memory, and changes are followed while somebody is there.
 */
export function followSession(router: Router): void {
  let following = new AbortController()
  const watch = (email: string | undefined) => {
    following.abort()
    following = new AbortController()
    if (email !== undefined) void followDocuments(following.signal)
  }
  watch(useSession.getState().claims?.email)
  useSession.subscribe((now, before) => {
    if (now.claims?.email === before.claims?.email) return
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'installation' })
    watch(now.claims?.email)
    if (now.claims === null) leave(router, now.hasLeft)
  })
}

/** Logout goes home. A session that ended by itself goes to the login, which returns here. */
function leave(router: Router, hasLeft: boolean): void {
  const { pathname, search } = router.state.location
  if (hasLeft) {
    void router.navigate(PATHS.home)
    return
  }
  if (!isPrivate(pathname)) return
  toastWarning(i18next.t('faults.sessionEnded'))
  void router.navigate(loginPath(pathname + search))
}

const PUBLIC: string[] = [PATHS.home, PATHS.login, PATHS.register]

function isPrivate(pathname: string): boolean {
  return !PUBLIC.includes(pathname) && !pathname.startsWith('/auth/')
}

/** The stream's code comes only with a session. */
async function followDocuments(signal: AbortSignal): Promise<void> {
  const { askAgain, followHints } = await import('./frame/signed-in.ts')
  await followHints(({ document, upload }) => {
    // Of an uploaded file alone: nothing else shows it.
    if (upload !== null)
      return askAgain(queryClient, { queryKey: ['documents', 'uploads', 'file', upload] })
    askAgain(
      queryClient,
      { queryKey: document === null ? ['documents'] : ['documents', document] },
      { queryKey: ['documents', 'list'] },
      { queryKey: ['documents', 'payments'] },
      { queryKey: ['rules'], exact: true },
      { queryKey: ['agenda'] },
    )
  }, signal)
}

import './api/without-eval.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, startTransition, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './styles.ts'
import { startLanguage } from './language.ts'
import { knowDemonstration } from './demonstration.ts'
import { followSession } from './follow-session.ts'
import { queryClient } from './query-client.ts'
import { makeRouter } from './routes.tsx'
import { isSignedIn, resumeSession } from './session/session.ts'
import { cssVariablesResolver, theme } from './theme.ts'

// Nothing is said before the first screen stands.
const Toasts = lazy(async () => {
  await idle()
  return { default: (await import('./ui/Toasts.tsx')).Toasts }
})

function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 500)
  })
}

/** What was pressed or is to be drawn comes first: one long stretch of work would hold it up on a phone. */
function breath(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(port1.close()), { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

async function start(root: HTMLElement): Promise<void> {
  // Reading this file through was long work already.
  await breath()
  resumeSession()
  // The menus, which come with a session, are there at the first drawing.
  const menus = isSignedIn() ? import('./frame/signed-in.ts') : undefined
  await Promise.all([startLanguage(), knowDemonstration(), menus])
  await breath()
  const router = makeRouter()
  followSession(router)
  // A piece at a time: the page stays alive while a phone draws.
  startTransition(() =>
    createRoot(root).render(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <Toasts />
          </Suspense>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
// Not awaited: what it fetches stands on this very file and would wait for its end.
void start(root)

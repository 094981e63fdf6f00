import type { LoaderFunctionArgs } from 'react-router'
import { redirect, redirectDocument } from 'react-router'
import { loginPath, PATHS } from './paths.ts'
import { sitePath } from '#contract/pages.ts'
import { language } from './language.ts'
import { isSignedIn } from './session/session.ts'

/**
 * Before a screen that needs a session: the wanted path goes along to the login, facturators and
 * companies are loaded first, and without a facturator only the onboarding is open.
 */
export async function requireConnection({ request }: LoaderFunctionArgs) {
  if (!isSignedIn()) throw redirect(loginPath(pathOf(request)))
  if (!(await hasFacturator())) throw redirect(PATHS.onboarding)
  return null
}

/** The onboarding itself: open to whoever has a session, connected or not. */
export async function requireSession({ request }: LoaderFunctionArgs) {
  if (!isSignedIn()) throw redirect(loginPath(pathOf(request)))
  await hasFacturator()
  return null
}

/** Home is a document of its own, for visitors: the browser goes there. */
export function leaveToHome() {
  if (isSignedIn()) throw redirect(PATHS.dashboard)
  throw redirectDocument(sitePath('home', language()))
}

/** Login, register, recovery: whoever is signed in goes on to the dashboard. */
export function onlyVisitors() {
  if (isSignedIn()) throw redirect(PATHS.dashboard)
  return null
}

/** Public screens: a session without facturators is sent to the onboarding from them too. */
export async function openToAll() {
  if (isSignedIn() && !(await hasFacturator())) throw redirect(PATHS.onboarding)
  return null
}

/** The queries' code comes only with a session. */
async function hasFacturator(): Promise<boolean> {
  return (await import('./frame/signed-in.ts')).hasFacturator()
}

function pathOf(request: Request): string {
  const { pathname, search, hash } = new URL(request.url)
  return pathname + search + hash
}

import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavigationType, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router'
import { PATHS } from '#web/paths.ts'
import { DemoBanner } from './DemoBanner.tsx'
import { useDemonstration } from '#web/demonstration.ts'
import { Footer } from './Footer.tsx'
import { LoadingOverlay } from './LoadingOverlay.tsx'
import { Navbar } from './Navbar.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { textsReady } from '#web/language.ts'
import { useSession } from '#web/session/session.ts'
import { useIdentityQuestion } from '#web/session/identity.ts'
import classes from './Frame.module.css'

const IdentityDialog = lazy(async () => {
  const { IdentityDialog } = await import('./IdentityDialog.tsx')
  await textsReady()
  return { default: IdentityDialog }
})

// It comes with a session.
const TermsNotice = lazy(async () => ({ default: (await import('./signed-in.ts')).TermsNotice }))

/** Where the form is what one comes for. */
const FORMS: string[] = [PATHS.login, PATHS.register, PATHS.forgotPassword]

/** What stands around every screen. */
export function Frame() {
  const { t } = useTranslation()
  const { state } = useNavigation()
  const demonstration = useDemonstration((state) => state.demonstration)
  const hasForm = FORMS.includes(useLocation().pathname)
  useFreshStart()
  return (
    <>
      <a href={hasForm ? '#form' : '#main'} className={classes.skip}>
        {t(hasForm ? 'skipToForm' : 'skipToContent')}
      </a>
      {demonstration && <DemoBanner />}
      <OfflineBar />
      <Navbar />
      <div
        className={classes.progress}
        data-busy={state !== 'idle' || undefined}
        aria-hidden="true"
      />
      <NewTerms />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <Footer />
      <IdentityQuestion />
      <LoadingOverlay />
    </>
  )
}

/** One who signs in anew in this page has put nothing off. */
function NewTerms() {
  const email = useSession((state) => state.claims?.email)
  if (email === undefined) return null
  return (
    <Suspense>
      <TermsNotice key={email} />
    </Suspense>
  )
}

function IdentityQuestion() {
  const answer = useIdentityQuestion((state) => state.answer)
  if (answer === null) return null
  return (
    <Suspense>
      <IdentityDialog onAnswer={answer} />
    </Suspense>
  )
}

/**
 * After a navigation the page is at its top and the reading starts at the new screen's heading,
 * not at the link that was left. Going back keeps the browser's own place.
 */
function useFreshStart(): void {
  const { pathname } = useLocation()
  const isReturn = useNavigationType() === NavigationType.Pop
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!isReturn) window.scrollTo({ top: 0 })
    // Opened again while the screen was still loading, the palette keeps the focus, and what is typed.
    if (document.querySelector('[data-palette]') !== null) return
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.focus({ preventScroll: true })
  }, [pathname, isReturn])
}

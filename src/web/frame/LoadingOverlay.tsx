import { Loader } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { hideOverlay, useOverlay } from './overlay.ts'
import classes from './LoadingOverlay.module.css'

/** Over everything while the page waits: nothing beneath can be pressed, and the focus goes back to where it was. */
export function LoadingOverlay() {
  const isShown = useOverlay((state) => state.isShown)
  useEffect(() => {
    // The browser may have kept the page that was left with it.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) hideOverlay()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
  return isShown && <Waiting />
}

function Waiting() {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it is taken off the page: only so does the focus go back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.overlay}
      aria-label={t('loading')}
      onCancel={(event) => event.preventDefault()}
    >
      <p className={classes.words} role="status">
        <Loader size={20} aria-hidden />
        {t('loading')}
      </p>
    </dialog>
  )
}

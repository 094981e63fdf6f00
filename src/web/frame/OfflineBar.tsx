import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Frame.module.css'

/** On every screen while the browser has no network. */
export function OfflineBar() {
  const { t } = useTranslation()
  const isOnline = useSyncExternalStore(followNetwork, () => navigator.onLine)
  return (
    <div role="status">
      {!isOnline && <p className={classes.offline}>{t('faults.offlineBar')}</p>}
    </div>
  )
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

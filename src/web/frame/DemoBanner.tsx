import { useTranslation } from 'react-i18next'
import classes from './Frame.module.css'

/** On every screen where nothing is real. */
export function DemoBanner() {
  const { t } = useTranslation()
  return (
    <aside className={classes.demo} aria-label={t('demoMark')} data-demonstration>
      {t('demoBanner')}
    </aside>
  )
}

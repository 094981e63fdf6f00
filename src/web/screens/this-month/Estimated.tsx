import { useTranslation } from 'react-i18next'
import { Pill } from '#web/ui/Pill.tsx'
import classes from './Estimated.module.css'

/** Beside every amount that rests on a UF not published yet. */
export function Estimated() {
  const { t } = useTranslation()
  return (
    <span className={classes.mark} title={t('thisMonth.estimatedHint')}>
      <Pill>{t('thisMonth.estimated')}</Pill>
    </span>
  )
}

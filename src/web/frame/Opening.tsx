import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** While the first screen's code and data travel: the frame stands, and whoever listens is told. */
export function Opening() {
  const { t } = useTranslation()
  return (
    <VisuallyHidden>
      <h1>{t('loading')}</h1>
    </VisuallyHidden>
  )
}

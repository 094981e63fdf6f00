import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** While the first screen's code and data travel: nothing flashes, and whoever listens is told. */
export function Opening() {
  const { t } = useTranslation()
  return (
    <main>
      <VisuallyHidden>
        <h1>{t('loading')}</h1>
      </VisuallyHidden>
    </main>
  )
}

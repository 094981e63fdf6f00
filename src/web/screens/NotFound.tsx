import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('notFound.title')} narrow>
      <EmptyState
        box={t('notFound.box')}
        title={t('notFound.hint')}
        body={t('notFound.body')}
        action={<LinkButton to={PATHS.home}>{t('notFound.home')}</LinkButton>}
      />
    </Page>
  )
}

import { useTranslation } from 'react-i18next'
import { PATHS } from '#web/paths.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'

/** In the place of whatever was to be seen of a document that isn't there. */
export function DocumentGone() {
  const { t } = useTranslation()
  return (
    <Page title={t('documents.goneTitle')} above={<BackToList />} narrow>
      <EmptyState
        box={t('notFound.documentBox')}
        title={t('shared.goneHint')}
        body={t('documents.goneBody')}
        action={<LinkButton to={PATHS.documents}>{t('documents.backToList')}</LinkButton>}
      />
    </Page>
  )
}

export function BackToList() {
  const { t } = useTranslation()
  return <BackLink to={PATHS.documents}>{t('documents.title')}</BackLink>
}

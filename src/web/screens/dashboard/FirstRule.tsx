import { useTranslation } from 'react-i18next'
import { NEW_RULE } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export function FirstRule() {
  const { t } = useTranslation()
  return (
    <EmptyState
      box={t('sheet.type')}
      title={t('dashboard.emptyTitle')}
      body={t('dashboard.emptyBody')}
      action={
        <LinkButton to={NEW_RULE} size="md">
          {t('dashboard.emptyAction')}
        </LinkButton>
      }
    />
  )
}

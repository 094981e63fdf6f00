import { useTranslation } from 'react-i18next'
import { IssueOne } from '#web/documents/IssueOne.tsx'
import { UploadLink } from '#web/documents/UploadLink.tsx'
import { NEW_RULE } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import classes from './Dashboard.module.css'

/** Nothing was issued yet: the three ways to do so. */
export function FirstRule() {
  const { t } = useTranslation()
  return (
    <EmptyState
      box={t('sheet.type')}
      title={t('dashboard.emptyTitle')}
      body={t('dashboard.emptyBody')}
      action={
        <div className={classes.ways}>
          <LinkButton to={NEW_RULE} size="md">
            {t('dashboard.emptyAction')}
          </LinkButton>
          <div className={classes.once}>
            <p className="muted small">{t('dashboard.emptyOnce')}</p>
            <IssueOne variant="default" />
            <UploadLink />
          </div>
        </div>
      }
    />
  )
}

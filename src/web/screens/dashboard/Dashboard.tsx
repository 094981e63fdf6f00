import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attentionQuery } from '#web/api/agenda.ts'
import {
  companiesQuery,
  facturatorsQuery,
  latestDocumentsQuery,
  rulesQuery,
} from '#web/api/queries.ts'
import { NEW_RULE, PATHS } from '#web/paths.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DocumentList, DocumentListSkeleton } from '../documents/DocumentList.tsx'
import { Attention } from './Attention.tsx'
import { FirstRule } from './FirstRule.tsx'
import { NoCompanies, NoFacturator } from './NothingChosen.tsx'
import { SectionHead } from './SectionHead.tsx'
import { Upcoming, UpcomingSkeleton } from './Upcoming.tsx'
import classes from './Dashboard.module.css'

const LATEST = { limit: 6 }

/** What there is to tell of the connection that is active, or why there is nothing (spec 2). */
export function Dashboard() {
  const { t } = useTranslation()
  const facturators = useQuery(facturatorsQuery())
  const companies = useQuery(companiesQuery())
  const isNobodys = facturators.data?.active === null
  if (!isNobodys && companies.data?.length !== 0) return <Overview />
  return (
    <Page title={t('dashboard.title')} heading={t('dashboard.greeting')}>
      {isNobodys ? <NoFacturator /> : <NoCompanies />}
    </Page>
  )
}

/** What comes, what needs the person, and what has just happened. */
function Overview() {
  const { t } = useTranslation()
  const rules = useQuery(rulesQuery())
  const latest = useQuery(latestDocumentsQuery(LATEST))
  const attention = useQuery(attentionQuery())
  // All at once: each of them would move what stands below it.
  const isWaiting = rules.isPending || latest.isPending || attention.isPending
  const isNew = rules.data?.length === 0 && latest.data?.documents.length === 0
  const action = (
    <LinkButton to={NEW_RULE} leftSection={<IconPlus size={16} />}>
      {t('dashboard.newRule')}
    </LinkButton>
  )
  return (
    <Page
      title={t('dashboard.title')}
      heading={t('dashboard.greeting')}
      actions={isNew ? undefined : action}
    >
      {isNew && !isWaiting && <FirstRule />}
      {isWaiting && <Waiting />}
      {!isNew && !isWaiting && (
        <div className={classes.sections}>
          <Attention />
          <section aria-labelledby="upcoming">
            <SectionHead id="upcoming" title={t('dashboard.upcoming')}>
              <LinkButton to={PATHS.rules} variant="subtle" size="compact-sm">
                {t('dashboard.allRules')}
              </LinkButton>
            </SectionHead>
            {rules.isError && (
              <FaultState
                title={t('rules.loadFailed')}
                fault={rules.error}
                onRetry={() => void rules.refetch()}
              />
            )}
            {rules.data !== undefined && <Upcoming rules={rules.data} />}
          </section>
          <section aria-labelledby="latest">
            <SectionHead id="latest" title={t('dashboard.latest')}>
              <LinkButton to={PATHS.documents} variant="subtle" size="compact-sm">
                {t('dashboard.allDocuments')}
              </LinkButton>
            </SectionHead>
            {latest.isError && (
              <FaultState fault={latest.error} onRetry={() => void latest.refetch()} />
            )}
            {latest.data?.documents.length === 0 && (
              <p className={classes.none}>{t('dashboard.noDocuments')}</p>
            )}
            {latest.data !== undefined && latest.data.documents.length > 0 && (
              <DocumentList documents={latest.data.documents} />
            )}
          </section>
        </div>
      )}
    </Page>
  )
}

/** Another body in the place of what comes, so that nothing that stands there is pushed down. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <div key="waiting" className={classes.sections} role="status" aria-label={t('loading')}>
      <div>
        <SectionHead id="upcoming" title={t('dashboard.upcoming')} />
        <UpcomingSkeleton />
      </div>
      <div>
        <SectionHead id="latest" title={t('dashboard.latest')} />
        <DocumentListSkeleton />
      </div>
    </div>
  )
}

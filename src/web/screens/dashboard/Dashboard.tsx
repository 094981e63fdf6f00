import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { attentionQuery, thisMonthQuery } from '#web/api/agenda.ts'
import { analyticsQuery } from '#web/api/analytics.ts'
import type { Company } from '#web/api/queries.ts'
import {
  companiesQuery,
  facturatorsQuery,
  latestDocumentsQuery,
  rulesQuery,
} from '#web/api/queries.ts'
import { NEW_RULE, PATHS } from '#web/paths.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { IconPlus } from '#web/ui/icons.ts'
import { IssueOne } from '#web/documents/IssueOne.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DocumentList, DocumentListSkeleton } from '../documents/DocumentList.tsx'
import { Analysis, AnalysisSkeleton } from './Analysis.tsx'
import { AnalysisControls } from './AnalysisControls.tsx'
import { Attention } from './Attention.tsx'
import { FirstRule } from './FirstRule.tsx'
import { NoCompanies, NoFacturator } from './NothingChosen.tsx'
import { readChoice } from './period-choice.ts'
import { paymentsOverviewQuery, type PaymentsOverview } from './payments-overview.ts'
import { SectionHead } from './SectionHead.tsx'
import { Upcoming, UpcomingSkeleton } from './Upcoming.tsx'
import classes from './Dashboard.module.css'

const LATEST = { limit: 6 }

const Money = lazy(async () => ({ default: (await import('./Money.tsx')).Money }))

/** What there is to tell of the connection that is active, or why there is nothing. */
export function Dashboard() {
  const { t } = useTranslation()
  const facturators = useQuery(facturatorsQuery())
  const companies = useQuery(companiesQuery())
  const active = facturators.data?.active
  const isNobodys = active === null
  // The figures are of the active connection; what is listed below them is of all.
  const own = companies.data?.filter(({ facturator }) => facturator === active?.id)
  const isEmpty = active != null && own?.length === 0
  if (!isNobodys && !isEmpty) {
    return <Overview listed={companies} companies={active == null ? [] : (own ?? [])} />
  }
  return (
    <Page title={t('dashboard.title')} heading={t('dashboard.heading')}>
      {isNobodys ? <NoFacturator /> : <NoCompanies />}
    </Page>
  )
}

/** What was sold and bought, what needs the person, what comes, and what has just happened. */
function Overview({
  listed,
  companies,
}: {
  listed: UseQueryResult<Company[]>
  companies: Company[]
}) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const choice = readChoice(query, companies)
  const analysis = useQuery({
    ...analyticsQuery(choice.company?.id ?? 0, choice.months),
    enabled: choice.company !== null,
  })
  const rules = useQuery(rulesQuery())
  const latest = useQuery(latestDocumentsQuery(LATEST))
  const attention = useQuery(attentionQuery())
  const month = useQuery(thisMonthQuery())
  const money = useQuery(paymentsOverviewQuery())
  // All at once: each of them would move what stands below it. Another period is waited for in its own place.
  const [isBegun, setBegun] = useState(false)
  const isDue =
    !isBegun &&
    (listed.isPending ||
      analysis.isLoading ||
      rules.isPending ||
      latest.isPending ||
      attention.isPending ||
      month.isPending ||
      money.isPending)
  // The whole screen at once is long work for a phone, which stays alive if it is drawn a piece at a time.
  const isWaiting = useDeferredValue(isDue)
  if (!isWaiting && !isBegun) setBegun(true)
  const isNew = rules.data?.length === 0 && latest.data?.documents.length === 0
  const figures = listed.isLoadingError ? (
    <FaultState
      title={t('analysis.failed')}
      fault={listed.error}
      onRetry={() => void listed.refetch()}
    />
  ) : (
    <Analysis company={choice.company} analysis={analysis} />
  )
  return (
    <Page
      title={t('dashboard.title')}
      heading={t('dashboard.heading')}
      actions={
        <AnalysisControls companies={companies} choice={choice} isLoading={analysis.isPending} />
      }
    >
      {isWaiting && <Waiting />}
      {isNew && !isWaiting && (
        <div className={classes.sections}>
          <FirstRule />
          {figures}
        </div>
      )}
      {!isNew && !isWaiting && (
        <div className={classes.sections}>
          <Attention asked={attention} />
          {!isWithoutMoney(money.data) && (
            <Suspense fallback={<Skeleton height={172} radius={12} />}>
              <Money asked={money} />
            </Suspense>
          )}
          {figures}
          <section aria-labelledby="upcoming">
            <SectionHead id="upcoming" title={t('dashboard.upcoming')}>
              <div className={classes.actions}>
                <LinkButton to={PATHS.rules} variant="subtle" size="compact-sm">
                  {t('dashboard.allRules')}
                </LinkButton>
                <IssueOne size="compact-sm" variant="default" />
                <LinkButton to={NEW_RULE} size="compact-sm" leftSection={<IconPlus size={15} />}>
                  {t('dashboard.newRule')}
                </LinkButton>
              </div>
            </SectionHead>
            {rules.isLoadingError && (
              <FaultState
                title={t('rules.loadFailed')}
                fault={rules.error}
                onRetry={() => void rules.refetch()}
              />
            )}
            {rules.data !== undefined && <Upcoming rules={rules.data} month={month.data} />}
          </section>
          <section aria-labelledby="latest">
            <SectionHead id="latest" title={t('dashboard.latest')}>
              <LinkButton to={PATHS.documents} variant="subtle" size="compact-sm">
                {t('dashboard.allDocuments')}
              </LinkButton>
            </SectionHead>
            {latest.isLoadingError && (
              <FaultState
                title={t('dashboard.latestFailed')}
                fault={latest.error}
                onRetry={() => void latest.refetch()}
              />
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

/** Payments may not be followed at all. */
function isWithoutMoney(overview: PaymentsOverview | undefined): boolean {
  return overview?.open === 0 && overview.latest.length === 0
}

/** Another body in the place of what comes, so that nothing that stands there is pushed down. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <div key="waiting" className={classes.sections}>
      <AnalysisSkeleton />
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

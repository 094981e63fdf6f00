import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Analysis as Figures } from '#web/api/analytics.ts'
import type { Company } from '#web/api/queries.ts'
import '#web/texts/analysis.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import classes from './Analysis.module.css'
import { AnalysisCards } from './AnalysisCards.tsx'
import { ReadingNotice, ReadingNote } from './ReadingState.tsx'
import { TopTable } from './TopTable.tsx'

const Charts = lazy(async () => ({ default: (await import('./charts/Charts.tsx')).Charts }))

/** Sales and purchases of one company, as the SII's registers have them. */
export function Analysis({
  company,
  analysis,
}: {
  company: Company | null
  analysis: UseQueryResult<Figures>
}) {
  const { t } = useTranslation()
  if (company === null) {
    return <EmptyState title={t('analysis.chooseTitle')} body={t('analysis.chooseBody')} />
  }
  // What was told stays, should a later look fail: the next one comes by itself.
  if (analysis.data !== undefined) return <Shown company={company} figures={analysis.data} />
  if (!analysis.isError) return <AnalysisSkeleton />
  return (
    <FaultState
      title={t('analysis.failed')}
      fault={analysis.error}
      onRetry={() => void analysis.refetch()}
    />
  )
}

function Shown({ company, figures }: { company: Company; figures: Figures }) {
  const { t } = useTranslation()
  const { sales, purchases, temporal, general } = figures
  return (
    <div className={classes.analysis}>
      <ReadingNotice company={company} figures={figures} />
      {general.summary.total_months > 0 && <AnalysisCards figures={figures} />}
      {temporal.length > 0 && (
        <Suspense fallback={<ChartsSkeleton />}>
          <Charts figures={figures} />
        </Suspense>
      )}
      {general.summary.total_months > 0 && (
        <div className={classes.pair}>
          <TopTable
            title={t('analysis.top.clients')}
            party={t('analysis.top.client')}
            none={t('analysis.top.noClients')}
            rows={sales.top_clients.map((one) => ({
              ...one,
              name: one.recipient__name,
              identifier: one.recipient__identifier,
            }))}
          />
          <TopTable
            title={t('analysis.top.suppliers')}
            party={t('analysis.top.supplier')}
            none={t('analysis.top.noSuppliers')}
            rows={purchases.top_suppliers.map((one) => ({
              ...one,
              name: one.issuer__name,
              identifier: one.issuer__identifier,
            }))}
          />
        </div>
      )}
      <ReadingNote company={company} figures={figures} />
    </div>
  )
}

/** In the final layout, so that nothing moves when the figures come. */
export function AnalysisSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.analysis} role="status">
      <VisuallyHidden>{t('analysis.loading')}</VisuallyHidden>
      <div className={classes.cards} aria-hidden="true">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} height={118} radius={12} />
        ))}
      </div>
      <ChartsSkeleton />
      <div className={classes.pair} aria-hidden="true">
        <Skeleton height={320} radius={12} />
        <Skeleton height={320} radius={12} />
      </div>
    </div>
  )
}

function ChartsSkeleton() {
  return (
    <div className={classes.charts} aria-hidden="true">
      <Skeleton height={348} radius={12} />
      <Skeleton height={348} radius={12} />
    </div>
  )
}

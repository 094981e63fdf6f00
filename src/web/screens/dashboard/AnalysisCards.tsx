import { useTranslation } from 'react-i18next'
import { showClp, showMonthAlone } from '#texts/formats.ts'
import type { Analysis } from '#web/api/analytics.ts'
import { language } from '#web/language.ts'
import classes from './Analysis.module.css'

export function AnalysisCards({ figures }: { figures: Analysis }) {
  const { t } = useTranslation()
  const { avg_monthly_sales, avg_monthly_purchases, net_flow } = figures.general.summary
  const months = useAveragedMonths(figures)
  return (
    <dl className={classes.cards}>
      <Card label={t('analysis.cards.sales')} value={showClp(avg_monthly_sales)} foot={months} />
      <Card
        label={t('analysis.cards.purchases')}
        value={showClp(avg_monthly_purchases)}
        foot={months}
      />
      <Card
        label={t('analysis.cards.flow')}
        value={showClp(net_flow)}
        foot={t('analysis.cards.wholePeriod')}
        isNegative={net_flow < 0}
      />
      {/* The count of the top list, as the specification says, with the true one beside it (docs/decisions/0010). */}
      <Card
        label={t('analysis.cards.clients')}
        value={String(figures.sales.top_clients.length)}
        foot={t('analysis.cards.topTen')}
        note={t('analysis.cards.distinct', { count: figures.ours.distinct_clients })}
      />
    </dl>
  )
}

/** 'Of which months': a month under way is in no average where others have ended. */
function useAveragedMonths({ general, temporal, ours }: Analysis): string {
  const { t } = useTranslation()
  const months = t('analysis.monthsAveraged', { count: general.summary.total_months })
  if (ours.month_in_course === null) return months
  const month = showMonthAlone(ours.month_in_course, language())
  return temporal.length === 1
    ? t('analysis.inCourseAlone', { month })
    : t('analysis.besidesInCourse', { months, month })
}

function Card({
  label,
  value,
  foot,
  note,
  isNegative = false,
}: {
  label: string
  value: string
  foot: string
  note?: string
  isNegative?: boolean
}) {
  return (
    <div className={classes.card}>
      <dt className={classes.label}>{label}</dt>
      <dd>
        <span className={`${classes.value} num`} data-negative={isNegative || undefined}>
          {value}
        </span>
        <span className={classes.foot}>{foot}</span>
        {note !== undefined && <span className={classes.foot}>{note}</span>}
      </dd>
    </div>
  )
}

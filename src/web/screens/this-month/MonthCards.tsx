import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showClp, showMonth } from '#texts/formats.ts'
import type { MonthAhead } from '#web/api/agenda.ts'
import { language } from '#web/language.ts'
import { Estimated } from './Estimated.tsx'
import classes from './MonthCards.module.css'

/** The two months side by side with what each adds up to: the pressed one is shown below. */
export function MonthCards({
  months,
  shown,
  onShow,
}: {
  months: MonthAhead[]
  shown: string
  onShow: (month: string) => void
}) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-label={t('thisMonth.months')} className={classes.cards}>
      {months.map((month) => (
        <button
          key={month.month}
          type="button"
          className={classes.card}
          aria-pressed={month.month === shown}
          onClick={() => onShow(month.month)}
        >
          <Card month={month} />
        </button>
      ))}
    </div>
  )
}

function Card({ month: { month, totals, payments } }: { month: MonthAhead }) {
  const { t } = useTranslation()
  const facts = [
    t('thisMonth.documents', { count: totals.documents }),
    ...(totals.issued > 0 ? [t('thisMonth.issued', { count: totals.issued })] : []),
    ...(totals.left_out > 0 ? [t('thisMonth.notCounted', { count: totals.left_out })] : []),
    ...(totals.unknown > 0 ? [t('thisMonth.unknown', { count: totals.unknown })] : []),
  ]
  // Of boletas alone there is neither IVA nor a net amount: they have their gross.
  const isGross = totals.iva === 0 && totals.retencion > 0
  const parts = [
    { name: t(isGross ? 'preview.figures.gross' : 'thisMonth.neto'), pesos: totals.neto },
    ...(isGross ? [] : [{ name: t('thisMonth.iva'), pesos: totals.iva }]),
    ...(totals.retencion > 0 ? [{ name: t('thisMonth.retencion'), pesos: totals.retencion }] : []),
  ]
  return (
    <>
      <span className={classes.month}>{showMonth(month, language())}</span>
      <span className={`${classes.total} num`}>
        {showClp(totals.total)}
        {totals.is_estimated && <Estimated />}
      </span>
      <span className={classes.facts}>{facts.join(' · ')}</span>
      <span className={`${classes.parts} num`}>
        {parts.map(({ name, pesos }) => (
          <span key={name}>
            {name} {showClp(pesos)}
          </span>
        ))}
      </span>
      {payments !== null && <Payments payments={payments} />}
    </>
  )
}

function Payments({ payments }: { payments: NonNullable<MonthAhead['payments']> }) {
  const { t } = useTranslation()
  const [open, overdue] = [showClp(payments.open), showClp(payments.overdue)]
  return (
    <span className={`${classes.parts} num`}>
      <span>{t('thisMonth.collected', { collected: showClp(payments.received) })}</span>
      <span>
        {payments.overdue > 0
          ? t('thisMonth.toCollectOverdue', { open, overdue })
          : t('thisMonth.toCollect', { open })}
      </span>
    </span>
  )
}

export function MonthCardsSkeleton() {
  return (
    <div className={classes.cards} aria-hidden="true">
      {[1, 2].map((card) => (
        <div key={card} className={classes.card}>
          <Skeleton width={110} height={16} />
          <Skeleton width={150} maw="100%" height={30} mt={8} />
          <Skeleton width={130} height={14} mt={8} />
          <Skeleton width={190} maw="100%" height={14} mt={8} />
        </div>
      ))}
    </div>
  )
}

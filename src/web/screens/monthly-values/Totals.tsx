import { useTranslation } from 'react-i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { MonthlyTask } from '#web/api/agenda.ts'
import { billedOf, type ClientTotals } from './month-totals.ts'
import classes from './Values.module.css'

/** Of one client's document: net, its tax and what is left. */
export function Totals({ of, isEstimated }: { of: ClientTotals; isEstimated: boolean }) {
  const { t } = useTranslation()
  const isBoleta = of.kind === 'boleta'
  return (
    <div className={classes.sum}>
      <dl className={`${classes.totals} num`}>
        <dt>{t(isBoleta ? 'wizard.boleta.gross' : 'wizard.lines.neto')}</dt>
        <dd>{showClp(of.netoClp)}</dd>
        <dt>
          {isBoleta
            ? t('wizard.boleta.retention', { rate: of.retentionRate })
            : t('wizard.lines.iva')}
        </dt>
        <dd>{showClp(of.taxClp)}</dd>
        <dt>{t(isBoleta ? 'wizard.boleta.liquido' : 'wizard.lines.total')}</dt>
        <dd>{showClp(of.lastClp)}</dd>
      </dl>
      {isEstimated && <p className="muted small">{t('thisMonth.estimatedHint')}</p>}
    </div>
  )
}

/** Whether its date can't be met any more: its day went by, or its hour has. */
export type Late = 'no' | 'unknown' | 'today' | 'past'

const LATE = {
  unknown: 'departure.asking',
  today: 'values.lateToday',
  past: 'values.late',
} as const

/** Says what will happen before it does: the day, the sum and to how many. */
export function WillHappen({
  task,
  late,
  totals,
  isEstimated,
}: {
  task: MonthlyTask
  late: Late
  totals: (ClientTotals | null)[]
  isEstimated: boolean
}) {
  const { t } = useTranslation()
  const date = showDay(task.emission_date)
  const when = t('wizard.review.when.first', { date })
  const count = totals.length
  const billed = billedOf(totals)
  const isBoleta = totals.some((one) => one?.kind === 'boleta')
  const total =
    billed === null
      ? ''
      : `${showClp(billed)}${isEstimated ? ` (${t('thisMonth.estimated')})` : ''}`
  return (
    <p className={`${classes.next} num`} role="status">
      {late !== 'no'
        ? t(LATE[late], { date })
        : billed === null
          ? t('wizard.review.toComplete', { when, count })
          : t(isBoleta ? 'wizard.boleta.willIssue' : 'wizard.review.willIssue', {
              when,
              total,
              count,
            })}
    </p>
  )
}

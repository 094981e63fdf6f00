import { Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { Emission, Forecast } from '#web/api/queries.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { scheduleText } from '../../rules/schedule-text.ts'
import { hasTotals } from '../payload.ts'
import { totalOf } from '../preview.ts'
import type { StepProps } from '../wizard.ts'
import { readDay } from '../wizard.ts'
import { Choice } from '#web/ui/Choice.tsx'
import classes from './steps.module.css'

export interface WillHappenProps extends StepProps {
  forecast: UseQueryResult<Forecast>
  /** Undefined until it is counted for exactly what is reviewed. */
  emission: Emission | undefined
  asksFirst: boolean
}

/** Says what will happen before it does. */
export function WillHappen({
  state,
  forecast,
  emission,
}: Pick<WillHappenProps, 'state' | 'forecast' | 'emission'>) {
  const { t } = useTranslation()
  if (forecast.isError) {
    return (
      <FaultState
        title={t('wizard.dates.failed')}
        fault={forecast.error}
        onRetry={() => void forecast.refetch()}
      />
    )
  }
  if (emission === undefined) return <Skeleton height={104} radius={10} />
  const total = totalOf(state, emission)
  const count = state.clients.length
  const date = showDay(emission.emission_date)
  const schedule = scheduleText(t, {
    business_day_rule: state.businessDayRule,
    day_of_month: readDay(state.day),
  })
  const isBoleta = state.kind === 'boletaHonorarios'
  const isKnown = hasTotals(state) && total !== null
  const sentence = isKnown
    ? t(isBoleta ? 'wizard.boleta.willIssue' : 'wizard.review.willIssue', {
        date,
        total: showClp(total),
        count,
      })
    : t(hasTotals(state) ? 'wizard.review.unknownTotal' : 'wizard.review.toComplete', {
        date,
        count,
      })
  const each = isBoleta ? t('wizard.boleta.each') : t('wizard.review.each')
  return (
    <div className={classes.willIssue} role="status">
      <p className={`${classes.sentence} num`}>
        {sentence} {count > 1 && isKnown && each}
      </p>
      <p className="muted">
        {t('wizard.review.then', { schedule })}{' '}
        {t(state.needsApproval ? 'wizard.review.approve' : 'wizard.review.undo')}
      </p>
    </div>
  )
}

/** The first date is today: now, or from the next month on (D-23). */
export function FirstDate({ state, onChange, forecast, asksFirst }: WillHappenProps) {
  const { t } = useTranslation()
  const secondDate = forecast.data?.emissions[1]?.emission_date ?? null
  if (!asksFirst) return null
  return (
    <Choice
      label={t('wizard.review.firstTitle')}
      columns
      options={[
        {
          value: 'today',
          label: t('wizard.review.first.today'),
          hint: t('wizard.review.firstHint.today'),
        },
        {
          value: 'next',
          label: t('wizard.review.first.next'),
          hint: t('wizard.review.firstHint.next', {
            date: secondDate === null ? '' : showDay(secondDate),
          }),
        },
      ]}
      value={state.first}
      onChange={(chosen) =>
        onChange((old) => ({ ...old, first: chosen === 'today' ? 'today' : 'next' }))
      }
    />
  )
}

import { Checkbox } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showDay } from '#texts/formats.ts'
import { thisMonthQuery } from '#web/api/agenda.ts'
import type { Forecast } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { someNames } from '#web/ui/some-names.ts'

export interface WaitingProps {
  forecast: UseQueryResult<Forecast>
  /** Null: a new rule, of which nothing waits. */
  ruleId: number | null
  applied: number
  onApplied: (count: number) => void
}

/** From when a change counts; and whether what waits already gets it too. */
export function WaitingNow({ ruleId, applied, onApplied, forecast }: WaitingProps) {
  const { t } = useTranslation()
  const month = useQuery({ ...thisMonthQuery(), enabled: ruleId !== null })
  if (ruleId === null) return null
  const { months = [], today = '' } = month.data ?? {}
  const waiting = months
    .flatMap(({ rows }) => rows)
    // One whose day has gone by waits for a word of its own.
    .filter(
      (row) => row.rule?.id === ruleId && row.state === 'waiting' && row.emission_date >= today,
    )
  if (waiting.length === 0) return <Notice tone="calm">{t('wizard.waiting.none')}</Notice>
  const names = someNames(
    t,
    waiting.map(({ recipient }) => recipient.name),
  )
  const date = forecast.data?.this_month?.date
  const hint = { count: waiting.length, names, date: showDay(date ?? '') }
  return (
    <Checkbox
      label={t('wizard.waiting.apply')}
      description={date === undefined ? t('departure.asking') : t('wizard.waiting.applyHint', hint)}
      disabled={date === undefined}
      checked={applied > 0}
      onChange={({ currentTarget: { checked } }) => onApplied(checked ? waiting.length : 0)}
    />
  )
}

import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDeparture } from '#web/ui/use-departure.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { isIssueDay, lastIssueDay } from '../../steps.ts'
import type { Once, StepProps } from '../../wizard.ts'
import { hasUfLine } from '../../wizard.ts'
import { DueDays } from './DueDays.tsx'
import { MonthOffset, UfRate } from './MonthOffset.tsx'
import classes from '../steps.module.css'

type Props = StepProps & { once: Once; today: string }

/** When one document leaves: as soon as it can, or on a day that is chosen; and which month and UF it speaks of. */
export function OnceDates({ state, onChange, once, today }: Props) {
  const { t } = useTranslation()
  const departure = useDeparture(state.companyId ?? 0, state.companyId !== null)
  const choose = (day: string | null) =>
    onChange((old) => ({ ...old, once: old.once && { ...old.once, day } }))
  const first = departure.date ?? today
  return (
    <>
      <Choice
        label={t('wizard.once.when')}
        columns
        options={[
          {
            value: 'now',
            label: departure.label,
            hint: departure.when === 'unknown' ? '' : t(`wizard.once.nowHint.${departure.when}`),
          },
          { value: 'day', label: t('wizard.once.otherDay'), hint: t('wizard.once.otherDayHint') },
        ]}
        value={once.day === null ? 'now' : 'day'}
        onChange={(value) => choose(value === 'now' ? null : first)}
      />
      {once.day !== null && (
        <TextInput
          type="date"
          label={t('wizard.once.day')}
          classNames={{ wrapper: classes.date }}
          min={first}
          max={lastIssueDay(today)}
          value={once.day}
          error={!isIssueDay(once.day, today) && t('wizard.once.dayWrong')}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      )}
      <MonthOffset state={state} onChange={onChange} />
      {hasUfLine(state) && <UfRate state={state} onChange={onChange} />}
      <DueDays state={state} onChange={onChange} />
    </>
  )
}

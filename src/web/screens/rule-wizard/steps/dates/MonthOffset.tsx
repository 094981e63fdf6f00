import { useTranslation } from 'react-i18next'
import { Choice } from '#web/ui/Choice.tsx'
import type { StepProps } from '../../wizard.ts'

const OFFSETS = [
  { offset: -1, name: 'previous' },
  { offset: 0, name: 'current' },
  { offset: 1, name: 'next' },
] as const
const UF_RATES = ['PREV_MONTH_CLOSE', 'DAY_OF'] as const

/** Of which month the document speaks. */
export function MonthOffset({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('wizard.dates.offset')}
      description={t('wizard.dates.offsetHint')}
      options={OFFSETS.map(({ offset, name }) => ({
        value: offset,
        label: t(`wizard.dates.offsets.${name}`),
      }))}
      value={state.monthOffset}
      onChange={(monthOffset) => onChange((old) => ({ ...old, monthOffset }))}
    />
  )
}

/** Which day's UF prices in it are. */
export function UfRate({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  return (
    <Choice
      label={t('wizard.dates.uf')}
      options={UF_RATES.map((rate) => ({
        value: rate,
        label: t(`wizard.dates.ufs.${rate}`),
      }))}
      value={state.ufRateType}
      onChange={(ufRateType) => onChange((old) => ({ ...old, ufRateType }))}
    />
  )
}

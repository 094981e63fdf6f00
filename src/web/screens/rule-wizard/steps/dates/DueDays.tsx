import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isDueDaysWrong, useCompanyDueDays } from '../../due-days.ts'
import type { StepProps } from '../../wizard.ts'
import classes from '../steps.module.css'

/** Asked where payments are followed: elsewhere nothing falls due. */
export function DueDays({ state, onChange }: StepProps) {
  const { t } = useTranslation()
  const ofCompany = useCompanyDueDays(state.companyId)
  if (ofCompany === null) return null
  return (
    <TextInput
      label={t('wizard.dates.dueDays')}
      description={t('wizard.dates.dueDaysHint', { count: ofCompany })}
      inputMode="numeric"
      classNames={{ wrapper: classes.day }}
      maxLength={3}
      value={state.dueDays}
      error={isDueDaysWrong(state.dueDays) && t('wizard.dates.dueDaysWrong')}
      onChange={({ currentTarget: { value } }) => onChange((old) => ({ ...old, dueDays: value }))}
    />
  )
}

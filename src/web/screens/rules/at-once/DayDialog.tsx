import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { businessDayRule } from '#contract/rules.ts'
import type { RulesChange } from '#web/api/rules-at-once.ts'
import { scheduleText } from '../schedule-text.ts'
import { AtOnceDialog } from './AtOnceDialog.tsx'
import classes from '#web/ui/AtOnce.module.css'

const LAST_DAY_TO_CHOOSE = 28

/** Another day for all of the chosen rules. */
export function DayDialog({
  rules,
  onClose,
  onDone,
}: {
  rules: readonly number[]
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const [rule, setRule] = useState<(typeof businessDayRule.options)[number] | ''>('')
  const [day, setDay] = useState(1)
  const change: RulesChange | null =
    rule === ''
      ? null
      : {
          kind: 'schedule',
          business_day_rule: rule,
          day_of_month: rule === 'EXACT' ? day : null,
        }
  const named = businessDayRule.options.filter((option) => option !== 'EXACT')
  return (
    <AtOnceDialog
      title={t('bulk.rules.dayTitle', { count: rules.length })}
      rules={rules}
      change={change}
      onClose={onClose}
      onDone={onDone}
    >
      <div className={classes.fields}>
        <NativeSelect
          label={t('bulk.rules.when')}
          data-autofocus
          value={rule}
          data={[
            { value: '', label: t('bulk.rules.chooseDay') },
            { value: 'EXACT', label: t('bulk.rules.exactDay') },
            ...named.map((value) => ({
              value,
              label: scheduleText(t, { business_day_rule: value, day_of_month: null }),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            setRule(businessDayRule.options.find((option) => option === value) ?? '')
          }
        />
        {rule === 'EXACT' && (
          <NativeSelect
            label={t('bulk.rules.day')}
            value={day}
            data={Array.from({ length: LAST_DAY_TO_CHOOSE }, (_, index) => String(index + 1))}
            onChange={({ currentTarget }) => setDay(Number(currentTarget.value))}
          />
        )}
      </div>
    </AtOnceDialog>
  )
}

import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { parseDay, type Day } from '#domain/day.ts'
import { showMonth } from '#texts/formats.ts'
import { installationQuery, type Rule } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { AtOnceDialog } from './AtOnceDialog.tsx'
import {
  changeOf,
  firstMonth,
  monthsFrom,
  monthsOfIpc,
  type PriceForm,
  type PriceFormFault,
} from './price-form.ts'
import classes from '#web/ui/AtOnce.module.css'

const WHILE_TYPING_MS = 350

/** Prices of the chosen rules from a month on, shown line by line before they change. */
export function PricesDialog(props: {
  rules: readonly Rule[]
  onClose: () => void
  onDone: () => void
}) {
  const today = parseDay(useQuery(installationQuery()).data?.today ?? '')
  return today === null ? null : <Form {...props} today={today} />
}

function Form({
  rules,
  today,
  onClose,
  onDone,
}: {
  rules: readonly Rule[]
  today: Day
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const ipcMonths = monthsOfIpc(today)
  const [form, setForm] = useState<PriceForm>({
    by: 'percent',
    percent: '',
    firstMonth: ipcMonths[11] ?? '',
    lastMonth: ipcMonths[0] ?? '',
    price: '',
    from: firstMonth(rules, today),
  })
  const [settled] = useDebouncedValue(form, WHILE_TYPING_MS)
  const read = changeOf(settled)
  const fault = typeof read === 'string' ? read : null
  const change = read === null || typeof read === 'string' || settled !== form ? null : read
  const set = (part: Partial<PriceForm>) => setForm((now) => ({ ...now, ...part }))
  const lines = rules.flatMap((rule) => rule.invoice_lines_detail)
  const hasLater = lines.some(({ later_prices: later = [] }) => later.length > 0)
  return (
    <AtOnceDialog
      title={t('bulk.rules.pricesTitle', { count: rules.length })}
      rules={rules.map(({ id }) => id)}
      change={change}
      onClose={onClose}
      onDone={onDone}
    >
      <Choice
        columns
        label={t('bulk.rules.how')}
        options={[
          {
            value: 'percent',
            label: t('bulk.rules.byPercent'),
            hint: t('bulk.rules.byPercentHint'),
          },
          { value: 'ipc', label: t('bulk.rules.byIpc'), hint: t('bulk.rules.byIpcHint') },
          { value: 'uf', label: t('bulk.rules.byUf'), hint: t('bulk.rules.byUfHint') },
          ...(hasLater
            ? [
                {
                  value: 'withdraw' as const,
                  label: t('bulk.rules.byWithdraw'),
                  hint: t('bulk.rules.byWithdrawHint'),
                },
              ]
            : []),
        ]}
        value={form.by}
        onChange={(by) => set({ by })}
      />
      <div className={classes.fields}>
        {(form.by === 'percent' || form.by === 'ipc') && (
          <TextInput
            label={t(form.by === 'ipc' ? 'bulk.rules.ipcFigure' : 'bulk.rules.percent')}
            placeholder="4,5"
            // The decimal keyboard of an iPhone has no minus.
            inputMode={form.by === 'ipc' ? 'decimal' : 'text'}
            rightSection="%"
            data-autofocus
            value={form.percent}
            error={faultText(t, fault, ['percent', 'ipc', 'percentTooLarge', 'percentTooSmall'])}
            onChange={({ currentTarget: { value } }) => set({ percent: value })}
          />
        )}
        {form.by === 'uf' && (
          <TextInput
            label={t('bulk.rules.ufPrice')}
            placeholder="2,25"
            inputMode="decimal"
            leftSection="UF"
            value={form.price}
            error={faultText(t, fault, ['price'])}
            onChange={({ currentTarget: { value } }) => set({ price: value })}
          />
        )}
        {form.by === 'ipc' && (
          <>
            <Months
              label={t('bulk.rules.ipcFirst')}
              months={ipcMonths}
              value={form.firstMonth}
              error={faultText(t, fault, ['months'])}
              onChange={(month) => set({ firstMonth: month })}
            />
            <Months
              label={t('bulk.rules.ipcLast')}
              months={ipcMonths}
              value={form.lastMonth}
              onChange={(month) => set({ lastMonth: month })}
            />
          </>
        )}
        <Months
          label={t('bulk.rules.from')}
          months={monthsFrom(today)}
          value={form.from}
          onChange={(month) => set({ from: month })}
        />
      </div>
    </AtOnceDialog>
  )
}

function faultText(
  t: TFunction,
  fault: PriceFormFault | null,
  shown: readonly PriceFormFault[],
): string | undefined {
  return fault !== null && shown.includes(fault) ? t(`bulk.rules.faults.${fault}`) : undefined
}

function Months({
  label,
  months,
  value,
  error,
  onChange,
}: {
  label: string
  months: readonly string[]
  value: string
  error?: string | undefined
  onChange: (month: string) => void
}) {
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      data={months.map((month) => ({ value: month, label: showMonth(month, language()) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

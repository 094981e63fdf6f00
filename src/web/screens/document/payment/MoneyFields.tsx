import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldMessages } from '#web/api/fault.ts'
import { installationQuery } from '#web/api/queries.ts'
import { pesosOf } from './money-form.ts'
import classes from './Payment.module.css'

interface Typed {
  label: string
  value: string
  /** The form was sent: what is missing is said. */
  isTried: boolean
  /** Of the request, with what the server said of this field. */
  fault: Error | null
  onChange: (value: string) => void
  /** Where the dialog opens. */
  isFirst?: boolean
}

/** Whole pesos, as they are typed in Chile. */
export function AmountField({ label, value, isTried, fault, onChange, isFirst = false }: Typed) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      leftSection="$"
      value={value}
      error={
        (isTried && pesosOf(value) === null && t('payment.amountWrong')) ||
        fieldMessages(fault, 'amount')[0]
      }
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  )
}

/** A day; `name` is the request's field. Until today where it is one of the past. */
export function DayField({
  label,
  value,
  isTried,
  fault,
  onChange,
  isFirst = false,
  name = 'day',
  isPast = true,
}: Typed & { name?: string; isPast?: boolean }) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today
  return (
    <TextInput
      type="date"
      label={label}
      {...(isPast && today !== undefined && { max: today })}
      value={value}
      error={(isTried && value === '' && t('payment.dayWrong')) || fieldMessages(fault, name)[0]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data-autofocus={isFirst || undefined}
    />
  )
}

/** At the foot of a dialog's form. */
export function FormButtons({
  submit,
  isBusy,
  onClose,
}: {
  submit: string
  isBusy: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes.dialogButtons}>
      <Button variant="default" onClick={onClose}>
        {t('actions.cancel')}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </div>
  )
}

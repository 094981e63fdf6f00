import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recordRefund } from '#contract/payments.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { paymentsChanged, type RecordedPayment } from '#web/api/payments.ts'
import { installationQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { pesosOf, typedPesos } from './money-form.ts'
import { AmountField, DayField, FormButtons } from './MoneyFields.tsx'
import classes from './Payment.module.css'

interface About {
  id: number
  of: RecordedPayment
  /** What is offered: what came beyond what is owed, or all that is left of the payment. */
  offered: number
}

/** Money given back by hand: only put on record here. */
export function RefundDialog({
  opened,
  onClose,
  ...about
}: About & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('payment.refundTitle')} opened={opened} onClose={onClose}>
      <Form {...about} onClose={onClose} />
    </Dialog>
  )
}

function Form({ id, of, offered, onClose }: About & { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const [isTried, setIsTried] = useState(false)
  const [amountText, setAmountText] = useState(typedPesos(offered))
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const amount = pesosOf(amountText)
  const saving = useMutateOnce({
    mutationFn: (body: { amount: number; day: string; note: string }, key) =>
      send(recordRefund, { params: { id }, body: { ...body, payment: of.id }, key }),
    onSuccess: () => {
      onClose()
      toastSuccess(t('payment.refundDone'))
    },
    onError: (fault) => {
      if (!hasStatus(fault, 400)) toastError(firstMessage(fault) ?? t('payment.failed'))
    },
    onSettled: () => paymentsChanged(client),
  })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (amount !== null && day !== '') saving.mutate({ amount, day, note })
      }}
    >
      <p className="muted">{t('payment.refundLead')}</p>
      <div className={classes.pair}>
        <AmountField
          label={t('payment.amount')}
          value={amountText}
          isTried={isTried}
          fault={saving.error}
          onChange={(value) => {
            saving.reset()
            setAmountText(value)
          }}
          isFirst
        />
        <DayField
          label={t('payment.day')}
          value={day}
          isTried={isTried}
          fault={saving.error}
          onChange={setDay}
        />
      </div>
      <TextInput
        label={t('payment.note')}
        maxLength={200}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <FormButtons submit={t('actions.save')} isBusy={saving.isPending} onClose={onClose} />
    </form>
  )
}

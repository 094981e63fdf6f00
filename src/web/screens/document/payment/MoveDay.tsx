import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { movePaymentDay } from '#contract/payments.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { paymentsChanged } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { DayField, FormButtons } from './MoneyFields.tsx'
import classes from './Payment.module.css'

export function MoveDay({
  id,
  day,
  opened,
  onClose,
}: {
  id: number
  day: string
  opened: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('payment.moveDay')} opened={opened} onClose={onClose}>
      <Form id={id} day={day} onClose={onClose} />
    </Dialog>
  )
}

function Form({ id, day, onClose }: { id: number; day: string; onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [wanted, setWanted] = useState(day)
  const [isTried, setIsTried] = useState(false)
  const moving = useMutateAlone({
    mutationFn: (due_day: string) => send(movePaymentDay, { params: { id }, body: { due_day } }),
    onSuccess: () => {
      onClose()
      toastSuccess(t('payment.moved'))
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
        if (wanted !== '') moving.mutate(wanted)
      }}
    >
      <DayField
        label={t('payment.dueDay')}
        value={wanted}
        isTried={isTried}
        fault={moving.error}
        name="due_day"
        isPast={false}
        onChange={(value) => {
          moving.reset()
          setWanted(value)
        }}
        isFirst
      />
      <FormButtons submit={t('actions.save')} isBusy={moving.isPending} onClose={onClose} />
    </form>
  )
}

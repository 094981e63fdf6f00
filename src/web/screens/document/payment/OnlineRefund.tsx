import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orderRefund } from '#contract/online-payments.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { paymentsChanged, type RecordedPayment } from '#web/api/payments.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastSuccess } from '#web/ui/toast.ts'
import { pesosOf, typedPesos } from './money-form.ts'
import { AmountField, FormButtons } from './MoneyFields.tsx'
import classes from './Payment.module.css'

interface About {
  id: number
  of: RecordedPayment
  offered: number
}

/** Has the provider give the money back. Where it can't, it says why, and what was given back by hand is recorded. */
export function OnlineRefund({
  opened,
  onClose,
  ...about
}: About & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('payment.refundOnlineTitle')} opened={opened} onClose={onClose}>
      <Form {...about} onClose={onClose} />
    </Dialog>
  )
}

function Form({ id, of, offered, onClose }: About & { onClose: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isTried, setIsTried] = useState(false)
  const [amountText, setAmountText] = useState(typedPesos(offered))
  const amount = pesosOf(amountText)
  const ordering = useMutateOnce({
    mutationFn: (body: { amount: number }, key) =>
      send(orderRefund, { params: { id, payment: of.id }, body, key }),
    keyFollowsContent: true,
    onSuccess: () => {
      onClose()
      toastSuccess(t('payment.refundOrdered'))
    },
    onSettled: () => paymentsChanged(client),
  })
  const refusal = ordering.error !== null && !hasStatus(ordering.error, 400) ? ordering.error : null
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (amount !== null) ordering.mutate({ amount })
      }}
    >
      <p className="muted">{t('payment.refundOnlineLead')}</p>
      <AmountField
        label={t('payment.amount')}
        value={amountText}
        isTried={isTried}
        fault={ordering.error}
        onChange={(value) => {
          ordering.reset()
          setAmountText(value)
        }}
        isFirst
      />
      {refusal !== null && (
        <Notice tone="wrong">{firstMessage(refusal) ?? t('payment.failed')}</Notice>
      )}
      <FormButtons
        submit={t('payment.refundOnline')}
        isBusy={ordering.isPending}
        onClose={onClose}
      />
    </form>
  )
}

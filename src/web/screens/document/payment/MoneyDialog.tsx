import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { correctPayment, paymentWay, recordPayment } from '#contract/payments.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail, type RecordedPayment } from '#web/api/payments.ts'
import { installationQuery } from '#web/api/queries.ts'
import { useMutateOnce } from '#web/api/use-mutate-once.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { pesosOf, typedPesos, type MoneyWish } from './money-form.ts'
import { AmountField, DayField, FormButtons } from './MoneyFields.tsx'
import classes from './Payment.module.css'

interface About {
  id: number
  payment: PaymentDetail
  /** The one to correct; none: a new one. */
  corrected?: RecordedPayment
}

/** Money that came, on its owner's word: what is still open is offered. */
export function MoneyDialog({
  opened,
  onClose,
  ...about
}: About & { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const title = about.corrected === undefined ? 'payment.record' : 'payment.correctTitle'
  return (
    <Dialog title={t(title)} opened={opened} onClose={onClose}>
      <Form {...about} onClose={onClose} />
    </Dialog>
  )
}

function Form({ id, payment, corrected, onClose }: About & { onClose: () => void }) {
  const { t } = useTranslation()
  const today = useQuery(installationQuery()).data?.today ?? ''
  const [isTried, setIsTried] = useState(false)
  const offered = corrected?.share ?? payment.open
  const [wish, setWish] = useState<MoneyWish>({
    day: corrected?.day ?? today,
    amount: offered === 0 ? '' : typedPesos(offered),
    way: corrected?.way ?? 'transfer',
    note: corrected?.note ?? '',
  })
  const [declared, setDeclared] = useState<string | null>(null)
  const [receipt, setReceipt] = useState(false)
  const saving = useSave(id, corrected, onClose)
  const amount = pesosOf(wish.amount)
  const asked = corrected === undefined ? payment.declarations : []
  const isAnswered = asked.length === 0 || declared !== null
  const change = (part: Partial<MoneyWish>) => {
    saving.reset()
    setWish({ ...wish, ...part })
  }
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (amount === null || wish.day === '' || !isAnswered) return
        const declaration = asked.find((one) => String(one.id) === declared)?.id ?? null
        saving.mutate({ ...wish, amount, declaration, receipt })
      }}
    >
      <div className={classes.pair}>
        <AmountField
          label={t('payment.amount')}
          value={wish.amount}
          isTried={isTried}
          fault={saving.error}
          onChange={(value) => change({ amount: value })}
          isFirst
        />
        <DayField
          label={t('payment.day')}
          value={wish.day}
          isTried={isTried}
          fault={saving.error}
          onChange={(day) => change({ day })}
        />
      </div>
      <NativeSelect
        label={t('payment.way')}
        value={wish.way}
        data={paymentWay.options.map((way) => ({ value: way, label: t(`payment.ways.${way}`) }))}
        onChange={({ currentTarget }) => {
          const way = paymentWay.safeParse(currentTarget.value)
          if (way.success) change({ way: way.data })
        }}
      />
      <TextInput
        label={t('payment.note')}
        maxLength={200}
        value={wish.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      {asked.length > 0 && (
        <Choice
          label={t('payment.isDeclared', { count: asked.length })}
          columns
          options={[
            ...asked.map((one) => ({
              value: String(one.id),
              label: t('payment.isThisOne', { amount: showClp(one.amount), day: showDay(one.day) }),
              ...(one.note === '' ? {} : { hint: `“${one.note}”` }),
            })),
            { value: '', label: t('payment.isAnother') },
          ]}
          value={declared}
          error={isTried && !isAnswered && t('payment.isDeclaredWrong')}
          onChange={setDeclared}
        />
      )}
      {corrected === undefined && payment.receipt_to.length > 0 && (
        <Checkbox
          label={t('payment.sendReceipt')}
          description={payment.receipt_to.join(', ')}
          checked={receipt}
          onChange={({ currentTarget }) => setReceipt(currentTarget.checked)}
        />
      )}
      <FormButtons submit={t('actions.save')} isBusy={saving.isPending} onClose={onClose} />
    </form>
  )
}

type Saved = Omit<MoneyWish, 'amount'> & {
  amount: number
  declaration: number | null
  receipt: boolean
}

function useSave(id: number, corrected: RecordedPayment | undefined, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateOnce({
    mutationFn: ({ declaration, receipt, ...body }: Saved, key) =>
      corrected === undefined
        ? send(recordPayment, { params: { id }, body: { ...body, declaration, receipt }, key })
        : send(correctPayment, { params: { id, payment: corrected.id }, body, key }),
    onSuccess: () => {
      onDone()
      toastSuccess(t(corrected === undefined ? 'payment.recorded' : 'payment.corrected'))
    },
    onError: (fault) => {
      if (hasStatus(fault, 400)) return
      toastError(firstMessage(fault) ?? t('payment.failed'))
    },
    onSettled: () => paymentsChanged(client),
  })
}

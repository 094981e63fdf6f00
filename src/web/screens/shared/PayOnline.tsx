import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import { startPayment } from '#contract/payment-attempts.ts'
import type { readSharedDocument } from '#contract/sharing.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { leaveFor } from '#web/ui/leave-for.ts'
import { toastError } from '#web/ui/toast.ts'
import { pesosOf, typedPesos } from '../document/payment/money-form.ts'
import { AmountField } from '../document/payment/MoneyFields.tsx'
import classes from './Pay.module.css'

type SharedPayment = NonNullable<ReplyOf<typeof readSharedDocument>['payment']>
type Online = SharedPayment['online']

/** What became of the payment that was begun here last, in one sentence. */
export function LastAttempt({ online, issuer }: { online: Online; issuer: string }) {
  const { t } = useTranslation()
  const { attempt } = online
  if (attempt === null) return null
  const provider = t(`pay.providers.${attempt.provider}`)
  return (
    <p className={classes.says} data-attempt={attempt.state} aria-live="polite">
      {t(`pay.attempt.${attempt.state}`, { amount: showClp(attempt.amount), provider, issuer })}
    </p>
  )
}

/** A button for each provider, which leads there. */
export function PayOnline({ payment, token }: { payment: SharedPayment; token: string }) {
  const { t } = useTranslation()
  const [amountText, setAmountText] = useState(typedPesos(payment.open))
  const [isTried, setIsTried] = useState(false)
  const starting = useStart(token)
  const { online, allows_partial: isPartial } = payment
  if (online.providers.length === 0) return null
  const amount = isPartial ? pesosOf(amountText) : payment.open
  const isDone = online.attempt?.state === 'checking'
  return (
    <div className={classes.online}>
      {isPartial && (
        <AmountField
          label={t('pay.amountNow')}
          value={amountText}
          isTried={isTried}
          fault={starting.error}
          onChange={setAmountText}
        />
      )}
      {online.providers.map(({ connection, provider }, index) => (
        <Button
          key={connection}
          size="md"
          classNames={{ root: classes.way, label: classes.wayLabel }}
          variant={index === 0 && !isDone ? 'filled' : 'default'}
          loading={starting.isPending && starting.variables.connection === connection}
          onClick={() => {
            setIsTried(true)
            if (amount !== null) starting.mutate({ connection, amount })
          }}
        >
          {t(`pay.by.${provider}`, { amount: showClp(amount ?? payment.open) })}
        </Button>
      ))}
    </div>
  )
}

function useStart(token: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: { connection: number; amount: number }) =>
      send(startPayment, { params: { token }, body }),
    onSuccess: leaveFor,
    onError: (fault) => {
      toastError(firstMessage(fault) ?? t('payment.failed'))
      void client.invalidateQueries({ queryKey: ['shared-document', token] })
    },
  })
}

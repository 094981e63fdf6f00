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

/** What is left to pay; folded while a payment is being checked or all was declared, to prevent a second payment. */
export function PayOnline({ payment, token }: { payment: SharedPayment; token: string }) {
  const { t } = useTranslation()
  const { online, left, open } = payment
  if (online.providers.length === 0) return null
  const isUnderWay = left === 0 || online.attempt?.state === 'checking'
  if (!isUnderWay) {
    return <Providers key={left} payment={payment} token={token} toPay={left} paysAgain={false} />
  }
  return (
    <details className={classes.folded}>
      <summary>{t('pay.payAgain')}</summary>
      <Providers key={open} payment={payment} token={token} toPay={open} paysAgain />
    </details>
  )
}

/** A button for each provider, which leads there. */
function Providers({
  payment: { online, allows_partial: isPartial },
  token,
  toPay,
  paysAgain,
}: {
  payment: SharedPayment
  token: string
  toPay: number
  paysAgain: boolean
}) {
  const { t } = useTranslation()
  const [amountText, setAmountText] = useState(typedPesos(toPay))
  const [isTried, setIsTried] = useState(false)
  const starting = useStart(token)
  const amount = isPartial ? pesosOf(amountText) : toPay
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
          variant={index === 0 && !paysAgain ? 'filled' : 'default'}
          loading={starting.isPending && starting.variables.connection === connection}
          onClick={() => {
            setIsTried(true)
            if (amount !== null) starting.mutate({ connection, amount, pays_again: paysAgain })
          }}
        >
          {t(`pay.by.${provider}`, { amount: showClp(amount ?? toPay) })}
        </Button>
      ))}
    </div>
  )
}

function useStart(token: string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (body: { connection: number; amount: number; pays_again: boolean }) =>
      send(startPayment, { params: { token }, body }),
    onSuccess: leaveFor,
    onError: (fault) => {
      toastError(firstMessage(fault) ?? t('payment.failed'))
      void client.invalidateQueries({ queryKey: ['shared-document', token] })
    },
  })
}

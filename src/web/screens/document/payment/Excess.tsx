import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agreeExcess } from '#contract/payments.ts'
import { showClp } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError } from '#web/ui/toast.ts'
import classes from './Payment.module.css'

/** What came beyond what is owed is given back, in the list of money, or stays in the client's favour. */
export function Excess({ id, payment }: { id: number; payment: PaymentDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const agree = useMutateAlone({
    mutationFn: (amount: number) => send(agreeExcess, { params: { id }, body: { amount } }),
    onError: (fault) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: async () => {
      setIsAsking(false)
      await paymentsChanged(client)
    },
  })
  const { excess, agreed_excess: agreed } = payment
  if (excess === 0) return null
  const isAgreed = agreed === excess
  return (
    <div className={classes.excess}>
      {agreed > 0 && !isAgreed && <p>{t('payment.excessKept', { agreed: showClp(agreed) })}</p>}
      <Button
        size="sm"
        variant="default"
        loading={agree.isPending}
        onClick={() => (isAgreed ? agree.mutate(0) : setIsAsking(true))}
      >
        {t(isAgreed ? 'payment.excessAsksAgain' : 'payment.keepExcess')}
      </Button>
      <ConfirmDialog
        title={t('payment.keepExcessTitle', { excess: showClp(excess) })}
        body={t('payment.keepExcessBody')}
        confirm={t('payment.keepExcess')}
        isBusy={agree.isPending}
        opened={isAsking}
        onConfirm={() => agree.mutate(excess)}
        onClose={() => setIsAsking(false)}
      />
    </div>
  )
}

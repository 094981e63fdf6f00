import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { linkMovement, refuseMovement } from '#contract/statements.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Payment.module.css'

/** A statement's movement and an online payment may be the same money: its owner says whether they are. */
export function MaybeTwice({ doubt }: { doubt: PaymentDetail['doubts'][number] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { movement: id, payment, provider, amount, day } = doubt
  const answer = useMutateAlone({
    mutationFn: (isSame: boolean) =>
      isSame
        ? send(linkMovement, { params: { id }, body: { payment } })
        : send(refuseMovement, { params: { id }, body: { documents: [], payment } }),
    onSuccess: (_reply, isSame) => toastSuccess(t(isSame ? 'payment.joined' : 'payment.keptApart')),
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
  return (
    <div className={classes.asked}>
      <Notice tone="needsYou">
        {t('payment.maybeTwice', {
          provider: t(`pay.providers.${provider}`),
          amount: showClp(amount),
          day: showDay(day),
        })}
      </Notice>
      <div className={classes.buttons}>
        <Button loading={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>
          {t('payment.sameMoney')}
        </Button>
        <Button
          variant="default"
          loading={answer.isPending && !answer.variables}
          onClick={() => answer.mutate(false)}
        >
          {t('payment.otherMoney')}
        </Button>
      </div>
    </div>
  )
}

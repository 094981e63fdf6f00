import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keepMovement, undoMovement } from '#contract/statements.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Payment.module.css'

/** The bank took back what paid the document, or may have: its owner says whether the money stayed. */
export function TakenBackByBank({ back }: { back: PaymentDetail['taken_back_by_bank'][number] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { movement: id, amount, day, is_doubtful: isDoubtful } = back
  const answer = useMutateAlone({
    mutationFn: (hasStayed: boolean) =>
      send(hasStayed ? keepMovement : undoMovement, { params: { id } }),
    onSuccess: (_reply, hasStayed) =>
      toastSuccess(t(hasStayed ? 'payment.keptTakenBack' : 'payment.undoneTakenBack')),
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
  return (
    <div className={classes.asked}>
      <Notice tone="needsYou">
        {t(isDoubtful ? 'payment.maybeTakenBackByBank' : 'payment.takenBackByBank', {
          amount: showClp(amount),
          day: showDay(day),
        })}
      </Notice>
      <div className={classes.buttons}>
        <Button
          loading={answer.isPending && !answer.variables}
          onClick={() => answer.mutate(false)}
        >
          {t('payment.undoTakenBack')}
        </Button>
        <Button
          variant="default"
          loading={answer.isPending && answer.variables}
          onClick={() => answer.mutate(true)}
        >
          {t('payment.stayed')}
        </Button>
      </div>
    </div>
  )
}

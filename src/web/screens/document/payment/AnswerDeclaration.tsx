import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { decideDeclarations } from '#contract/payments.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { toastError, toastSuccess, toastWarning } from '#web/ui/toast.ts'
import { VoucherButton } from './VoucherButton.tsx'
import classes from './Payment.module.css'

type Word = 'confirm' | 'reject'

/** What a client says was transferred: only its owner knows whether it came. */
export function AnswerDeclaration({
  declaration: { id, note, has_voucher },
}: {
  declaration: NonNullable<PaymentDetail['declaration']>
}) {
  const { t } = useTranslation()
  const answer = useAnswer()
  return (
    <div className={classes.asked}>
      {note !== '' && <p className="small">“{note}”</p>}
      <div className={classes.buttons}>
        <Button
          loading={answer.isPending && answer.variables?.[0]?.word === 'confirm'}
          onClick={() => answer.mutate([{ id, word: 'confirm' }])}
        >
          {t('payment.confirm')}
        </Button>
        <Button
          variant="default"
          loading={answer.isPending && answer.variables?.[0]?.word === 'reject'}
          onClick={() => answer.mutate([{ id, word: 'reject' }])}
        >
          {t('payment.reject')}
        </Button>
        {has_voucher && <VoucherButton id={id} />}
      </div>
    </div>
  )
}

export function useAnswer() {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn: (decisions: { id: number; word: Word }[]) =>
      send(decideDeclarations, { body: { decisions } }),
    onSuccess: ({ outcomes }) => {
      const outcome = outcomes.find((one) => one.outcome !== 'already')?.outcome ?? 'already'
      if (outcome === 'already') toastWarning(t('payment.already'))
      else toastSuccess(t(`payment.${outcome}`))
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
}

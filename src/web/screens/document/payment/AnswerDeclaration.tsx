import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showClp, showDay } from '#texts/formats.ts'
import type { PaymentDetail } from '#web/api/payments.ts'
import { TooMuch } from './TooMuch.tsx'
import { useAnswer } from './use-answer.ts'
import { VoucherButton } from './VoucherButton.tsx'
import classes from './Payment.module.css'

/** What a client says was transferred: only its owner knows whether it came. */
export function AnswerDeclaration({
  declaration,
}: {
  declaration: PaymentDetail['declarations'][number]
}) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const { id, amount, day, note, has_voucher } = declaration
  const isAnswering = (word: 'confirm' | 'reject') =>
    answer.isPending && answer.variables?.[0]?.word === word
  return (
    <div className={classes.asked}>
      <p>{t('payment.says.declared', { amount: showClp(amount), day: showDay(day) })}</p>
      {note !== '' && <p className="small">“{note}”</p>}
      <div className={classes.buttons}>
        <Button
          loading={isAnswering('confirm')}
          onClick={() => answer.mutate([{ id, amount, day, word: 'confirm' }])}
        >
          {t('payment.confirm')}
        </Button>
        <Button
          variant="default"
          loading={isAnswering('reject')}
          onClick={() => answer.mutate([{ id, amount, day, word: 'reject' }])}
        >
          {t('payment.reject')}
        </Button>
        {has_voucher && <VoucherButton id={id} />}
      </div>
      <TooMuch answer={answer} />
    </div>
  )
}

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
  isOnly,
}: {
  declaration: PaymentDetail['declarations'][number]
  /** Of several, what they have in common is said once above them. */
  isOnly: boolean
}) {
  const { t } = useTranslation()
  const answer = useAnswer()
  const { id, amount, day, note, has_voucher } = declaration
  const said = { amount: showClp(amount), day: showDay(day) }
  const isAnswering = (word: 'confirm' | 'reject') =>
    answer.isPending && answer.variables?.[0]?.word === word
  return (
    <div className={classes.asked}>
      <div className={classes.said}>
        {isOnly ? (
          <p>{t('payment.says.declared', said)}</p>
        ) : (
          <strong className="num">{t('receivables.said', said)}</strong>
        )}
        {note !== '' && <p className="small">“{note}”</p>}
        {has_voucher && <VoucherButton id={id} className={classes.proof} />}
      </div>
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
      </div>
      <TooMuch answer={answer} />
    </div>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import { answerQuestion } from '#contract/online-payments.ts'
import { dayInChile } from '#domain/day.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Payment.module.css'

type Attempt = PaymentDetail['attempts'][number]
type Asked = Attempt['questions'][number]
type Answer = NonNullable<BodyToWrite<typeof answerQuestion>['answer']>

const CHOICES = {
  lookedInto: 'payment.lookInto',
  refunded: 'payment.wasRefunded',
  notRefunded: 'payment.wasNotRefunded',
  moneyLost: 'payment.noteLost',
} as const satisfies Record<Answer, string>

const SAID = {
  lookedInto: 'payment.lookedInto',
  refunded: 'payment.refundAnswered',
  notRefunded: 'payment.noRefundAnswered',
  moneyLost: 'payment.lostAnswered',
} as const satisfies Record<Answer, string>

type Choice = { answer: Answer; text: (typeof CHOICES)[Answer] | 'payment.stayed' }

function choicesOf(kind: Asked['kind']): Choice[] {
  if (kind === 'chargedBack') {
    return [
      { answer: 'moneyLost', text: CHOICES.moneyLost },
      { answer: 'lookedInto', text: 'payment.stayed' },
    ]
  }
  const answers: Answer[] = kind === 'refundUnseen' ? ['refunded', 'notRefunded'] : ['lookedInto']
  return answers.map((answer) => ({ answer, text: CHOICES[answer] }))
}

/** What puts money on record is confirmed first. */
function recordsMoney(answer: Answer): answer is 'refunded' | 'moneyLost' {
  return answer === 'refunded' || answer === 'moneyLost'
}

/** Payments that were begun online and are no money, or ask for something: those that came stand with the money. */
export function Attempts({ id, attempts }: { id: number; attempts: readonly Attempt[] }) {
  const { t } = useTranslation()
  const others = attempts.filter(({ state }) => state !== 'succeeded')
  return (
    <>
      {attempts.flatMap((attempt) =>
        attempt.questions.map((asked) => (
          <Question key={asked.id} id={id} attempt={attempt} asked={asked} />
        )),
      )}
      {others.length > 0 && (
        <details>
          <summary className="muted small">
            {t('payment.attempts', { count: others.length })}
          </summary>
          <ul className={classes.money}>
            {others.map((attempt) => (
              <Row key={attempt.id} attempt={attempt} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Row({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation()
  const provider = t(`pay.providers.${attempt.provider}`)
  return (
    <li className={classes.movement}>
      <span>{t(`payment.attemptStates.${attempt.state}`)}</span>
      <span className={`${classes.amount} num`}>{showClp(attempt.share)}</span>
      <span className={`${classes.about} num`}>
        {[showDay(dayInChile(Date.parse(attempt.at))), provider].join(' · ')}
      </span>
      {attempt.status !== '' && (
        <details className={classes.about}>
          <summary>{t('payment.providerWords', { provider })}</summary>
          <code>{attempt.status}</code>
        </details>
      )}
    </li>
  )
}

/** What its owner has to look into at the provider; nothing here can find it out. */
function Question({ id, attempt, asked }: { id: number; attempt: Attempt; asked: Asked }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [confirmed, setConfirmed] = useState<'refunded' | 'moneyLost' | null>(null)
  const answering = useMutateAlone({
    mutationFn: (answer: Answer) => {
      const note = answer === 'moneyLost' ? t('payment.chargeBack') : ''
      return send(answerQuestion, { params: { id, question: asked.id }, body: { answer, note } })
    },
    onSuccess: (_page, answer) => toastSuccess(t(SAID[answer])),
    onError: (fault) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
  const close = () => setConfirmed(null)
  const values = {
    amount: showClp(asked.amount),
    provider: t(`pay.providers.${attempt.provider}`),
  }
  return (
    <div className={classes.asked}>
      <Notice tone="calm">{t(`payment.questions.${asked.kind}`, values)}</Notice>
      <div className={classes.buttons}>
        {choicesOf(asked.kind).map(({ answer, text }) => (
          <Button
            key={answer}
            variant="default"
            loading={answering.isPending && answering.variables === answer}
            onClick={() => (recordsMoney(answer) ? setConfirmed(answer) : answering.mutate(answer))}
          >
            {t(text)}
          </Button>
        ))}
      </div>
      {confirmed !== null && (
        <ConfirmDialog
          title={t(`payment.confirmAnswer.${confirmed}.title`, values)}
          body={t(`payment.confirmAnswer.${confirmed}.body`, values)}
          confirm={t(CHOICES[confirmed])}
          isBusy={answering.isPending}
          opened
          onConfirm={() => answering.mutate(confirmed, { onSettled: close })}
          onClose={close}
        />
      )}
    </div>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BodyToWrite } from '#contract/call.ts'
import { answerQuestion } from '#contract/online-payments.ts'
import { dayInChile } from '#domain/day.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import classes from './Payment.module.css'

type Attempt = PaymentDetail['attempts'][number]
type Asked = Attempt['questions'][number]
type Answer = NonNullable<BodyToWrite<typeof answerQuestion>['answer']>

const OF_REFUND = ['refunded', 'notRefunded'] as const
const OF_OTHERS = ['lookedInto'] as const

const CHOICES = {
  lookedInto: 'payment.lookInto',
  refunded: 'payment.wasRefunded',
  notRefunded: 'payment.wasNotRefunded',
} as const satisfies Record<Answer, string>

const SAID = {
  lookedInto: 'payment.lookedInto',
  refunded: 'payment.refundAnswered',
  notRefunded: 'payment.noRefundAnswered',
} as const satisfies Record<Answer, string>

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
  const about = [
    showDay(dayInChile(Date.parse(attempt.at))),
    t(`pay.providers.${attempt.provider}`),
    attempt.status,
  ]
  return (
    <li className={classes.movement}>
      <span>{t(`payment.attemptStates.${attempt.state}`)}</span>
      <span className={`${classes.amount} num`}>{showClp(attempt.share)}</span>
      <span className={`${classes.about} num`}>
        {about.filter((part) => part !== '').join(' · ')}
      </span>
    </li>
  )
}

/** What its owner has to look into at the provider; nothing here can find it out. */
function Question({ id, attempt, asked }: { id: number; attempt: Attempt; asked: Asked }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const answering = useMutateAlone({
    mutationFn: (answer: Answer) =>
      send(answerQuestion, { params: { id, question: asked.id }, body: { answer } }),
    onSuccess: (_page, answer) => toastSuccess(t(SAID[answer])),
    onError: (fault) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
  return (
    <div className={classes.asked}>
      <Notice tone="calm">
        {t(`payment.questions.${asked.kind}`, {
          amount: showClp(asked.amount),
          provider: t(`pay.providers.${attempt.provider}`),
        })}
      </Notice>
      <div className={classes.buttons}>
        {(asked.kind === 'refundUnseen' ? OF_REFUND : OF_OTHERS).map((answer) => (
          <Button
            key={answer}
            variant="default"
            loading={answering.isPending && answering.variables === answer}
            onClick={() => answering.mutate(answer)}
          >
            {t(CHOICES[answer])}
          </Button>
        ))}
      </div>
    </div>
  )
}

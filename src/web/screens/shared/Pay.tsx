import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplyOf } from '#contract/call.ts'
import type { readSharedDocument } from '#contract/sharing.ts'
import { isGenericRut } from '#domain/rut.ts'
import { showClp, showDay } from '#texts/formats.ts'
import '#web/texts/payments.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { Account } from './Account.tsx'
import { Declare } from './Declare.tsx'
import { readMine } from './my-declaration.ts'
import { LastAttempt, PayOnline } from './PayOnline.tsx'
import { Together } from './together/Together.tsx'
import { isToldTogether, isUnderWay, useTogether } from './together/use-together.ts'
import classes from './Pay.module.css'

type Shared = ReplyOf<typeof readSharedDocument>
type SharedPayment = NonNullable<Shared['payment']>

interface ShownPayment {
  payment: SharedPayment
  token: string
  issuer: string
}

/** What is owed and how it is paid, for anybody with the document's link: on a phone first. */
export function Pay({ document, token }: { document: Shared; token: string }) {
  const { t } = useTranslation()
  const { payment } = document
  const issuer = document.content?.issuer.name ?? document.company.name
  const together = useTogether(token)
  if (payment === null) return null
  // Each document is paid in one place: in the list while it stands there.
  const isListed = together.access?.documents.some((one) => one.is_here && !isUnderWay(one))
  return (
    <div className={classes.pay}>
      {!isToldTogether(together.access, document) && (
        <LastAttempt online={payment.online} issuer={issuer} />
      )}
      <Says payment={payment} token={token} issuer={issuer} />
      {payment.closed === null && isListed !== true && (
        <Ways payment={payment} token={token} issuer={issuer} />
      )}
      {!isGenericRut(document.recipient.identifier) && (
        <Together together={together} payment={payment} token={token} issuer={issuer} />
      )}
      {payment.closed === null && isListed === true && payment.allows_partial && (
        <details className={classes.folded}>
          <summary>{t('pay.together.part')}</summary>
          <Ways payment={payment} token={token} issuer={issuer} />
        </details>
      )}
    </div>
  )
}

/** What was declared, whatever happened since, and how it stands beside that. */
function Says({ payment, token, issuer }: ShownPayment) {
  const { t } = useTranslation()
  const { declared } = payment
  // The sum may be of others, too.
  const says = readMine(token)?.amount === declared ? 'saysDeclared' : 'saysDeclaredBefore'
  return (
    <>
      {declared > 0 && (
        <p className={classes.says} aria-live="polite">
          {t(`pay.${says}`, { amount: showClp(declared), issuer })}
        </p>
      )}
      {payment.refunded > 0 && !isToldRefunded(payment) && (
        <p className={classes.says}>
          {t(`pay.${payment.paid === 0 ? 'givenBack' : 'givenBackPart'}`, {
            paid: showClp(payment.paid + payment.refunded),
            refunded: showClp(payment.refunded),
          })}
        </p>
      )}
      <Stands payment={payment} issuer={issuer} />
    </>
  )
}

/** By how it stands: of an annulled one only what is left of the payment is told. */
function isToldRefunded({ state, closed, paid }: SharedPayment): boolean {
  return closed === 'annulled' ? paid > 0 : state === 'refunded'
}

function Stands({ payment, issuer }: { payment: SharedPayment; issuer: string }) {
  const { t } = useTranslation()
  const { state, closed, open, left, paid, due_day, closes_day, days_overdue, excess_agreed } =
    payment
  if (closed === 'annulled') {
    if (paid === 0) return null
    const says = excess_agreed ? 'annulledAgreed' : 'annulledPaid'
    return <p className={classes.says}>{t(`pay.${says}`, { paid: showClp(paid), issuer })}</p>
  }
  if (closed === 'expired') {
    return (
      <Notice tone="calm">{t('pay.closed.expired', { day: showDay(closes_day), issuer })}</Notice>
    )
  }
  if (state === 'declared' || (state === 'partly_paid' && payment.refunded > 0)) {
    if (left === 0) return null
    const rest = days_overdue > 0 ? 'leftOverdue' : 'left'
    return <p>{t(`pay.${rest}`, { left: showClp(left), day: showDay(due_day) })}</p>
  }
  return (
    <p className={classes.says} data-state={state} aria-live="polite">
      {t(`pay.says.${saysOf(state, payment)}`, {
        day: showDay(due_day),
        issuer,
        open: showClp(open),
        paid: showClp(paid),
      })}
    </p>
  )
}

function saysOf<State extends SharedPayment['state']>(
  state: State,
  { days_overdue, excess_agreed }: SharedPayment,
) {
  if (state === 'due' && days_overdue === 0) return 'dueToday'
  if (state === 'partly_paid' && days_overdue >= 0) {
    return days_overdue > 0 ? 'partlyPaidOverdue' : 'partlyPaidToday'
  }
  return state === 'overpaid' && excess_agreed ? 'overpaidAgreed' : state
}

function Ways({ payment, token, issuer }: ShownPayment) {
  const { t } = useTranslation()
  const { transfer, open, left, online } = payment
  const isOnline = online.providers.length > 0
  if (transfer === null) {
    if (isOnline) return <PayOnline payment={payment} token={token} />
    return <p className="muted small">{t('pay.noWay', { issuer })}</p>
  }
  const account = <Account transfer={transfer} open={left > 0 ? left : open} />
  return (
    <>
      <PayOnline payment={payment} token={token} />
      {left > 0 && !isOnline ? (
        account
      ) : (
        <details className={classes.folded}>
          <summary>{t(left > 0 ? 'pay.orTransfer' : 'pay.accountAgain')}</summary>
          {account}
        </details>
      )}
      <Declaring payment={payment} token={token} issuer={issuer} />
    </>
  )
}

/** Says that it was transferred, corrects what this browser said, or says another part of it. */
function Declaring({
  payment,
  token,
  issuer,
}: {
  payment: SharedPayment
  token: string
  issuer: string
}) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<'correct' | 'another' | null>(null)
  const { declared, left, allows_partial, online } = payment
  const isFirstWay = declared === 0 && online.providers.length === 0
  const mine = declared > 0 ? readMine(token) : null
  const hasMore = declared === 0 || (allows_partial ? left > 0 : mine === null)
  return (
    <div className={classes.declare}>
      {mine !== null && (
        <Button size="md" variant="default" onClick={() => setOpened('correct')}>
          {t('pay.again')}
        </Button>
      )}
      {hasMore && (
        <Button
          size="md"
          variant={isFirstWay ? 'filled' : 'default'}
          onClick={() => setOpened('another')}
        >
          {t(declared === 0 ? 'pay.declare' : 'pay.another')}
        </Button>
      )}
      <Declare
        payment={payment}
        token={token}
        issuer={issuer}
        corrects={opened === 'correct' ? mine : null}
        opened={opened !== null}
        onClose={() => setOpened(null)}
      />
    </div>
  )
}

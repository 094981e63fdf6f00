import { Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { followPayments, reopenPayment, unfollowPayment } from '#contract/payments.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentTermsQuery } from '#web/api/payment-terms.ts'
import { paymentQuery, paymentsChanged, type PaymentDetail } from '#web/api/payments.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { notaPath } from '#web/paths.ts'
import '#web/texts/payments.ts'
import { Facts, FactsSkeleton } from '#web/ui/Facts.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconDots } from '#web/ui/icons.ts'
import { PaymentBadge } from '#web/ui/PaymentBadge.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { Attempts } from './Attempts.tsx'
import { AnswerDeclaration } from './AnswerDeclaration.tsx'
import { Excess } from './Excess.tsx'
import { DocumentReminders } from './DocumentReminders.tsx'
import { MaybeTwice } from './MaybeTwice.tsx'
import { TakenBackByBank } from './TakenBackByBank.tsx'
import { MoneyDialog } from './MoneyDialog.tsx'
import { MoneyList } from './MoneyList.tsx'
import { MoveDay } from './MoveDay.tsx'
import { offersNota } from './offers-nota.ts'
import { ReceiptButton } from './ReceiptButton.tsx'
import { paymentSentence } from './payment-sentence.ts'
import classes from './Payment.module.css'

/** What an issued document is owed, what came of it, and what its owner may do about it. */
export function Payment({ document }: { document: DocumentDetail }) {
  const isOwed = document.document_type !== 61
  const isIssued = document.state === 'issued' || document.state === 'annulled'
  if (!isIssued || !isOwed) return null
  return document.payment === null ? (
    <NotFollowed document={document} />
  ) : (
    <Followed document={document} />
  )
}

/** Said only where the company takes payments: who never switched them on has nothing to read here. */
function NotFollowed({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const terms = useQuery(paymentTermsQuery()).data?.find(
    ({ company }) => company.id === document.company.id,
  )
  const follow = useMutateAlone({
    mutationFn: () => send(followPayments, { body: { documents: [document.id] } }),
    onSuccess: () => toastSuccess(t('payment.followed')),
    onError: (fault) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
  if (terms?.enabled_from == null || document.state === 'annulled') return null
  return (
    <section className={classes.card} aria-labelledby="payment">
      <h2 id="payment">{t('payment.title')}</h2>
      <p className="muted small">{t('payment.followHint')}</p>
      <div className={classes.buttons}>
        <Button variant="default" loading={follow.isPending} onClick={() => follow.mutate()}>
          {t('payment.follow')}
        </Button>
      </div>
    </section>
  )
}

function Followed({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  const payment = useQuery(paymentQuery(document.id))
  return (
    <section className={classes.card} aria-labelledby="payment">
      <h2 id="payment">{t('payment.title')}</h2>
      {payment.isPending && <FactsSkeleton count={4} />}
      {payment.isLoadingError && (
        <FaultNotice
          title={t('receivables.loadFailed')}
          fault={payment.error}
          onRetry={() => void payment.refetch()}
        />
      )}
      {payment.data !== undefined && <Shown document={document} payment={payment.data} />}
    </section>
  )
}

function Shown({ document, payment }: { document: DocumentDetail; payment: PaymentDetail }) {
  const { t } = useTranslation()
  const { id } = document
  const [isRecording, setIsRecording] = useState(false)
  const { declarations, doubts } = payment
  const isPartlyOpen = payment.open > 0 && payment.open !== payment.owed
  return (
    <>
      <p className={classes.says} aria-live="polite">
        <PaymentBadge state={payment.state} large />
        <span>{paymentSentence(t, payment)}</span>
      </p>
      {doubts.map((doubt) => (
        <MaybeTwice key={doubt.movement} doubt={doubt} />
      ))}
      {payment.taken_back_by_bank.map((back) => (
        <TakenBackByBank key={back.movement} back={back} />
      ))}
      {declarations.length > 1 && (
        <p>{t('payment.says.declaredSeveral', { count: declarations.length })}</p>
      )}
      {declarations.map((one) => (
        <AnswerDeclaration key={one.id} declaration={one} isOnly={declarations.length === 1} />
      ))}
      <Facts
        facts={[
          [t('payment.owed'), showClp(payment.owed)],
          [t('payment.takenBack'), payment.taken_back > 0 ? showClp(payment.taken_back) : null],
          [
            t('payment.received'),
            payment.paid > 0 ? showClp(payment.paid - payment.refunded) : null,
          ],
          [t('payment.open'), isPartlyOpen ? showClp(payment.open) : null],
          [t('payment.dueDay'), showDay(payment.due_day)],
          [t('payment.closes'), payment.closed === null ? showDay(payment.closes_day) : null],
        ]}
      />
      {doubts.length === 0 && <Excess id={id} payment={payment} />}
      <MoneyList id={id} payment={payment} />
      <NotaOffer document={document} payment={payment} />
      <Attempts id={id} attempts={payment.attempts} />
      <DocumentReminders id={id} />
      {payment.closed === 'expired' && (
        <p className="muted small">
          {t('payment.closed.expired', { day: showDay(payment.closes_day) })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant={payment.open > 0 && declarations.length === 0 ? 'filled' : 'default'}
          onClick={() => setIsRecording(true)}
        >
          {t('payment.record')}
        </Button>
        {payment.paid > 0 && <ReceiptButton id={id} />}
        <More id={id} payment={payment} />
      </div>
      <MoneyDialog
        id={id}
        payment={payment}
        opened={isRecording}
        onClose={() => setIsRecording(false)}
      />
    </>
  )
}

/** Perhaps the sale was undone. */
function NotaOffer({ document, payment }: { document: DocumentDetail; payment: PaymentDetail }) {
  const { t } = useTranslation()
  if (!offersNota(document, payment)) return null
  return (
    <p className="muted small">
      {t('payment.notaOffer', { refunded: showClp(payment.refunded) })}{' '}
      <Link to={notaPath(document.id)}>{t('payment.notaOfferLink')}</Link>
    </p>
  )
}

function More({ id, payment }: { id: number; payment: PaymentDetail }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isMoving, setIsMoving] = useState(false)
  const settings = {
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  }
  const reopen = useMutateAlone({
    mutationFn: () => send(reopenPayment, { params: { id } }),
    onSuccess: () => toastSuccess(t('payment.reopened')),
    ...settings,
  })
  const unfollow = useMutateAlone({
    mutationFn: () => send(unfollowPayment, { params: { id } }),
    ...settings,
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={t('payment.more')} px={10}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsMoving(true)}>{t('payment.moveDay')}</Menu.Item>
          {payment.open > 0 && (
            <Menu.Item onClick={() => reopen.mutate()}>{t('payment.reopen')}</Menu.Item>
          )}
          {payment.can_unfollow && (
            <Menu.Item onClick={() => unfollow.mutate()}>{t('payment.unfollow')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <MoveDay id={id} day={payment.due_day} opened={isMoving} onClose={() => setIsMoving(false)} />
    </>
  )
}

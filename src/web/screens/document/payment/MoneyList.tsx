import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { undoPayment, undoRefund } from '#contract/payments.ts'
import { showClp, showDay } from '#texts/formats.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import { paymentsChanged, type PaymentDetail, type RecordedPayment } from '#web/api/payments.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { MoneyDialog } from './MoneyDialog.tsx'
import { OnlineRefund } from './OnlineRefund.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import classes from './Payment.module.css'

type Refund = PaymentDetail['refunds'][number]

/** Every movement, undone ones too: who said so, and when. */
export function MoneyList({ id, payment }: { id: number; payment: PaymentDetail }) {
  if (payment.payments.length === 0) return null
  return (
    <ul className={classes.money}>
      {payment.payments.map((one) => (
        <Came key={`payment ${one.id}`} id={id} payment={payment} one={one} />
      ))}
      {payment.refunds.map((one) => (
        <WentBack key={`refund ${one.id}`} id={id} one={one} />
      ))}
    </ul>
  )
}

function Came({ id, payment, one }: { id: number; payment: PaymentDetail; one: RecordedPayment }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'correct' | 'undo' | 'refund' | 'refundOnline' | null>(null)
  const undo = useUndo(() => send(undoPayment, { params: { id, payment: one.id } }))
  const close = () => setOpen(null)
  const attempt = payment.attempts.find(({ payments }) => payments.includes(one.id))
  const goingBack = attempt?.refunds
    .filter(({ payment: of }) => of === one.id)
    .find(({ state }) => state === 'asked' || state === 'pending' || state === 'unseen')
  const isOurs = one.undone_at === null && one.source !== 'provider' && one.share === one.amount
  const left = one.share - one.refunded
  const isTakenBack = attempt?.questions.some(({ kind }) => kind === 'chargedBack') === true
  // The money could go back twice: by another refund, or beside what the payer's bank took back.
  const canGoBack = left > 0 && goingBack === undefined && !isTakenBack
  const isDisconnected = attempt?.is_disconnected === true
  const offered = payment.excess > 0 ? Math.min(left, payment.excess) : left
  return (
    <li className={classes.movement} data-undone={one.undone_at !== null || undefined}>
      <span>{t(`payment.ways.${one.way}`)}</span>
      <span className={`${classes.amount} num`}>{showClp(one.share)}</span>
      <span className={`${classes.about} num`}>{aboutPayment(t, one, attempt)}</span>
      {goingBack !== undefined && (
        <span className={classes.about}>
          {t(goingBack.state === 'unseen' ? 'payment.refundUnseen' : 'payment.refundUnderWay')}
        </span>
      )}
      {canGoBack && isDisconnected && (
        <span className={classes.about}>
          {t('payment.disconnected', { provider: t(`pay.providers.${attempt.provider}`) })}
        </span>
      )}
      {one.undone_at === null && one.receipt !== null && (
        <span className={classes.about}>{t(`payment.receiptMails.${one.receipt}`)}</span>
      )}
      {one.undone_at === null && (
        <span className={classes.acts}>
          {isOurs && one.refunded === 0 && (
            <>
              <Small onClick={() => setOpen('correct')}>{t('payment.correct')}</Small>
              <Small onClick={() => setOpen('undo')}>{t('payment.undo')}</Small>
            </>
          )}
          {canGoBack && one.source === 'provider' && !isDisconnected && (
            <Small onClick={() => setOpen('refundOnline')}>{t('payment.refundOnline')}</Small>
          )}
          {canGoBack && <Small onClick={() => setOpen('refund')}>{t('payment.refund')}</Small>}
        </span>
      )}
      <MoneyDialog
        id={id}
        payment={payment}
        corrected={one}
        opened={open === 'correct'}
        onClose={close}
      />
      <RefundDialog id={id} of={one} offered={offered} opened={open === 'refund'} onClose={close} />
      <OnlineRefund
        id={id}
        of={one}
        offered={offered}
        opened={open === 'refundOnline'}
        onClose={close}
      />
      <ConfirmDialog
        title={t('payment.undoTitle', { amount: showClp(one.share) })}
        body={t('payment.undoBody')}
        confirm={t('payment.undo')}
        isDangerous
        isBusy={undo.isPending}
        opened={open === 'undo'}
        onConfirm={() => undo.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </li>
  )
}

function WentBack({ id, one }: { id: number; one: Refund }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const undo = useUndo(() => send(undoRefund, { params: { id, refund: one.id } }))
  const close = () => setIsOpen(false)
  return (
    <li className={classes.movement} data-undone={one.undone_at !== null || undefined}>
      <span>{t('payment.refundOf')}</span>
      <span className={`${classes.amount} num`}>{showClp(-one.amount)}</span>
      <span className={`${classes.about} num`}>{aboutRefund(t, one)}</span>
      {one.undone_at === null && one.recorded_by !== null && (
        <span className={classes.acts}>
          <Small onClick={() => setIsOpen(true)}>{t('payment.undo')}</Small>
        </span>
      )}
      <ConfirmDialog
        title={t('payment.undoRefundTitle', { amount: showClp(one.amount) })}
        body={t('payment.undoRefundBody')}
        confirm={t('payment.undo')}
        isDangerous
        isBusy={undo.isPending}
        opened={isOpen}
        onConfirm={() => undo.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </li>
  )
}

function Small({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button size="compact-sm" variant="subtle" onClick={onClick}>
      {children}
    </Button>
  )
}

function aboutPayment(
  t: TFunction,
  one: RecordedPayment,
  attempt: PaymentDetail['attempts'][number] | undefined,
): string {
  if (one.undone_at !== null) return t('payment.undoneBy', { who: one.undone_by ?? '' })
  const source =
    attempt === undefined
      ? t(`payment.sources.${one.source}`, { who: one.recorded_by ?? '' })
      : t('payment.sources.named', { provider: t(`pay.providers.${attempt.provider}`) })
  return [showDay(one.day), source, one.note].filter((part) => part !== '').join(' · ')
}

function aboutRefund(t: TFunction, one: Refund): string {
  if (one.undone_at !== null) {
    const who = one.undone_by
    return who === null ? t('payment.refundReplaced') : t('payment.undoneBy', { who })
  }
  return [showDay(one.day), one.recorded_by ?? '', one.note]
    .filter((part) => part !== '')
    .join(' · ')
}

function useUndo(mutationFn: () => Promise<PaymentDetail>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutateAlone({
    mutationFn,
    onSuccess: () => toastSuccess(t('payment.undone')),
    onError: (fault: Error) => toastError(firstMessage(fault) ?? t('payment.failed')),
    onSettled: () => paymentsChanged(client),
  })
}

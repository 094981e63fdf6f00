import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideDelivery } from '#contract/deliveries.ts'
import { send } from '#web/api/client.ts'
import { firstMessage, hasStatus } from '#web/api/fault.ts'
import type { Delivery } from '#web/api/queries.ts'
import { deliveriesQuery } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { PATHS } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { DeliveryBadge } from '#web/ui/DeliveryBadge.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconCheck, IconSend } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { toastError, toastWarning } from '#web/ui/toast.ts'
import { SendAgain } from './SendAgain.tsx'
import classes from './Deliveries.module.css'

type Wish = Delivery['can'][number]

/** The document's mail: to whom, whether it arrived, and what may be said about it. None, nothing shown. */
export function Deliveries({ documentId }: { documentId: number }) {
  const { t } = useTranslation()
  const deliveries = useQuery(deliveriesQuery(documentId))
  const isFailed = deliveries.isError && deliveries.data === undefined
  const list = deliveries.data ?? []
  if (list.length === 0 && !isFailed) return null
  return (
    <section aria-labelledby="mail" className={classes.mail}>
      <h2 id="mail" className={classes.title}>
        {t('deliveries.title')}
      </h2>
      {isFailed && (
        <FaultNotice
          title={t('deliveries.loadFailed')}
          fault={deliveries.error}
          onRetry={() => void deliveries.refetch()}
        />
      )}
      {list.length > 0 && (
        <ul className={classes.list} aria-live="polite">
          {list.map((delivery) => (
            <li key={delivery.id}>
              <One delivery={delivery} documentId={documentId} isOnly={list.length === 1} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function One({
  delivery,
  documentId,
  isOnly,
}: {
  delivery: Delivery
  documentId: number
  isOnly: boolean
}) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Wish | null>(null)
  const decide = useDecide(delivery.id, documentId, () => setAsked(null))
  const { state, reason, subject, to, cc, sent_at, sees_returns, can, nth, again, resend_to } =
    delivery
  return (
    <>
      <div className={classes.head}>
        <DeliveryBadge delivery={state} />
        <span className={`${classes.when} muted small num`}>
          {!isOnly && <span>{t('deliveries.nth', { nth })}</span>}
          {sent_at !== null && <time dateTime={sent_at}>{formatInstant(sent_at)}</time>}
        </span>
      </div>
      {subject !== null && <p className={classes.subject}>{subject}</p>}
      <p className={classes.people}>{t('deliveries.to', { people: to.join(', ') || '—' })}</p>
      {cc.length > 0 && (
        <p className={classes.people}>{t('deliveries.cc', { people: cc.join(', ') })}</p>
      )}
      {reason !== null && <p className={classes.reason}>{reasonOf(t, reason)}</p>}
      {state === 'sent' && !sees_returns && again !== null && (
        <p className={classes.reason}>{t('deliveries.unseenReturns')}</p>
      )}
      {can.length > 0 && (
        <div className={classes.buttons}>
          {can.includes('resend') && (
            <Button
              size="sm"
              leftSection={<IconSend size={16} />}
              onClick={() => setAsked('resend')}
            >
              {t('deliveries.resend')}
            </Button>
          )}
          {can.includes('sent') && (
            <Button
              size="sm"
              variant="default"
              leftSection={<IconCheck size={16} />}
              onClick={() => setAsked('sent')}
            >
              {t('deliveries.takeAsSent')}
            </Button>
          )}
        </div>
      )}
      {reason === 'mailboxDisconnected' && can.length === 0 && (
        <div className={classes.buttons}>
          <LinkButton to={PATHS.emailAccounts} size="sm" variant="default">
            {t('deliveries.toMailboxes')}
          </LinkButton>
        </div>
      )}
      {again !== null && <SendAgain delivery={delivery} again={again} documentId={documentId} />}
      <ConfirmDialog
        title={t(asked === 'sent' ? 'deliveries.sentTitle' : 'deliveries.resendTitle')}
        body={
          asked === 'sent'
            ? t('deliveries.sentBody')
            : t('deliveries.resendBody', { people: resend_to.join(', ') })
        }
        confirm={t(asked === 'sent' ? 'deliveries.takeAsSent' : 'deliveries.resendConfirm')}
        isBusy={decide.isPending}
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && decide.mutate(asked)}
      />
    </>
  )
}

const REASONS = [
  'mailboxMissing',
  'mailboxDisconnected',
  'noRecipients',
  'recipient',
  'message',
  'tooLarge',
  'policy',
  'rateLimited',
  'dailyLimit',
  'unavailable',
  'misconfigured',
  'answerLost',
  'cannotLook',
  'tooManyTries',
  'returned',
] as const

/** A code this page doesn't know yet promises nothing. */
function reasonOf(t: TFunction, code: string): string {
  const known = REASONS.find((reason) => reason === code)
  return t(`deliveries.reasons.${known ?? 'unknown'}`)
}

function useDecide(id: number, documentId: number, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: Wish) => send(decideDelivery, { params: { id }, body: { decision } }),
    onError: (fault) => {
      if (hasStatus(fault, 409)) toastWarning(t('deliveries.tooLate'))
      else toastError(firstMessage(fault) ?? t('document.actionFailed'))
    },
    onSettled: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: deliveriesQuery(documentId).queryKey })
      await client.invalidateQueries({ queryKey: ['documents', 'list'] })
    },
  })
}

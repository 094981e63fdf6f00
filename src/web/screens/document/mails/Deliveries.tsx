import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Delivery } from '#web/api/queries.ts'
import { deliveriesQuery } from '#web/api/queries.ts'
import { formatInstant } from '#web/clock.ts'
import { documentPath, PATHS } from '#web/paths.ts'
import { DeliveryBadge } from '#web/ui/DeliveryBadge.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DecideMail } from './DecideMail.tsx'
import { SendAgain } from './SendAgain.tsx'
import classes from './Deliveries.module.css'

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
  const { state, reason, subject, to, cc, sent_at, sees_returns, can, nth, again, is_left, nota } =
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
      {is_left && <p className={classes.reason}>{t('deliveries.left')}</p>}
      {state === 'sent' && !sees_returns && again !== null && (
        <p className={classes.reason}>{t('deliveries.unseenReturns')}</p>
      )}
      <DecideMail delivery={delivery} documentId={documentId} />
      {nota !== null && reason === 'annulled' && !can.includes('sendNota') && (
        <div className={classes.buttons}>
          <LinkButton to={documentPath(nota.document)} size="sm" variant="default">
            {t('deliveries.seeNota', { folio: nota.folio })}
          </LinkButton>
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
  'annulled',
  'annulmentUnderWay',
] as const

/** A code this page doesn't know yet promises nothing. */
function reasonOf(t: TFunction, code: string): string {
  const known = REASONS.find((reason) => reason === code)
  return t(`deliveries.reasons.${known ?? 'unknown'}`)
}

import { Button, Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showMonth } from '#texts/formats.ts'
import type { EmailAccount, HeldBy } from '#web/api/queries.ts'
import { pendingMailsQuery } from '#web/api/queries.ts'
import { language } from '#web/language.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FaultNotice } from '#web/ui/FaultNotice.tsx'
import { IconSend } from '#web/ui/icons.ts'
import { useDecidePending } from './account-actions.ts'
import classes from './EmailAccounts.module.css'

/** What an older month says may be known to its client already: it is sent only if it is chosen. */
const MONTHS_CHOSEN_AT_FIRST = 2

/** What is held back, month by month: which of it goes from this mailbox is said with its number in sight. */
export function PendingMails({
  account: { id, pending },
  heldBy = 'mailbox',
}: {
  account: Pick<EmailAccount, 'id' | 'pending'>
  heldBy?: HeldBy
}) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        {t('emailAccounts.seePending', { count: pending })}
      </Button>
      <Dialog title={t('emailAccounts.pendingTitle')} opened={isOpen} onClose={close}>
        <Held of={{ accountId: id, heldBy }} onClose={close} />
      </Dialog>
    </>
  )
}

/** The mailbox that sends, and whose mails they are. */
interface Of {
  accountId: number
  heldBy: HeldBy
}

function Held({ of, onClose }: { of: Of; onClose: () => void }) {
  const { t } = useTranslation()
  const pending = useQuery(pendingMailsQuery(of.accountId, of.heldBy))
  if (pending.isPending) return <Skeleton height={160} radius={8} />
  if (pending.isError) {
    return (
      <FaultNotice
        title={t('emailAccounts.pendingLoadFailed')}
        fault={pending.error}
        onRetry={() => void pending.refetch()}
      />
    )
  }
  const { months, taken_back: takenBack } = pending.data
  return (
    <>
      {takenBack > 0 && (
        <p className={classes.leftOut}>
          {t('emailAccounts.pendingTakenBack', { count: takenBack })}
        </p>
      )}
      {months.length === 0 ? (
        <p>{t('emailAccounts.pendingNone')}</p>
      ) : (
        <Months of={of} months={months} onClose={onClose} />
      )}
    </>
  )
}

interface MonthOfMails {
  month: string
  count: number
}

function Months({ of, months, onClose }: { of: Of; months: MonthOfMails[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(months.slice(MONTHS_CHOSEN_AT_FIRST).map(({ month }) => month)),
  )
  const [isLeaving, setIsLeaving] = useState(false)
  const chosen = months.filter(({ month }) => !left.has(month))
  const count = chosen.reduce((sum, one) => sum + one.count, 0)
  const { decide, isPending } = useDecidePending(of.accountId, onClose)
  const wish = { months: chosen.map(({ month }) => month), count, held_by: of.heldBy }
  if (isLeaving) {
    return (
      <>
        <p className={classes.leaving}>{t('emailAccounts.leavePendingTitle', { count })}</p>
        <p>{t('emailAccounts.leavePendingBody')}</p>
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={() => setIsLeaving(false)} data-autofocus>
            {t('actions.cancel')}
          </Button>
          <Button
            color="red"
            loading={isPending}
            onClick={() => decide({ ...wish, decision: 'leave' })}
          >
            {t('emailAccounts.leavePending')}
          </Button>
        </div>
      </>
    )
  }
  const toggle = (month: string) => {
    const next = new Set(left)
    if (!next.delete(month)) next.add(month)
    setLeft(next)
  }
  const setAll = (isChosen: boolean) =>
    setLeft(new Set(isChosen ? [] : months.map(({ month }) => month)))
  return (
    <>
      <p className={classes.choose}>{t('emailAccounts.pendingChoose')}</p>
      <div role="group" aria-label={t('emailAccounts.pendingTitle')} className={classes.months}>
        {months.length > 1 && (
          <Checkbox
            label={t('emailAccounts.pendingAll')}
            checked={left.size === 0}
            indeterminate={left.size > 0 && chosen.length > 0}
            onChange={({ currentTarget: { checked } }) => setAll(checked)}
          />
        )}
        {months.map(({ month, count: ofMonth }) => (
          <div key={month} className={classes.month}>
            <Checkbox
              label={showMonth(month, language())}
              checked={!left.has(month)}
              onChange={() => toggle(month)}
            />
            <span className="muted num">{t('emailAccounts.pendingCount', { count: ofMonth })}</span>
          </div>
        ))}
      </div>
      <div className={classes.dialogButtons}>
        <Button variant="subtle" disabled={count === 0} onClick={() => setIsLeaving(true)}>
          {t('emailAccounts.leavePending')}
        </Button>
        <Button
          leftSection={<IconSend size={16} />}
          disabled={count === 0}
          loading={isPending}
          onClick={() => decide({ ...wish, decision: 'send' })}
        >
          {t('emailAccounts.sendPending', { count })}
        </Button>
      </div>
    </>
  )
}

import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EmailAccount } from '#web/api/queries.ts'
import { emailAccountPath } from '#web/paths.ts'
import { IconAlert, IconCircleCheck, IconGoogle, IconMicrosoft, IconTrash } from '#web/ui/icons.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Pill } from '#web/ui/Pill.tsx'
import { PendingMails } from './PendingMails.tsx'
import classes from './EmailAccounts.module.css'

export function EmailAccountCard({
  account,
  isBusy,
  onReconnect,
  onDelete,
}: {
  account: EmailAccount
  isBusy: boolean
  onReconnect: () => void
  onDelete: () => void
}) {
  const { t } = useTranslation()
  const { id, email_address: address, full_name: name, provider, state } = account
  const isDead = state === 'disconnected'
  const Logo = provider === 'google' ? IconGoogle : IconMicrosoft
  return (
    <article className={classes.card} aria-label={address}>
      <div className={classes.head}>
        <span className={classes.logo}>
          <Logo size={20} aria-hidden />
        </span>
        <div className={classes.words}>
          <h2 className={classes.address}>{address}</h2>
          <p className="muted small">
            {t(`emailAccounts.providers.${provider}`)}
            {name !== '' && ` · ${t('emailAccounts.sendsAs', { name })}`}
          </p>
        </div>
        <Pill
          tone={isDead ? 'amber' : 'accent'}
          icon={isDead ? <IconAlert size={14} /> : <IconCircleCheck size={14} />}
        >
          {t(`emailAccounts.states.${state}`)}
        </Pill>
        <div className={classes.actions}>
          <LinkButton
            to={emailAccountPath(id)}
            variant="subtle"
            size="compact-sm"
            aria-label={t('emailAccounts.editOne', { address })}
          >
            {t('emailAccounts.edit')}
          </LinkButton>
          <ActionIcon
            variant="subtle"
            color="red"
            size={32}
            aria-label={t('emailAccounts.deleteOne', { address })}
            onClick={onDelete}
          >
            <IconTrash size={17} />
          </ActionIcon>
        </div>
      </div>
      {isDead && <Dead account={account} isBusy={isBusy} onReconnect={onReconnect} />}
      {!isDead && account.pending > 0 && <Pending account={account} />}
    </article>
  )
}

/** Its documents are issued all the same; only their mails wait. */
function Dead({
  account,
  isBusy,
  onReconnect,
}: {
  account: EmailAccount
  isBusy: boolean
  onReconnect: () => void
}) {
  const { t } = useTranslation()
  const { disconnect_reason: reason, pending, provider, email_address: address } = account
  return (
    <Notice
      tone="needsYou"
      title={t(`emailAccounts.dead.${reason ?? 'revoked'}`, {
        provider: t(`emailAccounts.providers.${provider}`),
      })}
      action={
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={t('emailAccounts.reconnectOne', { address })}
          onClick={onReconnect}
        >
          {t('emailAccounts.reconnect')}
        </Button>
      }
    >
      {pending > 0
        ? t('emailAccounts.deadPending', { count: pending })
        : t('emailAccounts.deadNothing')}
    </Notice>
  )
}

function Pending({ account }: { account: EmailAccount }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="needsYou"
      title={t('emailAccounts.pendingTitle')}
      action={<PendingMails account={account} />}
    >
      {t('emailAccounts.pendingBody')}
    </Notice>
  )
}

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CONNECT_AT_ONCE } from '#contract/email-accounts.ts'
import type { EmailAccount } from '#web/api/queries.ts'
import { emailAccountsQuery } from '#web/api/queries.ts'
import { PATHS } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/email.ts'
import { ConnectButtons, ConnectState } from './ConnectButtons.tsx'
import { useDeleteAccount } from './account-actions.ts'
import { EmailAccountCard } from './EmailAccountCard.tsx'
import { WithoutMailbox } from './WithoutMailbox.tsx'
import type { ConnectMailbox } from './use-connect-mailbox.ts'
import { useConnectMailbox } from './use-connect-mailbox.ts'
import classes from './EmailAccounts.module.css'

export function EmailAccounts() {
  const { t } = useTranslation()
  const accounts = useQuery(emailAccountsQuery())
  const mailbox = useConnectMailbox(PATHS.emailAccounts)
  useConnectAtOnce(() => mailbox.connect('microsoft'))
  const isEmpty = accounts.data?.length === 0
  return (
    <Page
      title={t('emailAccounts.title')}
      lead={t('emailAccounts.lead')}
      actions={<ConnectButtons mailbox={mailbox} />}
    >
      <div className={classes.list}>
        <ConnectState mailbox={mailbox} />
        {accounts.isPending && <Skeleton height={132} radius={12} />}
        {accounts.isLoadingError && (
          <FaultState
            title={t('emailAccounts.loadFailed')}
            fault={accounts.error}
            onRetry={() => void accounts.refetch()}
          />
        )}
        {isEmpty && (
          <EmptyState title={t('emailAccounts.emptyTitle')} body={t('emailAccounts.emptyBody')} />
        )}
        {accounts.data !== undefined && accounts.data.length > 0 && (
          <>
            <WithoutMailbox accounts={accounts.data} />
            <Cards accounts={accounts.data} mailbox={mailbox} />
          </>
        )}
      </div>
    </Page>
  )
}

/** For whoever was sent here to begin: once, and a reload doesn't begin again. */
function useConnectAtOnce(connectMicrosoft: () => void): void {
  const [query, setQuery] = useSearchParams()
  const isAsked = query.get(CONNECT_AT_ONCE) === 'microsoft'
  const hasBegun = useRef(false)
  useEffect(() => {
    if (!isAsked || hasBegun.current) return
    hasBegun.current = true
    setQuery({}, { replace: true })
    connectMicrosoft()
  }, [isAsked, setQuery, connectMicrosoft])
}

function Cards({ accounts, mailbox }: { accounts: EmailAccount[]; mailbox: ConnectMailbox }) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<EmailAccount | null>(null)
  const remove = useDeleteAccount(() => setLeaving(null))
  return (
    <>
      <ul className={classes.cards}>
        {accounts.map((account) => (
          <li key={account.id}>
            <EmailAccountCard
              account={account}
              isBusy={mailbox.isPending}
              onReconnect={() => mailbox.connect(account.provider, account.id)}
              onDelete={() => setLeaving(account)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t('emailAccounts.deleteTitle', { address: leaving?.email_address ?? '' })}
        body={t('emailAccounts.deleteBody')}
        confirm={t('emailAccounts.delete')}
        isDangerous
        isBusy={remove.isPending}
        opened={leaving !== null}
        onConfirm={() => {
          if (leaving !== null) remove.mutate(leaving.id)
        }}
        onClose={() => setLeaving(null)}
      />
    </>
  )
}

import { Button, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { changeEmailAccount } from '#contract/email-accounts.ts'
import { send } from '#web/api/client.ts'
import { firstMessage } from '#web/api/fault.ts'
import type { EmailAccount } from '#web/api/queries.ts'
import { emailAccountsQuery } from '#web/api/queries.ts'
import { emailAccountPath, PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { FaultState } from '#web/ui/FaultState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RichText } from '#web/ui/rich-text/RichText.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import '#web/texts/email.ts'
import { ConnectState } from './ConnectButtons.tsx'
import { useConnectMailbox } from './use-connect-mailbox.ts'
import classes from './EmailAccounts.module.css'

/** How a mailbox introduces itself: the name beside its address, and what stands below each mail. */
export function EditEmailAccount() {
  const { t } = useTranslation()
  const { accountId } = useParams()
  const accounts = useQuery(emailAccountsQuery())
  const account = accounts.data?.find(({ id }) => id === Number(accountId))
  const title = account?.email_address ?? t('emailAccounts.editTitle')
  return (
    <Page
      title={title}
      narrow
      above={<BackLink to={PATHS.emailAccounts}>{t('emailAccounts.title')}</BackLink>}
    >
      {accounts.isPending && <Skeleton height={360} radius={12} />}
      {accounts.isLoadingError && (
        <FaultState
          title={t('emailAccounts.loadFailed')}
          fault={accounts.error}
          onRetry={() => void accounts.refetch()}
        />
      )}
      {accounts.data !== undefined && account === undefined && (
        <EmptyState
          title={t('emailAccounts.goneTitle')}
          body={t('emailAccounts.goneBody')}
          action={<LinkButton to={PATHS.emailAccounts}>{t('emailAccounts.title')}</LinkButton>}
        />
      )}
      {account !== undefined && <Form key={account.id} account={account} />}
      {account?.provider === 'microsoft' && <LargeFiles account={account} />}
    </Page>
  )
}

const LONGEST_SIGNATURE = 5_000

function Form({ account }: { account: EmailAccount }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [name, setName] = useState(account.full_name)
  const [signature, setSignature] = useState(account.signature)
  const isTooLong = signature.length > LONGEST_SIGNATURE
  const save = useMutation({
    mutationFn: () =>
      send(changeEmailAccount, {
        params: { id: account.id },
        // What wasn't touched isn't sent: an empty change is a change too.
        body: {
          ...(name.trim() === account.full_name ? {} : { full_name: name.trim() }),
          ...(signature === account.signature ? {} : { signature }),
        },
      }),
    onSuccess: async (changed) => {
      client.setQueryData(emailAccountsQuery().queryKey, (accounts) =>
        accounts?.map((one) => (one.id === changed.id ? changed : one)),
      )
      toastSuccess(t('emailAccounts.saved'))
      await navigate(PATHS.emailAccounts)
    },
    onError: (fault) => toastError(firstMessage(fault) ?? t('emailAccounts.saveFailed')),
  })
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong && !save.isPending) save.mutate()
      }}
    >
      <TextInput
        label={t('emailAccounts.name')}
        description={t('emailAccounts.nameHint')}
        autoComplete="name"
        maxLength={100}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <RichText
        label={t('emailAccounts.signature')}
        description={t('emailAccounts.signatureHint')}
        error={isTooLong && t('emailAccounts.signatureLong')}
        value={signature}
        onChange={setSignature}
      />
      <div className={classes.formButtons}>
        <LinkButton to={PATHS.emailAccounts} variant="default">
          {t('actions.cancel')}
        </LinkButton>
        <Button type="submit" disabled={isTooLong} loading={save.isPending}>
          {t('actions.save')}
        </Button>
      </div>
    </form>
  )
}

/** Outlook takes large documents only with a right that reaches further: asked for by who needs it, said plainly. */
function LargeFiles({ account: { id } }: { account: EmailAccount }) {
  const { t } = useTranslation()
  const mailbox = useConnectMailbox(emailAccountPath(id))
  return (
    <section className={classes.large} aria-labelledby="large">
      <h2 id="large" className={classes.largeTitle}>
        {t('emailAccounts.largeTitle')}
      </h2>
      <p className="muted small">{t('emailAccounts.largeBody')}</p>
      <Button
        variant="default"
        disabled={mailbox.isPending}
        onClick={() => mailbox.connect('microsoft', id, true)}
      >
        {t('emailAccounts.largeAsk')}
      </Button>
      <ConnectState mailbox={mailbox} />
    </section>
  )
}

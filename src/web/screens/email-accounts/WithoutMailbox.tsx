import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmailAccount } from '#web/api/queries.ts'
import { pendingMailsQuery } from '#web/api/queries.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { PendingMails } from './PendingMails.tsx'
import classes from './EmailAccounts.module.css'

/** Mails whose mailbox was removed: another one sends them, after the same word by month and count. */
export function WithoutMailbox({ accounts }: { accounts: EmailAccount[] }) {
  const connected = accounts.filter(({ state }) => state === 'connected')
  const [first] = connected
  return first === undefined ? null : <Waiting first={first} connected={connected} />
}

function Waiting({ first, connected }: { first: EmailAccount; connected: EmailAccount[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(first.id)
  const sender = connected.find(({ id }) => id === chosen) ?? first
  const held = useQuery(pendingMailsQuery(sender.id, 'none'))
  const pending = held.data?.months.reduce((sum, { count }) => sum + count, 0) ?? 0
  if (pending === 0) return null
  return (
    <Notice
      tone="needsYou"
      title={t('emailAccounts.orphansTitle', { count: pending })}
      action={<PendingMails account={{ id: sender.id, pending }} heldBy="none" />}
    >
      <p>{t('emailAccounts.orphansBody', { address: sender.email_address })}</p>
      {connected.length > 1 && (
        <NativeSelect
          className={classes.sender}
          label={t('emailAccounts.orphansFrom')}
          data={connected.map(({ id, email_address: label }) => ({ value: String(id), label }))}
          value={String(sender.id)}
          onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
        />
      )}
    </Notice>
  )
}

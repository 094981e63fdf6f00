import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconGoogle, IconMicrosoft } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import type { ConnectMailbox } from './use-connect-mailbox.ts'
import classes from './ConnectButtons.module.css'

export function ConnectButtons({ mailbox }: { mailbox: ConnectMailbox }) {
  const { t } = useTranslation()
  return (
    <div className={classes.connect}>
      <Button
        variant="default"
        leftSection={<IconGoogle size={17} />}
        disabled={mailbox.isPending}
        onClick={() => mailbox.connect('google')}
      >
        {t('emailAccounts.connect.google')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMicrosoft size={17} />}
        disabled={mailbox.isPending}
        onClick={() => mailbox.connect('microsoft')}
      >
        {t('emailAccounts.connect.microsoft')}
      </Button>
    </div>
  )
}

/** What is going on with the connecting, or went wrong with it. */
export function ConnectState({ mailbox: { isInPopup, fault } }: { mailbox: ConnectMailbox }) {
  const { t } = useTranslation()
  if (fault !== null) {
    return (
      <Notice tone="wrong" isAlert title={t('emailAccounts.notConnected')}>
        {t(`emailAccounts.faults.${fault}`)}
      </Notice>
    )
  }
  if (!isInPopup) return null
  return (
    <div role="status">
      <Notice tone="calm">{t('emailAccounts.inPopup')}</Notice>
    </div>
  )
}

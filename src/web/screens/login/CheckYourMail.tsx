import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { installationQuery } from '#web/api/queries.ts'
import { IconMail } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { useResendActivation } from './use-resend-activation.ts'
import classes from './Login.module.css'

/** What stays on the screen when a link was sent: the toast is gone in three seconds. */
export function CheckYourMail({ email, from }: { email: string; from: 'register' | 'recovery' }) {
  const { t } = useTranslation()
  return (
    <div className={classes.mail}>
      <Notice tone="safe" title={t('sent.title')}>
        <p>{t(from === 'register' ? 'sent.body' : 'sent.recoveryBody', { email })}</p>
        <p>{t('sent.hint')}</p>
        <div className={classes.mailActions}>
          {from === 'register' && <ResendActivation email={email} />}
          <DemoMailbox />
        </div>
      </Notice>
    </div>
  )
}

function ResendActivation({ email }: { email: string }) {
  const { t } = useTranslation()
  const resend = useResendActivation(email)
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={resend.isPending}
      onClick={() => resend.mutate()}
    >
      {t('sent.resend')}
    </Button>
  )
}

/** In the demonstration no mail leaves: it waits in a mailbox anybody can open. */
function DemoMailbox() {
  const { t } = useTranslation()
  const url = useQuery(installationQuery()).data?.mailbox_url ?? null
  if (url === null) return null
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      size="compact-sm"
      variant="light"
      leftSection={<IconMail size={15} />}
    >
      {t('sent.mailbox')}
    </Button>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { confirmEmailChange } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { hasStatus } from '#web/api/fault.ts'
import { PATHS } from '#web/paths.ts'
import { endSession, isSignedIn, readTokens, renewSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/account.ts'

/** Waits for a click: programs that open the links of mails must not confirm anything. */
export function ConfirmEmail() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  // Kept here, because nothing of the session with the old address stays in the queries.
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const asked = useMutation({
    mutationFn: async () => {
      const { email } = await send(confirmEmailChange, { body: { token } })
      setConfirmed(email)
      await renewClaims()
    },
  })
  if (confirmed !== null) {
    const body = t('emailChange.doneBody', { email: confirmed })
    return <Ending title={t('emailChange.doneTitle')} body={body} />
  }
  if (hasStatus(asked.error, 403)) {
    return <Ending title={t('emailChange.usedTitle')} body={t('emailChange.usedBody')} />
  }
  if (hasStatus(asked.error, 409)) {
    return <Ending title={t('emailChange.failedTitle')} body={t('emailChange.taken')} />
  }
  if (hasStatus(asked.error, 400)) {
    return <Ending title={t('emailChange.failedTitle')} body={t('emailChange.confirmStale')} />
  }
  const title = t(asked.isError ? 'emailChange.unreachableTitle' : 'emailChange.confirmTitle')
  const lead = t(asked.isError ? 'emailChange.unreachableBody' : 'emailChange.confirmBody')
  return (
    <Page title={title} lead={lead} narrow>
      <Button size="md" loading={asked.isPending} onClick={() => asked.mutate()}>
        {t('emailChange.confirm')}
      </Button>
    </Page>
  )
}

/** The session that asked goes on and must show the new address; any other one has ended. */
async function renewClaims(): Promise<void> {
  const access = readTokens()?.access
  if (access !== undefined && (await renewSession(access)) === 'ended') endSession()
}

function Ending({ title, body }: { title: string; body: string }) {
  const { t } = useTranslation()
  return (
    <Page title={title} lead={body} narrow>
      {isSignedIn() ? (
        <LinkButton to={PATHS.profile} size="md">
          {t('emailChange.profile')}
        </LinkButton>
      ) : (
        <LinkButton to={PATHS.login} size="md">
          {t('activation.login')}
        </LinkButton>
      )}
    </Page>
  )
}

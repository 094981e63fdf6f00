import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { generatePath, useNavigate, useParams } from 'react-router'
import { undoEmailChange } from '#contract/auth.ts'
import { send } from '#web/api/client.ts'
import { hasStatus } from '#web/api/fault.ts'
import { useMutateAlone } from '#web/api/use-mutate-alone.ts'
import { PATHS } from '#web/paths.ts'
import { endSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/account.ts'

/** Waits for a click: programs that open the links of mails must not undo anything. */
export function UndoEmail() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const undo = useMutateAlone({
    mutationFn: () => send(undoEmailChange, { body: { token } }),
    onSuccess: ({ uid, token: reset }) => {
      endSession()
      void navigate(generatePath(PATHS.resetPassword, { uid, token: reset }), { replace: true })
    },
  })
  const isTaken = hasStatus(undo.error, 409)
  if (isTaken || hasStatus(undo.error, 400)) {
    const lead = t(isTaken ? 'emailChange.taken' : 'emailChange.undoStale')
    return (
      <Page title={t('emailChange.undoFailedTitle')} lead={lead} narrow>
        <LinkButton to={PATHS.login} size="md">
          {t('activation.login')}
        </LinkButton>
      </Page>
    )
  }
  const lead = t(undo.isError ? 'emailChange.undoUnreachable' : 'emailChange.undoBody')
  return (
    <Page title={t('emailChange.undoTitle')} lead={lead} narrow>
      <Button size="md" loading={undo.isPending} onClick={() => undo.mutate()}>
        {t('emailChange.undo')}
      </Button>
    </Page>
  )
}

import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { isUnreachable } from '#web/api/fault.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconRefresh } from '#web/ui/icons.ts'
import { Page } from '#web/ui/Page.tsx'

/** A screen that couldn't be opened: the server was silent, or the mistake is ours. */
export function Crashed() {
  const { t } = useTranslation()
  const isSilent = isUnreachable(useRouteError())
  return (
    <Page title={t(isSilent ? 'faults.connection' : 'faults.crashedTitle')} narrow>
      <EmptyState
        title={t('faults.title')}
        body={t(isSilent ? 'faults.body' : 'faults.crashedBody')}
        action={
          <Button leftSection={<IconRefresh size={16} />} onClick={() => window.location.reload()}>
            {t('faults.reload')}
          </Button>
        }
      />
    </Page>
  )
}

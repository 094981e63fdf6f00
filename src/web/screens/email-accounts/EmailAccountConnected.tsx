import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { Page } from '#web/ui/Page.tsx'
import '#web/texts/email.ts'
import { readConnection, tellOpener } from './connection.ts'

/** Where Google's popup ends: it tells the page that opened it and closes. */
export function EmailAccountConnected() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const [connection] = useState(() => readConnection(query))
  useEffect(() => {
    if (connection === null) return
    tellOpener(connection)
    window.close()
  }, [connection])
  const isConnected = connection?.kind === 'connected'
  const title = t(isConnected ? 'emailAccounts.popupDone' : 'emailAccounts.notConnected')
  return (
    <Page title={title} narrow>
      <EmptyState
        title={t('emailAccounts.popupClose')}
        body={
          connection?.kind === 'failed'
            ? t(`emailAccounts.faults.${connection.reason}`)
            : t('emailAccounts.popupBody')
        }
        action={<LinkButton to={PATHS.emailAccounts}>{t('emailAccounts.title')}</LinkButton>}
      />
    </Page>
  )
}

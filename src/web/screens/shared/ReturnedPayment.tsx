import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ReplyOf } from '#contract/call.ts'
import { readReturnedPayment } from '#contract/payment-attempts.ts'
import { send } from '#web/api/client.ts'
import { hasStatus } from '#web/api/fault.ts'
import '#web/texts/payments.ts'
import { FaultState } from '#web/ui/FaultState.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TextBar } from '#web/ui/TextBar.tsx'
import { lookAgainMs } from './look-again-ms.ts'

type Returned = ReplyOf<typeof readReturnedPayment>

const LOOK_AGAIN_MS = 5_000

/** For a payer who is back from the provider and whose document's page is shown no more. */
export function ReturnedPayment() {
  const { t } = useTranslation()
  const { order = '' } = useParams()
  const asked = useQuery({
    queryKey: ['returned-payment', order],
    queryFn: ({ signal }) => send(readReturnedPayment, { params: { order } }, signal),
    retry: false,
    staleTime: Infinity,
    refetchInterval: ({ state }) =>
      isUnderWay(state.data) && lookAgainMs(state.dataUpdateCount, LOOK_AGAIN_MS),
  })
  return (
    <Page title={t('pay.returned.title')} narrow>
      {asked.isPending && (
        <div role="status" aria-label={t('loading')}>
          <TextBar width={280} />
        </div>
      )}
      {asked.isError &&
        (hasStatus(asked.error, 404) ? (
          <Notice tone="calm">{t('pay.returned.unknown')}</Notice>
        ) : (
          <FaultState fault={asked.error} onRetry={() => void asked.refetch()} />
        ))}
      {asked.data !== undefined && <Says returned={asked.data} />}
    </Page>
  )
}

function Says({ returned: { provider, state } }: { returned: Returned }) {
  const { t } = useTranslation()
  const tone = state === 'succeeded' ? 'safe' : 'calm'
  return (
    <div aria-live="polite">
      <Notice
        tone={tone}
        title={t(`pay.returned.${state}`, { provider: t(`pay.providers.${provider}`) })}
      >
        {t('pay.returned.document')}
      </Notice>
    </div>
  )
}

function isUnderWay(returned: Returned | undefined): boolean {
  return returned?.state === 'started' || returned?.state === 'checking'
}

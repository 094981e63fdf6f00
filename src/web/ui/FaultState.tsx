import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { firstMessage } from '#web/api/fault.ts'
import { EmptyState } from './EmptyState.tsx'
import { IconRefresh } from './icons.ts'

/** What stands where a list should be when it couldn't be read. */
export function FaultState({
  fault,
  onRetry,
  title,
}: {
  fault: unknown
  onRetry: () => void
  title?: string
}) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        title={title ?? t('faults.title')}
        body={firstMessage(fault) ?? t('faults.body')}
        action={
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        }
      />
    </div>
  )
}

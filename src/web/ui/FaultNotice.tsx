import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { firstMessage } from '#web/api/fault.ts'
import { Notice } from './Notice.tsx'

/** What stands where a part of a page should be when it couldn't be read: never the same as having nothing. */
export function FaultNotice({
  title,
  fault,
  onRetry,
}: {
  title: string
  fault: unknown
  onRetry: () => void
}) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="wrong"
      isAlert
      title={title}
      action={
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      }
    >
      {firstMessage(fault) ?? undefined}
    </Notice>
  )
}

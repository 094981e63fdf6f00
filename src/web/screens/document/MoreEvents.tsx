import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import '#web/texts/trail.ts'
import type { Events } from './use-events.ts'
import classes from './Trail.module.css'

/** Below a list of events that goes on further back. */
export function MoreEvents({
  events: { hasMore, isFetching, isFailed, more },
}: {
  events: Events
}) {
  const { t } = useTranslation()
  if (!hasMore) return null
  return (
    <>
      {isFailed && !isFetching && (
        <p className={`${classes.broken} small`} role="alert">
          {t('trail.moreFailed')}
        </p>
      )}
      <Button variant="default" size="compact-md" loading={isFetching} onClick={more}>
        {t('trail.more')}
      </Button>
    </>
  )
}

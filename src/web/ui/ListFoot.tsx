import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconAlert } from './icons.ts'
import classes from './ListFoot.module.css'

export interface MoreToRead {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage(): unknown
}

/** Below a list that is read a page at a time: how much of it stands here, and the way to the next page. */
export function ListFoot({
  list,
  more,
  shown,
}: {
  list: MoreToRead
  more: string
  shown?: string
}) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  if (shown === undefined && !hasNextPage) return null
  return (
    <div className={classes.foot}>
      {shown !== undefined && (
        <span className="muted small" role="status">
          {shown}
        </span>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <span className={classes.failed} role="alert">
          <IconAlert size={16} aria-hidden />
          {t('faults.more')}
        </span>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </div>
  )
}

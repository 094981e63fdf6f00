import { useInfiniteQuery } from '@tanstack/react-query'
import type { DocumentDetail } from '#web/api/queries.ts'
import { earlierEventsQuery } from '#web/api/queries.ts'
import type { MoreToRead } from '#web/ui/ListFoot.tsx'

export type DocumentEvent = DocumentDetail['timeline'][number]

export interface Events {
  /** Newest first: the document's own, and the pages before them as far as they were asked for. */
  shown: DocumentEvent[]
  earlier: MoreToRead
}

/** Whoever asks for more of them in one place sees them in the other too. */
export function useEvents({ id, timeline }: DocumentDetail): Events {
  const first = timeline[0]?.seq ?? 1
  const earlier = useInfiniteQuery(earlierEventsQuery(id, first))
  const pages = earlier.data?.pages ?? []
  const shown = [...pages.toReversed().flatMap(({ events }) => events), ...timeline].toReversed()
  return {
    shown,
    earlier: {
      hasNextPage: (shown.at(-1)?.seq ?? 1) > 1,
      // Before the first of them was asked for, none is its next.
      isFetchingNextPage: earlier.isFetching,
      isFetchNextPageError: earlier.isError,
      fetchNextPage: () => earlier.fetchNextPage(),
    },
  }
}

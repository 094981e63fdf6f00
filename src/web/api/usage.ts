import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { listCharges } from '#contract/charges.ts'
import { watchInterval } from './watch.ts'
import { send } from './client.ts'

export type Usage = ReplyOf<typeof listCharges>
export type UsageLine = Usage['lines'][number]

/** What Folio charges for a month; '' for this one. Below the payments: what changes a document may charge something. */
export function usageQuery(month: string) {
  return infiniteQueryOptions({
    queryKey: ['documents', 'payments', 'usage', month],
    queryFn: ({ signal, pageParam }) =>
      send(
        listCharges,
        { query: { month: month || undefined, before: pageParam ?? undefined } },
        signal,
      ),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    refetchInterval: watchInterval,
  })
}

function startOfList(): number | null {
  return null
}

import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { readPaymentsOverview } from '#contract/payments-overview.ts'
import { send } from '#web/api/client.ts'
import { watchInterval } from '#web/api/watch.ts'

export type PaymentsOverview = ReplyOf<typeof readPaymentsOverview>

/** Below the documents: what changes one of them makes it old. */
export function paymentsOverviewQuery() {
  return queryOptions({
    queryKey: ['documents', 'payments', 'overview'],
    queryFn: ({ signal }) => send(readPaymentsOverview, {}, signal),
    refetchInterval: watchInterval,
  })
}

import type { QueryClient } from '@tanstack/react-query'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BodyToWrite, ReplyOf } from '#contract/call.ts'
import type { recordPayment } from '#contract/payments.ts'
import { listPaymentConnections } from '#contract/payment-connections.ts'
import { readPaymentTrial } from '#contract/payment-trials.ts'
import { listDeclarations, readPayment } from '#contract/payments.ts'
import { readReceivables } from '#contract/receivables.ts'
import { watchInterval } from './watch.ts'
import { send } from './client.ts'
import { documentQuery } from './queries.ts'

export type PaymentDetail = ReplyOf<typeof readPayment>
export type RecordedPayment = PaymentDetail['payments'][number]
export type Receivables = ReplyOf<typeof readReceivables>
export type Declaration = ReplyOf<typeof listDeclarations>[number]
export type MoneyToWrite = BodyToWrite<typeof recordPayment>

export type CompanyConnections = ReplyOf<typeof listPaymentConnections>[number]
export type ProviderOfCompany = CompanyConnections['providers'][number]
export type PaymentConnection = ProviderOfCompany['connections'][number]
export type ProviderName = ProviderOfCompany['provider']
export type PaymentTrial = NonNullable<ReplyOf<typeof readPaymentTrial>['trial']>
export type ConnectionMode = PaymentConnection['mode']

/** Below the documents: what changes one of them makes these old. */
const PAYMENTS = ['documents', 'payments'] as const

export function paymentConnectionsQuery() {
  return queryOptions({
    queryKey: ['payment-connections'],
    queryFn: ({ signal }) => send(listPaymentConnections, {}, signal),
  })
}

const TRIAL_MS = 3_000
/** So often it is looked again how one ended that has just begun. */
const MAX_TRIAL_LOOKS = 40

export function paymentTrialQuery(id: number) {
  return queryOptions({
    queryKey: ['payment-trials', id],
    queryFn: ({ signal }) => send(readPaymentTrial, { params: { id } }, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      const trial = data?.trial
      const isOver =
        trial == null ||
        (trial.state !== 'pending' && (trial.state !== 'succeeded' || trial.is_notified !== false))
      return isOver || dataUpdateCount > MAX_TRIAL_LOOKS ? false : TRIAL_MS
    },
  })
}

export function paymentQuery(id: number) {
  return queryOptions({
    queryKey: [...documentQuery(id).queryKey, 'payment'],
    queryFn: ({ signal }) => send(readPayment, { params: { id } }, signal),
    refetchInterval: watchInterval,
  })
}

export function receivablesQuery() {
  return infiniteQueryOptions({
    queryKey: [...PAYMENTS, 'receivables'],
    queryFn: ({ signal, pageParam }) =>
      send(readReceivables, { query: { after: pageParam ?? undefined } }, signal),
    initialPageParam: startOfList(),
    getNextPageParam: (page) => page.next,
    refetchInterval: watchInterval,
  })
}

function startOfList(): string | null {
  return null
}

export function declarationsQuery() {
  return queryOptions({
    queryKey: [...PAYMENTS, 'declarations'],
    queryFn: ({ signal }) => send(listDeclarations, {}, signal),
    refetchInterval: watchInterval,
  })
}

/** Everything that shows money changes with one payment. */
export function paymentsChanged(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['documents'] })
}

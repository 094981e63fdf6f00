import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { BodyToWrite, ReplyOf } from '#contract/call.ts'
import type { recordPayment } from '#contract/payments.ts'
import { listPaymentConnections } from '#contract/payment-connections.ts'
import { listDeclarations, listPaymentTerms, readPayment } from '#contract/payments.ts'
import { readReceivables } from '#contract/receivables.ts'
import { watchInterval } from './watch.ts'
import { send } from './client.ts'
import { documentQuery } from './queries.ts'

export type PaymentTerms = ReplyOf<typeof listPaymentTerms>[number]
export type PaymentDetail = ReplyOf<typeof readPayment>
export type RecordedPayment = PaymentDetail['payments'][number]
export type Receivables = ReplyOf<typeof readReceivables>
export type Declaration = ReplyOf<typeof listDeclarations>[number]
export type MoneyToWrite = BodyToWrite<typeof recordPayment>

export type CompanyConnections = ReplyOf<typeof listPaymentConnections>[number]
export type ProviderOfCompany = CompanyConnections['providers'][number]
export type PaymentConnection = ProviderOfCompany['connections'][number]
export type ProviderName = ProviderOfCompany['provider']
export type ConnectionMode = PaymentConnection['mode']

/** Below the documents: what changes one of them makes these old. */
const PAYMENTS = ['documents', 'payments'] as const

export function paymentTermsQuery() {
  return queryOptions({
    queryKey: ['payment-terms'],
    queryFn: ({ signal }) => send(listPaymentTerms, {}, signal),
  })
}

export function paymentConnectionsQuery() {
  return queryOptions({
    queryKey: ['payment-connections'],
    queryFn: ({ signal }) => send(listPaymentConnections, {}, signal),
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
  return queryOptions({
    queryKey: [...PAYMENTS, 'receivables'],
    queryFn: ({ signal }) => send(readReceivables, {}, signal),
    refetchInterval: watchInterval,
  })
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

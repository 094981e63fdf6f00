import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/call.ts'
import { listPaymentTerms } from '#contract/payments.ts'
import { send } from './client.ts'

export type PaymentTerms = ReplyOf<typeof listPaymentTerms>[number]

export function paymentTermsQuery() {
  return queryOptions({
    queryKey: ['payment-terms'],
    queryFn: ({ signal }) => send(listPaymentTerms, {}, signal),
  })
}

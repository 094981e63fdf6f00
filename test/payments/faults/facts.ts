import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { ConfirmedPayment } from '../../charges/untrue-fees.ts'
import type { PaymentSimulators } from '#simulators/payments/payments.ts'

/** Everything that was ever paid at the stand-ins, by our order. */
export function factsOf({
  webpay,
  khipu,
  fintoc,
  mercadoPago,
}: PaymentSimulators): ConfirmedPayment[] {
  return [
    ...webpay.transactions().flatMap(({ parts, committedAtMs }) =>
      parts.map((part) => ({
        order: part.buyOrder,
        way: 'card' as const,
        paidClp: committedAtMs !== null && part.responseCode === 0 ? part.amount : 0,
        refundedClp: part.isReversed ? part.amount : part.nullifiedAmount,
      })),
    ),
    ...khipu.payments().map(({ request, statusDetail, refundedAmount }) => ({
      order: request.transaction_id ?? '',
      way: 'transfer' as const,
      paidClp: ['normal', 'reversed'].includes(statusDetail) ? request.amount : 0,
      refundedClp: statusDetail === 'reversed' ? request.amount : refundedAmount,
    })),
    ...fintoc.sessions().map(({ request, intent }) => ({
      order: String(request.metadata?.['buy_order']),
      way: 'transfer' as const,
      paidClp: intent?.status === 'succeeded' ? (request.amount ?? 0) : 0,
      refundedClp: intent?.refundedAmount ?? 0,
    })),
    ...mercadoPago.payments().map(({ preference, approvedAtMs, amount, refunds }) => ({
      order: preference.request.external_reference ?? '',
      way: 'card' as const,
      paidClp: approvedAtMs === null ? 0 : amount,
      refundedClp: refunds
        .filter(({ status }) => status === 'approved')
        .reduce((sum, refund) => sum + refund.amount, 0),
    })),
  ]
}

/** Our orders of a provider's checkouts, in the order in which its stand-in lists them. */
export function ordersAt(
  { webpay, khipu, fintoc, mercadoPago }: PaymentSimulators,
  provider: ProviderName,
): string[] {
  switch (provider) {
    case 'transbank':
      return webpay.transactions().map(({ buyOrder }) => buyOrder)
    case 'khipu':
      return khipu.payments().map(({ request }) => request.transaction_id ?? '')
    case 'fintoc':
      return fintoc.sessions().map(({ request }) => String(request.metadata?.['buy_order']))
    case 'mercadoPago':
      return mercadoPago.preferences().map(({ request }) => request.external_reference ?? '')
  }
}

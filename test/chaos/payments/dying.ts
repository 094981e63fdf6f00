import type { PaymentProvider } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'
import type { Death } from './order.ts'

/** Providers whose caller may die before or after each thing that it asks of them: what it asked for is done. */
export function dyingAround(
  providers: PaymentProviders,
  dieAt: (boundary: Death) => void,
): PaymentProviders {
  async function around<T>(asked: Death, answered: Death, work: () => Promise<T>): Promise<T> {
    dieAt(asked)
    const done = await work()
    dieAt(answered)
    return done
  }
  const wrapped = ({ fetchRefund, ...provider }: PaymentProvider): PaymentProvider => ({
    ...provider,
    createCheckout: (connection, order) =>
      around('checkout asked', 'checkout answered', () =>
        provider.createCheckout(connection, order),
      ),
    settle: (connection, refs) =>
      around('state asked', 'state answered', () => provider.settle(connection, refs)),
    fetchState: async (connection, refs) => {
      const read = () => provider.fetchState(connection, refs)
      const reading = await around('state asked', 'state answered', read)
      if (refs.paymentRef !== null) dieAt('refunds listed')
      if (reading.kind === 'found' && reading.alsoPaid.length > 0) dieAt('others listed')
      // Only a payment of a list is read without the checkout's name.
      if (refs.providerRef === null && refs.paymentRef !== null) dieAt('other read')
      return reading
    },
    fetchRefund:
      fetchRefund &&
      (async (connection, refs, refundRef) => {
        const refund = await fetchRefund(connection, refs, refundRef)
        dieAt('refund followed')
        return refund
      }),
    refund: (connection, refs, order) =>
      around('refund asked', 'refund answered', () => provider.refund(connection, refs, order)),
  })
  return {
    transbank: wrapped(providers.transbank),
    khipu: wrapped(providers.khipu),
    fintoc: wrapped(providers.fintoc),
    mercadoPago: wrapped(providers.mercadoPago),
  }
}

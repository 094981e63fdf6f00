import type { Connection, ProviderName } from './connection.ts'
import { fintocProvider } from './fintoc/fintoc.ts'
import { khipuProvider } from './khipu/khipu.ts'
import { mercadoPagoProvider } from './mercado-pago/mercado-pago.ts'
import type { PaymentProvider, ProviderSettings } from './port.ts'
import { transbankProvider } from './transbank/transbank.ts'

export interface PaymentSettings extends Omit<ProviderSettings, 'baseUrl'> {
  /** Of stand-ins. A demonstration needs all four; elsewhere a provider without one is called at its own hosts. */
  baseUrls: Partial<Record<ProviderName, string>>
}

export type PaymentProviders = Readonly<Record<ProviderName, PaymentProvider>>

/**
 * Every provider: `providers[connection.provider]` is the one of a connection. Throws for a base address that isn't
 * encrypted in a real installation, and for none in a demonstration.
 */
export function paymentProviders({ baseUrls, ...settings }: PaymentSettings): PaymentProviders {
  const settingsOf = (name: ProviderName): ProviderSettings => {
    return { ...settings, baseUrl: baseUrls[name] ?? null }
  }
  return {
    transbank: forOwn(
      transbankProvider(settingsOf('transbank')),
      (one) => one.provider === 'transbank',
    ),
    khipu: forOwn(khipuProvider(settingsOf('khipu')), (one) => one.provider === 'khipu'),
    fintoc: forOwn(fintocProvider(settingsOf('fintoc')), (one) => one.provider === 'fintoc'),
    mercadoPago: forOwn(
      mercadoPagoProvider(settingsOf('mercadoPago')),
      (one) => one.provider === 'mercadoPago',
    ),
  }
}

/** The provider for connections of every kind: another provider's throws, before its keys are sent anywhere. */
function forOwn<C extends Connection>(
  provider: PaymentProvider<C>,
  isOwn: (connection: Connection) => connection is C,
): PaymentProvider {
  const own = (connection: Connection): C => {
    if (isOwn(connection)) return connection
    throw new Error(`A connection of ${connection.provider} is none of ${provider.name}`)
  }
  const { fetchRefund } = provider
  return {
    ...provider,
    createCheckout: (connection, order) => provider.createCheckout(own(connection), order),
    settle: (connection, refs) => provider.settle(own(connection), refs),
    fetchState: (connection, refs) => provider.fetchState(own(connection), refs),
    verifyNotification: (connection, notice, nowMs) =>
      provider.verifyNotification(own(connection), notice, nowMs),
    refund: (connection, refs, order) => provider.refund(own(connection), refs, order),
    fetchRefund:
      fetchRefund === null
        ? null
        : (connection, refs, refundRef) => fetchRefund(own(connection), refs, refundRef),
    testConnection: (connection) => provider.testConnection(own(connection)),
  }
}

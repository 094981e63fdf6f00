import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { PaymentProvider } from '#server/payments/providers/port.ts'
import type { PaymentProviders } from '#server/payments/providers/providers.ts'

/** Where this process is told to die: before or after what it asks of a provider. */
export type DeathAt = 'beforeCreate' | 'afterCreate' | 'beforeRead' | 'afterRead'

class Died extends Error {}

/** Providers whose caller dies at a chosen moment, once: what it had asked for is done, and nobody writes it down. */
export function dyingProviders() {
  let armed: { provider: ProviderName; at: string } | null = null
  const dieIf = (provider: ProviderName, at: DeathAt): void => {
    if (armed?.provider !== provider || armed.at !== at) return
    armed = null
    throw new Died(`${provider} ${at}`)
  }
  const around = async <T>(
    name: ProviderName,
    [before, after]: readonly [DeathAt, DeathAt],
    work: () => Promise<T>,
  ): Promise<T> => {
    dieIf(name, before)
    const done = await work()
    dieIf(name, after)
    return done
  }
  const wrapOne = (provider: PaymentProvider): PaymentProvider => {
    const { name } = provider
    return {
      ...provider,
      createCheckout: (connection, order) =>
        around(name, ['beforeCreate', 'afterCreate'], () =>
          provider.createCheckout(connection, order),
        ),
      settle: (connection, refs) =>
        around(name, ['beforeRead', 'afterRead'], () => provider.settle(connection, refs)),
      fetchState: (connection, refs) =>
        around(name, ['beforeRead', 'afterRead'], () => provider.fetchState(connection, refs)),
    }
  }
  return {
    arm: (provider: ProviderName, at: string) => void (armed = { provider, at }),
    disarm: () => void (armed = null),
    wrap: (providers: PaymentProviders): PaymentProviders => ({
      transbank: wrapOne(providers.transbank),
      khipu: wrapOne(providers.khipu),
      fintoc: wrapOne(providers.fintoc),
      mercadoPago: wrapOne(providers.mercadoPago),
    }),
  }
}

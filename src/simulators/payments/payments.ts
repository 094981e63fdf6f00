import { startBank, type BankSimulator } from './bank/simulator.ts'
import type { BankAccount } from './bank/ledger.ts'
import { startFintoc, type FintocSimulator } from './fintoc/simulator.ts'
import type { FintocOrganization } from './fintoc/state.ts'
import type { KhipuAccount } from './khipu/accounts.ts'
import { startKhipu, type KhipuSimulator } from './khipu/simulator.ts'
import { startMercadoPago, type MercadoPagoSimulator } from './mercado-pago/simulator.ts'
import type { MercadoPagoApplication, Seller } from './mercado-pago/state.ts'
import type { WebpayMerchant } from './webpay/merchants.ts'
import { startWebpay, type WebpaySimulator } from './webpay/simulator.ts'

/** Who is known where, before anybody calls. Webpay knows Transbank's own integration codes besides. */
export interface PaymentsWorld {
  webpay: readonly WebpayMerchant[]
  khipu: readonly KhipuAccount[]
  fintoc: readonly FintocOrganization[]
  mercadoPago: { application: MercadoPagoApplication; sellers: readonly Seller[] }
  bank: readonly BankAccount[]
}

export interface PaymentSimulators {
  webpay: WebpaySimulator
  khipu: KhipuSimulator
  fintoc: FintocSimulator
  mercadoPago: MercadoPagoSimulator
  bank: BankSimulator
  /** What the passing of time does: sessions expire, notifications that are due leave. */
  advance(): Promise<void>
  close(): Promise<void>
}

const NOBODY: PaymentsWorld = {
  webpay: [],
  khipu: [],
  fintoc: [],
  mercadoPago: {
    application: { clientId: '', clientSecret: '', redirectUris: [], webhookSecret: '' },
    sellers: [],
  },
  bank: [],
}

export type SimulatedProvider = Exclude<keyof PaymentSimulators, 'advance' | 'close'>

/**
 * The providers of payments and a bank, each on a port of its own, by one clock and one seed. Everything is kept in
 * memory. A clock that runs by itself needs `advanceEveryMs`, else retries wait for `advance`.
 */
export async function startPayments(options: {
  now: () => number
  seed: string
  /** Nobody is known where a part is left out. */
  world?: Partial<PaymentsWorld>
  /** Free ones where they are left out. */
  ports?: Partial<Record<SimulatedProvider, number>>
  advanceEveryMs?: number
}): Promise<PaymentSimulators> {
  const { now, seed, ports = {} } = options
  const world = { ...NOBODY, ...options.world }
  const at = (provider: SimulatedProvider) => ({ now, seed, port: ports[provider] ?? 0 })
  const webpay = await startWebpay({ ...at('webpay'), merchants: world.webpay })
  const khipu = await startKhipu({ ...at('khipu'), accounts: world.khipu })
  const fintoc = await startFintoc({ ...at('fintoc'), organizations: world.fintoc })
  const mercadoPago = await startMercadoPago({ ...at('mercadoPago'), ...world.mercadoPago })
  const bank = await startBank({ ...at('bank'), accounts: world.bank })
  const advance = async (): Promise<void> => {
    fintoc.sweep()
    const notifiers = [khipu, fintoc, mercadoPago].map(({ notifier }) => notifier)
    await Promise.all(notifiers.map((notifier) => notifier.deliverDue()))
  }
  const timer =
    options.advanceEveryMs === undefined
      ? undefined
      : setInterval(() => void advance(), options.advanceEveryMs)
  timer?.unref()
  return {
    webpay,
    khipu,
    fintoc,
    mercadoPago,
    bank,
    advance,
    async close() {
      clearInterval(timer)
      const all = [webpay, khipu, fintoc, mercadoPago, bank]
      await Promise.all(all.map((simulator) => simulator.close()))
    },
  }
}

import {
  DEMO_FINTOC_SECRET,
  DEMO_MERCADO_PAGO_SECRET,
  demoPaymentAccounts,
  demoPaymentsWorld,
} from '#simulators/demonstration-payments.ts'
import { startPayments } from '#simulators/payments/payments.ts'
import { integrationMerchants } from '#simulators/payments/webpay/merchants.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { notifyUrl } from '../payments/connections/notify-address.ts'
import type { StandInAccounts } from '../payments/connections/routes.ts'
import type { Connection, ProviderName } from '../payments/providers/connection.ts'
import { paymentProviders, type PaymentProviders } from '../payments/providers/providers.ts'
import { Secret } from '../vault/secret.ts'
import type { Stops } from './stops.ts'

/** The providers of payments that stand in for the real ones. */
export interface StandInPayments {
  providers: PaymentProviders
  /** The account that the demonstration connects at each, by one click. */
  accounts: Readonly<Record<ProviderName, Connection>>
  /** As in Fintoc's dashboard: it notifies that address from then on. */
  registerAtFintoc(url: string): void
  /** Whether other processes reach the same ones. */
  areShared: boolean
}

/** An address that is configured is used instead of the one built in. */
export async function startStandInPayments(
  { paymentUrls, dataDir }: Pick<Config, 'paymentUrls' | 'dataDir'>,
  clock: Clock,
  stops: Stops,
): Promise<StandInPayments> {
  const built = await startPayments({
    now: clock.now,
    seed: dataDir,
    world: demoPaymentsWorld,
    advanceEveryMs: 1_000,
  })
  stops.add('simulatedPayments', built.close)
  const builtIn = {
    transbank: built.webpay.url,
    khipu: built.khipu.url,
    fintoc: built.fintoc.url,
    mercadoPago: built.mercadoPago.url,
  }
  return {
    providers: paymentProviders({
      environment: 'demonstration',
      baseUrls: { ...builtIn, ...paymentUrls },
      nowMs: clock.now,
    }),
    accounts: DEMO_ACCOUNTS,
    registerAtFintoc: (url) =>
      built.fintoc.register({ url, secret: DEMO_FINTOC_SECRET, mode: 'test' }),
    areShared: Object.keys(builtIn).every((name) => Object.hasOwn(paymentUrls, name)),
  }
}

/** What its calls need of it. Nothing is registered before we know where we are found. */
export function standInAccounts(
  { accounts, registerAtFintoc }: StandInPayments,
  { db, address }: { db: Kysely<Schema>; address: { url: string | null } },
): StandInAccounts {
  return {
    accounts,
    onConnected: async () => {
      const { url } = address
      if (url === null) return
      const rows = await db
        .selectFrom('payment_connection')
        .select('public_id')
        .where('provider', '=', 'fintoc')
        .where('mode', '=', 'test')
        .where('ended_at', 'is', null)
        .execute()
      for (const row of rows) registerAtFintoc(notifyUrl(url, 'fintoc', row.public_id))
    },
  }
}

const [webpay] = integrationMerchants
if (webpay === undefined) throw new Error('Transbank has its own codes for integrating')
const { khipu, fintoc, mercadoPago } = demoPaymentAccounts

export const DEMO_ACCOUNTS: StandInPayments['accounts'] = {
  transbank: {
    provider: 'transbank',
    mode: 'test',
    commerceCode: webpay.commerceCode,
    storeCode: null,
    apiKey: new Secret(webpay.apiKey),
  },
  khipu: {
    provider: 'khipu',
    mode: 'test',
    receiverId: String(khipu.receiverId),
    apiKey: new Secret(khipu.apiKey),
    notificationSecret: new Secret(khipu.secret),
  },
  fintoc: {
    provider: 'fintoc',
    mode: 'test',
    apiKey: new Secret(fintoc.secretKeys.test),
    notificationSecret: new Secret(DEMO_FINTOC_SECRET),
    recipient: null,
  },
  mercadoPago: {
    provider: 'mercadoPago',
    mode: 'test',
    collectorId: String(mercadoPago.id),
    accessToken: new Secret(mercadoPago.testToken),
    notificationSecret: new Secret(DEMO_MERCADO_PAGO_SECRET),
  },
}

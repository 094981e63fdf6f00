import { rut } from '#domain/rut.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { PaymentSimulators } from '#simulators/payments/payments.ts'

export const PUBLIC_IDS: Readonly<Record<ProviderName, string>> = {
  transbank: '00000000-0000-4000-8000-000000000001',
  khipu: '00000000-0000-4000-8000-000000000002',
  fintoc: '00000000-0000-4000-8000-000000000003',
  mercadoPago: '00000000-0000-4000-8000-000000000004',
}

/** What the stand-ins know of the company, by provider: the parts that say who it is, and its keys. */
export const ACCOUNTS: Readonly<
  Record<ProviderName, { account: object; keys: Record<string, string> }>
> = {
  transbank: {
    account: { commerceCode: '597055555532', storeCode: null },
    keys: { apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C' },
  },
  khipu: {
    account: { receiverId: '990939' },
    keys: { apiKey: 'khipu-key', notificationSecret: 'khipu-secret' },
  },
  fintoc: {
    account: { recipient: null },
    keys: { apiKey: 'sk_test_uno', notificationSecret: 'whsec_uno' },
  },
  mercadoPago: {
    account: { collectorId: '1165071449' },
    keys: { accessToken: 'TEST-uno', notificationSecret: 'mp-secret' },
  },
}

/** Who is known to the stand-ins; what Fintoc notifies goes to that address. */
export function worldAt(url: string) {
  return {
    khipu: [
      {
        receiverId: 990_939,
        apiKey: 'khipu-key',
        secret: 'khipu-secret',
        name: 'Uno SpA',
        mode: 'developer' as const,
        collectsAtKhipu: true,
      },
    ],
    fintoc: [
      {
        name: 'Uno SpA',
        secretKeys: { test: 'sk_test_uno', live: 'sk_live_uno' },
        webhooks: [
          {
            url: `${url}/api/webhooks/fintoc/${PUBLIC_IDS.fintoc}`,
            secret: 'whsec_uno',
            mode: 'test' as const,
          },
        ],
      },
    ],
    mercadoPago: {
      application: {
        clientId: 'folio',
        clientSecret: 'folio',
        redirectUris: [],
        webhookSecret: 'mp-secret',
      },
      sellers: [
        {
          id: 1_165_071_449,
          nickname: 'UNO',
          email: 'uno@empresa.example',
          rut: rut('77070707-2'),
          liveToken: 'APP_USR-uno',
          testToken: 'TEST-uno',
        },
      ],
    },
  }
}

export function baseUrlsOf({ webpay, khipu, fintoc, mercadoPago }: PaymentSimulators) {
  return {
    transbank: webpay.url,
    khipu: khipu.url,
    fintoc: fintoc.url,
    mercadoPago: mercadoPago.url,
  }
}

import { rut } from '#domain/rut.ts'
import type { ProviderName } from '#server/payments/providers/connection.ts'
import type { PaymentSimulators } from '#simulators/payments/payments.ts'

export const PUBLIC_IDS: Readonly<Record<ProviderName, string>> = {
  transbank: '00000000-0000-4000-8000-000000000001',
  khipu: '00000000-0000-4000-8000-000000000002',
  fintoc: '00000000-0000-4000-8000-000000000003',
  mercadoPago: '00000000-0000-4000-8000-000000000004',
}

/** By provider: its address for notices, and what the stand-ins know of it: the parts that say who it is, and its keys. */
export type Accounts = Readonly<
  Record<ProviderName, { publicId: string; account: object; keys: Record<string, string> }>
>

export const ACCOUNTS: Accounts = {
  transbank: {
    publicId: PUBLIC_IDS.transbank,
    account: { commerceCode: '597055555532', storeCode: null },
    keys: { apiKey: '579B532A7440BB0C9079DED94D31EA1615BACEB56610332264630D42D0A36B1C' },
  },
  khipu: {
    publicId: PUBLIC_IDS.khipu,
    account: { receiverId: '990939' },
    keys: { apiKey: 'khipu-key', notificationSecret: 'khipu-secret' },
  },
  fintoc: {
    publicId: PUBLIC_IDS.fintoc,
    account: { recipient: null },
    keys: { apiKey: 'sk_test_uno', notificationSecret: 'whsec_uno' },
  },
  mercadoPago: {
    publicId: PUBLIC_IDS.mercadoPago,
    account: { collectorId: '1165071449' },
    keys: { accessToken: 'TEST-uno', notificationSecret: 'mp-secret' },
  },
}

/** Of another company, which the stand-ins know as well. */
export const OTHER_ACCOUNTS: Accounts = {
  transbank: { ...ACCOUNTS.transbank, publicId: '00000000-0000-4000-8000-000000000011' },
  khipu: {
    publicId: '00000000-0000-4000-8000-000000000012',
    account: { receiverId: '990940' },
    keys: { apiKey: 'khipu-key-dos', notificationSecret: 'khipu-secret-dos' },
  },
  fintoc: {
    publicId: '00000000-0000-4000-8000-000000000013',
    account: { recipient: null },
    keys: { apiKey: 'sk_test_dos', notificationSecret: 'whsec_dos' },
  },
  mercadoPago: {
    publicId: '00000000-0000-4000-8000-000000000014',
    account: { collectorId: '1165071450' },
    keys: { accessToken: 'TEST-dos', notificationSecret: 'mp-secret-dos' },
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
      {
        receiverId: 990_940,
        apiKey: 'khipu-key-dos',
        secret: 'khipu-secret-dos',
        name: 'Dos SpA',
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
      {
        name: 'Dos SpA',
        secretKeys: { test: 'sk_test_dos', live: 'sk_live_dos' },
        webhooks: [],
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
        {
          id: 1_165_071_450,
          nickname: 'DOS',
          email: 'dos@empresa.example',
          rut: rut('78787878-4'),
          liveToken: 'APP_USR-dos',
          testToken: 'TEST-dos',
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

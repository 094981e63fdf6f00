import { rut } from '#domain/rut.ts'
import type { PaymentsWorld } from './payments/payments.ts'

/** The account that the demonstration's companies share at each provider. Their keys open nothing but a stand-in. */
export const demoPaymentAccounts = {
  khipu: {
    receiverId: 990_939,
    apiKey: 'khipu-de-demostracion',
    secret: 'khipu-firma-de-demostracion',
    name: 'Cuenta de prueba',
    mode: 'developer',
    collectsAtKhipu: true,
  },
  fintoc: {
    name: 'Cuenta de prueba',
    secretKeys: { test: 'sk_test_demostracion', live: 'sk_live_demostracion' },
    webhooks: [],
  },
  mercadoPago: {
    id: 1_165_071_449,
    nickname: 'CUENTADEPRUEBA',
    email: 'prueba@mercadopago.example',
    rut: rut('77070707-2'),
    liveToken: 'APP_USR-demostracion',
    testToken: 'TEST-demostracion',
  },
} as const satisfies {
  khipu: PaymentsWorld['khipu'][number]
  fintoc: PaymentsWorld['fintoc'][number]
  mercadoPago: PaymentsWorld['mercadoPago']['sellers'][number]
}

export const DEMO_FINTOC_SECRET = 'whsec_demostracion'
export const DEMO_MERCADO_PAGO_SECRET = 'mercado-pago-firma-de-demostracion'

export const demoPaymentsWorld: Partial<PaymentsWorld> = {
  khipu: [demoPaymentAccounts.khipu],
  fintoc: [demoPaymentAccounts.fintoc],
  mercadoPago: {
    application: {
      clientId: 'folio-demo',
      clientSecret: 'folio-demo',
      redirectUris: [],
      webhookSecret: DEMO_MERCADO_PAGO_SECRET,
    },
    sellers: [demoPaymentAccounts.mercadoPago],
  },
}

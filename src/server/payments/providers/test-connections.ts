import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { Secret } from '../../vault/secret.ts'
import type { Connection, ProviderName } from './connection.ts'
import type { CheckoutOrder, PaymentRefs, ProviderSettings } from './port.ts'

export const NOW_MS = Date.parse('2026-11-20T15:00:00Z')

/** Made up, but for the form: one of each provider. */
export const CONNECTIONS: {
  readonly [Name in ProviderName]: Extract<Connection, { provider: Name }>
} = {
  transbank: {
    provider: 'transbank',
    mode: 'test',
    commerceCode: '597055555532',
    storeCode: null,
    apiKey: new Secret('transbank-key-1'),
  },
  khipu: {
    provider: 'khipu',
    mode: 'test',
    receiverId: '990939',
    apiKey: new Secret('khipu-key-1'),
    notificationSecret: new Secret('khipu_local'),
  },
  fintoc: {
    provider: 'fintoc',
    mode: 'test',
    apiKey: new Secret('sk_test_fintoc-key-1'),
    notificationSecret: new Secret('whsec_local'),
    recipient: null,
  },
  mercadoPago: {
    provider: 'mercadoPago',
    mode: 'test',
    collectorId: '1165071449',
    accessToken: new Secret('TEST-mercado-pago-key-1'),
    notificationSecret: new Secret('mp_secret'),
  },
}

export const TOKEN = 'e9d555262db0f989e49d724b4db0b0af367cc415cde41f500a776550fc5fddd3'

/** A checkout of each provider, as our row has it. */
export const REFS: Readonly<Record<ProviderName, PaymentRefs>> = {
  transbank: refsOf(TOKEN),
  khipu: refsOf('zfxnocsow6mz'),
  fintoc: refsOf('cs_li5531onlFDi235'),
  mercadoPago: refsOf('1165071449-2484cd71-7140'),
}

function refsOf(providerRef: string): PaymentRefs {
  return { providerRef, paymentRef: null, buyOrder: 'ORDER-1' }
}

export const ORDER: CheckoutOrder = {
  attemptId: 'attempt-1',
  buyOrder: 'ORDER-1',
  amountClp: clp(119_000),
  subject: 'Factura 1',
  payer: { name: 'Ana Pagadora', email: 'ana@cliente.example', rut: rut('12345678-5') },
  returnUrl: 'https://folio.example/api/payments/return/attempt-1',
  cancelUrl: 'https://folio.example/api/payments/cancelled/attempt-1',
  notifyUrl: 'https://folio.example/api/webhooks/provider/connection-1',
  expiresAtMs: NOW_MS + 3_600_000,
}

export function settingsAt(
  baseUrl: string | null,
  more: Partial<ProviderSettings> = {},
): ProviderSettings {
  return { environment: 'demonstration', baseUrl, nowMs: () => NOW_MS, ...more }
}

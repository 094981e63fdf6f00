import type { Rut } from '#domain/rut.ts'
import type { Replays } from '../common/idempotency.ts'
import type { Notifier } from '../common/notifier.ts'
import type { Random } from '../common/random.ts'
import type { PreferenceRequest } from './request.ts'

/** The application that asks sellers for their permission, and whose secret signs the notifications. */
export interface MercadoPagoApplication {
  clientId: string
  clientSecret: string
  redirectUris: readonly string[]
  webhookSecret: string
}

/** A seller: in the payments, the collector. */
export interface Seller {
  id: number
  nickname: string
  email: string
  rut: Rut
  /** APP_USR-… */
  liveToken: string
  /** TEST-… */
  testToken: string
}

export interface Owner {
  seller: Seller
  isLive: boolean
}

export interface Preference extends Owner {
  id: string
  request: PreferenceRequest
  /** Fields that Mercado Pago doesn't know and passes over. */
  ignoredFields: readonly string[]
  createdAtMs: number
  orderId: number
}

export type PaymentStatus =
  | 'pending'
  | 'in_process'
  | 'authorized'
  | 'approved'
  | 'in_mediation'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back'

export interface Payment extends Owner {
  id: number
  preference: Preference
  status: PaymentStatus
  detail: string
  amount: number
  createdAtMs: number
  updatedAtMs: number
  approvedAtMs: number | null
  payerEmail: string
  /** Digits and check digit, without a hyphen. */
  payerRut: string
  refunds: Refund[]
}

export interface Refund {
  id: number
  amount: number
  createdAtMs: number
  status: RefundStatus
}

export type RefundStatus = 'in_process' | 'approved' | 'rejected'

/** A permission of a seller: the code is spent once, the tokens are replaced at each refresh. */
export interface Grant {
  seller: Seller
  redirectUri: string
  challenge: string | null
  expiresAtMs: number
}

export interface MercadoPagoSettings {
  /** The documentation doesn't say, its SDK takes seconds. */
  timeUnit: 's' | 'ms'
  signsAgain: boolean
  /** Two are published: 15 min, 30 min, 6 h, 48 h, 96 h; and 5 min, 45 min, 6 h, 2 d, 4 d. */
  schedule: 'quarterHour' | 'fiveMinutes'
  /** Refunds are in process until they are moved on. */
  refundsTakeTime: boolean
}

export interface MercadoPago {
  application: MercadoPagoApplication
  sellers: readonly Seller[]
  settings: MercadoPagoSettings
  preferences: Map<string, Preference>
  payments: Map<number, Payment>
  codes: Map<string, Grant>
  /** By refresh token. */
  refreshTokens: Map<string, Seller>
  /** By access token, those given by a seller's permission. */
  accessTokens: Map<string, { seller: Seller; expiresAtMs: number }>
  replays: Replays
  notifier: Notifier
  random: Random
  now: () => number
  url: string
}

export function isOf({ seller, isLive }: Owner, owner: Owner): boolean {
  return seller.id === owner.seller.id && isLive === owner.isLive
}

export function refundedAmount(payment: Payment): number {
  return amountOfRefunds(payment, ['approved'])
}

export function amountOfRefunds({ refunds }: Payment, statuses: readonly RefundStatus[]): number {
  return refunds
    .filter(({ status }) => statuses.includes(status))
    .reduce((sum, { amount }) => sum + amount, 0)
}

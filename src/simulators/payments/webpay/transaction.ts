import type { PaymentType } from './cards.ts'
import type { WebpayMerchant } from './merchants.ts'

/** One sale; a plain commerce code has one part, a mall one for each store. */
export interface Transaction {
  token: string
  merchant: WebpayMerchant
  buyOrder: string
  sessionId: string
  returnUrl: string
  createdAtMs: number
  parts: Part[]
  stage: Stage
  answer: CardAnswer | null
  committedAtMs: number | null
}

/**
 * waiting: the payer has done nothing; answered: the bank has, and the commerce must commit; the others end without a
 * commit.
 */
export type Stage = 'waiting' | 'answered' | 'aborted' | 'timedOut' | 'formError'

export interface CardAnswer {
  atMs: number
  cardNumber: string
  paymentType: PaymentType
  instalments: number
}

export interface Part {
  commerceCode: string
  buyOrder: string
  amount: number
  /** 0 is approved; null before the bank answered. */
  responseCode: number | null
  authorizationCode: string
  captured: { amount: number; atMs: number } | null
  isReversed: boolean
  nullifiedAmount: number
}

export type PartStatus =
  | 'INITIALIZED'
  | 'AUTHORIZED'
  | 'FAILED'
  | 'CAPTURED'
  | 'REVERSED'
  | 'NULLIFIED'
  | 'PARTIALLY_NULLIFIED'

/** Until the commerce commits, whatever the payer did, it is INITIALIZED; REVERSED once the bank undid it [guess]. */
export function statusOf(transaction: Transaction, part: Part): PartStatus {
  if (transaction.committedAtMs === null) return part.isReversed ? 'REVERSED' : 'INITIALIZED'
  if (part.responseCode !== 0) return 'FAILED'
  if (part.isReversed) return 'REVERSED'
  if (part.nullifiedAmount > 0) {
    return part.nullifiedAmount < chargedAmount(part) ? 'PARTIALLY_NULLIFIED' : 'NULLIFIED'
  }
  return part.captured === null ? 'AUTHORIZED' : 'CAPTURED'
}

/** What can still be given back is counted from here. */
export function chargedAmount(part: Part): number {
  return part.captured?.amount ?? part.amount
}

export function totalOf({ parts }: Transaction): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/** The part that a call means; a plain commerce's calls may name neither order nor store. */
export function partOf(
  { parts }: Transaction,
  wanted: { buy_order?: string | undefined; commerce_code?: string | undefined },
): Part | undefined {
  const { buy_order: order, commerce_code: store } = wanted
  return parts.find(
    (part) =>
      (order === undefined || part.buyOrder === order) &&
      (store === undefined || part.commerceCode === store),
  )
}

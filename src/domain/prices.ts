import type { Clp } from './money.ts'
import { portionOf } from './money.ts'
import { formatPercent } from './percent.ts'
import type { Totals } from './totals.ts'
import { IVA_PERCENT, withIva } from './totals.ts'
import type { Uf } from './uf.ts'
import { quantity, uf, ufToClp } from './uf.ts'

/** What we charge per issued document, plus IVA (spec 9). The Spanish page's figures govern (D-34). */
export const DOCUMENT_PRICE_UF = { alone: uf('0.01'), withMail: uf('0.015') } as const
/** What the English page says as written (D-34). Nobody is charged by it. */
export const ENGLISH_PAGE_PRICE_UF = { alone: uf('0.015'), withMail: uf('0.02') } as const

export type PaymentMethod = 'transfer' | 'card'

/** What we charge on money received by link, plus IVA (spec 9). */
export const PAYMENT_FEE_BASIS_POINTS: Readonly<Record<PaymentMethod, number>> = {
  transfer: 100,
  card: 290,
}

/** A price in pesos at that day's UF: net, its IVA and both, each rounded half up once. */
export function priceClp(priceUf: Uf, rateClp: Uf): Totals {
  return withIva(ufToClp(quantity('1'), priceUf, rateClp))
}

/** Our fee on one payment: the net is rounded half up, then its IVA. The issuer bears it (D-33). */
export function paymentFee(method: PaymentMethod, paidClp: Clp): Totals {
  return withIva(portionOf(paidClp, PAYMENT_FEE_BASIS_POINTS[method], 10_000))
}

/** The whole fee with IVA, as shown before activating: '1,19 %' and '3,451 %'. */
export function formatFeeWithIva(method: PaymentMethod): string {
  // One basis point is 100 parts per million, so the percentage of IVA divides evenly.
  return formatPercent(PAYMENT_FEE_BASIS_POINTS[method] * (100 + IVA_PERCENT))
}

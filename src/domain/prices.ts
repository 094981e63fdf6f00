import type { Clp } from './money.ts'
import { clp, portionOf, sumClp } from './money.ts'
import { formatPercent } from './percent.ts'
import type { Totals } from './totals.ts'
import { IVA_PERCENT, withIva } from './totals.ts'
import type { Uf } from './uf.ts'
import { quantity, uf, ufToClp } from './uf.ts'

/** What we charge per issued document, plus IVA. The Spanish page's figures govern. */
export const DOCUMENT_PRICE_UF = { alone: uf('0.01'), withMail: uf('0.015') } as const
/**
 * What its first mail adds, as a line of its own: it brings a document to its price with mail (docs/decisions/0025).
 */
export const MAIL_PRICE_UF = uf('0.005')
/** What the English page says as written. Nobody is charged by it. */
export const ENGLISH_PAGE_PRICE_UF = { alone: uf('0.015'), withMail: uf('0.02') } as const

export type PaymentMethod = 'transfer' | 'card'

/** What we charge on money received by link, plus IVA. */
export const PAYMENT_FEE_BASIS_POINTS: Readonly<Record<PaymentMethod, number>> = {
  transfer: 100,
  card: 290,
}

/** A price in pesos at that day's UF: net, its IVA and both, each rounded half up once. */
export function priceClp(priceUf: Uf, rateClp: Uf): Totals {
  return withIva(ufToClp(quantity('1'), priceUf, rateClp))
}

/**
 * What one document is charged at that day's UF, with its mail or without. It and its mail are two lines, each rounded
 * by itself with its own IVA (docs/decisions/0025), so that the sum may be a peso beside the price with mail rounded at
 * once.
 */
export function documentCharge(isMailed: boolean, rateClp: Uf): Totals {
  const prices = isMailed ? [DOCUMENT_PRICE_UF.alone, MAIL_PRICE_UF] : [DOCUMENT_PRICE_UF.alone]
  const lines = prices.map((price) => priceClp(price, rateClp))
  return {
    netoClp: sumClp(lines.map(({ netoClp }) => netoClp)),
    ivaClp: sumClp(lines.map(({ ivaClp }) => ivaClp)),
    totalClp: sumClp(lines.map(({ totalClp }) => totalClp)),
  }
}

/** The charge of so many documents with IVA, each rounded by itself, were all issued on a day with that UF. */
export function documentsCharge(count: number, isMailed: boolean, rateClp: Uf): Clp {
  return clp(count * documentCharge(isMailed, rateClp).totalClp)
}

/** Our fee on one payment: the net is rounded half up, then its IVA. The issuer bears it. */
export function paymentFee(method: PaymentMethod, paidClp: Clp): Totals {
  return withIva(portionOf(paidClp, PAYMENT_FEE_BASIS_POINTS[method], 10_000))
}

/** The fee before IVA, '1 %' and '2,9 %'. */
export function formatFee(method: PaymentMethod): string {
  return formatPercent(PAYMENT_FEE_BASIS_POINTS[method] * 100)
}

/** The whole fee with IVA, as shown before activating: '1,19 %' and '3,451 %'. */
export function formatFeeWithIva(method: PaymentMethod): string {
  // One basis point is 100 parts per million, so the percentage of IVA divides evenly.
  return formatPercent(PAYMENT_FEE_BASIS_POINTS[method] * (100 + IVA_PERCENT))
}

import type { Clp } from './money.ts'
import { clp, portionOf, sumClp } from './money.ts'
import type { Quantity, Uf } from './uf.ts'
import { clpToPesos, ufToPesos } from './uf.ts'

/** The rows of the SII's free portal form. A DTE itself takes 60. */
export const FACTURA_MAX_LINES = 10
/** The rows of the SII's boleta de honorarios form. */
export const BOLETA_MAX_LINES = 4
/** DL 825, article 14. */
export const IVA_PERCENT = 19
/** The portal refuses IVA 0 ('Valor IVA debe ser mayor a 0'), and two pesos of net give none. */
export const MINIMUM_NETO_CLP = clp(3)
/** Twelve digits, as the whole part of the SII's prices; ten such lines still add up exactly. */
export const MAX_LINE_CLP = clp(999_999_999_999)

export interface Totals {
  netoClp: Clp
  ivaClp: Clp
  totalClp: Clp
}

/** Line prices are net. IVA is rounded half up once, on the sum, never per line (SII formato DTE 2.4.2). */
export function facturaTotals(lines: readonly { amountClp: Clp }[]): Totals {
  return withIva(sumClp(lines.map((line) => line.amountClp)))
}

/** A net amount with its IVA, rounded half up. */
export function withIva(netoClp: Clp): Totals {
  const ivaClp = portionOf(netoClp, IVA_PERCENT, 100)
  return { netoClp, ivaClp, totalClp: sumClp([netoClp, ivaClp]) }
}

export interface PricedLine {
  quantity: Quantity
  price: { currency: 'CLP'; unitClp: Clp } | { currency: 'UF'; unitUf: Uf; rateClp: Uf }
}

/** quantity × price in pesos, rounded half up once per line. Null above twelve digits. */
export function lineAmount({ quantity, price }: PricedLine): Clp | null {
  const pesos =
    price.currency === 'CLP'
      ? clpToPesos(quantity, price.unitClp)
      : ufToPesos(quantity, price.unitUf, price.rateClp)
  return pesos > BigInt(MAX_LINE_CLP) ? null : clp(Number(pesos))
}

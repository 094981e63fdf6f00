import { fromDecimalText, ONE } from '#domain/decimal.ts'
import type { Clp } from '#domain/money.ts'
import { clp, portionOf, roundHalfUpRatio, sumClp } from '#domain/money.ts'
import { adjustedSums } from './adjustments.ts'
import type { DteAdjustment, DteDocument, DteLine, DteTotals, TipoDte } from './document.ts'
import { TIPO_DTE_FACTS } from './document.ts'

export const IVA_PERCENT = 19

type PricedLine = Pick<
  DteLine,
  'quantity' | 'unitPrice' | 'discountPct' | 'discountClp' | 'surchargePct' | 'surchargeClp'
>

/**
 * round(quantity × price) less the discount and with the surcharge; a percent of it is rounded too, each half up
 * (SII formato DTE). Null for a line without quantity or price, whose amount is as written. Throws beyond 2^53.
 */
export function lineAmount(line: PricedLine): Clp | null {
  const gross = grossAmount(line)
  if (gross === null) return null
  const discount = line.discountClp ?? percentOf(line.discountPct, gross) ?? 0n
  const surcharge = line.surchargeClp ?? percentOf(line.surchargePct, gross) ?? 0n
  return clp(Number(gross - BigInt(discount) + BigInt(surcharge)))
}

/**
 * IVA once, on the sum and half up; never by line (SII formato DTE, IVA 19 % by Ley 19.888). From prices with IVA
 * the neto is divided out and the IVA is the rest, so that the total is exactly what the lines say.
 */
export function totalsOf(
  tipoDte: TipoDte,
  lines: readonly DteLine[],
  pricing: Pick<DteDocument, 'adjustments' | 'pricesIncludeIva'> = {},
): DteTotals {
  const billed = lines.filter((line) => line.apart === undefined)
  const { adjustments = [] } = pricing
  const exento = sumOf(billed, true, adjustments)
  const affected = sumOf(billed, false, adjustments)
  const withoutIva = TIPO_DTE_FACTS[tipoDte].iva !== 'always' && billed.every((line) => line.exempt)
  if (withoutIva) return { netoClp: null, exentoClp: exento, ivaClp: null, totalClp: exento }
  const within = pricing.pricesIncludeIva === true
  const neto = within ? clp(Number(netoWithin(BigInt(affected)))) : affected
  const iva = within ? clp(affected - neto) : portionOf(neto, IVA_PERCENT, 100)
  return {
    netoClp: neto,
    exentoClp: exento === 0 ? null : exento,
    ivaClp: iva,
    totalClp: sumClp([neto, exento, iva]),
  }
}

/** The neto of an amount with IVA: divided by 1,19 and rounded half up. */
export function netoWithin(gross: bigint): bigint {
  return roundHalfUpRatio(gross * 100n, BigInt(100 + IVA_PERCENT))
}

/** A bigint, as the largest quantity times the largest price is no `Clp`. */
export function grossAmount({
  quantity,
  unitPrice,
}: Pick<DteLine, 'quantity' | 'unitPrice'>): bigint | null {
  if (quantity === null || unitPrice === null) return null
  return roundHalfUpRatio(fromDecimalText(quantity) * fromDecimalText(unitPrice), ONE * ONE)
}

/** Null without a percentage. */
export function percentOf(percentage: string | null | undefined, of: bigint): bigint | null {
  if (percentage === null || percentage === undefined) return null
  return roundHalfUpRatio(of * fromDecimalText(percentage), 100n * ONE)
}

function sumOf(lines: DteLine[], exempt: boolean, adjustments: DteAdjustment[]): Clp {
  const sum = sumClp(lines.filter((line) => line.exempt === exempt).map((line) => line.amountClp))
  const on = exempt ? 'exempt' : 'affected'
  const [adjusted = 0n] = adjustedSums(
    BigInt(sum),
    adjustments.filter((one) => one.on === on),
  )
  return clp(Number(adjusted))
}

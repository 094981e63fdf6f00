import { fromDecimalText, ONE } from '#domain/decimal.ts'
import type { Clp } from '#domain/money.ts'
import { clp, portionOf, roundHalfUpRatio, sumClp } from '#domain/money.ts'
import type { DteDocument, DteLine, DteTotals, TipoDte } from './document.ts'
import { TIPO_DTE_FACTS } from './document.ts'

export const IVA_PERCENT = 19

/**
 * round(quantity × price) less the discount; a percent of it is rounded too, each half up (SII formato DTE).
 * Null for a line without quantity or price, whose amount is as written. Throws beyond 2^53 pesos.
 */
export function lineAmount(
  line: Pick<DteLine, 'quantity' | 'unitPrice' | 'discountPct' | 'discountClp'>,
): Clp | null {
  const gross = grossAmount(line)
  if (gross === null) return null
  return clp(Number(gross - BigInt(line.discountClp ?? percentOf(line, gross) ?? 0n)))
}

/** IVA once, on the sum and half up; never by line (SII formato DTE, IVA 19 % by Ley 19.888). */
export function totalsOf(tipoDte: TipoDte, lines: readonly DteLine[]): DteTotals {
  const exento = sumClp(lines.filter((line) => line.exempt).map((line) => line.amountClp))
  const neto = sumClp(lines.filter((line) => !line.exempt).map((line) => line.amountClp))
  const withoutIva = TIPO_DTE_FACTS[tipoDte].iva !== 'always' && lines.every((line) => line.exempt)
  if (withoutIva) return { netoClp: null, exentoClp: exento, ivaClp: null, totalClp: exento }
  const iva = portionOf(neto, IVA_PERCENT, 100)
  return {
    netoClp: neto,
    exentoClp: exento === 0 ? null : exento,
    ivaClp: iva,
    totalClp: sumClp([neto, exento, iva]),
  }
}

/** Where the figures of a document contradict each other, in words for the log. Empty when they add up. */
export function arithmeticFaults(document: DteDocument): string[] {
  return [...document.lines.flatMap(lineFaults), ...typeFaults(document), ...totalFaults(document)]
}

function lineFaults(line: DteLine, index: number): string[] {
  const gross = grossAmount(line)
  if (gross === null) return []
  const faults: string[] = []
  const discount = percentOf(line, gross)
  if (discount !== null && discount !== BigInt(line.discountClp ?? 0)) {
    faults.push(`line ${index + 1} discounts ${line.discountClp}, should be ${discount}`)
  }
  const expected = gross - BigInt(line.discountClp ?? 0)
  if (expected !== BigInt(line.amountClp)) {
    faults.push(`line ${index + 1} is ${line.amountClp}, should be ${expected}`)
  }
  return faults
}

function typeFaults({ tipoDte, totals, lines }: DteDocument): string[] {
  const { iva } = TIPO_DTE_FACTS[tipoDte]
  const hasIva = totals.ivaClp !== null || totals.netoClp !== null
  if (iva === 'never' && hasIva) return [`type ${tipoDte} carries neto or IVA`]
  if (iva !== 'always') return []
  if (totals.ivaClp === null || totals.netoClp === null) return ['neto or IVA missing']
  return lines.every((line) => line.exempt) ? [`all lines of type ${tipoDte} are exempt`] : []
}

function totalFaults({ tipoDte, totals, lines }: DteDocument): string[] {
  const affected = tipoDte === 34 ? [] : lines.filter((line) => !line.exempt)
  // In a 34 every line is exempt, whether or not it says so.
  const exempt = tipoDte === 34 ? lines : lines.filter((line) => line.exempt)
  const neto = sumClp(affected.map((line) => line.amountClp))
  const exento = sumClp(exempt.map((line) => line.amountClp))
  const iva = portionOf(clp(totals.netoClp ?? 0), IVA_PERCENT, 100)
  const total = sumClp([
    clp(totals.netoClp ?? 0),
    clp(totals.exentoClp ?? 0),
    clp(totals.ivaClp ?? 0),
  ])
  const figures: [string, Clp | null, Clp][] = [
    ['neto', totals.netoClp, neto],
    ['exento', totals.exentoClp, exento],
    ['IVA', totals.ivaClp, iva],
    ['total', totals.totalClp, total],
  ]
  return figures
    .filter(([, seen, expected]) => (seen ?? 0) !== expected)
    .map(([name, seen, expected]) => `${name} is ${seen}, should be ${expected}`)
}

/** A bigint, as the largest quantity times the largest price is no `Clp`. */
function grossAmount({ quantity, unitPrice }: Pick<DteLine, 'quantity' | 'unitPrice'>) {
  if (quantity === null || unitPrice === null) return null
  return roundHalfUpRatio(fromDecimalText(quantity) * fromDecimalText(unitPrice), ONE * ONE)
}

function percentOf({ discountPct }: Pick<DteLine, 'discountPct'>, gross: bigint): bigint | null {
  if (discountPct === null) return null
  return roundHalfUpRatio(gross * fromDecimalText(discountPct), 100n * ONE)
}

import { fromDecimalText, ONE } from '#domain/decimal.ts'
import { roundHalfUpRatio } from '#domain/money.ts'
import { adjustedSums } from '../document/adjustments.ts'
import type { DteTax, TaxDocument } from '../document/document.ts'
import type { Fault } from '../document/fault.ts'
import { fault } from '../document/fault.ts'

// By the SII's table of TipoImp (SiiTypes_v10). Of 14, 50, 53, 54 and 55 no text says whether they enter the total.
const ADDED = new Set('17 18 19 23 24 25 26 27 271 28 35 44 45 51 52'.split(' '))
const WITHHELD = new Set(
  '15 16 30 301 31 32 321 33 331 34 341 36 361 37 371 38 39 40 41 46 47 48 481 49'.split(' '),
)
/** By quantity, or on a base of their own: not a rate of the lines' neto. */
const ON_ANOTHER_BASE = new Set('14 17 28 35 50 51 52'.split(' '))

/** What the additional taxes add to the total, less the IVA withheld; null when one of them can't be placed. */
export function taxesInTotal(taxes: readonly DteTax[]): bigint | null {
  let sum = 0n
  for (const { code, amountClp } of taxes) {
    if (!ADDED.has(code) && !WITHHELD.has(code)) return null
    sum += WITHHELD.has(code) ? -BigInt(amountClp) : BigInt(amountClp)
  }
  return sum
}

/** Each tax against its rate on the lines that carry its code; a note for those on another base. */
export function taxFindings(document: TaxDocument): Fault[] {
  return (document.totals.taxes ?? []).flatMap((tax) => {
    const right = rightAmounts(tax, document)
    if (right === null) return [fault('taxNotRecomputed', { name: tax.code })]
    if (right.includes(BigInt(tax.amountClp))) return []
    const values = { name: `ImptoReten ${tax.code}`, seen: tax.amountClp }
    return [fault('amountWrong', { ...values, expected: String(right[0] ?? 0n) })]
  })
}

/** Rounded on the sum of the lines, or line by line: the format doesn't say. Null when it isn't a plain rate. */
function rightAmounts({ code, ratePct }: DteTax, document: TaxDocument): bigint[] | null {
  const { lines, adjustments = [], pricesIncludeIva, totals } = document
  if (ratePct === null || ON_ANOTHER_BASE.has(code) || pricesIncludeIva === true) return null
  const affected = lines.filter((line) => !line.exempt && line.apart === undefined)
  const taxed = affected.filter((line) => line.taxCodes?.includes(code) === true)
  if (taxed.length === 0) return null
  const discounts = adjustments.filter((one) => one.on === 'affected')
  if (discounts.length > 0 && taxed.length === affected.length) {
    return [rated(BigInt(totals.netoClp ?? 0), ratePct)]
  }
  // With several codes a discount must be a percentage (SII formato DTE): then each base takes its part of it.
  if (discounts.some(({ unit }) => unit === '$')) return null
  const amounts = taxed.map((line) => BigInt(line.amountClp))
  const bases = adjustedSums(
    amounts.reduce((sum, amount) => sum + amount, 0n),
    discounts,
  )
  const byLine = amounts.reduce((sum, amount) => sum + rated(amount, ratePct), 0n)
  const onSum = bases.map((base) => rated(base, ratePct))
  return discounts.length === 0 ? [...onSum, byLine] : onSum
}

function rated(base: bigint, ratePct: string): bigint {
  return roundHalfUpRatio(base * fromDecimalText(ratePct), 100n * ONE)
}

import { decimalText, fromDecimalText, ONE } from './decimal.ts'
import { clp, roundHalfUpRatio, type Clp } from './money.ts'
import { MAX_LINE_CLP } from './totals.ts'
import { compareUf, uf, type Uf } from './uf.ts'

/** How the prices of lines become others. A percentage is exact decimal text: '4.5' is 4.5 % more, '-3' is 3 % less. */
export type PriceChange =
  | { by: 'percent'; percent: string }
  /** The UF follows the IPC by law, so prices in UF stay. */
  | { by: 'ipc'; percent: string }
  /** Prices in pesos stay. */
  | { by: 'uf'; price: Uf }

export type UnitPrice = { currency: 'CLP'; price: Clp } | { currency: 'UF'; price: Uf }

export type ChangedPrice =
  /** `exact` is the new price before it was rounded, to a millionth. */
  | { kind: 'changed'; price: string; exact: string }
  | { kind: 'kept'; why: 'isUf' | 'isClp' | 'isSame' }
  | { kind: 'tooLarge' }
  /** It would be rounded to nothing, and no line is charged at zero. */
  | { kind: 'zero' }

/** What a percentage changes a price by at most: more is a slip, or the work of a new price. */
export const MIN_PERCENT_CHANGE = -50
export const MAX_PERCENT_CHANGE = 100

/** Of a price in UF that a percentage makes. */
const UF_DECIMALS = 4
/** Above every price in UF that a line's limit in pesos allows. */
const MAX_UF = uf('999999999')

/** Rounded half up once: to whole pesos, and a UF that a percentage makes to four decimals. */
export function changePrice(unit: UnitPrice, change: PriceChange): ChangedPrice {
  if (change.by === 'uf') {
    if (unit.currency === 'CLP') return { kind: 'kept', why: 'isClp' }
    return compareUf(unit.price, change.price) === 0
      ? { kind: 'kept', why: 'isSame' }
      : { kind: 'changed', price: change.price, exact: change.price }
  }
  if (change.by === 'ipc' && unit.currency === 'UF') return { kind: 'kept', why: 'isUf' }
  const before = unit.currency === 'CLP' ? BigInt(unit.price) * ONE : fromDecimalText(unit.price)
  const hundred = 100n * ONE
  const product = before * (hundred + signedFromText(change.percent))
  const step = unit.currency === 'CLP' ? ONE : ONE / 10n ** BigInt(UF_DECIMALS)
  const after = roundHalfUpRatio(product, hundred * step) * step
  if (after === before) return { kind: 'kept', why: 'isSame' }
  if (after === 0n) return { kind: 'zero' }
  if (isTooLarge(unit.currency, after)) return { kind: 'tooLarge' }
  const exact = decimalText(roundHalfUpRatio(product, hundred))
  return { kind: 'changed', price: decimalText(after), exact }
}

function signedFromText(percent: string): bigint {
  return percent.startsWith('-') ? -fromDecimalText(percent.slice(1)) : fromDecimalText(percent)
}

function isTooLarge(currency: UnitPrice['currency'], millionths: bigint): boolean {
  if (currency === 'UF') return millionths > fromDecimalText(MAX_UF)
  return millionths > BigInt(clp(MAX_LINE_CLP)) * ONE
}

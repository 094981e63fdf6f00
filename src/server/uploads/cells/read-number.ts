import { groupThousands, withoutLastZeros, type TypedNumber } from '#domain/decimal.ts'
import { clp, parseClp, type Clp } from '#domain/money.ts'
import { MAX_LINE_CLP } from '#domain/totals.ts'
import {
  parseQuantity,
  parseUf,
  quantityFromWire,
  ufFromWire,
  type Quantity,
  type Uf,
} from '#domain/uf.ts'
import type { Cell } from '../../sheets/table.ts'
import { commonFault, faultOf, NONE, valueOf, type CellRead } from './cell-read.ts'

/** Whole pesos, zero or more. */
export function readClp(cell: Cell): CellRead<Clp> {
  return number(cell, {
    sign: /^(?:\$|CLP)|(?:\$|CLP)$/i,
    ofNumber(value) {
      if (!Number.isInteger(value)) return faultOf('pesosWithDecimals')
      return value > MAX_LINE_CLP ? faultOf('tooLarge') : valueOf(clp(value))
    },
    ofText(text) {
      const read = parseClp(text)
      if (read.kind === 'invalid' && read.problem === 'tooManyDecimals') {
        return faultOf('pesosWithDecimals')
      }
      return typed(text, read)
    },
  })
}

/** UF, zero or more, with six decimals at most. A text like '1.000' or '1,000' may be a thousand, or one. */
export function readUf(cell: Cell): CellRead<Uf> {
  return number(cell, {
    sign: /^(?:UF|CLF)|(?:UF|CLF)$/i,
    ofNumber: (value) => exact(value, ufFromWire),
    ofText: (text) => (mayBeDecimal(text) ? ambiguous(text) : typed(text, parseUf(text))),
  })
}

/** As `readUf`, and above zero. */
export function readQuantity(cell: Cell): CellRead<Quantity> {
  return number(cell, {
    sign: null,
    ofNumber: (value) => (value === 0 ? faultOf('zero') : exact(value, quantityFromWire)),
    ofText: (text) => (mayBeDecimal(text) ? ambiguous(text) : typed(text, parseQuantity(text))),
  })
}

/** Excel works with fifteen digits and stores seventeen, whose last ones are its binary's and nobody's. */
const EXCEL_DIGITS = 15
/** No number that a person means is longer. */
const MAX_NUMBER_TEXT = 40

interface NumberReaders<T> {
  /** How its currency is written before or behind it; null for a number of none. */
  sign: RegExp | null
  ofNumber(value: number): CellRead<T>
  ofText(text: string): CellRead<T>
}

function number<T>(cell: Cell, { sign, ofNumber, ofText }: NumberReaders<T>): CellRead<T> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell === 'object') return faultOf('valueIsDay')
  if (typeof cell === 'number') {
    const value = Number(cell.toPrecision(EXCEL_DIGITS))
    return value < 0 ? faultOf('negative') : ofNumber(value)
  }
  if (cell.length > MAX_NUMBER_TEXT) return faultOf('notANumber')
  const text = withoutSign(cell.trim(), sign)
  if (text === null) return faultOf('notANumber')
  return text === '' ? NONE : ofText(text)
}

function exact<T>(value: number, read: (text: string) => T | null): CellRead<T> {
  const text = String(value)
  const made = read(text)
  if (made !== null) return valueOf(made)
  return faultOf(value >= 1e12 ? 'tooLarge' : 'tooManyDecimals')
}

function typed<T>(text: string, read: TypedNumber<T>): CellRead<T> {
  if (read.kind === 'ok') return valueOf(read.value)
  if (read.kind === 'ambiguous') return ambiguous(text)
  if (read.problem === 'empty') return NONE
  return faultOf(read.problem)
}

/** Without the one sign of a currency before or behind it; null where more than the number is left. */
function withoutSign(text: string, sign: RegExp | null): string | null {
  if (sign === null) return text
  const rest = text.replace(sign, '')
  return rest !== text && /[^\d.,\s−-]/.test(rest) ? null : rest.trim()
}

/**
 * A dot or a comma with three digits behind it: it groups thousands where one writes and separates decimals where another
 * does. No thousands begin with 0.
 */
function mayBeDecimal(text: string): boolean {
  return /^(?:\d{1,3}\.|[1-9]\d{0,2},)\d{3}$/.test(text)
}

/** Says both readings; where only the English one is a number, it is offered alone. */
function ambiguous(written: string): CellRead<never> {
  const chilean = reading(written, '.', ',')
  const english = reading(written, ',', '.')
  if (chilean !== null && english !== null && chilean !== english) {
    return faultOf('numberAmbiguous', { first: chilean, second: english })
  }
  const only = chilean ?? english
  return only === null ? faultOf('notANumber') : faultOf('numberForeign', { number: only })
}

/** As a person in Chile would write it; null when it is no number that way. Ungrouped digits can't be misread. */
function reading(text: string, thousands: '.' | ',', decimal: '.' | ','): string | null {
  const parts = text.split(decimal)
  if (parts.length > 2) return null
  const [whole = '', decimals = ''] = parts
  const digits = whole.replaceAll(thousands, '')
  if (!/^\d{1,12}$/.test(digits) || !/^\d{0,12}$/.test(decimals)) return null
  const clean = String(BigInt(digits))
  const grouped = groupThousands(clean)
  // A group of another length is no group; of one alone it is said that it may be meant.
  const isGrouped = whole.includes(thousands)
  if (isGrouped && whole.replaceAll(thousands, '.') !== grouped && parts.length === 2) return null
  const rest = withoutLastZeros(decimals)
  if (rest === '') return clean
  // What is offered can be typed: three decimals would be asked about again.
  return mayBeDecimal(`${clean},${rest}`) ? `${clean},${rest}0` : `${clean},${rest}`
}

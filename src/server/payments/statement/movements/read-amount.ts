import { clp, parseClp, type Clp } from '#domain/money.ts'
import type { Cell } from '../../../sheets/table.ts'
import type { FaultCause } from './movement.ts'

export type AmountRead =
  | { kind: 'none' }
  | { kind: 'amount'; clp: Clp }
  | { kind: 'fault'; cause: FaultCause }

const MAX_AMOUNT_LENGTH = 40
const MAX_CLP = 999_999_999_999

/**
 * Whole pesos of a cell, with their sign: a number, or a text as banks in Chile write it ('1.234.567', '1.234.567,00',
 * '$ -1.000', '1.000-', '(1.000)'). '1,000' is a fault unless a person has said that this bank's commas group thousands.
 * A dash alone is an empty cell.
 */
export function readAmount(cell: Cell, thousands: '.' | ','): AmountRead {
  if (cell === null) return { kind: 'none' }
  if (typeof cell === 'number') return amountOfNumber(cell)
  if (typeof cell === 'string') return amountOfText(cell, thousands)
  return { kind: 'fault', cause: cell.kind === 'formula' ? 'formula' : 'amountUnreadable' }
}

function amountOfNumber(value: number): AmountRead {
  if (!Number.isInteger(value)) return { kind: 'fault', cause: 'amountDecimals' }
  if (Math.abs(value) > MAX_CLP) return { kind: 'fault', cause: 'amountTooLarge' }
  return { kind: 'amount', clp: clp(value) }
}

function amountOfText(text: string, thousands: '.' | ','): AmountRead {
  if (text.length > MAX_AMOUNT_LENGTH) return { kind: 'fault', cause: 'amountUnreadable' }
  const bare = text.replaceAll(/[\s\u00a0$]|CLP/gi, '').replaceAll('\u2212', '-')
  if (/^-*$/.test(bare)) return { kind: 'none' }
  const { digits, isNegative } = withoutSign(bare)
  const read = parseClp(thousands === '.' ? digits : swapped(digits))
  if (read.kind === 'ok') {
    return { kind: 'amount', clp: isNegative ? clp(0 - read.value) : read.value }
  }
  if (read.kind === 'ambiguous') return { kind: 'fault', cause: 'amountAmbiguous' }
  if (read.problem === 'tooManyDecimals') return { kind: 'fault', cause: 'amountDecimals' }
  if (read.problem === 'tooLarge') return { kind: 'fault', cause: 'amountTooLarge' }
  return { kind: 'fault', cause: 'amountUnreadable' }
}

/** One sign, before, after or as an accountant's brackets; with a second one it is no amount. */
function withoutSign(text: string): { digits: string; isNegative: boolean } {
  if (text.startsWith('(') && text.endsWith(')')) {
    return { digits: text.slice(1, -1), isNegative: true }
  }
  if (text.startsWith('-')) return { digits: text.slice(1), isNegative: true }
  if (text.endsWith('-')) return { digits: text.slice(0, -1), isNegative: true }
  return { digits: text.startsWith('+') ? text.slice(1) : text, isNegative: false }
}

function swapped(text: string): string {
  return text.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
}

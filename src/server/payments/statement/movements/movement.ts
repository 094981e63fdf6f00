import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'

/** One line of an account. */
export interface Movement {
  /** As Excel numbers it. */
  row: number
  day: Day
  /** What came is positive, what left is negative. Never 0. */
  amountClp: Clp
  kind: 'credit' | 'debit'
  /** The other side's, from its own column or from the description; null when there is none beyond doubt. */
  payerRut: Rut | null
  /** As the statement writes it, often cut short; '' when it doesn't. */
  payerName: string
  /** Of a column's number the digits and letters alone; '' when the bank gives none. */
  operation: string
  description: string
  /** Null where the statement has none. */
  balanceClp: Clp | null
  reversal: Reversal | null
}

/**
 * `reversed`: money that came and was taken back; `reversal`: what takes it back. `doubtful`: one of several that the
 * reversal in `row` may mean. `alone`: its text says reversal, and what it reverses is not in this file.
 */
export type Reversal =
  | { kind: 'reversed' | 'reversal' | 'doubtful'; row: number }
  | { kind: 'alone' }

export type FaultCause =
  | 'dateMissing'
  | 'dateUnreadable'
  | 'dateAmbiguous'
  | 'dateOtherOrder'
  | 'dateInFuture'
  | 'yearMissing'
  | 'amountMissing'
  | 'amountUnreadable'
  | 'amountAmbiguous'
  | 'amountDecimals'
  | 'amountTooLarge'
  | 'bothSides'
  | 'sideUnknown'
  | 'signContradictsSide'
  | 'formula'
  | 'mergedCell'

export interface RowFault {
  row: number
  /** From 0. */
  column: number
  /** What the cell says. */
  value: string
  cause: FaultCause
}

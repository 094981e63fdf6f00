import { clp, type Clp } from '#domain/money.ts'
import type { Day } from '#domain/day.ts'
import type { Rut } from '#domain/rut.ts'
import { type ColumnRole } from '#domain/bank-statement.ts'
import { headingKey } from '../../../sheets/headings.ts'
import {
  isMergedAway,
  shownCell,
  type Cell,
  type SheetRow,
  type Table,
} from '../../../sheets/table.ts'
import type { FaultCause, Movement, RowFault } from './movement.ts'
import { nameInText, payerOf, rutInCell, rutInText } from './payer.ts'
import { readAmount, type AmountRead } from './read-amount.ts'
import { readDay, type DayOptions, type DayRead } from '../../../sheets/read-day.ts'
import { sideOf, type SideWords } from './side.ts'

export interface RowNeeds {
  table: Table
  /** The cells of the headings: banks repeat them on each page. */
  header: readonly Cell[] | null
  places: Readonly<Partial<Record<ColumnRole, number>>>
  sideWords: SideWords
  dates: DayOptions
  thousands: '.' | ','
  ownRut: Rut | null
  today: Day
}

export type UnpairedMovement = Omit<Movement, 'reversal'>

export type ReadRow =
  | { kind: 'skip' }
  | { kind: 'faults'; faults: RowFault[] }
  | {
      kind: 'movement'
      movement: UnpairedMovement
      order: 'proved' | 'open' | 'unneeded'
      isRutInvalid: boolean
    }

/** One row below the headings: a movement, everything that is wrong with it, or none of an account's movements. */
export function readRow(row: SheetRow, needs: RowNeeds): ReadRow {
  const date = readDay(cellOf(row, needs, 'date'), needs.dates)
  if (isHeader(row, needs) || isBalanceOrTotal(row, needs, date)) return { kind: 'skip' }
  const amount = amountOf(row, needs)
  if (date.kind !== 'day' && amount.kind !== 'amount') {
    return isMeant(row, needs, date, amount)
      ? bothFaults(row, needs, date, amount)
      : { kind: 'skip' }
  }
  // An informational line.
  if (amount.kind === 'amount' && amount.clp === 0) return { kind: 'skip' }
  const faults = bothFaults(row, needs, date, amount)
  if (faults.faults.length > 0 || date.kind !== 'day' || amount.kind !== 'amount') return faults
  return movementOf(row, needs, date, amount.clp)
}

/** Both cells begin like a date and an amount, unlike a bank's remark. */
function isMeant(row: SheetRow, needs: RowNeeds, date: DayRead, amount: RowAmount): boolean {
  if (date.kind !== 'fault' || amount.kind !== 'fault') return false
  const written = [cellOf(row, needs, 'date'), cellOf(row, needs, amount.role)].map(shownCell)
  return written.every((text) => /^\W{0,3}\d/.test(text))
}

function bothFaults(
  row: SheetRow,
  needs: RowNeeds,
  date: DayRead,
  amount: RowAmount,
): { kind: 'faults'; faults: RowFault[] } {
  const faults: RowFault[] = []
  if (date.kind === 'none') faults.push(missing(row, needs, 'date', 'dateMissing'))
  else if (date.kind === 'fault') faults.push(fault(row, needs, 'date', date.cause))
  else if (date.day > needs.today) faults.push(fault(row, needs, 'date', 'dateInFuture'))
  if (amount.kind === 'fault') faults.push(fault(row, needs, amount.role, amount.cause))
  else if (amount.kind === 'none') {
    faults.push(missing(row, needs, amountRole(needs), 'amountMissing'))
  }
  return { kind: 'faults', faults }
}

function movementOf(
  row: SheetRow,
  needs: RowNeeds,
  date: Extract<DayRead, { kind: 'day' }>,
  amountClp: Clp,
): ReadRow {
  const description = textOf(row, needs, 'description')
  const rutCell = rutInCell(cellOf(row, needs, 'rut'))
  const balance = readAmount(cellOf(row, needs, 'balance'), needs.thousands)
  return {
    kind: 'movement',
    order: date.order,
    isRutInvalid: rutCell.kind === 'invalid',
    movement: {
      row: row.row,
      day: date.day,
      amountClp,
      kind: amountClp > 0 ? 'credit' : 'debit',
      payerRut: payerOf(rutCell, rutInText(description, needs.ownRut), needs.ownRut),
      payerName: textOf(row, needs, 'name') || nameInText(description),
      operation: operationKey(textOf(row, needs, 'operation')),
      description,
      balanceClp: balance.kind === 'amount' ? balance.clp : null,
    },
  }
}

type RowAmount =
  | Exclude<AmountRead, { kind: 'fault' }>
  | { kind: 'fault'; role: ColumnRole; cause: FaultCause }

/** What came less what left. A bank writes what left with a minus or without; a negative deposit takes money back. */
function amountOf(row: SheetRow, needs: RowNeeds): RowAmount {
  if (needs.places.credit === undefined) return signedAmount(row, needs)
  const credit = readAmount(cellOf(row, needs, 'credit'), needs.thousands)
  const debit = readAmount(cellOf(row, needs, 'debit'), needs.thousands)
  if (credit.kind === 'fault') return { ...credit, role: 'credit' }
  if (debit.kind === 'fault') return { ...debit, role: 'debit' }
  const came = credit.kind === 'amount' ? credit.clp : 0
  const left = debit.kind === 'amount' ? Math.abs(debit.clp) : 0
  if (came !== 0 && left !== 0) return { kind: 'fault', role: 'credit', cause: 'bothSides' }
  if (credit.kind === 'none' && debit.kind === 'none') return { kind: 'none' }
  return { kind: 'amount', clp: clp(came - left) }
}

function signedAmount(row: SheetRow, needs: RowNeeds): RowAmount {
  const amount = readAmount(cellOf(row, needs, 'amount'), needs.thousands)
  if (amount.kind === 'fault') return { ...amount, role: 'amount' }
  if (amount.kind === 'none' || amount.clp === 0 || needs.places.side === undefined) return amount
  const side = sideOf(textOf(row, needs, 'side'), needs.sideWords)
  if (side === null) return { kind: 'fault', role: 'side', cause: 'sideUnknown' }
  if (side === 'debit') return { kind: 'amount', clp: clp(-Math.abs(amount.clp)) }
  if (amount.clp > 0) return amount
  return { kind: 'fault', role: 'side', cause: 'signContradictsSide' }
}

function amountRole({ places }: RowNeeds): ColumnRole {
  return places.credit === undefined ? 'amount' : 'credit'
}

function isHeader({ cells }: SheetRow, { header }: RowNeeds): boolean {
  return (
    header !== null &&
    header.length === cells.length &&
    header.every((cell, column) => cell === cells[column])
  )
}

const BALANCE =
  /^saldo (?:inicial|anterior|final|disponible|contable)(?: (?:del?|al|cuenta|cartola|periodo)\b|$)/
const TOTAL = /^(?:sub ?total|total|totales|resumen|saldos?)\b/

/** Rows that would count the same money twice: 'Saldo inicial' wherever it stands, 'Total abonos' where no day does. */
function isBalanceOrTotal(row: SheetRow, needs: RowNeeds, date: DayRead): boolean {
  const description = textOf(row, needs, 'description')
  if (/^saldo/i.test(description) && BALANCE.test(headingKey(description))) return true
  if (date.kind === 'day') return false
  return row.cells.some((cell) => {
    if (typeof cell !== 'string') return false
    const key = headingKey(cell)
    return BALANCE.test(key) || TOTAL.test(key)
  })
}

function cellOf({ cells }: SheetRow, { places }: RowNeeds, role: ColumnRole): Cell {
  const place = places[role]
  return place === undefined ? null : (cells[place] ?? null)
}

const IS_UNTIDY = /\s\s|[^\S ]/

function textOf(row: SheetRow, needs: RowNeeds, role: ColumnRole): string {
  const text = shownCell(cellOf(row, needs, role))
  return (IS_UNTIDY.test(text) ? text.replaceAll(/\s+/g, ' ') : text).trim()
}

/** A number of zeros alone is a bank's way of giving none. */
function operationKey(text: string): string {
  return text
    .replaceAll(/[^\dA-Za-z]/g, '')
    .replace(/^0+/, '')
    .toUpperCase()
}

function missing(row: SheetRow, needs: RowNeeds, role: ColumnRole, cause: FaultCause): RowFault {
  const column = needs.places[role] ?? 0
  const isMerged = isMergedAway(needs.table, row.row, column)
  return fault(row, needs, role, isMerged ? 'mergedCell' : cause)
}

function fault(row: SheetRow, needs: RowNeeds, role: ColumnRole, cause: FaultCause): RowFault {
  const column = needs.places[role] ?? 0
  return { row: row.row, column, value: shownCell(row.cells[column]), cause }
}

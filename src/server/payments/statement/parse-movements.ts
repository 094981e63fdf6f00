import type { Day } from '#domain/day.ts'
import type { Clp } from '#domain/money.ts'
import type { Rut } from '#domain/rut.ts'
import { COLUMN_ROLES } from '#domain/bank-statement.ts'
import { shownCell, type SheetRow, type Table } from '../../sheets/table.ts'
import type { StatementColumns } from './find-columns.ts'
import { accountsOf, type AccountOfRow } from './movements/accounts.ts'
import { checkBalances, type BalanceCheck } from './movements/balances.ts'
import type { Movement, RowFault } from './movements/movement.ts'
import { readPeriod } from './movements/read-period.ts'
import { findReversals } from './movements/reversals.ts'
import { readRow, type ReadRow, type RowNeeds } from './movements/row.ts'
import { sideWordsOf } from './movements/side.ts'

export interface Statement {
  table: Table
  headerRow: number
  columns: StatementColumns
}

export interface ReadingOptions {
  /** The company's own RUT, which is never the payer's. */
  ownRut: Rut | null
  /** A movement of a later day is a fault: a month taken for a day shows by it. */
  today: Day
}

export type MovementsRead =
  | {
      kind: 'movements'
      movements: Movement[]
      /** As the file writes it; null when it says none. */
      account: string | null
      /** Rows of headings, titles, balances and totals, which are no movements. */
      skippedRows: number[]
      /** Some date would be another day with the month first, and none says which it is: read as Chile writes them. */
      isDayFirstTaken: boolean
      /** Rows whose RUT has a wrong check digit: their payer is unknown. */
      invalidRutRows: number[]
      balances: BalanceCheck
    }
  /** All of them, and no movement: a statement is taken whole or not at all. */
  | { kind: 'faults'; faults: RowFault[] }
  /** A person has to choose one of them. */
  | { kind: 'severalAccounts'; accounts: string[] }
  /** Amounts without sign, side or column of what left: a person has to say that all of it came. */
  | { kind: 'signUnknown' }
  | { kind: 'noMovements' }

/** The movements of a statement, or everything that keeps it from being taken. */
export function parseMovements(statement: Statement, options: ReadingOptions): MovementsRead {
  const { table, headerRow, columns } = statement
  const needs = needsOf(statement, options)
  const all = table.rows.map((row): RowRead => {
    return { row, read: row.row <= headerRow ? { kind: 'skip' } : readRow(row, needs) }
  })
  const accounts = accountsOf(
    all.map(({ row, read }) => ({ row, isMovement: read.kind !== 'skip' })),
    needs.places.account,
  )
  const several = severalAccounts(accounts, all, columns.account)
  if (several !== null) return several
  return concluded(
    columns,
    all.filter(({ row }) => isOfAccount(accounts, row, columns.account)),
    accounts,
  )
}

interface RowRead {
  row: SheetRow
  read: ReadRow
}

function concluded(
  columns: StatementColumns,
  rows: readonly RowRead[],
  accounts: AccountOfRow,
): MovementsRead {
  const faults = faultsOf(rows, columns)
  if (faults.length > 0) return { kind: 'faults', faults }
  const found = rows.flatMap(({ read }) => (read.kind === 'movement' ? [read] : []))
  const [first] = found
  if (first === undefined) return { kind: 'noMovements' }
  if (isSignUnknown(columns, found)) return { kind: 'signUnknown' }
  const reversals = findReversals(found.map(({ movement }) => movement))
  const movements = found.map(({ movement }): Movement => ({
    ...movement,
    reversal: reversals.get(movement.row) ?? null,
  }))
  const isProved = found.some(({ order }) => order === 'proved')
  return {
    kind: 'movements',
    movements,
    account: accounts.get(first.movement.row) ?? null,
    skippedRows: rows.flatMap(({ row, read }) => (read.kind === 'skip' ? [row.row] : [])),
    isDayFirstTaken: !isProved && found.some(({ order }) => order === 'open'),
    invalidRutRows: found.flatMap(({ movement, isRutInvalid }) =>
      isRutInvalid ? [movement.row] : [],
    ),
    balances: checkBalances(movements),
  }
}

/** Where one date can only be of the other order, those that can be of both are faults, too. */
function faultsOf(rows: readonly RowRead[], { columns }: StatementColumns): RowFault[] {
  const faults = rows.flatMap(({ read }) => (read.kind === 'faults' ? read.faults : []))
  if (!faults.some(({ cause }) => cause === 'dateOtherOrder')) return faults
  const column = columns.date?.column ?? 0
  return rows.flatMap(({ row, read }): RowFault[] => {
    if (read.kind === 'faults') return read.faults
    if (read.kind !== 'movement' || read.order !== 'open') return []
    return [{ row: row.row, column, value: shownCell(row.cells[column]), cause: 'dateAmbiguous' }]
  })
}

function isSignUnknown(
  { columns, onlyCredits }: StatementColumns,
  found: readonly { movement: { amountClp: Clp } }[],
): boolean {
  if (onlyCredits || columns.amount === undefined || columns.side !== undefined) return false
  return found.every(({ movement }) => movement.amountClp > 0)
}

function severalAccounts(
  accounts: AccountOfRow,
  rows: readonly RowRead[],
  chosen: string | null,
): MovementsRead | null {
  const all = new Set(
    rows.flatMap(({ row, read }) => (read.kind === 'skip' ? [] : (accounts.get(row.row) ?? []))),
  )
  if (all.size < 2 || (chosen !== null && all.has(chosen))) return null
  return { kind: 'severalAccounts', accounts: [...all] }
}

function isOfAccount(accounts: AccountOfRow, { row }: SheetRow, chosen: string | null): boolean {
  const account = accounts.get(row)
  return chosen === null || account === undefined || account === chosen
}

function needsOf(
  { table, headerRow, columns }: Statement,
  { ownRut, today }: ReadingOptions,
): RowNeeds {
  const above = table.rows.filter(({ row }) => row <= headerRow).map(({ cells }) => cells)
  const header = table.rows.find(({ row }) => row === headerRow)?.cells ?? null
  return {
    table,
    header,
    places: Object.fromEntries(COLUMN_ROLES.map((role) => [role, columns.columns[role]?.column])),
    sideWords: sideWordsOf(columns.columns.side?.heading ?? ''),
    dates: { order: columns.dateOrder, period: readPeriod(above), known: new Map() },
    thousands: columns.thousands,
    ownRut,
    today,
  }
}

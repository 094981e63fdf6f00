import type { Day, Month } from '#domain/day.ts'
import type { RuleKind } from '#domain/document.ts'
import type { Withholder } from '#domain/retention.ts'
import type { UfRateType } from '#domain/rule.ts'
import type { Rut } from '#domain/rut.ts'
import type { Quantity } from '#domain/uf.ts'
import { UPLOAD_LENGTHS, UPLOAD_ROLES, type UploadRole } from '#domain/upload.ts'
import type { Cell, SheetRow } from '../../sheets/table.ts'
import type { CellFault, CellRead } from '../cells/cell-read.ts'
import {
  readCurrency,
  readKind,
  readUfDate,
  readWithholder,
  type Currency,
} from '../cells/read-choice.ts'
import { readDueDay, readServiceMonth, type FileDates } from '../cells/read-dates.ts'
import { readQuantity } from '../cells/read-number.ts'
import { readRut } from '../cells/read-rut.ts'
import { readAddresses, readCode, readCommune, readText, readYesNo } from '../cells/read-text.ts'
import type { Faults } from './faults.ts'

/** What each column's cells say; a price is read once its currency is known. */
export interface RoleValues {
  group: string
  kind: RuleKind
  rut: Rut
  name: string
  giro: string
  street: string
  commune: string
  city: string
  withholder: Withholder
  ufDate: UfRateType
  dueDay: Day
  serviceMonth: Month
  sendEmail: boolean
  to: string[]
  cc: string[]
  ownId: string
  code: string
  description: string
  quantity: Quantity
  price: Cell
  currency: Currency
}

export interface RowRead {
  sheetRow: SheetRow
  values: Partial<RoleValues>
  /** Of cells that say something that can't be read: nothing more is asked of them. */
  faulty: Set<UploadRole>
}

type Readers = { [R in UploadRole]: Reader<RoleValues[R]> }

/** Of one file. */
function createReaders(): Readers {
  return {
    group: once((cell) => readCode(cell, UPLOAD_LENGTHS.group)),
    kind: once(readKind),
    rut: once(readRut),
    name: once((cell) => readText(cell, UPLOAD_LENGTHS.name)),
    giro: once((cell) => readText(cell, UPLOAD_LENGTHS.giro)),
    street: once((cell) => readText(cell, UPLOAD_LENGTHS.street)),
    commune: once(readCommune),
    city: once((cell) => readText(cell, UPLOAD_LENGTHS.city)),
    withholder: once(readWithholder),
    ufDate: once(readUfDate),
    dueDay: once(readDueDay),
    serviceMonth: once((cell, { today }) => readServiceMonth(cell, today)),
    sendEmail: once(readYesNo),
    to: once(readAddresses),
    cc: once(readAddresses),
    ownId: once((cell) => readCode(cell, UPLOAD_LENGTHS.ownId)),
    code: once((cell) => readCode(cell, LISTED_CODE_LENGTH)),
    description: once((cell) => readText(cell, UPLOAD_LENGTHS.description)),
    quantity: once(readQuantity),
    price: once((cell) => ({ kind: 'value', value: cell })),
    currency: once(readCurrency),
  }
}

/** With a product's name before it; `judgeLine` limits a code that no product has. */
const LISTED_CODE_LENGTH = 2 * UPLOAD_LENGTHS.description

type Reader<T> = (cell: Cell, dates: FileDates) => CellRead<T>

/** Reads a cell that is like the one above it once. */
function once<T>(read: Reader<T>): Reader<T> {
  let above: { cell: Cell; read: CellRead<T> } | undefined
  return (cell, dates) => {
    if (above === undefined || above.cell !== cell) above = { cell, read: read(cell, dates) }
    return above.read
  }
}

/** Reads the rows of one file: what stands in the row above, too, is read once. */
export class RowReader {
  readonly #faults: Faults
  readonly #dates: FileDates
  readonly #readers = createReaders()

  constructor(faults: Faults, dates: FileDates) {
    this.#faults = faults
    this.#dates = dates
  }

  /** Null for a row whose columns are all empty: what stands beside them is the user's own. */
  read(sheetRow: SheetRow): RowRead | null {
    const row: RowRead = { sheetRow, values: {}, faulty: new Set() }
    const merged: UploadRole[] = []
    let isEmpty = true
    for (const role of UPLOAD_ROLES) {
      const cell = this.#faults.cellOf(sheetRow, role)
      if (cell === null) {
        if (this.#faults.isMerged(sheetRow, role)) merged.push(role)
        continue
      }
      isEmpty = false
      const fault = this.#readRole(row.values, role, cell)
      if (fault === null) continue
      row.faulty.add(role)
      this.#faults.add(sheetRow, role, fault)
    }
    if (isEmpty) return null
    // Its value stands in another cell: whether it is meant here too, nobody knows.
    for (const role of merged) {
      row.faulty.add(role)
      this.#faults.addCause(sheetRow, role, 'mergedCell')
    }
    return row
  }

  /** Puts the cell's value among the row's, or returns what is wrong with it. */
  #readRole<R extends UploadRole>(
    values: Partial<Pick<RoleValues, R>>,
    role: R,
    cell: Cell,
  ): CellFault | null {
    const read: CellRead<RoleValues[R]> = this.#readers[role](cell, this.#dates)
    if (read.kind === 'value') values[role] = read.value
    return read.kind === 'fault' ? read.fault : null
  }
}

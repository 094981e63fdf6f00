import type { DirectoryFault } from '#domain/directory.ts'
import { MAX_CONTACT_TEXT } from '#domain/directory.ts'
import { MAX_DUE_DAYS } from '#domain/receivable.ts'
import { searchKey } from '#domain/search-text.ts'
import { UPLOAD_LENGTHS, type FaultValues, type UploadFaultCause } from '#domain/upload.ts'
import { shownCell, type Cell } from '../../sheets/table.ts'
import { commonFault, shownValue } from '../../uploads/cells/cell-read.ts'
import { readCurrency } from '../../uploads/cells/read-choice.ts'
import { readClp, readUf } from '../../uploads/cells/read-number.ts'
import { readRut } from '../../uploads/cells/read-rut.ts'
import { readAddresses, readCode, readCommune, readText } from '../../uploads/cells/read-text.ts'
import { currencyIn } from '../../uploads/judge/judge-line.ts'
import type { Role } from './columns.ts'

export type FaultCause = UploadFaultCause | DirectoryFault

/** What a cell says, as text, once it is read for what its column holds. */
export type TextRead =
  | { kind: 'none' }
  | { kind: 'value'; value: string }
  | { kind: 'fault'; cause: FaultCause; values: FaultValues }

export interface ReadCell {
  /** Null where the file has no such column. */
  column: number | null
  cell: Cell
  /** Cut, for a fault's sentence. */
  value: string
  /** Whole, to be compared with what is stored; empty for an empty cell. */
  text: string
  isMerged: boolean
  /** A price is read once its currency is known. */
  read: TextRead
}

export const NO_CELL: ReadCell = {
  column: null,
  cell: null,
  value: '',
  text: '',
  isMerged: false,
  read: { kind: 'none' },
}

export function readCell(role: Role, cell: Cell, column: number, isMerged: boolean): ReadCell {
  const text = shownCell(cell).trim()
  return { column, cell, value: shownValue(cell), text, isMerged, read: READERS[role](cell) }
}

const READERS: Readonly<Record<Role, (cell: Cell) => TextRead>> = {
  rut: (cell) => plain(readRut(cell)),
  name: (cell) => plain(readText(cell, UPLOAD_LENGTHS.name)),
  giro: (cell) => plain(readText(cell, UPLOAD_LENGTHS.giro)),
  street: (cell) => plain(readText(cell, UPLOAD_LENGTHS.street)),
  commune: (cell) => plain(readCommune(cell)),
  city: (cell) => plain(readText(cell, UPLOAD_LENGTHS.city)),
  dueDays: readDays,
  firstName: (cell) => plain(readText(cell, MAX_CONTACT_TEXT)),
  lastName: (cell) => plain(readText(cell, MAX_CONTACT_TEXT)),
  role: (cell) => plain(readText(cell, MAX_CONTACT_TEXT)),
  email: readEmail,
  gender: readGender,
  code: (cell) => plain(readCode(cell, UPLOAD_LENGTHS.code)),
  price: () => ({ kind: 'none' }),
  currency: (cell) => plain(readCurrency(cell)),
}

type AnyRead =
  | { kind: 'none' }
  | { kind: 'value'; value: string }
  | { kind: 'fault'; fault: { cause: UploadFaultCause; values: FaultValues } }

function plain(read: AnyRead): TextRead {
  return read.kind === 'fault' ? { kind: 'fault', ...read.fault } : read
}

/** A product's name, which is shorter than a client's may be. */
export function readProductName({ cell }: ReadCell): TextRead {
  return plain(readText(cell, UPLOAD_LENGTHS.description))
}

/** What a price says of its currency itself, where no column does: 'UF 2,5'. */
export function currencyOfPrice({ cell }: ReadCell): 'CLP' | 'UF' | null {
  return currencyIn(cell)
}

/** Above zero, in whole pesos or in UF. */
export function readPrice({ cell }: ReadCell, currency: 'CLP' | 'UF'): TextRead {
  const written = currencyIn(cell)
  if (written !== null && written !== currency) return wrong('currencyContradicts', { currency })
  if (currency === 'UF') return aboveZero(plain(readUf(cell)))
  const read = readClp(cell)
  return aboveZero(plain(read.kind === 'value' ? { ...read, value: String(read.value) } : read))
}

function aboveZero(read: TextRead): TextRead {
  return read.kind === 'value' && /^0(?:\.0+)?$/.test(read.value) ? wrong('priceZero') : read
}

function readDays(cell: Cell): TextRead {
  const common = commonFault(cell)
  if (common !== null) return plain(common)
  const text = typeof cell === 'object' ? '' : String(cell).trim()
  const days = /^\d{1,3}$/.test(text) ? Number(text) : null
  if (days === null || days > MAX_DUE_DAYS) return wrong('daysWrong', { max: MAX_DUE_DAYS })
  return { kind: 'value', value: String(days) }
}

function readEmail(cell: Cell): TextRead {
  const read = readAddresses(cell)
  if (read.kind !== 'value') return plain(read)
  const [address = ''] = read.value
  return read.value.length === 1
    ? { kind: 'value', value: address }
    : { kind: 'fault', cause: 'tooManyAddresses', values: { max: 1, count: read.value.length } }
}

const FEMALE = new Set(['femenino', 'f', 'mujer', 'female', 'sra', 'senora', 'feminine'])
const MALE = new Set(['masculino', 'm', 'hombre', 'male', 'sr', 'senor', 'masculine'])
const MAX_GENDER = 20

function readGender(cell: Cell): TextRead {
  const read = readText(cell, MAX_GENDER)
  if (read.kind !== 'value') return plain(read)
  const key = searchKey(read.value)
  if (FEMALE.has(key)) return { kind: 'value', value: 'female' }
  return MALE.has(key) ? { kind: 'value', value: 'male' } : wrong('genderUnknown')
}

function wrong(cause: FaultCause, values: FaultValues = {}): TextRead {
  return { kind: 'fault', cause, values }
}

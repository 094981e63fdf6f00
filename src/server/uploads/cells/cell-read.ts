import type { FaultValues, UploadFaultCause } from '#domain/upload.ts'
import { shownCell, type Cell } from '../../sheets/table.ts'

/** What a cell says, once it is read for what its column holds. */
export type CellRead<T> =
  | { kind: 'none' }
  | { kind: 'value'; value: T }
  | { kind: 'fault'; fault: CellFault }

export interface CellFault {
  cause: UploadFaultCause
  values: FaultValues
}

export const NONE: CellRead<never> = { kind: 'none' }

export function valueOf<T>(value: T): CellRead<T> {
  return { kind: 'value', value }
}

export function faultOf(cause: UploadFaultCause, values: FaultValues = {}): CellRead<never> {
  return { kind: 'fault', fault: { cause, values } }
}

/** What Excel shows where a formula failed, in its Spanish and English. */
const ERROR_VALUE = /^#(?:n\/[ad]|div\/0!|ref!|name\?|num!|null!|value!|getting_data|spill!|calc!)$/
const SPANISH_ERROR_VALUE = /^#(?:.{0,2}valor!|.{0,2}nombre\?|.{0,2}num!|.{0,2}ref!|.{0,2}nulo!)$/

/** Null where a cell may be read for what it says: a formula's value may be stale, and an error is none. */
export function commonFault(cell: Cell): CellRead<never> | null {
  if (cell === null) return NONE
  if (typeof cell === 'object' && cell.kind === 'formula') return faultOf('formula')
  if (typeof cell !== 'string' || !cell.startsWith('#') || cell.length > 20) return null
  const shown = cell.toLowerCase()
  return ERROR_VALUE.test(shown) || SPANISH_ERROR_VALUE.test(shown) ? faultOf('errorValue') : null
}

/** A value as it is shown in a sentence. */
const MAX_SHOWN = 60

export function shownValue(cell: Cell | undefined): string {
  const shown = shownCell(cell).replaceAll(/\s+/g, ' ')
  return shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN - 1)}…` : shown
}

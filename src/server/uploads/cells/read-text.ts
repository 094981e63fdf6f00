import { communeMeant, communeNamed } from '#domain/communes.ts'
import { isOneMailbox } from '#domain/mailbox.ts'
import { searchKey } from '#domain/search-text.ts'
import { MAX_UPLOAD_ADDRESSES } from '#domain/upload.ts'
import { shownCell, type Cell } from '../../sheets/table.ts'
import { commonFault, faultOf, NONE, valueOf, type CellRead } from './cell-read.ts'

/** What windows-1252 lacks can stand in no document of the SII; U+FFFD is what a wrong encoding left. */
const UNPRINTABLE =
  /[^\u0020-\u007e\u00a0-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]/u

/** One line of text: spaces and line breaks are one space each. */
export function readText(cell: Cell, max: number): CellRead<string> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell === 'object') return faultOf('valueIsDay')
  const text = String(cell).slice(0, MAX_EXAMINED).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return NONE
  if (text.length > max) return faultOf('tooLong', { max, length: text.length })
  const unprintable = UNPRINTABLE.exec(text)
  return unprintable === null ? valueOf(text) : faultOf('characters', { character: unprintable[0] })
}

/** Longer is too long for every column. */
const MAX_EXAMINED = 2_000

/** A code is what it shows: a number without its decimals' dot grouped by anybody. */
export function readCode(cell: Cell, max: number): CellRead<string> {
  if (typeof cell === 'number' && !Number.isInteger(cell)) {
    return valueOf(String(cell).replace('.', ','))
  }
  return readText(cell, max)
}

export function readCommune(cell: Cell): CellRead<string> {
  const read = readText(cell, MAX_EXAMINED)
  if (read.kind !== 'value') return read
  const commune = communeNamed(read.value)
  if (commune !== null) return valueOf(commune.name)
  const meant = communeMeant(read.value)
  return meant === null
    ? faultOf('communeUnknown')
    : faultOf('communeMisspelt', { commune: meant.name })
}

const YES = new Set(['si', 's', 'x', '1', 'verdadero', 'true', 'yes', 'y'])
const NO = new Set(['no', 'n', '0', 'falso', 'false'])

export function readYesNo(cell: Cell): CellRead<boolean> {
  const read = readText(cell, MAX_EXAMINED)
  if (read.kind !== 'value') return read
  const key = searchKey(read.value)
  if (YES.has(key)) return valueOf(true)
  return NO.has(key) ? valueOf(false) : faultOf('yesNoUnknown')
}

/** Addresses separated by semicolon, comma, space or line. */
export function readAddresses(cell: Cell): CellRead<string[]> {
  const common = commonFault(cell)
  if (common !== null) return common
  if (typeof cell !== 'string') return faultOf('mailboxInvalid', { address: shownCell(cell) })
  const addresses = cell
    .slice(0, MAX_ADDRESS_TEXT)
    .split(/[;,\s]+/)
    .filter((one) => one !== '')
    .map((one) => one.toLowerCase())
  const wrong = addresses.find((one) => !isOneMailbox(one))
  if (wrong !== undefined) return faultOf('mailboxInvalid', { address: wrong.slice(0, 60) })
  const once = [...new Set(addresses)]
  if (once.length > MAX_UPLOAD_ADDRESSES) {
    return faultOf('tooManyAddresses', { max: MAX_UPLOAD_ADDRESSES, count: once.length })
  }
  return once.length === 0 ? NONE : valueOf(once)
}

const MAX_ADDRESS_TEXT = 10_000

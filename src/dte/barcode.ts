import { placeCodeword, WIDTHS_PER_CODEWORD } from './barcode-table.ts'

/** A PDF417 symbol, without the quiet zone around it. */
export interface Pdf417 {
  widthModules: number
  /** The SII asks for rows three times as high as a module is wide. */
  rowHeightModules: 3
  /** From the top; each the widths of its bars and spaces in turn, bar first, in modules. */
  rows: readonly Uint8Array[]
}

// SII instructivo de emisión, annex on the bar code: byte compaction, level 5, not truncated. Thirteen columns
// make a stamp of 770 bytes 49 × 28 mm at the smallest module, within both of the SII's size rules.
const COLUMNS = 13
const LEVEL = 5
const CORRECTION_CODEWORDS = 2 ** (LEVEL + 1)
const MIN_ROWS = 3
const MAX_ROWS = 90
const MAX_CODEWORDS = 928
const PRIME = 929
const BYTES = 901
const BYTES_IN_SIXES = 924
const PADDING = 900
/** The same in every row. */
export const START = [8, 1, 1, 1, 1, 1, 1, 3]
export const STOP = [7, 1, 1, 3, 1, 1, 1, 2, 1]
const ROW_WIDTHS = START.length + (COLUMNS + 2) * WIDTHS_PER_CODEWORD + STOP.length

/**
 * The bytes as they are: byte compaction forced, so that no reader takes an accent for UTF-8. Throws above about
 * 1030 bytes, what a symbol can hold at this level; a stamp has 655 to 826.
 */
export function encodePdf417(bytes: Uint8Array): Pdf417 {
  const data = compact(bytes)
  const needed = 1 + data.length + CORRECTION_CODEWORDS
  const rowCount = Math.max(MIN_ROWS, Math.ceil(needed / COLUMNS))
  if (rowCount > MAX_ROWS || rowCount * COLUMNS > MAX_CODEWORDS) {
    throw new RangeError(`${bytes.length} bytes are more than a PDF417 of level ${LEVEL} holds`)
  }
  const length = rowCount * COLUMNS - CORRECTION_CODEWORDS
  const padding = Array.from({ length: length - 1 - data.length }, () => PADDING)
  const codewords = [length, ...data, ...padding]
  codewords.push(...correction(codewords))
  const rows = Array.from({ length: rowCount }, (_, row) =>
    rowWidths(row, rowCount, codewords.slice(row * COLUMNS, (row + 1) * COLUMNS)),
  )
  return { widthModules: (COLUMNS + 4) * 17 + 1, rowHeightModules: 3, rows }
}

/** Six bytes become five codewords in base 900, the rest one each. 48 bits are exact in a double. */
function compact(bytes: Uint8Array): number[] {
  const codewords = [bytes.length % 6 === 0 ? BYTES_IN_SIXES : BYTES]
  const whole = bytes.length - (bytes.length % 6)
  for (let at = 0; at < whole; at += 6) {
    let value = 0
    for (let i = at; i < at + 6; i++) value = value * 256 + (bytes[i] ?? 0)
    const first = codewords.length
    for (let i = 4; i >= 0; i--) {
      // Not `%`, which is slow beyond 32 bits.
      const quotient = Math.floor(value / 900)
      codewords[first + i] = value - quotient * 900
      value = quotient
    }
  }
  return [...codewords, ...bytes.subarray(whole)]
}

/**
 * Reed–Solomon over the integers modulo 929: the negated remainder of division by the generator. A cell gathers
 * at most 64 products before it is reduced at the front, so it stays far below 2^31 without reducing each.
 */
function correction(codewords: readonly number[]): number[] {
  const remainder = new Int32Array(CORRECTION_CODEWORDS + 1)
  for (const codeword of codewords) {
    const factor = (codeword + (remainder[0] ?? 0)) % PRIME
    for (let i = 0; i < CORRECTION_CODEWORDS; i++) {
      remainder[i] = (remainder[i + 1] ?? 0) + factor * (GENERATOR[i] ?? 0)
    }
  }
  return Array.from(
    remainder.subarray(0, CORRECTION_CODEWORDS),
    (value) => (PRIME - (value % PRIME)) % PRIME,
  )
}

/** (x − 3)(x − 3²)…(x − 3^64) below its leading term, highest power first and negated modulo 929. */
const GENERATOR = generator()

function generator(): Int32Array {
  let polynomial = [1]
  for (let i = 1, root = 3; i <= CORRECTION_CODEWORDS; i++, root = (root * 3) % PRIME) {
    const product = [...polynomial, 0]
    polynomial.forEach((coefficient, at) => {
      product[at + 1] = ((product[at + 1] ?? 0) + coefficient * (PRIME - root)) % PRIME
    })
    polynomial = product
  }
  return Int32Array.from(polynomial.slice(1), (coefficient) => (PRIME - coefficient) % PRIME)
}

/** A row says at both ends its number, the count of rows and columns and the level, a part in every third row. */
function rowWidths(row: number, rowCount: number, codewords: readonly number[]): Uint8Array {
  const set = row % 3
  const base = 30 * Math.floor(row / 3)
  const rows = base + Math.floor((rowCount - 1) / 3)
  const level = base + 3 * LEVEL + ((rowCount - 1) % 3)
  const columns = base + COLUMNS - 1
  const left = [rows, level, columns][set] ?? 0
  const right = [columns, rows, level][set] ?? 0
  const widths = new Uint8Array(ROW_WIDTHS)
  widths.set(START, 0)
  let at = START.length
  for (const value of [left, ...codewords, right]) {
    placeCodeword(set, value, widths, at)
    at += WIDTHS_PER_CODEWORD
  }
  widths.set(STOP, at)
  return widths
}

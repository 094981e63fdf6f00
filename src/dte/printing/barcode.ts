import { CODEWORD_MODULES, codewordModules } from './barcode-table.ts'

/** A PDF417 symbol, without the quiet zone around it. */
export interface Pdf417 {
  widthModules: number
  /** The SII asks for rows three times as high as a module is wide. */
  rowHeightModules: 3
  rowCount: number
  /** From the top, a bit for each module, 1 for a bar; each row begins with a byte. */
  modules: Uint8Array
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
/** The same in every row, as modules in bits. */
const START = { bits: 0b1_1111_1110_1010_1000, modules: 17 }
const STOP = { bits: 0b11_1111_1010_0010_1001, modules: 18 }
/** Between them stand the row's own codewords and one that tells its place at either end. */
const ROW_MODULES = START.modules + (COLUMNS + 2) * CODEWORD_MODULES + STOP.modules
const ROW_BYTES = Math.ceil(ROW_MODULES / 8)

/**
 * The bytes as they are: byte compaction forced, so that no reader takes an accent for UTF-8. Throws above about
 * 1030 bytes, what a symbol can hold at this level; a stamp has 655 to 826.
 */
export function encodePdf417(bytes: Uint8Array): Pdf417 {
  const needed = 1 + compactLength(bytes) + CORRECTION_CODEWORDS
  const rowCount = Math.max(MIN_ROWS, Math.ceil(needed / COLUMNS))
  const total = rowCount * COLUMNS
  if (rowCount > MAX_ROWS || total > MAX_CODEWORDS) {
    throw new RangeError(`${bytes.length} bytes are more than a PDF417 of level ${LEVEL} holds`)
  }
  const length = total - CORRECTION_CODEWORDS
  const codewords = new Uint16Array(total).fill(PADDING)
  codewords[0] = length
  compact(bytes, codewords)
  codewords.set(correction(codewords.subarray(0, length)), length)
  const modules = new Uint8Array(rowCount * ROW_BYTES)
  for (let row = 0; row < rowCount; row++) {
    const own = codewords.subarray(row * COLUMNS, (row + 1) * COLUMNS)
    placeRow(row, rowCount, own, modules.subarray(row * ROW_BYTES, (row + 1) * ROW_BYTES))
  }
  return { widthModules: ROW_MODULES, rowHeightModules: 3, rowCount, modules }
}

function compactLength({ length }: Uint8Array): number {
  return 1 + Math.floor(length / 6) * 5 + (length % 6)
}

/** From the second codeword on: six bytes become five in base 900, the rest one each. 48 bits are exact in a double. */
function compact(bytes: Uint8Array, codewords: Uint16Array): void {
  const whole = bytes.length - (bytes.length % 6)
  codewords[1] = whole === bytes.length ? BYTES_IN_SIXES : BYTES
  let to = 2
  for (let at = 0; at < whole; at += 6, to += 5) {
    let value = 0
    for (let i = at; i < at + 6; i++) value = value * 256 + (bytes[i] ?? 0)
    for (let i = to + 4; i >= to; i--) {
      // Not `%`, which is slow beyond 32 bits.
      const quotient = Math.floor(value / 900)
      codewords[i] = value - quotient * 900
      value = quotient
    }
  }
  codewords.set(bytes.subarray(whole), to)
}

/**
 * Reed–Solomon over the integers modulo 929: the negated remainder of division by the generator. A cell gathers
 * at most 64 products before it is reduced at the front, so it stays far below 2^31 without reducing each.
 */
function correction(codewords: Uint16Array): Int32Array {
  const remainder = new Int32Array(CORRECTION_CODEWORDS + 1)
  for (const codeword of codewords) {
    const factor = (codeword + (remainder[0] ?? 0)) % PRIME
    for (let i = 0; i < CORRECTION_CODEWORDS; i++) {
      remainder[i] = (remainder[i + 1] ?? 0) + factor * (GENERATOR[i] ?? 0)
    }
  }
  return remainder
    .subarray(0, CORRECTION_CODEWORDS)
    .map((value) => (PRIME - (value % PRIME)) % PRIME)
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
function placeRow(row: number, rowCount: number, codewords: Uint16Array, to: Uint8Array): void {
  const set = row % 3
  const base = 30 * Math.floor(row / 3)
  const rows = base + Math.floor((rowCount - 1) / 3)
  const level = base + 3 * LEVEL + ((rowCount - 1) % 3)
  const columns = base + COLUMNS - 1
  const left = [rows, level, columns][set] ?? 0
  const right = [columns, rows, level][set] ?? 0
  placeBits(START.bits, START.modules, to, 0)
  let at = START.modules
  const place = (value: number): void => {
    placeBits(codewordModules(set, value), CODEWORD_MODULES, to, at)
    at += CODEWORD_MODULES
  }
  place(left)
  for (const value of codewords) place(value)
  place(right)
  placeBits(STOP.bits, STOP.modules, to, at)
}

/** Up to 25 bits into bytes that have none set there. */
function placeBits(bits: number, count: number, to: Uint8Array, at: number): void {
  const aligned = bits << (32 - count - (at & 7))
  const first = at >> 3
  for (let i = 0; i < 4; i++) to[first + i] = (to[first + i] ?? 0) | (aligned >>> (24 - 8 * i))
}

/**
 * A QR code of a short text (ISO/IEC 18004): bytes, error correction M, versions 1 to 10. Null for a text of
 * more than 213 bytes. A module is true where it is dark; the quiet zone of four modules is the drawer's.
 */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  const version = VERSIONS.findIndex((one, index) => bytes.length <= roomOf(one, index + 1)) + 1
  const layout = VERSIONS[version - 1]
  if (layout === undefined) return null
  const words = interleaved(dataWords(bytes, version, layout), layout)
  const masked = MASKS.map((mask, number) => {
    const grid = emptyGrid(version)
    drawFunctions(grid, version, layout.centres)
    drawFormat(grid, number)
    drawWords(grid, words, mask)
    return grid.dark
  })
  return masked.toSorted((a, b) => penalty(a) - penalty(b))[0] ?? null
}

interface Layout {
  /** Error correction words of each block. */
  correction: number
  /** Data words of each block. */
  blocks: number[]
  /** Where alignment patterns have their centres. */
  centres: number[]
}

const VERSIONS: Layout[] = [
  { correction: 10, blocks: [16], centres: [] },
  { correction: 16, blocks: [28], centres: [6, 18] },
  { correction: 26, blocks: [44], centres: [6, 22] },
  { correction: 18, blocks: [32, 32], centres: [6, 26] },
  { correction: 24, blocks: [43, 43], centres: [6, 30] },
  { correction: 16, blocks: [27, 27, 27, 27], centres: [6, 34] },
  { correction: 18, blocks: [31, 31, 31, 31], centres: [6, 22, 38] },
  { correction: 22, blocks: [38, 38, 39, 39], centres: [6, 24, 42] },
  { correction: 22, blocks: [36, 36, 36, 37, 37], centres: [6, 26, 46] },
  { correction: 26, blocks: [43, 43, 43, 43, 44], centres: [6, 28, 50] },
]

function wordsOf({ blocks }: Layout): number {
  return blocks.reduce((sum, count) => sum + count, 0)
}

/** The mode takes four bits and the length eight, from version 10 on sixteen. */
function roomOf(layout: Layout, version: number): number {
  return wordsOf(layout) - (version < 10 ? 2 : 3)
}

function dataWords(bytes: Uint8Array, version: number, layout: Layout): number[] {
  const bits: number[] = []
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, 4)
  while (bits.length % 8 !== 0) bits.push(0)
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  )
  const total = wordsOf(layout)
  for (let pad = 0; words.length < total; pad += 1) words.push(pad % 2 === 0 ? 0xec : 0x11)
  return words.slice(0, total)
}

function interleaved(words: number[], { blocks, correction }: Layout): number[] {
  let from = 0
  const data = blocks.map((count) => words.slice(from, (from += count)))
  const checks = data.map((block) => correctionWords(block, correction))
  const longest = Math.max(...blocks)
  const turns = (lists: number[][], length: number): number[] =>
    Array.from({ length }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat()
  return [...turns(data, longest), ...turns(checks, correction)]
}

/** In the field of 256 elements with the polynomial 0x11d. */
function multiplied(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    if (((b >> bit) & 1) === 1) product ^= a
  }
  return product
}

function generator(degree: number): number[] {
  const factors = Array.from({ length: degree }, () => 0)
  factors[degree - 1] = 1
  let root = 1
  for (let count = 0; count < degree; count += 1) {
    for (let index = 0; index < degree; index += 1) {
      factors[index] = multiplied(factors[index] ?? 0, root) ^ (factors[index + 1] ?? 0)
    }
    root = multiplied(root, 2)
  }
  return factors
}

function correctionWords(block: readonly number[], degree: number): number[] {
  const divisor = generator(degree)
  let rest = Array.from({ length: degree }, () => 0)
  for (const word of block) {
    const factor = word ^ (rest[0] ?? 0)
    const shifted = [...rest.slice(1), 0]
    rest = shifted.map((value, index) => value ^ multiplied(divisor[index] ?? 0, factor))
  }
  return rest
}

interface Grid {
  dark: boolean[][]
  /** What carries no data: patterns, format and version. */
  taken: boolean[][]
}

function emptyGrid(version: number): Grid {
  const size = version * 4 + 17
  const rows = (): boolean[][] =>
    Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  return { dark: rows(), taken: rows() }
}

function set({ dark, taken }: Grid, x: number, y: number, isDark: boolean): void {
  const row = dark[y]
  const used = taken[y]
  if (row === undefined || used === undefined || x < 0 || x >= row.length) return
  row[x] = isDark
  used[x] = true
}

function drawFunctions(grid: Grid, version: number, centres: readonly number[]): void {
  const last = grid.dark.length - 1
  for (let at = 0; at <= last; at += 1) {
    set(grid, 6, at, at % 2 === 0)
    set(grid, at, 6, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [last - 3, 3],
    [3, last - 3],
  ] as const)
    finder(grid, x, y)
  const corner = centres.at(-1) ?? 0
  for (const x of centres) {
    for (const y of centres) {
      const isFinder =
        (x === 6 && y === 6) || (x === 6 && y === corner) || (x === corner && y === 6)
      if (!isFinder) rings(grid, x, y, 2, (ring) => ring !== 1)
    }
  }
  if (version >= 7) drawVersion(grid, version)
}

function finder(grid: Grid, x: number, y: number): void {
  rings(grid, x, y, 4, (ring) => ring !== 2 && ring !== 4)
}

function rings(
  grid: Grid,
  x: number,
  y: number,
  reach: number,
  isDark: (ring: number) => boolean,
): void {
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      set(grid, x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
  }
}

function drawVersion(grid: Grid, version: number): void {
  let rest = version
  for (let count = 0; count < 12; count += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
  const bits = (version << 12) | rest
  const size = grid.dark.length
  for (let bit = 0; bit < 18; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1
    const across = size - 11 + (bit % 3)
    const along = Math.floor(bit / 3)
    set(grid, across, along, isDark)
    set(grid, along, across, isDark)
  }
}

/** Level M is 00; the mask's number follows. */
function drawFormat(grid: Grid, mask: number): void {
  let rest = mask
  for (let count = 0; count < 10; count += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const size = grid.dark.length
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((bits >> bit) & 1) === 1
    const [x, y] = FORMAT_PLACES[bit] ?? [0, 0]
    set(grid, x, y, isDark)
    if (bit < 8) set(grid, size - 1 - bit, 8, isDark)
    else set(grid, 8, size - 15 + bit, isDark)
  }
  set(grid, 8, size - 8, true)
}

const FORMAT_PLACES: readonly (readonly [number, number])[] = [
  ...[0, 1, 2, 3, 4, 5, 7].map((y) => [8, y] as const),
  [8, 8],
  [7, 8],
  ...[5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const),
]

type Mask = (x: number, y: number) => boolean

const MASKS: Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Two columns at a time from the right, up and down in turn, past the timing column. */
function drawWords({ dark, taken }: Grid, words: readonly number[], mask: Mask): void {
  const size = dark.length
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    const pair = right <= 6 ? right - 1 : right
    const isUp = ((pair + 1) & 2) === 0
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step
      for (const x of [pair, pair - 1]) {
        const row = dark[y]
        if (row === undefined || taken[y]?.[x] === true) continue
        const isSet = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        row[x] = isSet !== mask(x, y)
        bit += 1
      }
    }
  }
}

/** Long runs and blocks of one colour, and too much of one, are what readers stumble over. */
function penalty(dark: readonly boolean[][]): number {
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false))
  const lines = [...dark, ...columns]
  const runs = lines.reduce((sum, line) => sum + runPenalty(line), 0)
  const share = dark.flat().filter(Boolean).length / dark.length ** 2
  return runs + blockPenalty(dark) + Math.floor(Math.abs(share * 20 - 10)) * 10
}

function runPenalty(line: readonly boolean[]): number {
  const runs = line.map((one) => (one ? '1' : '0')).join('')
  const long = [...runs.matchAll(/0{5,}|1{5,}/g)].reduce((sum, [run]) => sum + run.length - 2, 0)
  const like = [...runs.matchAll(/(?=10111010000|00001011101)/g)].length
  return long + like * 40
}

function blockPenalty(dark: readonly boolean[][]): number {
  let blocks = 0
  for (let y = 1; y < dark.length; y += 1) {
    for (let x = 1; x < dark.length; x += 1) {
      const one = dark[y]?.[x]
      if (one === dark[y]?.[x - 1] && one === dark[y - 1]?.[x] && one === dark[y - 1]?.[x - 1]) {
        blocks += 3
      }
    }
  }
  return blocks
}

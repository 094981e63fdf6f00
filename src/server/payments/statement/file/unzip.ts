import { crc32, inflateRawSync } from 'node:zlib'
import { Refused } from './table.ts'

// APPNOTE 6.3. Packed sizes come from the central directory, as in Excel. The unpacked size that the file claims is not
// trusted: unpacking stops at the remaining limit.

/** Of all parts that are read together. The largest sheet within the limits of rows and columns is about as large. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
const MAX_ENTRIES = 2_000
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
const IN_EXTRA = 0xffff_ffff

interface Entry {
  flags: number
  method: number
  crc: number
  packed: number
  offset: number
}

/** The parts of an archive, unpacked one at a time on request. */
export class Archive {
  readonly #bytes: Buffer
  readonly #entries = new Map<string, Entry>()
  #left = MAX_UNPACKED_BYTES

  /** Throws `Refused` when it is damaged or has too many parts. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const end = endOf(bytes)
    const count = bytes.readUInt16LE(end + 10)
    if (count > MAX_ENTRIES) throw new Refused('tooLarge')
    try {
      this.#readDirectory(bytes.readUInt32LE(end + 16), count)
    } catch (error) {
      throw error instanceof RangeError ? new Refused('damaged') : error
    }
  }

  has(name: string): boolean {
    return this.#entries.has(nameKey(name))
  }

  /** Null when there is no such part. Throws `Refused` when it is damaged, encrypted or larger than what is left. */
  text(name: string): string | null {
    const entry = this.#entries.get(nameKey(name))
    if (entry === undefined) return null
    const unpacked = this.#unpack(entry)
    if (crc32(unpacked) !== entry.crc) throw new Refused('damaged')
    this.#left -= unpacked.length
    return unpacked.toString('utf8')
  }

  #readDirectory(from: number, count: number): void {
    const bytes = this.#bytes
    let at = from
    for (let left = count; left > 0; left -= 1) {
      if (bytes.readUInt32LE(at) !== 0x0201_4b50) throw new Refused('damaged')
      const extraAt = at + 46 + bytes.readUInt16LE(at + 28)
      const afterExtra = extraAt + bytes.readUInt16LE(at + 30)
      const sizes = [24, 20, 42].map((place) => bytes.readUInt32LE(at + place))
      const [, packed = 0, offset = 0] = largeSizes(bytes.subarray(extraAt, afterExtra), sizes)
      this.#entries.set(nameKey(bytes.toString('utf8', at + 46, extraAt)), {
        flags: bytes.readUInt16LE(at + 8),
        method: bytes.readUInt16LE(at + 10),
        crc: bytes.readUInt32LE(at + 16),
        packed,
        offset,
      })
      at = afterExtra + bytes.readUInt16LE(at + 32)
    }
  }

  #unpack({ flags, method, packed, offset }: Entry): Buffer {
    const bytes = this.#bytes
    if ((flags & 1) === 1) throw new Refused('encrypted')
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x0403_4b50) {
      throw new Refused('damaged')
    }
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const content = bytes.subarray(from, from + packed)
    if (method === 8) return inflated(content, this.#left)
    if (method !== 0) throw new Refused('damaged')
    if (content.length > this.#left) throw new Refused('tooLarge')
    return content
  }
}

/** Some writers use backslashes, and Excel takes any case. */
function nameKey(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < first || end + END_BYTES > bytes.length) throw new Refused('damaged')
  return end
}

/** Java's writers put small sizes into the 64-bit field, too: those of the list that say so, in their order. */
function largeSizes(extra: Buffer, sizes: number[]): number[] {
  if (!sizes.includes(IN_EXTRA)) return sizes
  let at = 0
  while (extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return sizes.map((size) => {
    if (size !== IN_EXTRA) return size
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
}

function inflated(content: Buffer, most: number): Buffer {
  if (most <= 0) throw new Refused('tooLarge')
  try {
    return inflateRawSync(content, { maxOutputLength: most })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw new Refused(code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'damaged')
  }
}

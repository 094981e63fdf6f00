import { StringDecoder } from 'node:string_decoder'
import { crc32, createInflateRaw } from 'node:zlib'
import { MarkupScanner, type MarkupReader } from './markup.ts'
import { Refused, type SheetLimits } from './table.ts'

// APPNOTE 6.3. Packed sizes come from the central directory, as in Excel. The unpacked size that the file claims is not
// trusted: unpacking stops at the remaining limit.

const MAX_ENTRIES = 2_000
/** What is unpacked and scanned at a time, whatever the size of the part. */
const CHUNK_BYTES = 64 * 1024
/** A small part gets a small buffer: most parts of a workbook are. */
const SMALL_BYTES = 4 * 1024
const USUAL_RATIO = 8
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

/** The parts of an archive, unpacked on request, a chunk at a time. */
export class Archive {
  readonly #bytes: Buffer
  readonly #entries = new Map<string, Entry>()
  readonly #isStrict: boolean
  #left: number

  /** Throws `Refused` when it is damaged or has too many parts. */
  constructor(bytes: Buffer, limits: SheetLimits) {
    this.#bytes = bytes
    this.#isStrict = limits.isStrict
    this.#left = limits.unpackedBytes
    const end = endOf(bytes)
    const count = bytes.readUInt16LE(end + 10)
    if (count > MAX_ENTRIES) throw new Refused('tooManyParts')
    try {
      this.#readDirectory(bytes.readUInt32LE(end + 16), count)
    } catch (error) {
      throw error instanceof RangeError ? new Refused('damaged') : error
    }
  }

  has(name: string): boolean {
    return this.#entries.has(nameKey(name))
  }

  hasMatching(pattern: RegExp): boolean {
    return [...this.#entries.keys()].some((name) => pattern.test(name))
  }

  /**
   * Scans a part's markup; false when there is no such part. Throws `Refused` when it is damaged, encrypted or larger
   * than what is left. It is known to be damaged only at its end.
   */
  async scan(name: string, reader: MarkupReader): Promise<boolean> {
    const entry = this.#entries.get(nameKey(name))
    if (entry === undefined) return false
    const scanner = new MarkupScanner(reader, this.#isStrict)
    let decoder: StringDecoder | null = null
    let crc = 0
    for await (const chunk of this.#counted(entry)) {
      crc = crc32(chunk, crc)
      decoder ??= new StringDecoder(isUtf16(chunk) ? 'utf16le' : 'utf8')
      scanner.push(decoder.write(chunk))
    }
    scanner.end()
    if (crc !== entry.crc) throw new Refused('damaged')
    return true
  }

  /** A part whole, for one that is written again. Null when there is no such part. Throws `Refused` as `scan` does. */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.#entries.get(nameKey(name))
    if (entry === undefined) return null
    const chunks: Buffer[] = []
    for await (const chunk of this.#counted(entry)) chunks.push(chunk)
    const content = Buffer.concat(chunks)
    if (crc32(content) !== entry.crc) throw new Refused('damaged')
    return content
  }

  async *#counted(entry: Entry): AsyncGenerator<Buffer> {
    for await (const chunk of this.#unpack(entry)) {
      this.#left -= chunk.length
      if (this.#left < 0) throw new Refused('unpackedTooLarge')
      yield chunk
    }
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
      const name = nameKey(bytes.toString('utf8', at + 46, extraAt))
      if (this.#isStrict && LEADS_OUT.test(name)) throw new Refused('damaged')
      this.#entries.set(name, {
        flags: bytes.readUInt16LE(at + 8),
        method: bytes.readUInt16LE(at + 10),
        crc: bytes.readUInt32LE(at + 16),
        packed,
        offset,
      })
      at = afterExtra + bytes.readUInt16LE(at + 32)
    }
  }

  #unpack({ flags, method, packed, offset }: Entry): AsyncIterable<Buffer> | Iterable<Buffer> {
    const bytes = this.#bytes
    if ((flags & 1) === 1) throw new Refused('encrypted')
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x0403_4b50) {
      throw new Refused('damaged')
    }
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const content = bytes.subarray(from, from + packed)
    if (method === 8) return inflated(content)
    if (method !== 0) throw new Refused('damaged')
    return chunksOf(content)
  }
}

/** A path that would be written outside of a folder: no writer of sheets makes one. */
const LEADS_OUT = /^\/|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/

/** Some writers use backslashes, and Excel takes any case. */
export function nameKey(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}

/** Where the record stands that ends an archive. */
export function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < first || end + END_BYTES > bytes.length) throw new Refused('damaged')
  return end
}

/** Java's writers put small sizes into the 64-bit field, too: those of the list that say so, in their order. */
export function largeSizes(extra: Buffer, sizes: number[]): number[] {
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

async function* inflated(content: Buffer): AsyncGenerator<Buffer> {
  const chunkSize = Math.min(CHUNK_BYTES, Math.max(SMALL_BYTES, content.length * USUAL_RATIO))
  const inflate = createInflateRaw({ chunkSize })
  inflate.end(content)
  try {
    for await (const chunk of inflate) if (Buffer.isBuffer(chunk)) yield chunk
  } catch (error) {
    throw isOfZlib(error) ? new Refused('damaged') : error
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

function* chunksOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    yield content.subarray(at, at + CHUNK_BYTES)
  }
}

/** By its mark: the only other encoding that the format allows. */
function isUtf16(start: Buffer): boolean {
  return start[0] === 0xff && start[1] === 0xfe
}

import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

// APPNOTE 6.3: sizes come after each entry's bytes (bit 3), so nothing is held back; names are UTF-8 (bit 11);
// the 64-bit records only where something doesn't fit in the old ones.

export interface ZipEntry {
  name: string
  /** Whole, or as it comes. */
  content: Uint8Array | AsyncIterable<Uint8Array>
}

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** `at` is when, as a clock on the wall shows it. An entry of four gigabytes or more is refused. */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: WallTime): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(entry.name)
    const head = localHeader(name, at)
    yield head
    const facts = { crc: 0, packed: 0, size: 0 }
    for await (const chunk of packedChunks(entry.content, facts)) yield chunk
    yield descriptor(facts)
    written.push({ name, offset, ...facts })
    offset += head.length + facts.packed + DESCRIPTOR_BYTES
  }
  let directoryBytes = 0
  for (const one of written) {
    const record = centralRecord(one, at)
    directoryBytes += record.length
    yield record
  }
  yield endRecords(written.length, directoryBytes, offset)
}

export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
}

type Facts = Pick<Written, 'crc' | 'packed' | 'size'>

const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff

async function* packedChunks(content: ZipEntry['content'], facts: Facts): AsyncGenerator<Buffer> {
  if (content instanceof Uint8Array) {
    const bytes = deflateRawSync(content)
    Object.assign(facts, { crc: crc32(content), size: content.length, packed: bytes.length })
    yield bytes
    return
  }
  const deflate = createDeflateRaw()
  // An error in what is packed ends the packing with it, and comes out below.
  pipeline(Readable.from(counted(content, facts)), deflate, () => undefined)
  for await (const chunk of deflate) {
    const bytes = Buffer.from(chunk)
    facts.packed += bytes.length
    yield bytes
  }
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  facts: Facts,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    facts.crc = crc32(chunk, facts.crc)
    facts.size += chunk.length
    if (facts.size >= MOST_32) throw new Error('An entry is too large for the archive')
    yield chunk
  }
}

const FLAGS = 0x0808
const DEFLATED = 8
const DESCRIPTOR_BYTES = 16

function localHeader(name: Buffer, at: WallTime): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt32LE(dosTime(at), 10)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function descriptor({ crc, packed, size }: Facts): Buffer {
  const bytes = Buffer.alloc(DESCRIPTOR_BYTES)
  bytes.writeUInt32LE(0x0807_4b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function centralRecord({ name, crc, packed, size, offset }: Written, at: WallTime): Buffer {
  const isFar = offset >= MOST_32
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(45, 4)
  head.writeUInt16LE(isFar ? 45 : 20, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  head.writeUInt32LE(dosTime(at), 12)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(packed, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(isFar ? 12 : 0, 30)
  head.writeUInt32LE(isFar ? MOST_32 : offset, 42)
  return Buffer.concat([head, name, isFar ? farOffset(offset) : Buffer.alloc(0)])
}

function farOffset(offset: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8, 2)
  extra.writeBigUInt64LE(BigInt(offset), 4)
  return extra
}

function endRecords(count: number, bytes: number, offset: number): Buffer {
  const isLarge = count >= MOST_16 || bytes >= MOST_32 || offset >= MOST_32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(isLarge ? MOST_16 : count, 8)
  end.writeUInt16LE(isLarge ? MOST_16 : count, 10)
  end.writeUInt32LE(isLarge ? MOST_32 : bytes, 12)
  end.writeUInt32LE(isLarge ? MOST_32 : offset, 16)
  return isLarge ? Buffer.concat([largeEnd(count, bytes, offset), end]) : end
}

/** The 64-bit end record and the pointer to it. */
function largeEnd(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(76)
  end.writeUInt32LE(0x0606_4b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(bytes), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.writeUInt32LE(0x0706_4b50, 56)
  end.writeBigUInt64LE(BigInt(offset + bytes), 64)
  end.writeUInt32LE(1, 72)
  return end
}

/** Two bytes of time and two of date, the years from 1980. */
function dosTime({ year, month, day, hour, minute }: WallTime): number {
  const date = ((year - 1980) << 9) | (month << 5) | day
  return ((date << 16) | (hour << 11) | (minute << 5)) >>> 0
}

import { crc32, deflateRawSync } from 'node:zlib'
import { endOf, largeSizes, nameKey } from './unzip.ts'

// APPNOTE 6.3. The archive was read before: what is damaged or too large was refused then.

const END_BYTES = 22
const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const FAR_EXTRA = 1
/** Sizes come after the bytes: not of an entry whose sizes are known. */
const SIZES_BEHIND = 0x0008

interface Central {
  record: Buffer
  name: string
  offset: number
}

/** The archive with another content of one part, deflated anew; every other part is copied byte by byte, in its order. */
export function repack(bytes: Buffer, part: string, content: Buffer): Buffer {
  const end = endOf(bytes)
  const directory = bytes.readUInt32LE(end + 16)
  const entries = readDirectory(bytes, directory, bytes.readUInt16LE(end + 10))
  const inOrder = entries.toSorted((a, b) => a.offset - b.offset)
  const chunks: Buffer[] = []
  const places = new Map<Central, number>()
  let at = 0
  for (const [index, entry] of inOrder.entries()) {
    const next = inOrder[index + 1]?.offset ?? directory
    const local =
      entry.name === nameKey(part)
        ? replaced(bytes, entry, content)
        : bytes.subarray(entry.offset, next)
    places.set(entry, at)
    chunks.push(local)
    at += local.length
  }
  const records = entries.map((entry) => placed(entry.record, places.get(entry) ?? 0))
  const directoryBytes = records.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...chunks, ...records, endRecord(entries.length, directoryBytes, at)])
}

function readDirectory(bytes: Buffer, from: number, count: number): Central[] {
  const entries: Central[] = []
  let at = from
  for (let left = count; left > 0; left -= 1) {
    const nameEnd = at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    const commentEnd = extraEnd + bytes.readUInt16LE(at + 32)
    const sizes = [24, 20, 42].map((place) => bytes.readUInt32LE(at + place))
    const [size = 0, packed = 0, offset = 0] = largeSizes(bytes.subarray(nameEnd, extraEnd), sizes)
    const head = Buffer.from(bytes.subarray(at, at + CENTRAL_BYTES))
    const extra = withoutFar(bytes.subarray(nameEnd, extraEnd))
    head.writeUInt32LE(packed, 20)
    head.writeUInt32LE(size, 24)
    head.writeUInt16LE(extra.length, 30)
    const name = bytes.subarray(at + CENTRAL_BYTES, nameEnd)
    const comment = bytes.subarray(extraEnd, commentEnd)
    entries.push({
      record: Buffer.concat([head, name, extra, comment]),
      name: nameKey(name.toString('utf8')),
      offset,
    })
    at = commentEnd
  }
  return entries
}

/** The sizes stand in the old fields: an upload's are small. */
function withoutFar(extra: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 0; at + 4 <= extra.length;) {
    const next = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) !== FAR_EXTRA) kept.push(extra.subarray(at, next))
    at = next
  }
  return Buffer.concat(kept)
}

/** Writes what changes of the entry into its record of the directory as well. */
function replaced(bytes: Buffer, { record, offset }: Central, content: Buffer): Buffer {
  const nameEnd = offset + LOCAL_BYTES + bytes.readUInt16LE(offset + 26)
  const packed = deflateRawSync(content)
  const head = Buffer.from(bytes.subarray(offset, offset + LOCAL_BYTES))
  const flags = head.readUInt16LE(6) & ~SIZES_BEHIND
  const crc = crc32(content)
  for (const [target, at] of [
    [head, 6],
    [record, 8],
  ] as const) {
    target.writeUInt16LE(flags, at)
    target.writeUInt16LE(DEFLATED, at + 2)
    target.writeUInt32LE(crc, at + 8)
    target.writeUInt32LE(packed.length, at + 12)
    target.writeUInt32LE(content.length, at + 16)
  }
  head.writeUInt16LE(0, 28)
  return Buffer.concat([head, bytes.subarray(offset + LOCAL_BYTES, nameEnd), packed])
}

const DEFLATED = 8

function placed(record: Buffer, offset: number): Buffer {
  record.writeUInt32LE(offset, 42)
  return record
}

function endRecord(count: number, directoryBytes: number, directory: number): Buffer {
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directory, 16)
  return end
}

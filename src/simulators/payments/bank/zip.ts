import { crc32, deflateRawSync } from 'node:zlib'

/** 1 January 1980, so that the same statement has the same bytes. */
const DOS_DATE = 0x21
const DEFLATED = 8
const VERSION = 20

/** A ZIP archive of a few texts. */
export function zip(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const bytes = Buffer.from(text, 'utf8')
    const packed = deflateRawSync(bytes)
    const facts = factsOf(name, bytes, packed)
    const title = Buffer.from(name, 'utf8')
    const local = Buffer.concat([number32(0x04034b50), facts, title])
    directory.push(
      Buffer.concat([
        number32(0x02014b50),
        number16(VERSION),
        facts,
        // No comment, one disk, no attributes, and where the file begins.
        Buffer.alloc(10),
        number32(offset),
        title,
      ]),
    )
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.concat([
    number32(0x06054b50),
    Buffer.alloc(4),
    number16(files.length),
    number16(files.length),
    number32(list.length),
    number32(offset),
    number16(0),
  ])
  return Buffer.concat([...parts, list, end])
}

/** What the entry and the directory say alike: from the version to the lengths of name and extra field. */
function factsOf(name: string, bytes: Buffer, packed: Buffer): Buffer {
  return Buffer.concat([
    number16(VERSION),
    number16(0),
    number16(DEFLATED),
    number16(0),
    number16(DOS_DATE),
    number32(crc32(bytes)),
    number32(packed.length),
    number32(bytes.length),
    number16(Buffer.byteLength(name)),
    number16(0),
  ])
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

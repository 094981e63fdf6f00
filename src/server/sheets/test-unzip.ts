import { crc32, inflateRawSync } from 'node:zlib'

/** An archive's files by their names, found the way readers do: from its end. To read one checks its sum. */
export function unzip(bytes: Buffer): Map<string, () => Buffer> {
  const { count, offset } = endOf(bytes)
  const found = new Map<string, () => Buffer>()
  let at = offset
  for (let left = count; left > 0; left -= 1) {
    expectSignature(bytes, at, 0x0201_4b50)
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    const record = at
    found.set(name, () => fileOf(bytes, record))
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30)
  }
  return found
}

function fileOf(bytes: Buffer, record: number): Buffer {
  const offset = bytes.readUInt32LE(record + 42)
  const file = entryAt(bytes, offset, bytes.readUInt32LE(record + 20))
  if (crc32(file) !== bytes.readUInt32LE(record + 16)) throw new Error('A file is damaged')
  return file
}

function endOf(bytes: Buffer): { count: number; offset: number } {
  const end = bytes.length - 22
  expectSignature(bytes, end, 0x0605_4b50)
  if (bytes.readUInt16LE(end + 10) < 0xffff) {
    return { count: bytes.readUInt16LE(end + 10), offset: bytes.readUInt32LE(end + 16) }
  }
  expectSignature(bytes, end - 20, 0x0706_4b50)
  const large = Number(bytes.readBigUInt64LE(end - 12))
  expectSignature(bytes, large, 0x0606_4b50)
  return {
    count: Number(bytes.readBigUInt64LE(large + 32)),
    offset: Number(bytes.readBigUInt64LE(large + 48)),
  }
}

function entryAt(bytes: Buffer, offset: number, packed: number): Buffer {
  expectSignature(bytes, offset, 0x0403_4b50)
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  return inflateRawSync(bytes.subarray(from, from + packed))
}

function expectSignature(bytes: Buffer, at: number, signature: number): void {
  if (bytes.readUInt32LE(at) !== signature) throw new Error(`Nothing of an archive at ${at}`)
}

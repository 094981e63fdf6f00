import { createHash } from 'node:crypto'

/** Random bytes that depend on the seed and on how many were drawn before, and on nothing else. */
export interface RandomSource {
  bytes(count: number): Buffer
  /** At least 0 and below 1. */
  fraction(): number
  /** At least `min` and below `max`. */
  integer(min: number, max: number): number
  uuid(): string
}

export function seededRandom(seed: string): RandomSource {
  let blocks = 0
  function bytes(count: number): Buffer {
    const parts: Buffer[] = []
    for (let size = 0; size < count; size += 64) {
      blocks += 1
      parts.push(createHash('sha512').update(`${seed} ${blocks}`).digest())
    }
    return Buffer.concat(parts, count)
  }
  const fraction = (): number => bytes(6).readUIntBE(0, 6) / 2 ** 48
  return {
    bytes,
    fraction,
    integer: (min, max) => min + Math.floor(fraction() * (max - min)),
    uuid: () => {
      const drawn = bytes(16)
      // Version 4 and its variant, because parsers check both.
      drawn.writeUInt8((drawn.readUInt8(6) & 0x0f) | 0x40, 6)
      drawn.writeUInt8((drawn.readUInt8(8) & 0x3f) | 0x80, 8)
      return drawn.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    },
  }
}

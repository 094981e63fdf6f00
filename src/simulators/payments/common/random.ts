import { createHash } from 'node:crypto'

/** References as the providers draw them, the same for one seed every time. */
export interface Random {
  hex(length: number): string
  /** Upper and lower case letters and digits. */
  mixed(length: number): string
  /** Lower case letters and digits. */
  lower(length: number): string
  /** Never beginning with a zero. */
  digits(length: number): string
  uuid(): string
}

const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'

export function createRandom(seed: string): Random {
  let drawn = 0
  let pool = Buffer.alloc(0)
  const byte = (): number => {
    if (pool.length === 0) {
      pool = createHash('sha256').update(`${seed} ${drawn}`).digest()
      drawn += 1
    }
    const [first = 0] = pool
    pool = pool.subarray(1)
    return first
  }
  const draw = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[byte() % alphabet.length] ?? '').join('')
  const hex = (length: number): string => draw('0123456789abcdef', length)
  return {
    hex,
    mixed: (length) => draw(DIGITS + LOWER + LOWER.toUpperCase(), length),
    lower: (length) => draw(DIGITS + LOWER, length),
    digits: (length) => draw(DIGITS.slice(1), 1) + draw(DIGITS, length - 1),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

import { checkPrimeSync, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { RandomSource } from './random.ts'

export interface RsaPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

/** An RSA pair that is the same for the same random source, because Node's generator takes no seed. */
export function seededRsaPair(random: RandomSource, bits: number, exponent = 65_537): RsaPair {
  const e = BigInt(exponent)
  const p = seededPrime(random, bits / 2, e)
  const q = seededPrime(random, bits / 2, e)
  if (p === q) return seededRsaPair(random, bits, exponent)
  const d = inverse(e, (p - 1n) * (q - 1n))
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const parts = Object.entries(numbers).map(([name, number]) => [name, base64url(number)])
  const privateKey = createPrivateKey({
    key: { kty: 'RSA', ...Object.fromEntries(parts) },
    format: 'jwk',
  })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** Both highest bits are set, so that the product of two primes has the whole length. */
function seededPrime(random: RandomSource, bits: number, e: bigint): bigint {
  const drawn = BigInt(`0x${random.bytes(bits / 8).toString('hex')}`)
  const first = drawn | (3n << BigInt(bits - 2)) | 1n
  const remainders = SMALL_PRIMES.map((prime) => Number(first % BigInt(prime)))
  for (let step = 0; ; step += 2) {
    // Small divisors first, because a whole test of a large number costs a thousand times more.
    if (SMALL_PRIMES.some((prime, at) => ((remainders[at] ?? 0) + step) % prime === 0)) continue
    const candidate = first + BigInt(step)
    if ((candidate - 1n) % e !== 0n && checkPrimeSync(candidate)) return candidate
  }
}

const SMALL_PRIMES = Array.from({ length: 3_000 }, (_, index) => index + 3).filter((number) =>
  Array.from({ length: Math.floor(Math.sqrt(number)) - 1 }, (_, index) => index + 2).every(
    (divisor) => number % divisor !== 0,
  ),
)

/** By the extended Euclidean algorithm. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [previous, current] = [modulus, number % modulus]
  let [before, factor] = [0n, 1n]
  while (current > 1n) {
    const quotient = previous / current
    ;[previous, current] = [current, previous - quotient * current]
    ;[before, factor] = [factor, before - quotient * factor]
  }
  return factor < 0n ? factor + modulus : factor
}

function base64url(number: bigint): string {
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}

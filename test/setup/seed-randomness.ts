import crypto, { type RSAKeyPairKeyObjectOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { RandomSource } from './random.ts'
import { seededRsaPair } from './rsa.ts'

/** Replaces the generators of Node themselves, because libraries draw nonces, boundaries and names from them too. */
export function seedRandomness(random: RandomSource, keys = random): void {
  Object.assign(crypto, {
    randomBytes: (count: number, done?: Done<Buffer>) => handOver(random.bytes(count), done),
    randomUUID: random.uuid,
    randomInt: (first: number, second?: number | Done<number>, done?: Done<number>) => {
      if (typeof second === 'number') return handOver(random.integer(first, second), done)
      return handOver(random.integer(0, first), second)
    },
    generateKeyPairSync: (_: 'rsa', options: RSAKeyPairKeyObjectOptions) =>
      seededRsaPair(keys, options.modulusLength, options.publicExponent),
  })
  syncBuiltinESMExports()
  Object.defineProperty(globalThis.crypto, 'randomUUID', { value: random.uuid, configurable: true })
  Object.defineProperty(globalThis.crypto, 'getRandomValues', {
    value: <T extends NodeJS.ArrayBufferView>(into: T): T => {
      new Uint8Array(into.buffer, into.byteOffset, into.byteLength).set(
        random.bytes(into.byteLength),
      )
      return into
    },
    configurable: true,
  })
  Math.random = random.fraction
}

type Done<T> = (error: null, drawn: T) => void

function handOver<T>(drawn: T, done: Done<T> | undefined): T | undefined {
  if (done === undefined) return drawn
  process.nextTick(done, null, drawn)
  return undefined
}

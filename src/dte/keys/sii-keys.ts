import type { KeyObject } from 'node:crypto'
import { createPublicKey } from 'node:crypto'

/** By IDK, the number a CAF names. */
export type SiiKeys = ReadonlyMap<number, KeyObject>

export const IDK_CERTIFICATION = 100
export const IDK_PRODUCTION = 300

/** RSA of 512 bits, made in 2003 and never changed: they verify every CAF seen until 2026. */
export const SII_KEYS: SiiKeys = new Map([
  [
    IDK_CERTIFICATION,
    publicKey(
      'MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMj78A3LIaVQAKWFUixd5SinPgzhbMA6seXqfeSyooER41L6743LfVHjSavUsQXc1PZ8+eExFQWMnwFUKRuMcVMCAwEAAQ==',
    ),
  ],
  [
    IDK_PRODUCTION,
    publicKey(
      'MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAJ3uv8XuvZbfTHz1Pxv6Fdhdc+8ExnGPjAez94Xv7nXntO9aOuB5wyZakA5F9gKJCvb7T6+iuNaTj38BHDWFszUCAwEAAQ==',
    ),
  ],
])

function publicKey(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
}

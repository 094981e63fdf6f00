import { createHash } from 'node:crypto'
import type { Secret } from './secret.ts'

/** The key-encryption keys, from outside the database: one that seals, and older ones that still open. */
export type KeyRing = {
  current: Key
  find(keyId: string): Key | undefined
}

export type Key = { id: string; bytes: Buffer }

/** Each key is 32 bytes in base64. Throws for any other length. */
export function keyRing(current: Secret, previous: Secret[] = []): KeyRing {
  const keys = [current, ...previous].map(parseKey)
  const [first] = keys
  if (!first) throw new Error('A key ring needs a key')
  return { current: first, find: (keyId) => keys.find((key) => key.id === keyId) }
}

export const KEY_BYTES = 32

/** The id says which key sealed a row without telling anything about it. */
function parseKey(text: Secret): Key {
  const bytes = Buffer.from(text.reveal(), 'base64')
  if (bytes.length !== KEY_BYTES) throw new Error(`A vault key has ${KEY_BYTES} bytes in base64`)
  return {
    id: createHash('sha256').update('folio-key').update(bytes).digest('hex').slice(0, 16),
    bytes,
  }
}

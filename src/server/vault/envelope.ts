import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { KEY_BYTES, type Key, type KeyRing } from './key-ring.ts'

/** What the table holds: the value under a key of its own, and that key under the ring's. */
export type Envelope = { keyId: string; wrappedKey: Buffer; sealed: Buffer }

/** What a secret belongs to: bound as associated data, so that a row moved elsewhere doesn't open. */
export type Belonging = { organisationId: number; kind: string }

export function sealEnvelope(ring: KeyRing, belonging: Belonging, plaintext: Buffer): Envelope {
  const dataKey = randomBytes(KEY_BYTES)
  const sealed = encrypt(dataKey, associated('value', belonging), plaintext)
  return { ...wrap(ring.current, belonging, dataKey), sealed }
}

/** Throws when the key is unknown, or when anything was changed: a byte, the tenant, the kind. */
export function openEnvelope(ring: KeyRing, belonging: Belonging, envelope: Envelope): Buffer {
  const dataKey = unwrap(ring, belonging, envelope)
  return decrypt(dataKey, associated('value', belonging), envelope.sealed)
}

/** The same value and data key under the ring's current key; the sealed bytes stay as they are. */
export function rewrapEnvelope(
  ring: KeyRing,
  belonging: Belonging,
  envelope: Envelope,
): Omit<Envelope, 'sealed'> {
  return wrap(ring.current, belonging, unwrap(ring, belonging, envelope))
}

function wrap(key: Key, belonging: Belonging, dataKey: Buffer): Omit<Envelope, 'sealed'> {
  const wrappedKey = encrypt(key.bytes, associated('key', belonging, key.id), dataKey)
  return { keyId: key.id, wrappedKey }
}

function unwrap(ring: KeyRing, belonging: Belonging, envelope: Envelope): Buffer {
  const key = ring.find(envelope.keyId)
  if (!key) throw new Error(`No vault key ${envelope.keyId} at hand`)
  return decrypt(key.bytes, associated('key', belonging, key.id), envelope.wrappedKey)
}

function associated(
  role: 'value' | 'key',
  { organisationId, kind }: Belonging,
  keyId = '',
): Buffer {
  return Buffer.from(JSON.stringify(['folio', VERSION, role, organisationId, kind, keyId]))
}

// Layout of every encrypted field: version, nonce, ciphertext, tag.
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

function encrypt(key: Buffer, aad: Buffer, plaintext: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(aad)
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, body, cipher.getAuthTag()])
}

function decrypt(key: Buffer, aad: Buffer, field: Buffer): Buffer {
  if (field[0] !== VERSION || field.length < 1 + NONCE_BYTES + TAG_BYTES) {
    throw new Error('Not a sealed value of this version')
  }
  const nonce = field.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(aad)
  decipher.setAuthTag(field.subarray(-TAG_BYTES))
  return Buffer.concat([
    decipher.update(field.subarray(1 + NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ])
}

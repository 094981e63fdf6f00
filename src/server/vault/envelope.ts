import {
  createCipheriv,
  createDecipheriv,
  diffieHellman,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import {
  KEY_BYTES,
  keyPairOf,
  publicBytes,
  publicKeyFrom,
  type KeyRing,
  type OpeningKey,
  type SealingKey,
} from './key-ring.ts'
import type { SealedKind } from './kinds.ts'

/** What the table holds: the value under a key of its own, and that key under the kind's. */
export type Envelope = { keyId: string; wrappedKey: Buffer; sealed: Buffer }

/** What a secret belongs to: bound as associated data, so that a row moved elsewhere doesn't open. */
export type Belonging = { organisationId: number; kind: SealedKind }

/** Throws when this process doesn't write the kind. */
export function sealEnvelope(ring: KeyRing, belonging: Belonging, plaintext: Buffer): Envelope {
  const dataKey = randomBytes(KEY_BYTES)
  const sealed = encrypt(dataKey, associated('value', belonging), plaintext)
  return { ...wrap(sealingKey(ring, belonging), belonging, dataKey), sealed }
}

/** Throws when the key is not at hand, or when anything was changed: a byte, the tenant, the kind. */
export function openEnvelope(ring: KeyRing, belonging: Belonging, envelope: Envelope): Buffer {
  const dataKey = unwrap(ring, belonging, envelope)
  return decrypt(dataKey, associated('value', belonging), envelope.sealed)
}

/** The same value and data key under the kind's current key; the sealed bytes stay as they are. */
export function rewrapEnvelope(
  ring: KeyRing,
  belonging: Belonging,
  envelope: Envelope,
): Omit<Envelope, 'sealed'> {
  return wrap(sealingKey(ring, belonging), belonging, unwrap(ring, belonging, envelope))
}

function sealingKey(ring: KeyRing, { kind }: Belonging): SealingKey {
  const key = ring.sealing(kind)
  if (!key) throw new Error(`No vault key that seals ${kind}`)
  return key
}

/** A sealed box: an ephemeral key, and the data key under what it agrees on with the kind's public one. */
function wrap(key: SealingKey, belonging: Belonging, dataKey: Buffer): Omit<Envelope, 'sealed'> {
  const ephemeral = keyPairOf(randomBytes(KEY_BYTES))
  const box = boxKey(ephemeral.privateKey, key.publicKey, {
    ephemeral: ephemeral.publicKey,
    recipient: key.publicKey,
  })
  const wrapped = encrypt(box, associated('key', belonging, key.id), dataKey)
  const wrappedKey = Buffer.concat([
    Buffer.of(BOX_VERSION),
    publicBytes(ephemeral.publicKey),
    wrapped,
  ])
  return { keyId: key.id, wrappedKey }
}

function unwrap(ring: KeyRing, belonging: Belonging, { keyId, wrappedKey }: Envelope): Buffer {
  const key = ring.opening(belonging.kind, keyId)
  if (!key) throw new Error(`No vault key ${keyId} at hand`)
  const aad = associated('key', belonging, keyId)
  if (key.kind === 'symmetric') return decrypt(key.bytes, aad, wrappedKey)
  return decrypt(openBox(key, wrappedKey), aad, wrappedKey.subarray(1 + KEY_BYTES))
}

function openBox(
  { privateKey, publicKey }: OpeningKey & { kind: 'private' },
  wrappedKey: Buffer,
): Buffer {
  if (wrappedKey[0] !== BOX_VERSION || wrappedKey.length < 1 + KEY_BYTES) {
    throw new Error('Not a sealed box of this version')
  }
  const ephemeral = publicKeyFrom(wrappedKey.subarray(1, 1 + KEY_BYTES))
  return boxKey(privateKey, ephemeral, { ephemeral, recipient: publicKey })
}

/** Both public keys are part of it, so that a box fits one recipient alone. */
function boxKey(
  privateKey: KeyObject,
  publicKey: KeyObject,
  { ephemeral, recipient }: { ephemeral: KeyObject; recipient: KeyObject },
): Buffer {
  const agreed = diffieHellman({ privateKey, publicKey })
  const salt = Buffer.concat([publicBytes(ephemeral), publicBytes(recipient)])
  return Buffer.from(hkdfSync('sha256', agreed, salt, 'folio-vault-box', KEY_BYTES))
}

function associated(
  role: 'value' | 'key',
  { organisationId, kind }: Belonging,
  keyId = '',
): Buffer {
  return Buffer.from(JSON.stringify(['folio', VERSION, role, organisationId, kind, keyId]))
}

// A box: its version, the ephemeral public key, an encrypted field.
const BOX_VERSION = 2

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

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import { SEALED_KINDS, type SealedKind } from './kinds.ts'
import type { Secret } from './secret.ts'

/**
 * The key-encryption keys of a process, from outside the database. To seal takes a public key, to open the private one
 * (X25519), so that a process may write a kind of secret that it cannot read (docs/decisions/0012).
 */
export interface KeyRing {
  /** Undefined: this process does not write the kind. */
  sealing(kind: SealedKind): SealingKey | undefined
  /** Undefined: no such key, or one of a kind that this process does not read. */
  opening(kind: SealedKind, keyId: string): OpeningKey | undefined
  /** The kinds that it reads. */
  readonly opens: readonly SealedKind[]
}

export interface SealingKey {
  id: string
  publicKey: KeyObject
}

/** `symmetric`: of envelopes made before each kind had a key of its own. */
export type OpeningKey =
  | { kind: 'private'; id: string; privateKey: KeyObject; publicKey: KeyObject }
  | { kind: 'symmetric'; bytes: Buffer }

export const KEY_BYTES = 32

/**
 * The keys of these kinds, each derived from the configured one: the first seals, the previous ones still open.
 * Throws for a key that is not 32 bytes in base64.
 */
export function keyRing(
  current: Secret,
  previous: readonly Secret[] = [],
  kinds: readonly SealedKind[] = SEALED_KINDS,
): KeyRing {
  const roots = [current, ...previous].map(rootBytes)
  const byKind = new Map(kinds.map((kind) => [kind, roots.map((root) => keyOfKind(root, kind))]))
  const symmetric = new Map(roots.map((root) => [symmetricId(root), root]))
  return {
    opens: kinds,
    sealing(kind) {
      return byKind.get(kind)?.[0]
    },
    opening(kind, keyId) {
      const found = byKind.get(kind)?.find(({ id }) => id === keyId)
      if (found) return { kind: 'private', ...found }
      const bytes = symmetric.get(keyId)
      return bytes && { kind: 'symmetric', bytes }
    },
  }
}

/** What another process needs in order to write those kinds: 'clave:PUBLIC KEY,mailToken:…'. Opens nothing. */
export function sealingKeysText(ring: KeyRing, kinds: readonly SealedKind[]): string {
  return kinds
    .map((kind) => {
      const key = ring.sealing(kind)
      if (!key) throw new Error(`No key that seals ${kind}`)
      return `${kind}:${publicBytes(key.publicKey).toString('base64url')}`
    })
    .join(',')
}

/** Null when the text is none of `sealingKeysText`, or lacks one of the kinds. */
export function sealingRing(text: string, kinds: readonly SealedKind[]): KeyRing | null {
  const written = new Map(text.split(',').map((part) => pairOf(part.trim())))
  const keys = new Map<SealedKind, SealingKey>()
  for (const kind of kinds) {
    const bytes = Buffer.from(written.get(kind) ?? '', 'base64url')
    if (bytes.length !== KEY_BYTES) return null
    const publicKey = publicKeyFrom(bytes)
    keys.set(kind, { id: idOf(publicKey), publicKey })
  }
  return { opens: [], sealing: (kind) => keys.get(kind), opening: () => undefined }
}

/** What `first` lacks, `second` gives. */
export function joinRings(first: KeyRing, second: KeyRing): KeyRing {
  return {
    opens: [...new Set([...first.opens, ...second.opens])],
    sealing: (kind) => first.sealing(kind) ?? second.sealing(kind),
    opening: (kind, keyId) => first.opening(kind, keyId) ?? second.opening(kind, keyId),
  }
}

// RFC 8410: what stands before the 32 bytes of an X25519 key in PKCS #8 and in SubjectPublicKeyInfo.
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const SPKI_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

function keyOfKind(root: Buffer, kind: SealedKind): SealingKey & { privateKey: KeyObject } {
  const seed = Buffer.from(hkdfSync('sha256', root, '', `folio-vault-${kind}`, KEY_BYTES))
  const pair = keyPairOf(seed)
  return { id: idOf(pair.publicKey), ...pair }
}

/** Any 32 bytes are a private key of X25519. */
export function keyPairOf(seed: Buffer): { privateKey: KeyObject; publicKey: KeyObject } {
  const key = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

/** The id says which key sealed a row without telling anything about it. */
function idOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update('folio-key-2')
    .update(publicBytes(publicKey))
    .digest('hex')
    .slice(0, 16)
}

export function publicBytes(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
}

export function publicKeyFrom(bytes: Buffer): KeyObject {
  const key = Buffer.concat([SPKI_PREFIX, bytes])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

function symmetricId(root: Buffer): string {
  return createHash('sha256').update('folio-key').update(root).digest('hex').slice(0, 16)
}

function rootBytes(text: Secret): Buffer {
  const bytes = Buffer.from(text.reveal(), 'base64')
  if (bytes.length !== KEY_BYTES) throw new Error(`A vault key has ${KEY_BYTES} bytes in base64`)
  return bytes
}

function pairOf(part: string): [string, string] {
  const colon = part.indexOf(':')
  return [part.slice(0, Math.max(0, colon)), part.slice(colon + 1)]
}

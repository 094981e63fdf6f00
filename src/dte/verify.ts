import type { KeyObject } from 'node:crypto'
import type { DteRefusal } from './file.ts'
import type { ReadDte } from './read.ts'

export type CheckName =
  | 'bytes'
  | 'schema'
  | 'envelope'
  | 'signature'
  | 'certificate'
  | 'stamp'
  | 'caf'
  | 'consistency'
  | 'arithmetic'

export interface Check {
  name: CheckName
  ok: boolean
  /** For the log and support: what was seen. Empty when there is nothing to say. */
  detail: string
}

export interface VerifiedDte extends ReadDte {
  ok: boolean
  checks: Check[]
}

export type Verification =
  | { kind: 'read'; ok: boolean; documents: VerifiedDte[] }
  | { kind: 'refused'; reason: DteRefusal; detail: string }

export interface VerifyOptions {
  /** Public keys of a simulated SII, by IDK; they add to 100 and 300. */
  extraSiiKeys?: ReadonlyMap<number, KeyObject>
  /** When given, a CAF of any other IDK is refused: a certification CAF is worth nothing in production. */
  allowedIdks?: readonly number[]
}

/** Everything that can be judged from the bytes alone, in this process. Never throws for hostile bytes. */
export function verifyXml(bytes: Uint8Array, options: VerifyOptions = {}): Verification {
  throw new Error(`not built: ${bytes.length}, ${options.allowedIdks?.length}`)
}

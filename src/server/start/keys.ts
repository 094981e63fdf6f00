import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config, ConfiguredKeys } from '../config.ts'
import {
  joinRings,
  KEY_BYTES,
  keyRing,
  sealingKeysText,
  sealingRing,
  type KeyRing,
} from '../vault/key-ring.ts'
import { API_KINDS, SHARED_KINDS, WORKER_KINDS } from '../vault/kinds.ts'
import { Secret } from '../vault/secret.ts'

/** The configured keys, or the demonstration's: made once and kept in its data folder, for its owner's eyes. */
export function keysOf({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): ConfiguredKeys {
  return keys ?? demonstrationKeys(join(dataDir, 'demonstration-keys.json'))
}

/**
 * What each side of the process holds. `api`: opens second factors, and seals what workers open. `worker`: the other
 * way round. Both open the keys of payment connections. `all`: for moving rows to their current keys.
 */
export interface Rings {
  api: KeyRing
  worker: KeyRing
  all: KeyRing
}

/** A process of both roles keeps the two sides apart as two processes would. */
export function ringsOf(keys: ConfiguredKeys): Rings {
  const { vault, secondFactor, sealing } = keys
  const shared = keyRing(keys.payment, keys.previousPayment, SHARED_KINDS)
  const worker = vault === null ? null : keyRing(vault, keys.previous, WORKER_KINDS)
  const own =
    secondFactor === null ? null : keyRing(secondFactor, keys.previousSecondFactor, API_KINDS)
  const seals = sealing ?? (worker === null ? null : publicHalf(worker))
  const api = joinRings(joined(own, seals), shared)
  return { api, worker: joined(worker, shared), all: joined(worker, api) }
}

const NO_KEYS: KeyRing = { opens: [], sealing: () => undefined, opening: () => undefined }

function joined(first: KeyRing | null, second: KeyRing | null): KeyRing {
  return joinRings(first ?? NO_KEYS, second ?? NO_KEYS)
}

function publicHalf(ring: KeyRing): KeyRing {
  return sealingRing(sealingKeysText(ring, WORKER_KINDS), WORKER_KINDS) ?? NO_KEYS
}

const kept = z.object({
  vault: z.base64(),
  token: z.base64(),
  // Absent from a folder made before second factors had a key of their own.
  secondFactor: z.base64().optional(),
  // And from one made before there were payment connections.
  payment: z.base64().optional(),
})

function demonstrationKeys(path: string): ConfiguredKeys {
  const made = { vault: newKey(), token: newKey(), secondFactor: newKey(), payment: newKey() }
  try {
    writeFileSync(path, JSON.stringify(made), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
  }
  const found = kept.parse(JSON.parse(readFileSync(path, 'utf8')))
  const whole = {
    ...found,
    secondFactor: found.secondFactor ?? made.secondFactor,
    payment: found.payment ?? made.payment,
  }
  if (found.secondFactor === undefined || found.payment === undefined) {
    writeFileSync(path, JSON.stringify(whole), { mode: 0o600 })
  }
  return {
    vault: new Secret(whole.vault),
    token: new Secret(whole.token),
    secondFactor: new Secret(whole.secondFactor),
    payment: new Secret(whole.payment),
    previous: [],
    previousSecondFactor: [],
    previousPayment: [],
    sealing: null,
  }
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { KEY_BYTES } from '../vault/key-ring.ts'
import { Secret } from '../vault/secret.ts'

export type Keys = NonNullable<Config['keys']>

/** The configured keys, or the demonstration's: made once and kept in its data folder, for its owner's eyes. */
export function keysOf({ keys, dataDir }: Pick<Config, 'keys' | 'dataDir'>): Keys {
  return keys ?? demonstrationKeys(join(dataDir, 'demonstration-keys.json'))
}

const kept = z.object({ vault: z.base64(), token: z.base64() })

function demonstrationKeys(path: string): Keys {
  const made = JSON.stringify({ vault: newKey(), token: newKey() })
  try {
    writeFileSync(path, made, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!exists) throw error
  }
  const { vault, token } = kept.parse(JSON.parse(readFileSync(path, 'utf8')))
  return { vault: new Secret(vault), token: new Secret(token), previous: [] }
}

function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

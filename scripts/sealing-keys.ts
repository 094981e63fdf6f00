/**
 * Writes FOLIO_SEALING_KEYS: the public keys by which processes that serve calls seal what only workers open.
 *   FOLIO_KEY=… npm run keys
 */
import { start } from '#texts/es/start.ts'
import { fill } from '#texts/translation.ts'
import { KEY_BYTES, keyRing, sealingKeysText } from '#server/vault/key-ring.ts'
import { WORKER_KINDS } from '#server/vault/kinds.ts'
import { Secret } from '#server/vault/secret.ts'

const key = process.env.FOLIO_KEY?.trim() ?? ''
if (Buffer.from(key, 'base64').length === KEY_BYTES) {
  console.log(sealingKeysText(keyRing(new Secret(key), [], WORKER_KINDS), WORKER_KINDS))
} else {
  console.error(fill(start.config.wrong, { name: 'FOLIO_KEY', expected: start.config.key }))
  process.exitCode = 1
}

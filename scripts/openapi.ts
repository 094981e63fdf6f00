/** Writes docs/openapi.json from the contract; with --check it only says whether it is what it would write. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatted } from './house/formatted.ts'
import { openApi } from '#server/http/docs/openapi.ts'

const target = join(import.meta.dirname, '../docs/openapi.json')
const written = await formatted(target, JSON.stringify(openApi('es')))

if (!process.argv.includes('--check')) writeFileSync(target, written)
else if (readFileSync(target, 'utf8') !== written) {
  console.error('docs/openapi.json is not what the contract says: npm run api:docs')
  process.exitCode = 1
}

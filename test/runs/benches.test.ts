import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const script = pathToFileURL(join(root, 'scripts/testing/benches.mjs')).href
const { benchesNamed }: { benchesNamed: (names: string[]) => string[] } = await import(script)

test('the benches of payments have one name, and each file keeps its own', () => {
  expect(benchesNamed(['payments', 'pipeline'])).toEqual([
    'payment-notices',
    'payment-streams',
    'statement',
    'pipeline',
  ])
})

test.each([[[]], [['payments']]])('each bench meant by %j is a file', (names) => {
  const missing = benchesNamed(names).filter(
    (name) => !existsSync(join(root, 'bench', `${name}.ts`)),
  )
  expect(missing).toEqual([])
})

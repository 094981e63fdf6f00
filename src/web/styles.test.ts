import { existsSync, readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const sheets = join(here, '../../node_modules/@mantine/core/styles')
const imported = readFileSync(join(here, 'styles.ts'), 'utf8')

test('each component of Mantine that a screen uses has its styles', async () => {
  const used = new Map<string, string>()
  for await (const path of glob('**/*.tsx', { cwd: here })) {
    const source = readFileSync(join(here, path), 'utf8')
    for (const [, names = ''] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names.split(',')) used.set(name.trim(), path)
    }
  }
  expect(used.has('Button')).toBe(true)
  const lacking = [...used].filter(
    ([name]) =>
      existsSync(join(sheets, `${name}.layer.css`)) && !imported.includes(`/${name}.layer.css'`),
  )
  expect(lacking).toEqual([])
})

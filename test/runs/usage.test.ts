import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

function run(name: string, option: string) {
  const script = join(root, 'scripts', name)
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, option], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test.each([
  ['test.mjs', 'Uso: npm test '],
  ['deep.mjs', 'Uso: npm run test:deep '],
])('%s tells its usage when asked, or given what it does not know', (name, usage) => {
  const asked = run(name, '--help')
  expect(asked).toMatchObject({ status: 0, stderr: '' })
  expect(asked.stdout.startsWith(usage)).toBe(true)
  const unknown = run(name, '--minuts')
  expect(unknown.status).toBe(1)
  expect(unknown.stderr).toBe(`No existe la opción --minuts.\n\n${asked.stdout}`)
})

test.each([
  ['--minutes', 'No se entiende el valor de --minutes.\n\nUso:'],
  ['--list=3', 'No se entiende el valor de --list.\n\nUso:'],
  ['90', 'No se entiende «90».\n\nUso:'],
  ['--minutes=ayer', 'No son minutos: ayer\n'],
])('deep.mjs says what is wrong with %s', (option, said) => {
  const { status, stdout, stderr } = run('deep.mjs', option)
  expect({ status, stdout, said: stderr.slice(0, said.length) }).toEqual({
    status: 1,
    stdout: '',
    said,
  })
})

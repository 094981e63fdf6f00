import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clean, createLogger } from './log.ts'
import { Secret } from './vault/secret.ts'

const folder = mkdtempSync(join(tmpdir(), 'folio-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what bears a secret’s name never reaches the file, nor a RUT or e-mail anywhere in a text', () => {
  const path = join(folder, 'folio.log')
  const logger = createLogger({ kind: 'file', path })
  const cause = Object.assign(new Error('Key (person_rut)=(15151515-0) exists'), {
    code: '23505',
    detail: 'Failing row contains (canario-7)',
  })
  logger.error(
    {
      password: 'canario-1',
      nested: { clave: 'canario-2', list: [{ authorization: 'canario-3' }] },
      wrapped: new Secret('canario-4'),
      note: 'ana@folio.example con RUT 15.151.515-0',
      url: 'postgres://folio:canario-5@127.0.0.1/folio',
      sealed: Buffer.from('canario-6'),
      err: new Error('falló para rodrigo@folio.example', { cause }),
    },
    'prueba',
  )
  const text = readFileSync(path, 'utf8')
  expect(text).toContain('prueba')
  expect(text).toContain('"code":"23505"')
  expect(text).not.toMatch(/canario|ana@|rodrigo@|15\.?151\.?515/)
})

test('the same RUT in two spellings gets the same hash, so that lines can be connected', () => {
  const [first, second, other] = ['15.151.515-0', '151515150', '13.131.313-6'].map((text) =>
    clean(text),
  )
  expect(first).toMatch(/^rut:[0-9a-f]{10}$/)
  expect(second).toBe(first)
  expect(other).not.toBe(first)
})

test.each(['/', 'a', 'a.', 'a@', '@', '//a:', '1.'])(
  'a text of 100 KB of %j is cleaned in the time of one look at it',
  (part) => {
    expect(clean(part.repeat(100_000 / part.length))).toEqual(expect.any(String))
  },
)

test('a value that contains itself ends', () => {
  const loop: { self?: unknown } = {}
  loop.self = loop
  expect(JSON.stringify(clean(loop))).toContain('…')
})

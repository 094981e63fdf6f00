import { expect, test } from 'vitest'
import { listDocuments } from './documents.ts'
import { day, decimalToWrite, email, idToWrite, month, requiredText, text } from './fields.ts'

test('a text arrives trimmed and without the character that no database column takes', () => {
  expect(text(5).parse(' a\u0000b ')).toBe('ab')
  // Half of a pair is no character: as JSON the database refuses it.
  expect(text(5).parse('a\ud800b')).toBe('a\ufffdb')
  expect(text(5).parse('😀')).toBe('😀')
  expect(listDocuments.query.parse({ search: '%\u0000' }).search).toBe('%')
})

test('a text of nothing but such characters is an empty one', () => {
  expect(text(5).parse('\u0000')).toBe('')
  expect(requiredText(5).safeParse(' \u0000 ').success).toBe(false)
})

test.each(['9999-12-31', '1999-12-31', '2026-02-30', 'mañana', ''])(
  'a day outside the years that Folio knows is refused once: %j',
  (written) => {
    expect(day.safeParse(written).error?.issues).toHaveLength(1)
  },
)

test('an e-mail address over the limit is refused for its length before its pattern is tried', () => {
  const { error } = email.safeParse(`a@${'.'.repeat(500_000)}@`)
  expect(error?.issues.map(({ code }) => code)).toEqual(['too_big'])
})

test.each([
  ['a month', month],
  ['a decimal', decimalToWrite],
  ['an id', idToWrite],
])('%s over the limit is refused for its length before its pattern is tried', (_name, field) => {
  const { error } = field.safeParse('9'.repeat(500_000))
  const codes = JSON.stringify(error?.issues)
  expect(codes).toContain('too_big')
  expect(codes).not.toContain('invalid_format')
})

test.each([
  ['2026-11', month],
  ['999999999999.123456', decimalToWrite],
  ['999999999999999', idToWrite],
])('the longest of its kind is taken: %s', (written, field) => {
  expect(field.safeParse(written).success).toBe(true)
})

test.each([
  'josé@empresa.cl',
  `${'a'.repeat(65)}@empresa.cl`,
  'ana\u202e@empresa.cl',
  'ana@empresa',
  'a b@c.cl',
])('an e-mail address that no mail could be sent to is refused: %s', (address) => {
  expect(email.safeParse(address).success).toBe(false)
})

test.each(['ana.munoz@empresa.cl', 'ANA@Empresa.CL', "o'higgins+sii@viña.cl"])(
  'an ordinary e-mail address is accepted in lower case: %s',
  (address) => {
    expect(email.parse(address)).toBe(address.toLowerCase())
  },
)

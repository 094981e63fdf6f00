import { expect, test } from 'vitest'
import { listDocuments } from './documents.ts'
import { requiredText, text } from './fields.ts'

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

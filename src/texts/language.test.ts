import { expect, test } from 'vitest'
import { preferredLanguage } from './language.ts'

test.each([
  [undefined, 'es'],
  ['', 'es'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['es-CL,es;q=0.9,en;q=0.8', 'es'],
  ['en;q=0.4, es;q=0.8', 'es'],
  ['fr-FR, de;q=0.9', 'es'],
  ['fr, en;q=0.1', 'en'],
  ['en;q=0', 'es'],
  ['*', 'es'],
  ['english', 'es'],
  [';;;,q=,=', 'es'],
])('Accept-Language %j is answered in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

import { expect, test } from 'vitest'
import { withoutSecret } from './secrets.ts'

const secret = 'c4n"ari<o & ñ'

const echoes: [string, string][] = [
  ['as it is', secret],
  ['in a field', 'c4n&quot;ari&lt;o &amp; ñ'],
  ['as numbers', Array.from(secret, (each) => `&#${each.codePointAt(0)};`).join('')],
  ['in a script', 'c4n\\"ari<o & ñ'],
  ['in an address', encodeURIComponent(secret)],
  ['in a form of the old pages', 'c4n%22ari%3Co+%26+%F1'],
  ['in a form by AJAX', 'c4n%22ari%3Co+%26+%C3%B1'],
]
test.each(echoes)('a secret echoed %s is taken out', (_, echo) => {
  const cleaned = withoutSecret(`antes ${echo} después`, secret)
  expect(cleaned).toBe('antes ••• después')
})

test('no secret takes nothing out', () => {
  expect(withoutSecret('texto', '')).toBe('texto')
})

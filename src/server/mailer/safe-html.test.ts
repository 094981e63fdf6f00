import { expect, test } from 'vitest'
import { textOf } from './safe-html.ts'

// A pattern whose time grows with the square of the text takes minutes for these.
test.each(['<', '<li', '<br', '</p', '  ', '\t', '&a', '<a href="'])(
  'the text of 100 KB of %j is made in the time of one look at it',
  (part) => {
    const text = textOf(part.repeat(100_000 / part.length))
    expect(text.length).toBeLessThanOrEqual(100_000)
  },
)

test('tags go, their ends of line and list signs stay', () => {
  expect(textOf('<p>Hola  </p><ul><li class="x">uno</li></ul>')).toBe('Hola\n\n• uno')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedText } from '../fixtures/test-world.ts'
import { cleanText, escapeText, latin1Bytes, wrapBase64 } from './text.ts'

test.each([
  ['“Diseño” – fase 2…', '"Diseño" - fase 2...'],
  ['l’été', "l'été"],
  ['100 €', '100 EUR'],
  ['Marca™ • nueva', 'Marca(TM) - nueva'],
  ['Señal 😀 clara', 'Señal clara'],
  ['cafe\u0301', 'café'],
  ['Őrség Łódź', 'Orség Lódz'],
  ['日本', '??'],
  ['uno\tdos\r\ntres', 'uno dos tres'],
  ['no\u00a0quiebre', 'no quiebre'],
  ['cero\u200bancho', 'ceroancho'],
  ['control\u0085es', 'controles'],
  ['  orillas  ', 'orillas'],
])('%j is written %j', (typed, written) => {
  expect(cleanText(typed, 100)).toBe(written)
})

const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 60 })
  .map((points) => String.fromCodePoint(...points))

test('cleaned text is within its length, ISO-8859-1, on one line, and stays as it is', () => {
  fc.assert(
    fc.property(fc.oneof(typedText(200), anyText), fc.nat(90), (text, max) => {
      const clean = cleanText(text, max)
      expect(clean.length).toBeLessThanOrEqual(max)
      expect(clean).toMatch(/^[\u0020-\u007e\u00a1-\u00ff]*$/)
      expect(cleanText(clean, max)).toBe(clean)
      expect(latin1Bytes(clean)).toHaveLength(clean.length)
    }),
  )
})

test('a text that escaping would make longer than a line of the SII is cut further', () => {
  expect(escapeText(cleanText('&'.repeat(1000), 1000)).length).toBeLessThanOrEqual(4000)
})

test('quotes stay bare and the three markup signs do not', () => {
  expect(escapeText(`"a" & 'b' <c>`)).toBe(`"a" &amp; 'b' &lt;c&gt;`)
})

test('a character outside ISO-8859-1 is never written as another one', () => {
  expect(() => latin1Bytes('precio: 5 €')).toThrow('U+20ac')
})

test('base64 is broken every 64 characters and nowhere else', () => {
  expect(wrapBase64('a'.repeat(128))).toBe(`${'a'.repeat(64)}\n${'a'.repeat(64)}`)
  expect(wrapBase64('a'.repeat(65))).toBe(`${'a'.repeat(64)}\na`)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the order of keys does not matter, the order of items does', () => {
  expect(canonicalJson({ b: [2, 1], a: null })).toBe('{"a":null,"b":[2,1]}')
  expect(canonicalJson({ a: null, b: [2, 1] })).toBe(canonicalJson({ b: [2, 1], a: null }))
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
})

test('absent and undefined members are the same, null is not', () => {
  expect(canonicalJson({ a: undefined })).toBe('{}')
  expect(canonicalJson({ a: null })).toBe('{"a":null}')
})

test('it reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('what JSON cannot say is refused', () => {
  for (const value of [Number.NaN, Infinity, undefined, () => 1]) {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  }
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matches, searchKey } from './search-text.ts'

describe('search', () => {
  it.each([
    ['Viña del Mar', 'vina'],
    ['Vina del Mar', 'VIÑA'],
    ['Vin\u0303a', 'viña'],
    ['76.192.083-9', '761920839'],
    ['76192083-9', '76.192.083'],
    ['60.803.000-K', '60803000k'],
    ['Ñuñoa y Peñalolén', 'penalolen nunoa'],
    ['Comercial S.A.', 'sa'],
    ['Soto‑Mayor Ltda.', 'soto mayor'],
    ['Pingüino', 'pinguino'],
    ['Dos  espacios\u00a0raros', 'espacios raros'],
    ['Cualquiera', ''],
    ['Cualquiera', ' . '],
  ])('in %j finds %j', (haystack, needle) => {
    expect(matches(haystack, needle)).toBe(true)
  })

  it.each([
    ['Viña del Mar', 'vino'],
    ['76.192.083-9', '761920838'],
    ['Comercial Andes', 'andes norte'],
    ['', 'a'],
  ])('in %j does not find %j', (haystack, needle) => {
    expect(matches(haystack, needle)).toBe(false)
  })

  it('finds every text by itself, by a part of its key and in capitals', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'aáñÑÜ o.-9K') })
    fc.assert(
      fc.property(texts, fc.nat(20), fc.nat(20), (text, from, to) => {
        expect(matches(text, text)).toBe(true)
        expect(matches(text, text.toUpperCase())).toBe(true)
        expect(matches(text, searchKey(text).slice(from, to))).toBe(true)
        expect(searchKey(searchKey(text))).toBe(searchKey(text))
      }),
    )
  })
})

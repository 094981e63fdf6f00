import { describe, expect, test } from 'vitest'
import { decodeAnswer, encodeFormLegacy, encodeFormUtf8, undoubled } from './charset.ts'

const HTML = 'text/html; charset=ISO-8859-1'

describe('answers', () => {
  test('are read as UTF-8 when they are UTF-8, whatever they declare', () => {
    expect(decodeAnswer(Buffer.from('Diseño “ágil” – 5 €', 'utf8'), HTML)).toBe(
      'Diseño “ágil” – 5 €',
    )
  })

  test('declared ISO-8859-1 are read as windows-1252: quotes, dash and euro included', () => {
    const bytes = Buffer.from([0x93, 0xf1, 0x94, 0x20, 0x96, 0x20, 0x80])
    expect(decodeAnswer(bytes, HTML)).toBe('“ñ” – €')
  })

  test('follow another declared charset when they are not UTF-8', () => {
    expect(decodeAnswer(Buffer.from([0xa4]), 'text/html; charset=iso-8859-15')).toBe('€')
  })

  test('fall back to windows-1252 when the charset is unknown or missing', () => {
    expect(decodeAnswer(Buffer.from([0xf3]), 'text/html; charset=nonsense')).toBe('ó')
    expect(decodeAnswer(Buffer.from([0xf3]), '')).toBe('ó')
  })
})

describe('forms', () => {
  test('of the old pages are posted in windows-1252', () => {
    expect(encodeFormLegacy([['GIRO', 'Diseño “x” – €']])).toBe('GIRO=Dise%F1o+%93x%94+%96+%80')
  })

  test('of the old pages write what windows-1252 lacks as a numeric reference', () => {
    expect(encodeFormLegacy([['a', 'π😀']])).toBe('a=%26%23960%3B%26%23128512%3B')
  })

  test('never turn a control character into another letter', () => {
    expect(encodeFormLegacy([['a', '\u0093']])).toBe('a=%26%23147%3B')
  })

  test('of the signing page are posted in UTF-8', () => {
    expect(encodeFormUtf8([['dato', '<a>ñ</a>']])).toBe('dato=%3Ca%3E%C3%B1%3C%2Fa%3E')
  })

  test('keep order, repeated names and empty values', () => {
    expect(
      encodeFormLegacy([
        ['b', '1'],
        ['a', ''],
        ['b', '2&3'],
      ]),
    ).toBe('b=1&a=&b=2%263')
  })
})

describe('a text encoded twice', () => {
  const texts: [string, string][] = [
    ['Ã‘UÃ‘OA', 'ÑUÑOA'],
    [Buffer.from('ÑUÑOA – 5 €', 'utf8').toString('latin1'), 'ÑUÑOA – 5 €'],
    ['ÑUÑOA', 'ÑUÑOA'],
    ['plain', 'plain'],
    ['Ã sin pareja', 'Ã sin pareja'],
  ]
  test.each(texts)('%j is %j', (text, expected) => {
    expect(undoubled(text)).toBe(expected)
  })
})

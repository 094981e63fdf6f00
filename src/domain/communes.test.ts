import { describe, expect, test } from 'vitest'
import { allCommunes, communeByCode, communeNamed, regionName, searchCommunes } from './communes.ts'

describe('the table', () => {
  test('has every commune once, in a region that has a name', () => {
    const codes = allCommunes().map(({ code }) => code)
    expect(codes).toHaveLength(346)
    expect(new Set(codes).size).toBe(346)
    for (const { name, region } of allCommunes()) {
      expect(name).toMatch(/^[A-Z' -]{3,30}$/)
      expect(regionName(region)).not.toBe('')
    }
  })

  test('has the SII’s numbers, not the official ones', () => {
    expect(communeByCode(13101)).toEqual({ code: 13101, name: 'SANTIAGO', region: 13 })
    expect(communeByCode(15103)).toEqual({ code: 15103, name: 'PROVIDENCIA', region: 13 })
    expect(communeByCode(10101)).toEqual({ code: 10101, name: 'VALDIVIA', region: 14 })
    expect(communeByCode(1101)).toEqual({ code: 1101, name: 'ARICA', region: 15 })
    expect(communeByCode(8121)).toEqual({ code: 8121, name: 'CHILLAN VIEJO', region: 16 })
    expect(communeByCode(13123)).toBeNull()
  })

  // The law's own numbers by region, from Tarapacá to Ñuble in the SII's order (DFL 3-18.715 and its changes).
  const lawful = [7, 9, 9, 15, 38, 33, 30, 33, 32, 30, 10, 11, 52, 12, 4, 21]

  test('has as many communes in each region as the law', () => {
    const counted = lawful.map(
      (_, index) => allCommunes().filter(({ region }) => region === index + 1).length,
    )
    expect(counted).toEqual(lawful)
    expect(lawful.reduce((sum, count) => sum + count)).toBe(346)
  })

  test('has sixteen regions and no more', () => {
    expect(new Set(allCommunes().map(({ region }) => region)).size).toBe(16)
    expect(() => regionName(0)).toThrow(/region/)
    expect(() => regionName(17)).toThrow(/region/)
  })
})

describe('a commune is found', () => {
  const written: [string, number][] = [
    ['Ñuñoa', 15105],
    ['viña del mar', 5302],
    ['Estación Central', 14157],
    ['P AGUIRRE CERDA', 16162],
    ['Pedro Aguirre Cerda', 16162],
    ['Concón', 5309],
    ['til til', 14203],
    ['Tiltil', 14203],
    ['  ÑIQUÉN ', 8110],
    ['Llay Llay', 5606],
    ['Llaillay', 5606],
  ]
  test.each(written)('by its name: %s', (name, code) => {
    expect(communeNamed(name)?.code).toBe(code)
  })

  test('only by its whole name', () => {
    expect(communeNamed('Las')).toBeNull()
    expect(communeNamed('')).toBeNull()
  })

  const searched: [string, string[]][] = [
    ['condes', ['LAS CONDES']],
    ['san pedro', ['SAN PEDRO DE ATACAMA', 'SAN PEDRO DE LA PAZ', 'SAN PEDRO DE MELIPILLA']],
    ['nunoa', ['NUNOA']],
    ['arica putre', ['PUTRE']],
    ['xyz', []],
  ]
  test.each(searched)('by words of it or of its region: %s', (needle, names) => {
    expect(searchCommunes(needle).map(({ name }) => name)).toEqual(names)
  })

  test('with nothing typed all are offered', () => {
    expect(searchCommunes('')).toHaveLength(346)
  })
})

import { describe, expect, it } from 'vitest'
import { isCounted, signedPesos, wasIssued } from './counted.ts'

describe('what a sum counts', () => {
  it.each([
    ['an annulled factura, which its nota subtracts', 'factura', 'annulled', true],
    ['no annulled boleta', 'boletaHonorarios', 'annulled', false],
    ['no stopped document', 'factura', 'skipped', false],
    ['no refused document', 'notaCredito', 'failed', false],
    ['a forecast', 'factura', 'forecast', true],
    ['a document in doubt', 'boletaHonorarios', 'uncertain', true],
    ['an issued nota', 'notaCredito', 'issued', true],
  ] as const)('has %s', (_, kind, state, counted) => {
    expect(isCounted({ kind, state })).toBe(counted)
  })

  it('takes what a nota takes back, and never answers minus zero', () => {
    expect(signedPesos('notaCredito', 119)).toBe(-119)
    expect(signedPesos('factura', 119)).toBe(119)
    expect(Object.is(signedPesos('notaCredito', 0), 0)).toBe(true)
  })

  it('has a number from the SII once issued, annulled or not', () => {
    expect((['issued', 'annulled'] as const).map(wasIssued)).toEqual([true, true])
    expect((['uncertain', 'failed', 'forecast'] as const).map(wasIssued)).toEqual([
      false,
      false,
      false,
    ])
  })
})

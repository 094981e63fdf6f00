import { describe, expect, it } from 'vitest'
import { clp } from './money.ts'
import {
  DOCUMENT_PRICE_UF,
  ENGLISH_PAGE_PRICE_UF,
  formatFeeWithIva,
  paymentFee,
  priceClp,
} from './prices.ts'
import { formatUf, uf } from './uf.ts'

describe('price of a document', () => {
  it('is about 392 pesos net alone, as the landing page says', () => {
    expect(priceClp(DOCUMENT_PRICE_UF.alone, uf('39200.15'))).toEqual({
      netoClp: 392,
      ivaClp: 74,
      totalClp: 466,
    })
  })

  it('is half as much again with its mail', () => {
    expect(priceClp(DOCUMENT_PRICE_UF.withMail, uf('39200.15'))).toEqual({
      netoClp: 588,
      ivaClp: 112,
      totalClp: 700,
    })
  })

  it('is written as each page says', () => {
    expect(Object.values(DOCUMENT_PRICE_UF).map(formatUf)).toEqual(['UF 0,01', 'UF 0,015'])
    expect(Object.values(ENGLISH_PAGE_PRICE_UF).map(formatUf)).toEqual(['UF 0,015', 'UF 0,02'])
  })
})

describe('fee of a payment', () => {
  it.each([
    ['transfer', 119_000, 1190, 226],
    ['card', 119_000, 3451, 656],
    ['transfer', 50, 1, 0],
    ['transfer', 49, 0, 0],
    ['card', 0, 0, 0],
  ] as const)('by %s of %d is %d and %d of IVA', (method, paid, neto, iva) => {
    expect(paymentFee(method, clp(paid))).toEqual({
      netoClp: neto,
      ivaClp: iva,
      totalClp: neto + iva,
    })
  })

  it('is shown with its IVA', () => {
    expect(formatFeeWithIva('transfer')).toBe('1,19 %')
    expect(formatFeeWithIva('card')).toBe('3,451 %')
  })
})

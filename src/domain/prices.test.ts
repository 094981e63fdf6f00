import { describe, expect, it } from 'vitest'
import { fromDecimalText } from './decimal.ts'
import { clp } from './money.ts'
import {
  DOCUMENT_PRICE_UF,
  documentCharge,
  documentsCharge,
  ENGLISH_PAGE_PRICE_UF,
  formatFee,
  formatFeeWithIva,
  MAIL_PRICE_UF,
  paymentFee,
  priceClp,
} from './prices.ts'
import { formatUf, uf } from './uf.ts'

describe('price of a document', () => {
  it('is about 392 pesos net alone, as the landing page says', () => {
    // Specification 9: a document alone costs 0.01 UF and IVA, about 392 pesos net.
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
    // Specification 9: the page in English says 0.015 and 0.02 UF.
    expect(Object.values(DOCUMENT_PRICE_UF).map(formatUf)).toEqual(['UF 0,01', 'UF 0,015'])
    expect(Object.values(ENGLISH_PAGE_PRICE_UF).map(formatUf)).toEqual(['UF 0,015', 'UF 0,02'])
  })
})

describe('charge of a document', () => {
  const rate = uf('39200.15')

  it('a document without a mail costs its own price alone', () => {
    expect(documentCharge(false, rate)).toEqual(priceClp(DOCUMENT_PRICE_UF.alone, rate))
  })

  it('a mailed document is two lines with a mail, each rounded by itself with its IVA', () => {
    expect(documentCharge(true, rate)).toEqual({ netoClp: 588, ivaClp: 111, totalClp: 699 })
  })

  it('the mail of a document brings it to the price with mail', () => {
    // Specification 9: a document with its e-mail costs 0.015 UF and IVA in Spanish.
    const { alone, withMail } = DOCUMENT_PRICE_UF
    expect(fromDecimalText(alone) + fromDecimalText(MAIL_PRICE_UF)).toBe(fromDecimalText(withMail))
  })

  it('several documents cost as much as each of them', () => {
    expect(documentsCharge(3, false, rate)).toBe(1_398)
    expect(documentsCharge(3, true, rate)).toBe(2_097)
    expect(documentsCharge(0, true, rate)).toBe(0)
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

  it('a fee is written before its IVA', () => {
    // Specification 9: a payment by bank transfer costs 1 % and IVA.
    // Specification 9: a payment by card costs 2.9 % and IVA.
    expect(formatFee('transfer')).toBe('1 %')
    expect(formatFee('card')).toBe('2,9 %')
  })

  it('a fee is written with its IVA', () => {
    expect(formatFeeWithIva('transfer')).toBe('1,19 %')
    expect(formatFeeWithIva('card')).toBe('3,451 %')
  })
})

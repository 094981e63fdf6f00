import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clp } from './money.ts'
import type { PricedLine } from './totals.ts'
import { facturaTotals, lineAmount, MAX_LINE_CLP, MINIMUM_NETO_CLP, withIva } from './totals.ts'
import { quantity, uf } from './uf.ts'

const amounts = fc.array(fc.integer({ min: 0, max: MAX_LINE_CLP }).map(clp), { maxLength: 10 })

describe('totals of a factura', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 1],
    [7, 1],
    [8, 2],
    [10, 2],
    [50, 10],
    [150, 29],
    [815_950, 155_031],
    [4_577_597, 869_743],
  ])('a net of %d has IVA %d', (neto, iva) => {
    expect(facturaTotals([{ amountClp: clp(neto) }])).toEqual({
      netoClp: neto,
      ivaClp: iva,
      totalClp: neto + iva,
    })
  })

  it('takes IVA once on the sum, not line by line', () => {
    const lines = Array.from({ length: 10 }, () => ({ amountClp: clp(2) }))
    expect(facturaTotals(lines)).toEqual({ netoClp: 20, ivaClp: 4, totalClp: 24 })
  })

  it('of no lines are zero', () => {
    expect(facturaTotals([])).toEqual({ netoClp: 0, ivaClp: 0, totalClp: 0 })
  })

  it('start to carry IVA at the minimum net', () => {
    expect(withIva(MINIMUM_NETO_CLP).ivaClp).toBe(1)
    expect(withIva(clp(MINIMUM_NETO_CLP - 1)).ivaClp).toBe(0)
  })

  it('add up, whatever the order of the lines, with IVA within half a peso', () => {
    fc.assert(
      fc.property(amounts, (each) => {
        const totals = facturaTotals(each.map((amountClp) => ({ amountClp })))
        expect(totals.totalClp).toBe(totals.netoClp + totals.ivaClp)
        const twiceOff = 2n * (100n * BigInt(totals.ivaClp) - 19n * BigInt(totals.netoClp))
        expect(twiceOff <= 100n && twiceOff > -100n).toBe(true)
        expect(facturaTotals(each.toReversed().map((amountClp) => ({ amountClp })))).toEqual(totals)
      }),
    )
  })
})

describe('amount of a line', () => {
  it('has at most twelve digits', () => {
    expect(String(MAX_LINE_CLP)).toMatch(/^9{12}$/)
  })

  it.each<[string, PricedLine, number | null]>([
    [
      'in UF',
      {
        quantity: quantity('12.5'),
        price: { currency: 'UF', unitUf: uf('1'), rateClp: uf('39200.15') },
      },
      490_002,
    ],
    ['in pesos', { quantity: quantity('1.5'), price: { currency: 'CLP', unitClp: clp(333) } }, 500],
    [
      'at the limit',
      { quantity: quantity('1'), price: { currency: 'CLP', unitClp: MAX_LINE_CLP } },
      MAX_LINE_CLP,
    ],
    [
      'above it',
      { quantity: quantity('1.000001'), price: { currency: 'CLP', unitClp: MAX_LINE_CLP } },
      null,
    ],
    [
      'far above it',
      {
        quantity: quantity('999999999999'),
        price: { currency: 'UF', unitUf: uf('999999999999'), rateClp: uf('40000') },
      },
      null,
    ],
  ])('%s', (_, line, amount) => {
    expect(lineAmount(line)).toBe(amount)
  })
})

import { expect, test } from 'vitest'
import { clp } from '#domain/money.ts'
import { judgeAmounts } from '../checks/arithmetic.ts'
import { facturaOf, lineOf } from '../fixtures/test-world.ts'
import { lineAmount, totalsOf } from './amounts.ts'
import type { TaxDocument } from './document.ts'
import { faultText } from './fault.ts'

function faultsOf(document: TaxDocument): string[] {
  return judgeAmounts(document).faults.map(faultText)
}

test.each([
  ['1', '100000', null, null, 100000],
  ['3', '0.5', null, null, 2],
  ['0.5', '1', null, null, 1],
  ['0.499999', '1', null, null, 0],
  ['2', '1000', '10', null, 1800],
  ['1', '45781', '50', null, 22890],
  ['1', '1000', null, 250, 750],
  ['999999', '0.000001', null, null, 1],
])('%s × %s less %s %% or %s is %s', (quantity, unitPrice, discountPct, discount, amount) => {
  const discountClp = discount === null ? null : clp(discount)
  expect(lineAmount({ quantity, unitPrice, discountPct, discountClp })).toBe(amount)
})

test('a line of text only has the amount it says', () => {
  expect(lineAmount({ ...lineOf(), quantity: null })).toBeNull()
})

test('IVA is rounded half up once: 815950 gives 155031', () => {
  const lines = [lineOf({ amountClp: clp(815000) }), lineOf({ amountClp: clp(950) })]
  expect(totalsOf(33, lines)).toEqual({
    netoClp: 815950,
    exentoClp: null,
    ivaClp: 155031,
    totalClp: 970981,
  })
})

test('the sample of the printed manual adds up', () => {
  const lines = [
    lineOf({ amountClp: clp(4577597) }),
    lineOf({ exempt: true, amountClp: clp(13720) }),
  ]
  expect(totalsOf(33, lines)).toMatchObject({ ivaClp: 869743, totalClp: 5461060 })
})

test('a 34 has only what is exempt, whether or not its lines say so', () => {
  const lines = [lineOf({ exempt: true })]
  const totals = { netoClp: null, exentoClp: clp(100000), ivaClp: null, totalClp: clp(100000) }
  expect(totalsOf(34, lines)).toEqual(totals)
  expect(faultsOf(facturaOf({ tipoDte: 34, lines: [lineOf()], totals }))).toEqual([])
})

test('a text correction totals zero', () => {
  const line = lineOf({ quantity: null, unitPrice: null, amountClp: clp(0) })
  expect(faultsOf(facturaOf({ tipoDte: 61, lines: [line] }))).toEqual([])
})

test('a 34 with IVA is told that it has none to have, and no amount of it', () => {
  const totals = { ...totalsOf(33, [lineOf()]), netoClp: clp(7), ivaClp: clp(9) }
  const told = faultsOf(facturaOf({ tipoDte: 34, totals })).join('; ')
  expect(told).toContain('ivaOutOfPlace')
  expect(told).not.toMatch(/name=(IVA|MntNeto)/)
})

test.each([
  ['a 34 with IVA', facturaOf({ tipoDte: 34, totals: totalsOf(33, [lineOf()]) }), 'ivaOutOfPlace'],
  ['a 33 without', facturaOf({ totals: totalsOf(34, [lineOf({ exempt: true })]) }), 'ivaMissing'],
  ['a 33 with nothing affected', facturaOf({ lines: [lineOf({ exempt: true })] }), 'allExempt'],
  [
    'a percentage that gives another discount',
    facturaOf({
      lines: [lineOf({ discountPct: '10', discountClp: clp(1), amountClp: clp(99999) })],
    }),
    'lineDiscountWrong line=1 seen=1 expected=10000',
  ],
  [
    'quantities beyond any peso',
    facturaOf({ lines: [lineOf({ quantity: '999999999999', unitPrice: '999999999999' })] }),
    'lineAmountWrong line=1 seen=100000',
  ],
])('%s is told', (_, document, fault) => {
  expect(faultsOf(document).join('; ')).toContain(fault)
})

import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { uf } from '#domain/uf.ts'
import { billedOf, totalsOf } from './month-totals.ts'
import type { MonthlyValue } from './values.ts'

const clp: 'CLP' | 'UF' = 'CLP'
const day = knownDay('2026-11-30')
const rate = { value: uf('40000'), day: null }
const pesos = lineOf({ order: 1, quantity: null, price: '45000', quantity_is_fixed: false })
const inUf = lineOf({ order: 2, currency: 'UF', quantity: '2', price: '1.5' })
const asked: MonthlyValue = {
  ...pesos,
  client: { id: 1, identifier: '90909090-3', name: 'Viña Ñuble' },
  last: null,
}

function lineOf<T extends object>(changed: T) {
  return {
    product_id: 1,
    description: 'Horas',
    currency: clp,
    quantity_is_fixed: true,
    price_is_fixed: true,
    ...changed,
  }
}

function totals(type: 33 | 39, typed: string, known: typeof rate | null = rate) {
  const rule = { document_type: type, invoice_lines_detail: [pesos, inUf] }
  return totalsOf(rule, [asked], () => ({ quantity: typed, price: '45.000' }), { day, rate: known })
}

test('a factura adds what the rule fixes to what is typed, and its IVA', () => {
  expect(totals(33, '2,5')).toMatchObject({
    kind: 'factura',
    netoClp: 232_500,
    taxClp: 44_175,
    lastClp: 276_675,
    billedClp: 276_675,
  })
})

test('a boleta is billed gross; what is withheld leaves the líquido', () => {
  expect(totals(39, '2,5')).toMatchObject({
    kind: 'boleta',
    netoClp: 232_500,
    taxClp: 35_456,
    retentionRate: '15,25 %',
    lastClp: 197_044,
    billedClp: 232_500,
  })
})

test('nothing is counted while a number or the UF lacks, nor all together while one lacks', () => {
  expect(totals(33, '')).toBeNull()
  expect(totals(33, '2,5', null)).toBeNull()
  expect(billedOf([totals(33, '2,5'), null])).toBeNull()
  expect(billedOf([totals(33, '2,5'), totals(33, '1')])).toBe(276_675 + 196_350)
})

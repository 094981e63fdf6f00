import { expect, test } from 'vitest'
import { day, knownMonth } from '#domain/day.ts'
import type { BoletaContent } from '#domain/document.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import { uf } from '#domain/uf.ts'
import type { LineView } from '../../rules/prices/line-views.ts'
import { templateLines } from './template-lines.ts'

const PRODUCT = { id: 7, name: 'Arriendo {{mes}}', code: '', currency: 'UF' as const }

function ruleLine(said: Partial<LineView>): LineView {
  const price = said.price ?? '2'
  return {
    productId: 7,
    name: PRODUCT.name,
    code: '',
    currency: 'UF',
    quantity: '1',
    price,
    prices: { first: price, later: [] },
    coming: [],
    quantityIsFixed: true,
    priceIsFixed: true,
    order: 1,
    ...said,
  }
}

/** Issued in October at a UF of 39.000 pesos. */
function boleta(description: string, grossClp: number): BoletaContent {
  return {
    kind: 'boletaHonorarios',
    issueDate: day(2026, 10, 30),
    serviceMonth: knownMonth('2026-10'),
    issuer: { rut: rut('11111111-1'), name: 'Ana', addressId: null },
    withholder: 'recipient',
    recipient: {
      rut: rut('77777777-7'),
      name: 'Cliente',
      address: { street: 'Calle 1', region: 13, communeCode: 13101, commune: 'Santiago' },
    },
    lines: [{ description, grossClp: clp(grossClp) }],
    grossClp: clp(grossClp),
    retentionClp: clp(0),
    liquidoClp: clp(grossClp),
  }
}

const KNOWN = {
  products: [PRODUCT],
  serviceMonth: knownMonth('2026-10'),
  period: knownMonth('2026-10'),
  rateClp: uf('39000'),
}

function linesOf(content: BoletaContent | null, ruleLines: LineView[]) {
  return templateLines(content, { ...KNOWN, ruleLines }).map(
    ({ productId, name, currency, quantity, price }) => [
      productId,
      name,
      currency,
      quantity,
      price,
    ],
  )
}

test('a boleta in UF has the price in UF that it was issued with', () => {
  expect(linesOf(boleta('Arriendo octubre', 78_000), [ruleLine({})])).toEqual([
    [7, 'Arriendo {{mes}}', 'UF', '1', '2'],
  ])
})

test('a boleta in UF of a rule whose price rose has the price of its own month', () => {
  const prices = { first: '2', later: [{ from: knownMonth('2026-11'), price: '2.5' }] }
  const risen = ruleLine({ price: '2.5', prices })
  expect(linesOf(boleta('Arriendo octubre', 78_000), [risen])).toEqual([
    [7, 'Arriendo {{mes}}', 'UF', '1', '2'],
  ])
})

test('a boleta in UF whose price is not known leaves it open', () => {
  expect(linesOf(boleta('Arriendo octubre', 78_000), [ruleLine({ price: '3' })])).toEqual([
    [7, 'Arriendo {{mes}}', 'UF', null, null],
  ])
})

test('a boleta in UF of own words has them with its price in UF', () => {
  const own = ruleLine({ productId: null, name: 'Asesoría', price: '1.5' })
  expect(linesOf(boleta('Asesoría', 58_500), [own])).toEqual([[null, 'Asesoría', 'UF', '1', '1.5']])
})

test('a boleta whose line no product stands for has its words and its gross', () => {
  expect(linesOf(boleta('Asesoría', 58_500), [])).toEqual([[null, 'Asesoría', 'CLP', '1', '58500']])
})

test('a document that is not frozen yet has the prices of its own month', () => {
  const prices = { first: '2', later: [{ from: knownMonth('2026-11'), price: '2.5' }] }
  expect(linesOf(null, [ruleLine({ price: '2.5', prices })])).toEqual([
    [7, 'Arriendo {{mes}}', 'UF', '1', '2'],
  ])
})

import { expect, test } from 'vitest'
import { currencyIn } from '../judge/judge-line.ts'
import { readClp, readQuantity, readUf } from './read-number.ts'

const NBSP = '\u00a0'
const NARROW = '\u202f'

test.each([
  ['15000', 15_000],
  [` ${NBSP}15000${NARROW} `, 15_000],
  ['15 000', 15_000],
  [`1${NBSP}234${NBSP}567`, 1_234_567],
  [`1${NARROW}234${NARROW}567,00`, 1_234_567],
  [`$${NBSP}15.000`, 15_000],
  ['15.000 $', 15_000],
  ['CLP 15.000', 15_000],
  ['15.000CLP', 15_000],
])('pesos written %j are %d', (text, pesos) => {
  expect(readClp(text)).toEqual({ kind: 'value', value: pesos })
})

test.each([
  '15000\n20000',
  '15000 20000',
  '$5000 $3000',
  '$ $5000',
  '$5000 CLP',
  '150\n200',
  '150  200',
  '150\t200',
  '1500 000',
  '1 50 000',
  '1 234.567',
  'UF 10',
  'US$ 100',
])('two numbers, or two signs, are no pesos: %j', (text) => {
  expect(readClp(text)).toMatchObject({ kind: 'fault', fault: { cause: 'notANumber' } })
})

test.each(['UF 2 3', 'UF UF 5', '$ 5', '5 UF UF', '2,5 3,5'])('%j is no UF', (text) => {
  expect(readUf(text)).toMatchObject({ kind: 'fault', fault: { cause: 'notANumber' } })
})

test.each(['2 3', '2\n3', '$ 2', 'UF 2'])('%j is no quantity', (text) => {
  expect(readQuantity(text)).toMatchObject({ kind: 'fault', fault: { cause: 'notANumber' } })
})

test.each([
  ['1,000', '1', '1000'],
  ['1.000', '1000', '1'],
  ['1,500', '1,5', '1500'],
  ['12,345', '12,3450', '12345'],
  ['12.345', '12345', '12,3450'],
])('the text %s may be %s or %s, each of which can be typed', (text, first, second) => {
  const fault = { cause: 'numberAmbiguous', values: { first, second } }
  expect(readUf(text)).toEqual({ kind: 'fault', fault })
  expect(readUf(`UF ${text}`)).toEqual({ kind: 'fault', fault })
  expect(readQuantity(text)).toEqual({ kind: 'fault', fault })
  for (const typed of [first, second]) expect(readUf(typed)).toMatchObject({ kind: 'value' })
})

test.each([
  ['1,5', '1.5'],
  ['0,125', '0.125'],
  ['1,25', '1.25'],
  ['1,2345', '1.2345'],
  ['1234,567', '1234.567'],
  ['1.234,567', '1234.567'],
  ['1 000', '1000'],
])('the text %s is one number', (text, value) => {
  expect(readUf(text)).toEqual({ kind: 'value', value })
  expect(readQuantity(text)).toEqual({ kind: 'value', value })
})

test("a number's cell is never ambiguous", () => {
  expect(readUf(12.345)).toEqual({ kind: 'value', value: '12.345' })
  expect(readQuantity(1000)).toEqual({ kind: 'value', value: '1000' })
})

test.each([
  ['UF10', 'UF'],
  ['UF 10', 'UF'],
  ['10UF', 'UF'],
  ['CLP10', 'CLP'],
  ['10 $', 'CLP'],
  ['$10', 'CLP'],
  ['10', null],
])('the price %s says the currency %s', (text, currency) => {
  expect(currencyIn(text)).toBe(currency)
})

import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { changeOf, firstMonth, type PriceForm } from './price-form.ts'

const form = (typed: Partial<PriceForm>): PriceForm => ({
  by: 'percent',
  percent: '',
  firstMonth: '2025-11',
  lastMonth: '2026-10',
  price: '',
  from: '2026-12',
  ...typed,
})

test.each([
  ['4,5', '4.5'],
  ['4.5', '4.5'],
  [' 3,87 % ', '3.87'],
  ['100', '100'],
  ['-3', '-3'],
  [' −0,5 %', '-0.5'],
  ['- 50', '-50'],
  ['+4,5', '4.5'],
])('a percentage typed as %s is %s', (percent, read) => {
  expect(changeOf(form({ percent }))).toMatchObject({ change: { by: 'percent', percent: read } })
})

test.each([
  ['nothing yet', {}, null],
  ['no number', { percent: 'cuatro' }, 'percent'],
  ['zero', { percent: '0' }, 'percent'],
  ['five decimals', { percent: '1,00001' }, 'percent'],
  ['more than double', { percent: '101' }, 'percentTooLarge'],
  ['less than half', { percent: '-50,1' }, 'percentTooSmall'],
  ['two signs', { percent: '--3' }, 'percent'],
  ['an IPC below zero', { by: 'ipc', percent: '-1' }, 'ipc'],
  ['a UF price with a dot', { by: 'uf', price: '1.5' }, 'price'],
  ['an IPC backwards', { by: 'ipc', percent: '3', firstMonth: '2026-11' }, 'months'],
] as const)('%s is no change', (_case, typed, fault) => {
  expect(changeOf(form(typed))).toBe(fault)
})

test('a UF price is read as typed in Chile', () => {
  expect(changeOf(form({ by: 'uf', price: '2,25' }))).toEqual({
    kind: 'prices',
    from: '2026-12',
    change: { by: 'uf', price: '2.25' },
  })
})

test('the month that is offered is that of the next document', () => {
  expect(firstMonth([], knownDay('2026-11-05'))).toBe('2026-11')
})

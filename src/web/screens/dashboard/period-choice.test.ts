import { expect, test } from 'vitest'
import { readChoice } from './period-choice.ts'

const companies = [{ id: 3 }, { id: 8 }]
const read = (query: string) => readChoice(new URLSearchParams(query), companies)

test('the first company and twelve months are chosen when the address says nothing', () => {
  expect(read('')).toEqual({ company: { id: 3 }, months: 12 })
  expect(readChoice(new URLSearchParams(), [])).toEqual({ company: null, months: 12 })
})

test('what the address says is chosen, and nothing in the place of what isn’t there', () => {
  expect(read('company=8&months=24')).toEqual({ company: { id: 8 }, months: 24 })
  expect(read('company=9&months=7')).toEqual({ company: null, months: 12 })
})

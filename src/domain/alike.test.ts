import { expect, test } from 'vitest'
import { isAlike, type OneMore, type Other } from './alike.ts'
import { knownDay, knownMonth } from './day.ts'

const OWN: OneMore = {
  day: knownDay('2026-11-25'),
  serviceMonth: knownMonth('2026-11'),
  totalClp: 119,
}
const OF_MONTH: Other = {
  day: knownDay('2026-11-02'),
  serviceMonth: knownMonth('2026-11'),
  totalClp: 119,
  loweredClp: 0,
  isOfSameRule: false,
}
const OF_OCTOBER = { ...OF_MONTH, serviceMonth: knownMonth('2026-10') }
const OUTSIDE = { ...OF_MONTH, serviceMonth: null }
const on = (day: string) => ({ day: knownDay(day) })

test.each<[string, Other]>([
  ['of the same service month, issued long before', OF_MONTH],
  ['of the same service month, by the same rule', { ...OF_MONTH, isOfSameRule: true }],
  ['of another month, three days before', { ...OF_OCTOBER, ...on('2026-11-22') }],
  ['of another month, three days after', { ...OF_OCTOBER, ...on('2026-11-28') }],
  ['at the SII alone, on the first day of the month', { ...OUTSIDE, ...on('2026-11-01') }],
  ['at the SII alone, on the last day of the month', { ...OUTSIDE, ...on('2026-11-30') }],
  ['of an amount that is not known yet', { ...OF_MONTH, totalClp: null }],
  ['reduced by a nota to the same amount', { ...OUTSIDE, totalClp: 200, loweredClp: 81 }],
  ['of the same amount before a nota', { ...OUTSIDE, loweredClp: 19 }],
])('a document repeats one %s', (_what, other) => {
  expect(isAlike(OWN, other)).toBe(true)
})

test.each<[string, Other]>([
  ['of another amount', { ...OF_MONTH, totalClp: 120 }],
  ['of another month, four days before', { ...OF_OCTOBER, ...on('2026-11-21') }],
  ['of another month, four days after', { ...OF_OCTOBER, ...on('2026-11-29') }],
  ['of another month by the same rule', { ...OF_OCTOBER, ...on('2026-11-24'), isOfSameRule: true }],
  ['at the SII alone, in the month before', { ...OUTSIDE, ...on('2026-10-31') }],
  ['at the SII alone, in the month after', { ...OUTSIDE, ...on('2026-12-01') }],
])('a document does not repeat one %s', (_what, other) => {
  expect(isAlike(OWN, other)).toBe(false)
})

test('a document at the edge of its month repeats a listed one from up to three days beyond that edge', () => {
  const atEdge = (day: string, other: string) =>
    isAlike({ ...OWN, ...on(day) }, { ...OUTSIDE, ...on(other) })
  expect(atEdge('2026-11-02', '2026-10-30')).toBe(true)
  expect(atEdge('2026-11-02', '2026-10-29')).toBe(false)
  expect(atEdge('2026-11-29', '2026-12-02')).toBe(true)
  expect(atEdge('2026-11-29', '2026-12-03')).toBe(false)
})

test('a document of unknown amount repeats only another one of unknown amount', () => {
  const own = { ...OWN, totalClp: null }
  expect(isAlike(own, OF_MONTH)).toBe(false)
  expect(isAlike(own, { ...OF_MONTH, totalClp: null })).toBe(true)
})

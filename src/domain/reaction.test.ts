import { expect, test } from 'vitest'
import { day } from './day.ts'
import { claimLastDay, isClaimOver, reactionState } from './reaction.ts'

const received = day(2026, 11, 26)

test('a factura can be claimed for eight days after the SII received it', () => {
  expect(claimLastDay(received)).toBe('2026-12-04')
  expect(isClaimOver(received, day(2026, 12, 4))).toBe(false)
  expect(isClaimOver(received, day(2026, 12, 5))).toBe(true)
})

test('without a reaction it is tacitly accepted only once it was read after its last day', () => {
  expect(reactionState(null, { received, readOn: day(2026, 12, 4) })).toBe('none')
  expect(reactionState(null, { received, readOn: day(2026, 12, 5) })).toBe('tacit')
})

test.each(['accepted', 'receipt', 'claimed', 'paid', 'other'] as const)(
  'what the register shows is its state on any day (%s)',
  (shown) => {
    for (const readOn of [received, day(2027, 1, 1)]) {
      expect(reactionState(shown, { received, readOn })).toBe(shown)
    }
  },
)

import { expect, test } from 'vitest'
import {
  nextReadMs,
  READ_FOR_MS,
  stateAfter,
  wasPaid,
  wasUndoneUnsettled,
  type AttemptState,
  type Came,
} from './progress.ts'

const START_MS = Date.parse('2026-11-05T15:00:00Z')
const MINUTE_MS = 60_000
const NO: Came = { kind: 'no' }
const PROVED: Came = { kind: 'proved' }
const WRONG: Came = { kind: 'mismatch', mismatches: ['amount'] }
const STATES: readonly AttemptState[] = [
  'created',
  'pending',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'mismatch',
  'notOwed',
]

function after(
  state: AttemptState,
  status: Parameters<typeof stateAfter>[1],
  came: Came,
  { minutes = 1, needsSettling = false, isWithheld = false } = {},
): AttemptState {
  const expiresAtMs = START_MS + 10 * MINUTE_MS
  const progress = { state, startedAtMs: START_MS, expiresAtMs, needsSettling, isWithheld }
  return stateAfter(progress, status, came, START_MS + minutes * MINUTE_MS)
}

test.each(STATES)('money that came makes of %s a success', (state) => {
  expect(after(state, 'succeeded', PROVED)).toBe('succeeded')
  expect(after(state, 'refunded', PROVED)).toBe('succeeded')
})

test.each(['pending', 'failed', 'cancelled', 'expired', 'markedPaid', 'disputed'] as const)(
  'a success is never left for %s',
  (status) => {
    expect(after('succeeded', status, status === 'disputed' ? WRONG : NO)).toBe('succeeded')
  },
)

test.each(STATES.filter((state) => state !== 'succeeded'))(
  'money that differs makes of %s a matter for a person',
  (state) => {
    expect(after(state, 'succeeded', WRONG)).toBe('mismatch')
  },
)

test.each(STATES.filter((state) => state !== 'succeeded'))(
  'what its company marked as paid makes of %s a matter for a person',
  (state) => {
    expect(wasPaid('markedPaid')).toBe(false)
    expect(after(state, 'markedPaid', NO)).toBe('mismatch')
  },
)

test.each([
  ['reversed', true, false, true],
  ['reversed', true, true, false],
  ['reversed', false, false, false],
  ['refunded', true, false, false],
  ['failed', true, false, false],
] as const)(
  'a sale that reads %s, with settling needed: %s and done: %s, was undone unsettled: %s',
  (status, needsSettling, isSettled, expected) => {
    expect(wasUndoneUnsettled(status, { needsSettling, isSettled })).toBe(expected)
  },
)

test('an attempt that a person looks into stays so until the right money comes', () => {
  expect(after('mismatch', 'failed', NO)).toBe('mismatch')
  expect(after('mismatch', 'succeeded', PROVED)).toBe('succeeded')
})

test('an attempt in the state notOwed leaves it only when its payment succeeds', () => {
  expect(after('pending', 'pending', NO, { isWithheld: true })).toBe('notOwed')
  expect(after('expired', 'pending', NO, { isWithheld: true })).toBe('notOwed')
  expect(after('pending', 'succeeded', PROVED, { isWithheld: true })).toBe('succeeded')
  expect(after('notOwed', 'pending', NO)).toBe('notOwed')
  expect(after('notOwed', 'failed', NO)).toBe('notOwed')
  expect(after('notOwed', 'succeeded', PROVED)).toBe('succeeded')
})

test('an ended attempt does not begin to wait again', () => {
  for (const state of ['failed', 'cancelled', 'expired'] as const) {
    expect(after(state, 'pending', NO)).toBe(state)
  }
})

test('a form that needs settling is over with its time, another provider’s when it says so', () => {
  expect(after('pending', 'pending', NO, { minutes: 10, needsSettling: true })).toBe('pending')
  expect(after('pending', 'pending', NO, { minutes: 11, needsSettling: true })).toBe('expired')
  expect(after('pending', 'pending', NO, { minutes: 11 })).toBe('pending')
  expect(after('created', 'pending', NO)).toBe('pending')
  expect(after('pending', 'pending', NO, { minutes: READ_FOR_MS / MINUTE_MS })).toBe('expired')
})

test('readings grow apart, and end with the limit', () => {
  const reads: number[] = []
  for (let next: number | null = START_MS; next !== null && reads.length < 100;) {
    reads.push(next - START_MS)
    next = nextReadMs({ state: 'pending', provider: 'fintoc', startedAtMs: START_MS }, next)
  }
  const gaps = reads.slice(1).map((at, index) => at - (reads[index] ?? 0))
  expect(gaps[0]).toBe(20_000)
  expect(Math.max(...gaps)).toBe(6 * 60 * MINUTE_MS)
  expect(reads.at(-1)).toBe(READ_FOR_MS)
  expect(reads.length).toBeLessThan(60)
})

const BACK = { state: 'pending', startedAtMs: START_MS } as const
const atMinute = (minutes: number) => START_MS + minutes * MINUTE_MS

test('a poll that a return has scheduled is never postponed', () => {
  const notedMs = atMinute(10) + 15_000
  const next = (state: AttemptState, nowMs: number) =>
    nextReadMs({ ...BACK, state, provider: 'khipu', notedMs }, nowMs)
  expect(next('pending', atMinute(10))).toBe(notedMs)
  expect(next('expired', atMinute(10))).toBe(notedMs)
  expect(next('pending', atMinute(12))).toBe(atMinute(18))
  expect(next('failed', atMinute(10))).toBe(atMinute(15))
  // Not later than it would have been read anyway.
  expect(nextReadMs({ ...BACK, provider: 'khipu', notedMs: atMinute(60) }, atMinute(10))).toBe(
    atMinute(15),
  )
})

test('a card payment whose payer is back is settled every twenty seconds, for twenty minutes', () => {
  const next = (provider: 'transbank' | 'khipu', minutes: number) =>
    nextReadMs({ ...BACK, provider, notedMs: START_MS }, atMinute(minutes))
  expect(next('transbank', 10)).toBe(atMinute(10) + 20_000)
  expect(next('transbank', 20)).toBe(atMinute(30))
  expect(next('khipu', 10)).toBe(atMinute(15))
  expect(nextReadMs({ ...BACK, provider: 'transbank' }, atMinute(10))).toBe(atMinute(15))
})

test.each([
  ['transbank', 7, 12],
  ['khipu', 7, 12],
  ['fintoc', 90, 22],
  ['mercadoPago', 180, 28],
] as const)(
  'money that came by %s is read for %d days more, seldom, for what is taken back',
  (provider, days, most) => {
    const reads: number[] = []
    for (let next: number | null = START_MS; next !== null && reads.length < 100;) {
      reads.push(next - START_MS)
      next = nextReadMs({ state: 'succeeded', provider, startedAtMs: START_MS }, next)
    }
    expect(reads.length).toBeGreaterThan(4)
    expect(reads.length).toBeLessThan(most)
    expect(reads.at(-1)).toBe(days * 24 * 60 * MINUTE_MS)
  },
)

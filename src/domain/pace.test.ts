import { expect, test } from 'vitest'
import { documentsThatFit, secondsToIssue } from './pace.ts'

const PACE = { nowMs: 1_000_000, ahead: 0, documentSeconds: 20 }

test.each<[string, number[], Partial<typeof PACE>, number]>([
  ['documents that may be sent now take their own time each', [0, 0, 0], {}, 60],
  ['those of the same person before them are waited for', [0], { ahead: 2 }, 60],
  ['a document that may be sent later is not sent before', [600], {}, 620],
  ['what comes later does not wait for itself alone', [5, 600, 600], {}, 640],
  ['what is queued before fills the wait for a later one', [30], { ahead: 5 }, 120],
])('%s', (_, startsSeconds, pace, seconds) => {
  const of = { ...PACE, ...pace }
  const startsMs = startsSeconds.map((start) => of.nowMs + start * 1000)
  expect(secondsToIssue(startsMs, of)).toBe(seconds)
})

const CLOSES_SECONDS = 1_000

test.each<[string, number, number, number]>([
  ['as many as end at the closing hour fit', 900, 20, 5],
  ['one that ends after the closing hour does not fit', 901, 20, 4],
  ['a measured pace is no whole number', 900, 12.5, 8],
  ['none fits at the closing hour', 1_000, 20, 0],
  ['none fits after the closing hour, and no number of them is below zero', 1_500, 20, 0],
])('%s', (_, from, documentSeconds, fits) => {
  const [fromMs, closesMs] = [from * 1000, CLOSES_SECONDS * 1000]
  expect(documentsThatFit({ fromMs, closesMs, documentSeconds })).toBe(fits)
})

import { expect, test } from 'vitest'
import { secondsToIssue } from './pace.ts'

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

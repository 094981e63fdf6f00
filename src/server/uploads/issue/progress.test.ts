import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { standingOf, type StandingFacts } from '#domain/standing.ts'
import { partOf, type ProgressPart } from './progress.ts'

const TODAY = knownDay('2026-11-05')

type Facts = Pick<StandingFacts, 'state'> & Partial<StandingFacts>

function partFor({ state, ...facts }: Facts): ProgressPart {
  if (state === 'forecast') throw new Error('No document')
  const standing = standingOf({
    reason: null,
    day: TODAY,
    today: TODAY,
    told: null,
    canDecide: false,
    annulment: null,
    stop: null,
    hasFiles: false,
    state,
    ...facts,
  })
  return partOf({ state, standing })
}

const ASKING: readonly Facts[] = [
  { state: 'uncertain', canDecide: true },
  { state: 'needs_data', reason: 'recipientCityMissing' },
  { state: 'planned', reason: 'mailboxMissing' },
  { state: 'waiting', reason: 'looksRepeated' },
  { state: 'queued', reason: 'looksRepeated' },
  { state: 'queued', reason: 'looksRepeated', stop: 'uploadPaused' },
]

test.each(ASKING)('a document whose person must act counts as asking: %o', (facts) => {
  expect(partFor(facts)).toBe('asking')
})

const BY_ITSELF: readonly (Facts & { part: ProgressPart })[] = [
  { state: 'uncertain', part: 'uncertain' },
  { state: 'needs_data', reason: 'ufMissing', part: 'planned' },
  { state: 'waiting', part: 'waiting' },
  { state: 'waiting', reason: 'ufMissing', part: 'waiting' },
  { state: 'queued', reason: 'portalUnavailable', part: 'queued' },
  { state: 'queued', reason: 'portalChanged', part: 'queued' },
]

test.each(BY_ITSELF)('a document that goes on by itself does not: %o', ({ part, ...facts }) => {
  expect(partFor(facts)).toBe(part)
})

test.each(['uploadPaused', 'issuingStopped', 'stoppedByUs'] as const)(
  'a document that is held by %s counts where it waits',
  (stop) => {
    expect(partFor({ state: 'waiting', stop })).toBe('waiting')
    expect(partFor({ state: 'needs_data', reason: 'ufMissing', stop })).toBe('planned')
  },
)

test('a document that is done counts as what it became, whatever its person may still do', () => {
  expect(partFor({ state: 'issued', reason: 'xmlDiffers' })).toBe('issued')
  expect(partFor({ state: 'failed' })).toBe('failed')
  expect(partFor({ state: 'skipped' })).toBe('cancelled')
})

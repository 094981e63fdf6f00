import { expect, test } from 'vitest'
import { knownDay } from '#domain/day.ts'
import { standingOf, type StandingFacts } from '#domain/standing.ts'
import { partOf, type ProgressPart } from '../ordered/order-standing.ts'
import { presentProgress } from './present.ts'
import type { OrderedDocument } from './progress.ts'

const TODAY = knownDay('2026-11-05')

type Facts = Pick<StandingFacts, 'state'> & Partial<StandingFacts>

function partFor(facts: Facts): ProgressPart {
  return partOf(standingFor(facts))
}

function standingFor({ state, ...facts }: Facts): Pick<OrderedDocument, 'state' | 'standing'> {
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
  return { state, standing }
}

const ORDERED: Omit<OrderedDocument, 'key' | 'state' | 'standing'> = {
  orderId: 1,
  held: null,
  documentId: 1,
  day: TODAY,
  recipient: 'Panadería',
  totalClp: 1_190,
  folio: null,
  fault: null,
  reasonText: null,
  isCancellable: true,
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

test('each document that asks its person says so itself', () => {
  const documents = [
    standingFor({ state: 'waiting', reason: 'looksRepeated' }),
    standingFor({ state: 'waiting' }),
    standingFor({ state: 'failed' }),
  ].map((standing, index) => ({ ...ORDERED, ...standing, key: `r:${index}` }))
  const progress = { uploadId: 1, companyId: 1, isPaused: false, secondsLeft: null, documents }
  const shown = presentProgress(progress, 'es')
  expect(shown.documents.map(({ key, asks }) => [key, asks])).toEqual([
    ['r:0', true],
    ['r:1', false],
    ['r:2', false],
  ])
  expect(shown.totals).toMatchObject({ asking: 1, waiting: 1, failed: 1 })
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

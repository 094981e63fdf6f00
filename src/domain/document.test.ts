import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isDocumentEventKind,
  nextStep,
  replay,
  stateAfter,
  type DocumentEventKind,
  type DocumentState,
} from './document.ts'

const kinds = (...list: DocumentEventKind[]) => list.map((kind) => ({ kind }))

test.each([
  [
    'issued at the first try',
    kinds('planned', 'waiting', 'queued', 'intent', 'issued', 'filed'),
    'issued',
  ],
  ['stopped inside the undo window', kinds('planned', 'waiting', 'skipped'), 'skipped'],
  ['the city comes after it was asked for', kinds('planned', 'needsData', 'waiting'), 'waiting'],
  [
    'the answer is lost, the list shows it',
    kinds('planned', 'waiting', 'queued', 'intent', 'uncertain', 'fenced', 'looked', 'issued'),
    'issued',
  ],
  [
    'a person says it was not issued',
    kinds(
      'planned',
      'waiting',
      'queued',
      'intent',
      'uncertain',
      'fenced',
      'decisionNeeded',
      'queued',
    ),
    'queued',
  ],
  [
    'refused, corrected, tried again',
    kinds('planned', 'waiting', 'queued', 'intent', 'failed', 'retried'),
    'planned',
  ],
  [
    'the lease ran out before sending',
    kinds('planned', 'waiting', 'queued', 'intent', 'notSent'),
    'queued',
  ],
] as const)('%s', (_story, events, state) => {
  expect(replay(events)).toBe(state)
})

test('a late answer is taken even after a person discarded the document', () => {
  const discarded = kinds('planned', 'waiting', 'queued', 'intent', 'uncertain', 'skipped')
  expect(replay([...discarded, { kind: 'issued' }])).toBe('issued')
})

test.each<[DocumentState, DocumentEventKind]>([
  ['issued', 'intent'],
  ['uncertain', 'intent'],
  ['issuing', 'intent'],
  ['skipped', 'queued'],
  ['failed', 'intent'],
  ['failed', 'queued'],
  ['waiting', 'intent'],
  ['issued', 'skipped'],
  ['issued', 'failed'],
])('a document that is %s can never be %s', (state, kind) => {
  expect(stateAfter(state, { kind })).toBeNull()
  expect(() => replay([{ kind: 'planned' }, { kind: 'planned' }])).toThrow()
})

test('between two intents there is always a word that lets it be sent again', () => {
  const all: DocumentEventKind[] = [
    ...([
      'planned',
      'waiting',
      'needsData',
      'held',
      'skipped',
      'queued',
      'retried',
      'renewed',
      'missed',
      'rescheduled',
    ] as const),
    ...([
      'intent',
      'notSent',
      'uncertain',
      'fenced',
      'looked',
      'decisionNeeded',
      'issued',
      'failed',
    ] as const),
    ...(['filed', 'fileRejected', 'twin'] as const),
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...all), { maxLength: 60 }), (tries) => {
      let state: DocumentState | null = null
      let isSent = false
      for (const kind of tries) {
        const next: DocumentState | null = stateAfter(state, { kind })
        if (next === null) continue
        if (kind === 'intent') expect(isSent).toBe(false)
        if (kind === 'intent') isSent = true
        if (kind === 'notSent' || kind === 'failed' || kind === 'queued') isSent = false
        state = next
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what comes next follows from the document alone', () => {
  const step = (state: DocumentState, filesState: 'none' | 'wanted' | 'stored' = 'none') =>
    nextStep({ state, filesState, annulment: null, toldFolio: null })
  const issued = { state: 'issued', filesState: 'wanted' } as const
  expect(nextStep({ ...issued, annulment: 'sent', toldFolio: null })).toBe('annul')
  const told = { filesState: 'none', annulment: null, toldFolio: 4 } as const
  expect(nextStep({ state: 'queued', ...told })).toBe('confirm')
  expect(nextStep({ state: 'planned', ...told })).toBe('freeze')
  expect(step('planned')).toBe('freeze')
  expect(step('needs_data')).toBe('freeze')
  expect(step('waiting')).toBe('enqueue')
  expect(step('queued')).toBe('issue')
  expect(step('issuing')).toBe('reconcile')
  expect(step('uncertain')).toBe('reconcile')
  expect(step('issued', 'wanted')).toBe('file')
  expect(step('issued', 'stored')).toBe('rest')
  expect((['failed', 'skipped', 'annulled'] as const).map((state) => step(state))).toEqual(
    Array(3).fill('rest'),
  )
})

test('only kinds of events we know are read back from rows', () => {
  expect(isDocumentEventKind('issued')).toBe(true)
  expect(isDocumentEventKind('toString')).toBe(false)
})

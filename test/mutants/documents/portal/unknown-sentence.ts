import type { TestedMutant } from '../../mutant.ts'

/** Faults in what becomes of a document that the SII answers something unknown to. */
export const UNKNOWN_SENTENCE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a sentence that nobody knows is tried for ever',
    file: 'server/documents/portal/portal-step.ts',
    from: `isAgain && row.tries + 1 >= MOST_TRIES`,
    to: `isAgain && row.tries < 0`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'asks its person at the twelfth try',
    },
  },
  {
    name: 'a sentence that nobody knows asks a try too late',
    file: 'server/documents/portal/portal-step.ts',
    from: `isAgain && row.tries + 1 >= MOST_TRIES`,
    to: `isAgain && row.tries + 1 > MOST_TRIES`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'asks its person at the twelfth try',
    },
  },
  {
    name: 'a sentence that nobody knows fails the document',
    file: 'server/documents/portal/portal-step.ts',
    from: `return { kind: 'hold', reason: 'answerUnknown', text }`,
    to: `return { kind: 'fail', reason: 'answerUnknown', text }`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'asks its person at the twelfth try',
    },
  },
  {
    name: 'a document that waits for a word on an unknown answer is tried again',
    file: 'server/documents/portal/portal-step.ts',
    from: `return { kind: 'hold', reason: 'answerUnknown', text }`,
    to: `return { kind: 'later', reason: 'answerUnknown', text, atMs: null }`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'asks its person at the twelfth try',
    },
  },
  {
    name: 'other trouble counts as a sentence that nobody knows',
    file: 'server/documents/portal/portal-step.ts',
    from: `const isAgain = reason === 'portalUnclear' && row.reason === reason`,
    to: `const isAgain = reason === 'portalUnclear'`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'is counted from the first of a row',
    },
  },
  {
    name: 'the tries before the first unknown sentence count',
    file: 'server/documents/portal/portal-step.ts',
    from: `told === 'portalUnclear' && row.reason !== told ? 1 : row.tries + 1`,
    to: `row.tries + 1`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'is counted from the first of a row',
    },
  },
  {
    name: 'the files of what is issued wait for a word on an unknown answer',
    file: 'server/documents/portal/portal-step.ts',
    from: `const isUnknown = row.state === 'queued' && isUnclear`,
    to: `const isUnknown = isUnclear`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'asks nobody about what is issued',
    },
  },
  {
    name: 'what is queued is prepared again whatever it waits for',
    file: 'server/documents/actions/order-issue.ts',
    from: `row.state === 'queued' && (row.reason === 'answerUnknown' || row.reason === 'signatureFails')`,
    to: `row.state === 'queued'`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'is the only one of the queue that is prepared again',
    },
  },
  {
    name: 'a document that waits for a word on an unknown answer is not prepared again',
    file: 'server/documents/actions/order-issue.ts',
    from: `row.reason === 'answerUnknown' || row.reason === 'signatureFails'`,
    to: `row.reason === 'signatureFails'`,
    caughtBy: {
      test: 'test/engine/portal/unknown-sentence.test.ts',
      name: 'is issued as corrected',
    },
  },
]

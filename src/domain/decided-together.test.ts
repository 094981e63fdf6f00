import { expect, test } from 'vitest'
import { jointDecisions } from './decided-together.ts'
import { DOCUMENT_REASONS } from './reason.ts'

test.each([
  ['waiting', 'approvalNeeded', ['issue', 'skip']],
  ['needs_data', 'missed', ['skip']],
  ['failed', 'portalRefused', ['retry', 'skip']],
  ['waiting', 'amountDiffers', []],
  ['waiting', 'looksRepeated', ['skip']],
  ['queued', 'looksRepeated', ['skip']],
  ['queued', 'alikeInDoubt', []],
  ['failed', 'previewDiffers', []],
  ['failed', 'retentionDiffers', []],
  ['queued', 'signatureFails', []],
  ['queued', 'answerUnknown', []],
  ['issuing', 'approvalNeeded', []],
  ['issued', 'twinFound', []],
  ['failed', null, []],
] as const)('a document that is %s for %s takes %j', (state, reason, expected) => {
  expect(jointDecisions({ state, reason })).toEqual(expected)
})

test('nothing is said for many about a document in doubt, whatever its reason', () => {
  for (const reason of Object.keys(DOCUMENT_REASONS)) {
    expect(jointDecisions({ state: 'uncertain', reason })).toEqual([])
  }
})

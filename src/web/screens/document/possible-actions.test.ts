import { describe, expect, it } from 'vitest'
import { clockText } from './clock-text.ts'
import { possibleActions } from './possible-actions.ts'

describe('what a person may do about a document', () => {
  it('is nothing while the SII has it in hand, nor once it is final', () => {
    for (const state of ['issuing', 'issued', 'skipped', 'annulled'] as const) {
      expect(possibleActions({ state, reason: null })).toEqual([])
    }
  })

  it('is to stop it or send it while the window is open', () => {
    expect(possibleActions({ state: 'waiting', reason: null })).toEqual(['issueNow', 'skip'])
  })

  it('is never to send again what may have been issued', () => {
    expect(possibleActions({ state: 'uncertain', reason: 'answerLost' })).toEqual([])
    expect(possibleActions({ state: 'uncertain', reason: 'notFoundTwice' })).toEqual(['decide'])
    expect(possibleActions({ state: 'uncertain', reason: 'lookAlikes' })).toEqual(['decide'])
  })

  it('offers a missed emission for today, and a planned one only to be stopped', () => {
    expect(possibleActions({ state: 'planned', reason: 'missed' })).toContain('issueMissed')
    expect(possibleActions({ state: 'planned', reason: null })).toEqual(['skip'])
  })
})

describe('the countdown', () => {
  it.each([
    [1_800_000, '30:00'],
    [65_000, '1:05'],
    [1, '0:01'],
    [3_849_000, '1:04:09'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(clockText(ms)).toBe(text)
  })
})

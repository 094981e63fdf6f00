import { describe, expect, it } from 'vitest'
import { clockText } from './clock-text.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { possibleActions } from './possible-actions.ts'

function possible(document: { state: DocumentDetail['state']; reason: string | null }) {
  return possibleActions({ ...document, document_type: 33, annulment: null, notas: [] })
}

describe('what a person may do about a document', () => {
  it('is nothing while the SII has it in hand, nor once it is final', () => {
    for (const state of ['issuing', 'skipped', 'annulled'] as const) {
      expect(possible({ state, reason: null })).toEqual([])
    }
  })

  it('is to stop it or send it while the window is open', () => {
    expect(possible({ state: 'waiting', reason: null })).toEqual(['issueNow', 'skip'])
  })

  it('is to say whether it repeats another, wherever it was found out', () => {
    expect(possible({ state: 'queued', reason: 'looksRepeated' })).toEqual(['issueNow', 'skip'])
    expect(possible({ state: 'queued', reason: null })).toEqual(['skip'])
  })

  it('is never to send again what may have been issued', () => {
    expect(possible({ state: 'uncertain', reason: 'answerLost' })).toEqual([])
    expect(possible({ state: 'uncertain', reason: 'notFoundTwice' })).toEqual(['decide'])
    expect(possible({ state: 'uncertain', reason: 'lookAlikes' })).toEqual(['decide'])
  })

  it('is to annul an issued boleta once', () => {
    const boleta = { state: 'issued', reason: null, document_type: 39 } as const
    expect(possibleActions({ ...boleta, notas: [], annulment: null })).toEqual(['annul'])
    expect(possibleActions({ ...boleta, notas: [], annulment: 'sent' })).toEqual([])
  })

  it('is to take an issued factura back by a nota, until one that annuls it is on its way', () => {
    const factura = { state: 'issued', reason: null, document_type: 33, annulment: null } as const
    const nota = { document: 2, folio: null, total: 119_000, date: '2026-11-05' }
    const after = (correction: 'annul' | 'amounts', state: DocumentDetail['state']) =>
      possibleActions({ ...factura, notas: [{ ...nota, correction, state }] })
    expect(possibleActions({ ...factura, notas: [] })).toEqual(['nota'])
    expect(after('amounts', 'issued')).toEqual(['nota'])
    expect(after('annul', 'queued')).toEqual([])
    expect(after('annul', 'failed')).toEqual(['nota'])
    expect(after('annul', 'skipped')).toEqual(['nota'])
    expect(possibleActions({ ...factura, document_type: 61, notas: [] })).toEqual([])
  })

  it('offers a missed emission for today, and a planned one only to be stopped', () => {
    expect(possible({ state: 'planned', reason: 'missed' })).toContain('issueMissed')
    expect(possible({ state: 'planned', reason: null })).toEqual(['skip'])
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

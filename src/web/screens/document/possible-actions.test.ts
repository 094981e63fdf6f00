import { describe, expect, it } from 'vitest'
import { clockText } from './clock-text.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { possibleActions } from './possible-actions.ts'

function possible(document: { state: DocumentDetail['state']; reason: string | null }) {
  return possibleActions({ ...nothingElse, ...document, document_type: 33, annulment: null })
}

const nothingElse = { notas: [], can_decide: false, looks_like: null }

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
    expect(possible({ state: 'queued', reason: 'looksRepeated' })).toEqual(['skip', 'issueNow'])
    expect(possible({ state: 'queued', reason: 'alikeInDoubt' })).toEqual(['skip', 'issueNow'])
    expect(possible({ state: 'queued', reason: null })).toEqual(['skip'])
  })

  it('is to have it tried again, or stop it, where nobody knows what the SII answers', () => {
    expect(possible({ state: 'queued', reason: 'answerUnknown' })).toEqual(['retry', 'skip'])
  })

  it('is to take the one made at the portal for it, but never another of ours', () => {
    const looks = { folio: 7, date: '2026-11-30', lowered: 0 }
    const asked = {
      ...nothingElse,
      reason: 'looksRepeated',
      document_type: 33,
      annulment: null,
    } as const
    const outside = { ...asked, looks_like: { ...looks, document: null } }
    for (const state of ['waiting', 'queued'] as const) {
      expect(possibleActions({ ...outside, state })).toEqual(['adopt', 'skip', 'issueNow'])
    }
    const ours = { ...asked, looks_like: { ...looks, document: 2 } }
    expect(possibleActions({ ...ours, state: 'queued' })).toEqual(['skip', 'issueNow'])
  })

  it('is to accept or take back what the SII has otherwise', () => {
    const differs = { state: 'issued', reason: 'xmlDiffers' } as const
    expect(possible(differs)).toEqual(['acceptFile', 'nota'])
  })

  it('is to say that another one like it is right, or to take this one back', () => {
    expect(possible({ state: 'issued', reason: 'twinFound' })).toEqual(['acceptTwins', 'nota'])
  })

  it('is to leave a boleta valid whose annulment came to nothing, or ask again', () => {
    for (const reason of ['annulmentRefused', 'annulmentUnclear', 'annulmentNotListed']) {
      const boleta = { ...nothingElse, state: 'issued', reason, document_type: 39 } as const
      expect(possibleActions({ ...boleta, annulment: null })).toEqual(['keepValid', 'annul'])
    }
  })

  it('is never to send again what may have been issued', () => {
    const uncertain = { state: 'uncertain', reason: 'claveRejected' } as const
    expect(possible(uncertain)).toEqual([])
    const asked = { ...nothingElse, ...uncertain, document_type: 33, annulment: null } as const
    expect(possibleActions({ ...asked, can_decide: true })).toEqual(['decide'])
  })

  it('is to annul an issued boleta once', () => {
    const boleta = { ...nothingElse, state: 'issued', reason: null, document_type: 39 } as const
    expect(possibleActions({ ...boleta, annulment: null })).toEqual(['annul'])
    expect(possibleActions({ ...boleta, annulment: 'sent' })).toEqual([])
  })

  it('is to take an issued factura back by a nota, until one that annuls it is on its way', () => {
    const issued = { ...nothingElse, state: 'issued', reason: null, annulment: null } as const
    const factura = { ...issued, document_type: 33 } as const
    const stands = { reason: null, told: null, can_decide: false, stop: null } as const
    const nota = {
      ...stands,
      annulment: null,
      document: 2,
      folio: null,
      total: 119_000,
      date: '2026-11-05',
    }
    const after = (correction: 'annul' | 'amounts', state: DocumentDetail['state']) =>
      possibleActions({ ...factura, notas: [{ ...nota, correction, state }] })
    expect(possibleActions(factura)).toEqual(['nota'])
    expect(after('amounts', 'issued')).toEqual(['nota'])
    expect(after('annul', 'queued')).toEqual([])
    expect(after('annul', 'failed')).toEqual(['nota'])
    expect(after('annul', 'skipped')).toEqual(['nota'])
    expect(possibleActions({ ...factura, document_type: 61 })).toEqual([])
  })

  it('is to let a stopped one go on while it may', () => {
    const stopped = {
      ...nothingElse,
      state: 'skipped',
      reason: 'rulePaused',
      document_type: 33,
      annulment: null,
    } as const
    const day = { kind: 'day', emission_date: '2026-11-25' } as const
    expect(possibleActions({ ...stopped, way_back: day })).toEqual(['restore'])
    expect(possibleActions({ ...stopped, way_back: { ...day, kind: 'rulePaused' } })).toEqual([
      'restore',
    ])
    expect(possibleActions({ ...stopped, way_back: null })).toEqual([])
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

import { expect, it } from 'vitest'
import { knownDay } from '#domain/day.ts'
import type { DocumentState } from '#domain/document.ts'
import { standingOn } from '#web/documents/standing.ts'
import { mendOfDocument } from './mend-of-document.ts'

const draft = {
  issuer: { identifier: '', name: '', giro: '', street_and_number: '', commune: '', city: '' },
  recipient: { identifier: '', name: '', giro: '', street_and_number: '', commune: '', city: '' },
  lines: [],
  neto: null,
  iva: null,
  total: null,
}
type Mended = Parameters<typeof mendOfDocument>[0] & { state: DocumentState; reason: string | null }

function mendOf(document: Mended) {
  const { state, reason } = document
  const nothingElse = { told: null, can_decide: false, annulment: null, stop: null }
  const today = '2026-11-23'
  const row = { ...nothingElse, state, reason, emission_date: today }
  return mendOfDocument(document, standingOn(row, knownDay(today)))
}

const waiting = {
  id: 3,
  origin: 'rule',
  waits_for: null,
  state: 'needs_data',
  reason: null,
  document_type: 33,
  rule: { id: 7, name: 'Asesoría' },
  upload: null,
  draft: null,
} as const

it.each([
  ['recipientCityMissing', 33, '/rules/edit/7?step=clients', 'client'],
  ['recipientCommuneUnknown', 39, '/rules/edit/7?step=boleta', 'client'],
  ['linesToComplete', 33, '/rules/7/values', 'values'],
  ['totalTooSmall', 33, '/rules/edit/7?step=lines', 'rule'],
  ['issuerCityMissing', 33, '/rules/edit/7?step=issuer', 'rule'],
  ['certificatePasswordRejected', 33, '/facturators', 'facturator'],
  ['portalInterstitial', 33, '/facturators', 'facturator'],
  ['certificateMissing', 33, '/facturators', 'facturator'],
  ['issuingStopped', 33, '/facturators#stops', 'stops'],
] as const)(
  'a document that waits for %s is mended where its button leads',
  (reason, type, to, label) => {
    expect(mendOf({ ...waiting, reason, document_type: type })).toEqual({ to, label })
  },
)

it('a missed document is mended where what it lacks is', () => {
  const missed = { ...waiting, state: 'planned', reason: 'missed' } as const
  expect(mendOf({ ...missed, draft: { ...draft, lacks: ['recipientCityMissing'] } })).toEqual({
    to: '/rules/edit/7?step=clients',
    label: 'client',
  })
  expect(mendOf({ ...missed, draft: { ...draft, lacks: [] } })).toBeNull()
})

it('nothing is mended elsewhere once it is settled, or while only time or its own page helps', () => {
  expect(mendOf({ ...waiting, state: 'issued', reason: 'recipientCityMissing' })).toBeNull()
  expect(mendOf({ ...waiting, state: 'skipped', reason: 'issuerCityMissing' })).toBeNull()
  expect(mendOf({ ...waiting, reason: 'ufMissing' })).toBeNull()
  expect(mendOf({ ...waiting, reason: 'looksRepeated' })).toBeNull()
  expect(mendOf({ ...waiting, reason: 'stoppedByUs' })).toBeNull()
  expect(mendOf({ ...waiting, rule: null, reason: 'recipientCityMissing' })).toBeNull()
})

it('a document in doubt leads to the connection that keeps it from being looked for', () => {
  const doubt = { ...waiting, state: 'uncertain' } as const
  const connection = { to: '/facturators', label: 'facturator' }
  expect(mendOf({ ...doubt, reason: 'claveRejected' })).toEqual(connection)
  expect(mendOf({ ...doubt, reason: 'certificateMissing' })).toEqual(connection)
  expect(mendOf({ ...doubt, reason: 'answerLost' })).toBeNull()
})

it('what waits behind a document in doubt leads there', () => {
  const behind = { ...waiting, state: 'queued', reason: 'behindUndecided' } as const
  const waits_for = { document: 9, name: 'Ñuble' }
  expect(mendOf({ ...behind, waits_for })).toEqual({ to: '/documents/9', label: 'ahead' })
})

it.each([
  ['recipientCityMissing', 33, '/documents/new?replace=3&step=clients'],
  ['recipientCommuneUnknown', 39, '/documents/new?replace=3&step=boleta'],
  ['totalTooSmall', 33, '/documents/new?replace=3&step=lines'],
] as const)('a document that no rule made is edited itself for %s', (reason, type, to) => {
  const own = { ...waiting, origin: 'request', rule: null, document_type: type } as const
  expect(mendOf({ ...own, reason })).toEqual({ to, label: 'edit' })
})

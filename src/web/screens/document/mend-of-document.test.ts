import { expect, it } from 'vitest'
import { mendOfDocument } from './mend-of-document.ts'

const draft = {
  issuer: { identifier: '', name: '', giro: '', street_and_number: '', commune: '', city: '' },
  recipient: { identifier: '', name: '', giro: '', street_and_number: '', commune: '', city: '' },
  lines: [],
  neto: null,
  iva: null,
  total: null,
}
const waiting = {
  state: 'needs_data',
  reason: null,
  document_type: 33,
  rule: { id: 7, name: 'Asesoría' },
  draft: null,
} as const

it.each([
  ['recipientCityMissing', 33, '/rules/edit/7?step=clients', 'client'],
  ['recipientCommuneUnknown', 39, '/rules/edit/7?step=boleta', 'client'],
  ['linesToComplete', 33, '/rules/7/values', 'values'],
  ['totalTooSmall', 33, '/rules/edit/7?step=lines', 'rule'],
  ['issuerCityMissing', 33, '/rules/edit/7?step=issuer', 'rule'],
  ['certificatePasswordRejected', 33, '/facturators', 'facturator'],
  ['issuingStopped', 33, '/facturators#stops', 'stops'],
] as const)(
  'a document that waits for %s is mended where its button leads',
  (reason, type, to, label) => {
    expect(mendOfDocument({ ...waiting, reason, document_type: type })).toEqual({ to, label })
  },
)

it('a missed document is mended where what it lacks is', () => {
  const missed = { ...waiting, state: 'planned', reason: 'missed' } as const
  expect(
    mendOfDocument({ ...missed, draft: { ...draft, lacks: ['recipientCityMissing'] } }),
  ).toEqual({
    to: '/rules/edit/7?step=clients',
    label: 'client',
  })
  expect(mendOfDocument({ ...missed, draft: { ...draft, lacks: [] } })).toBeNull()
})

it('nothing is mended elsewhere once it is settled, or while only time or its own page helps', () => {
  expect(mendOfDocument({ ...waiting, state: 'issued', reason: 'recipientCityMissing' })).toBeNull()
  expect(mendOfDocument({ ...waiting, state: 'skipped', reason: 'issuerCityMissing' })).toBeNull()
  expect(mendOfDocument({ ...waiting, reason: 'ufMissing' })).toBeNull()
  expect(mendOfDocument({ ...waiting, reason: 'looksRepeated' })).toBeNull()
  expect(mendOfDocument({ ...waiting, reason: 'stoppedByUs' })).toBeNull()
  expect(mendOfDocument({ ...waiting, rule: null, reason: 'recipientCityMissing' })).toBeNull()
})

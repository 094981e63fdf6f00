import { expect, test } from 'vitest'
import { DOCUMENT_REASONS, isDocumentReason } from '#domain/reason.ts'
import { matterText, type Matter } from './attention.ts'
import { agenda } from './es/web-agenda.ts'
import { documents } from './es/web-documents.ts'
import { languages } from './language.ts'

const OF_MAILS = ['mailBounced', 'mailFailed', 'mailInDoubt', 'mailsHeld']
const OF_PAYMENTS = [
  'transferDeclared',
  'overpaid',
  'paymentMaybeTwice',
  'paymentTakenBack',
  'recordedTakenBack',
  'paymentMaybeTakenBack',
  'paymentMismatch',
  'paymentTwice',
  'paymentDisputed',
  'paymentChargedBack',
  'paymentUnread',
  'refundUnseen',
  'paymentMarkedPaid',
  'facturaClaimed',
]
const codes = [...Object.keys(DOCUMENT_REASONS), ...OF_MAILS, ...OF_PAYMENTS]

const matter = (change: Partial<Matter>): Matter => ({
  code: 'claveRejected',
  about: { kind: 'document', name: 'Ñuble', more: 0 },
  standing: null,
  amounts: null,
  ...change,
})

test.each(languages)(
  'whatever is the matter has a sentence and says what to do, in %s',
  (language) => {
    const unknown = matterText(matter({ code: 'nothing like it' }), language)
    for (const code of codes) {
      const { what, todo } = matterText(matter({ code }), language)
      expect([code, what]).toEqual([code, expect.stringMatching(/Ñuble: \S/)])
      expect(what, code).not.toBe(unknown.what)
      expect(`${what} ${todo}`, code).not.toMatch(/[{}]|undefined/)
      expect(todo.length, code).toBeGreaterThan(10)
    }
  },
)

test.each(languages)('each kind of thing has its name, in %s', (language) => {
  for (const kind of Object.keys(agenda.attention.subject).filter(isKind)) {
    const { what } = matterText(matter({ about: { kind, name: 'Ñuble', more: 0 } }), language)
    expect(what).toMatch(/Ñuble.*: /)
  }
})

test('several with one cause are one, and its amounts and its own advice are told', () => {
  const told = matterText(
    matter({
      code: 'amountDiffers',
      about: { kind: 'document', name: 'Ñuble', more: 2 },
      amounts: { before: 100_000, now: 150_000 },
    }),
    'es',
  )
  expect(told.what).toBe(
    'Documento para Ñuble y 2 más: el monto cambió más de un 30 % respecto del anterior',
  )
  expect(told.todo).toMatch(/^Antes \$100\.000, ahora \$150\.000 \(neto\)\. Revísalo/)
})

test('of a document it says what its own page says', () => {
  const standing = { reason: 'claveRejected', todo: 'decideOrMend' } as const
  expect(isDocumentReason(standing.reason)).toBe(true)
  const { what, todo } = matterText(matter({ code: 'lookFailing', standing }), 'es')
  expect(what).toBe('Documento para Ñuble: el SII rechazó tu clave')
  expect(todo).toBe(documents.document.todo.decideOrMend)
})

test('an unusual day is told by its company, its date and its counts', () => {
  const about = {
    kind: 'run',
    name: 'Peña SpA',
    day: '2026-11-30',
    documents: 90,
    usual: 12,
  } as const
  const { what, todo } = matterText(matter({ code: 'unusualRun', about }), 'es')
  expect(what).toBe('Peña SpA: 90 documentos el 30/11/2026; el día más cargado hasta ahora tuvo 12')
  expect(todo).toContain('apruébalos')
})

function isKind(text: string): text is keyof typeof agenda.attention.subject {
  return Object.hasOwn(agenda.attention.subject, text)
}

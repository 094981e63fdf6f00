import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { reasons } from '#texts/es/web-reasons.ts'
import { rules } from '#texts/es/web-rules.ts'
import type { MadeDocument } from '#web/api/queries.ts'
import { knownDay } from '#domain/day.ts'
import { standingOn } from '#web/documents/standing.ts'
import { madeSentences, stoppedText } from './made-text.ts'

const language = createInstance()
beforeAll(() =>
  language.init({
    lng: 'es',
    interpolation: { escapeValue: false },
    resources: { es: { translation: { ...rules, reasons } } },
  }),
)

let count = 0
const made = (changed: Partial<MadeDocument>): MadeDocument => ({
  document: (count += 1),
  client: { id: 1, name: 'Ñuble' },
  period: '2026-11',
  service_month: '2026-11',
  emission_date: '2026-11-22',
  state: 'issued',
  reason: null,
  folio: null,
  total: 119_000,
  told: null,
  can_decide: false,
  annulment: null,
  stop: null,
  ...changed,
})
const said = (...documents: MadeDocument[]) =>
  madeSentences(language.t, (row) => standingOn(row, knownDay('2026-11-20')), documents).map(
    ({ text }) => text,
  )
const other = { id: 2, name: 'Espiga' }

test.each<[Partial<MadeDocument>, string]>([
  [{ folio: 12 }, 'La de noviembre ya se emitió (N° 12).'],
  [{ state: 'annulled', folio: 12 }, 'La de noviembre se anuló.'],
  [{ state: 'waiting' }, 'La de noviembre ya está preparada y saldrá el 22/11/2026.'],
  [{ state: 'planned' }, 'La de noviembre se prepara el 22/11/2026.'],
  [{ state: 'planned', emission_date: '2026-11-20' }, 'La de noviembre se está preparando.'],
  [
    { state: 'waiting', stop: 'issuingStopped' },
    'La de noviembre te espera: detuviste la emisión.',
  ],
  [
    { state: 'planned', stop: 'stoppedByUs' },
    'La de noviembre está en espera: Folio tiene detenida la emisión.',
  ],
  [
    { state: 'waiting', reason: 'approvalNeeded' },
    'La de noviembre te espera: la regla pide tu aprobación antes de emitir.',
  ],
  [
    { state: 'queued', reason: 'portalUnavailable' },
    'La de noviembre está en espera: el sitio del SII no responde.',
  ],
  [
    { state: 'queued', reason: 'behindUndecided' },
    'La de noviembre te espera: otro documento de la misma persona está en duda.',
  ],
  [
    { state: 'needs_data', reason: 'recipientCityMissing' },
    'La de noviembre te espera: falta la ciudad del cliente.',
  ],
  [{ state: 'issuing' }, 'La de noviembre se está emitiendo.'],
  [
    { state: 'uncertain', reason: 'answerLost' },
    'La de noviembre está en duda: la buscamos en el SII.',
  ],
  [
    { state: 'uncertain', reason: 'notFoundTwice', can_decide: true },
    'La de noviembre está en duda y te espera: buscamos dos veces en el SII y no aparece.',
  ],
  [
    { state: 'uncertain', reason: 'claveRejected' },
    'La de noviembre está en duda y te espera: el SII rechazó tu clave.',
  ],
  [{ folio: 12, annulment: 'wanted' }, 'La de noviembre se emitió (N° 12) y pediste anularla.'],
  [
    { state: 'failed', reason: 'portalRefused' },
    'La de noviembre no se emitió: el SII no aceptó el documento.',
  ],
  [
    { state: 'skipped', reason: 'rulePaused' },
    'La de noviembre está detenida: la regla estaba en pausa.',
  ],
])('a document of the month is told by what became of it: %o', (document, sentence) => {
  expect(said(made(document))).toEqual([sentence])
})

test('clients are named where a month has several, and alike ones are told together', () => {
  expect(
    said(
      made({ folio: 12 }),
      made({ folio: 13, client: other }),
      made({ state: 'skipped', reason: 'skippedByUser', client: { id: 3, name: 'Clínica' } }),
    ),
  ).toEqual([
    'Las de noviembre para Ñuble, Espiga ya se emitieron (N° 12, 13).',
    'La de noviembre para Clínica está detenida: tú decidiste no emitirla.',
  ])
})

test('each month is told apart', () => {
  const october = { period: '2026-10', state: 'failed', reason: 'portalRefused' } as const
  expect(said(made(october), made({ folio: 12 }))).toEqual([
    'La de octubre no se emitió: el SII no aceptó el documento.',
    'La de noviembre ya se emitió (N° 12).',
  ])
})

test('what a pause stopped is told with its amount as far as that is known', () => {
  const { t } = language
  expect(stoppedText(t, [made({})], 'stops')).toBe('La de noviembre por $119.000 no saldrá.')
  expect(stoppedText(t, [made({ total: null })], 'stops')).toBe('La de noviembre no saldrá.')
  expect(stoppedText(t, [made({}), made({})], 'stops')).toBe(
    '2 documentos por $238.000 no saldrán.',
  )
  expect(stoppedText(t, [made({}), made({ total: null })], 'which')).toBe(
    'lo de noviembre (2 documentos)',
  )
})

import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { agenda } from '#texts/es/web-agenda.ts'
import { reasons } from '#texts/es/web-reasons.ts'
import { knownDay } from '#domain/day.ts'
import { documents } from '#texts/es/web-documents.ts'
import { standingOn, type StandingRow } from '#web/documents/standing.ts'
import { problemText } from './problem-text.ts'

const language = createInstance()
beforeAll(() =>
  language.init({
    lng: 'es',
    interpolation: { escapeValue: false },
    resources: { es: { translation: { ...agenda, ...documents, reasons } } },
  }),
)
const standingOf = (row: StandingRow) => standingOn(row, knownDay('2026-11-23'))

test('a mailbox is named once, by its address', () => {
  const subject = { kind: 'emailAccount', id: 3, name: 'ana@correo.example' } as const
  const item = { code: 'mailboxDisconnected', subject, standing: null }
  const { what } = problemText(language.t, standingOf, item)
  expect(what).toBe('ana@correo.example: la cuenta de correo con que envía se desconectó')
})

test('a document in doubt is asked about as on its own page, whatever the answer to the last look', () => {
  const subject = { kind: 'document', id: 3, name: 'Ñuble' } as const
  const standing = {
    state: 'uncertain',
    reason: 'boletasNotEnabled',
    told: null,
    can_decide: true,
    annulment: null,
    stop: null,
    emission_date: '2026-11-22',
  } as const
  const { what, todo } = problemText(language.t, standingOf, {
    code: 'lookFailing',
    subject,
    standing,
  })
  expect(what).toBe('Documento para Ñuble: no hemos podido mirar tu lista del SII')
  expect(todo).toContain('no lo emitas a mano')
})

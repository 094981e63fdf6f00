import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { agenda } from '#texts/es/web-agenda.ts'
import { reasons } from '#texts/es/web-reasons.ts'
import { problemText } from './problem-text.ts'

test('a mailbox is named once, by its address', async () => {
  const language = createInstance()
  await language.init({ lng: 'es', resources: { es: { translation: { ...agenda, reasons } } } })
  const subject = { kind: 'emailAccount', id: 3, name: 'ana@correo.example' } as const
  const { what } = problemText(language.t, { code: 'mailboxDisconnected', subject })
  expect(what).toBe('ana@correo.example: la cuenta de correo con que envía se desconectó')
})

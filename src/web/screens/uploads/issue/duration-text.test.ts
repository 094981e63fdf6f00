import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { uploads } from '#texts/es/web-uploads.ts'
import { durationText } from './duration-text.ts'

const texts = createInstance()
await texts.init({ lng: 'es', resources: { es: { translation: uploads } } })

test.each([
  [59, 'Menos de un minuto'],
  [60, 'Cerca de 1 minuto'],
  [59 * 60, 'Cerca de 59 minutos'],
  [59 * 60 + 1, 'Cerca de 1 h'],
  [2 * 3_600, 'Cerca de 2 h'],
  [2 * 3_600 + 1, 'Cerca de 2 h 1 min'],
])('%i seconds are said as %s', (seconds, said) => {
  expect(durationText(texts.t, seconds)).toBe(said)
})

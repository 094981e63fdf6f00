import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { rules } from '#texts/es/web-rules.ts'
import { someNames } from './some-names.ts'

test.each([
  [['Uno'], 'Uno'],
  [['Uno', 'Dos', 'Tres'], 'Uno, Dos, Tres'],
  [['Uno', 'Dos', 'Tres', 'Cuatro'], 'Uno, Dos, Tres y 1 más'],
  [Array.from({ length: 200 }, () => 'Uno'), 'Uno, Uno, Uno y 197 más'],
])('of many names three are said, and how many more there are', async (names, said) => {
  const language = createInstance()
  await language.init({ lng: 'es', resources: { es: { translation: rules } } })
  expect(someNames(language.t, names)).toBe(said)
})

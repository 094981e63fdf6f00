import { expect, test } from 'vitest'
import { breachedWords } from './breached-words.ts'
import { commonPasswords } from './common-passwords.ts'
import { passwordProblems } from './password.ts'

const EMAIL = 'marisol.cifuentes@penamunoz.cl'

test.each([
  'Cuncuna-43-verde',
  'tres gatos y un farol',
  'ñandú€🗝 azul',
  'x'.repeat(64),
  '9f8a7c6d5e4b',
  'santiaguino-lejano-77',
])('%j is a good password', (password) => {
  expect(passwordProblems(password, EMAIL)).toEqual([])
})

test.each([
  ['corta-7', ['passwordTooShort']],
  ['🗝🗝🗝🗝🗝🗝🗝', ['passwordTooShort']],
  ['password', ['passwordTooCommon']],
  ['Colocolo1925', ['passwordTooCommon']],
  ['Contraseña123!', ['passwordTooCommon']],
  ['¡Chile2026', ['passwordTooCommon']],
  ['Sunshine99', ['passwordTooCommon']],
  ['trustno1', ['passwordTooCommon']],
  ['2024Darkangel!', ['passwordTooCommon']],
  ['29384756102938', ['passwordNumeric']],
  ['12345678', ['passwordTooCommon', 'passwordNumeric']],
  ['1234', ['passwordTooShort', 'passwordNumeric']],
  ['marisolcifuentes', ['passwordLikeEmail']],
  ['PenaMunoz-9', ['passwordLikeEmail']],
  [EMAIL, ['passwordLikeEmail']],
])('%j is refused for %j', (password, expected) => {
  expect(passwordProblems(password, EMAIL)).toEqual(expected)
})

test('an e-mail of one letter refuses nothing by likeness', () => {
  expect(passwordProblems('abacaxi-azul-9', 'a@b.cl')).toEqual([])
})

test('the list of common passwords is in lower case, as it is compared', () => {
  for (const password of commonPasswords) expect(password).toBe(password.toLowerCase())
  for (const word of breachedWords) expect(word).toMatch(/^[a-z0-9]{4,}$/)
  expect(breachedWords.size).toBe(4_500)
})

import { expect, test } from 'vitest'
import { answerForm } from './answer-form.ts'

test.each([
  ['El RUT 76.192.083-9 no está autorizado.', 'EL RUT 9123456-K NO ESTA AUTORIZADO'],
  ['Folio 341 rechazado el 30-11-2026\n', 'folio 7 rechazado el 2026-12-01'],
  ['CODIGO: 02.35.209.-1.148.10', 'Codigo: 02.35.1.-1.9.10'],
])('%s and %s say the same', (one, other) => {
  expect(answerForm(one)).toBe(answerForm(other))
  expect(answerForm(one)).not.toMatch(/\d/)
})

test('other words are another problem, and so is nothing at all', () => {
  expect(answerForm('Debe ingresar Ciudad')).not.toBe(answerForm('Debe ingresar Giro'))
  expect(answerForm('12.345.678-5')).toBe('rut')
  expect(answerForm(' \n')).toBe('')
})

test('however long an answer is, its form is short', () => {
  expect(answerForm('error '.repeat(100_000)).length).toBeLessThanOrEqual(120)
})

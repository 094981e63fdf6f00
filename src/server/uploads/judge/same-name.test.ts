import { expect, test } from 'vitest'
import { mayBeSameName } from './same-name.ts'

test.each([
  ['ACME SpA', 'Acme'],
  ['Com. Andes Ltda.', 'COMERCIAL ANDES LIMITADA'],
  ['Peña y Muñoz', 'ASESORIAS PENA MUNOZ LTDA'],
  ['Soto Díaz, Ana', 'Ana María Soto Díaz'],
  ['Acme S.A.', 'ACME S A'],
  ['Cualquiera', '76.192.083-9'],
  ['S.A.', 'SA'],
])('%s may be %s', (one, other) => {
  expect(mayBeSameName(one, other)).toBe(true)
  expect(mayBeSameName(other, one) || other.includes('-')).toBe(true)
})

test.each([
  ['Otra Empresa SpA', 'Cliente Conocido SpA'],
  ['Comercial Norte', 'Comercial Andes'],
  ['José Pérez', 'José González'],
  ['An SpA', 'Andes SpA'],
  ['SpA', 'Andes SpA'],
])('%s is not %s', (one, other) => {
  expect(mayBeSameName(one, other)).toBe(false)
  expect(mayBeSameName(other, one)).toBe(false)
})

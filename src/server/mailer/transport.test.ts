import { expect, test } from 'vitest'
import { isOneMailbox } from './inert.ts'

test.each(['ana@folio.example', "o'higgins+facturas@sub.folio.cl", 'ana@ñandú.cl'])(
  '%s is one mailbox',
  (address) => {
    expect(isOneMailbox(address)).toBe(true)
  },
)

test.each([
  'ana@folio.cl, otro@folio.cl',
  'ana@folio.cl\r\nBcc: otro@folio.cl',
  'ana@folio.cl\n',
  'Ana <ana@folio.cl>',
  '"ana"@folio.cl',
  'grupo: ana@folio.cl;',
  'ana@folio.cl (comentario)',
  'ana@@folio.cl',
  'ana@folio',
  'josé@folio.cl',
  'ana',
  '',
  `${'a'.repeat(250)}@folio.cl`,
])('%j is no single mailbox', (address) => {
  expect(isOneMailbox(address)).toBe(false)
})

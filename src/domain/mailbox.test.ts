import { expect, test } from 'vitest'
import { isOneMailbox, MAILBOX } from './mailbox.ts'

/** Texts that make a pattern with overlapping parts take a time that grows with the square of their length. */
const worst = ['.', 'a.', 'a', '@', 'a@', '-', 'a-'].map((part) => ({
  part,
  text: `a@${part.repeat(100_000 / part.length)}@`,
}))

test.each(worst)('the mailbox pattern takes linear time on 100 KB of "$part"', ({ text }) => {
  expect(MAILBOX.test(text)).toBe(false)
})

test.each(['ana@folio.example', "o'higgins+facturas@sub.folio.cl", 'pagos@viña-del-mar.cl'])(
  'an ordinary address is one mailbox: %s',
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
  'ana@folio..cl',
  'ana@.cl',
  'ana@folio.cl.',
  'josé@folio.cl',
  'ana',
  '',
  `${'a'.repeat(250)}@folio.cl`,
  `${'a'.repeat(64)}@${'b'.repeat(190)}.cl`,
])('a text that is more or less than one mailbox is refused: %j', (text) => {
  expect(isOneMailbox(text)).toBe(false)
})

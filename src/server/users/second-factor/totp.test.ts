import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base32, matchingStep, newTotpSecret, otpauthUri, totpCode } from './totp.ts'

// The secret and codes of RFC 6238, appendix B: its eight digits end in our six.
const SECRET = base32(Buffer.from('12345678901234567890'))

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the one of RFC 6238', (second, code) => {
  expect(totpCode(SECRET, Math.floor(second / 30))).toBe(code)
  expect(matchingStep(SECRET, code, second * 1000)).toBe(Math.floor(second / 30))
})

test('base32 is that of RFC 4648', () => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
})

test('a code is taken one step early or late, and no further', () => {
  const step = 56_000_000
  const code = totpCode(SECRET, step)
  const at = (steps: number) => matchingStep(SECRET, code, (step + steps) * 30_000)
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null])
})

test('spaces in it are overlooked, anything else is no code', () => {
  const nowMs = 1_111_111_109_000
  expect(matchingStep(SECRET, '081 804', nowMs)).not.toBeNull()
  for (const code of ['', '81804', '081805', '0818040', 'abcdef', '٠٨١٨٠٤']) {
    expect(matchingStep(SECRET, code, nowMs)).toBeNull()
  }
})

test('every secret is new, and its own codes fit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (nowMs) => {
      const secret = newTotpSecret()
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      const step = Math.floor(nowMs / 30_000)
      expect(matchingStep(secret, totpCode(secret, step), nowMs)).toBe(step)
    }),
  )
})

test('an app is told whose code it is', () => {
  expect(otpauthUri('ABC', 'ana+x@b.cl')).toBe(
    'otpauth://totp/Folio:ana%2Bx%40b.cl?secret=ABC&issuer=Folio',
  )
})

import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Secret } from '../../vault/secret.ts'
import { isOutsideWindow, isSigned, readSignatureHeader, textOf } from './signature.ts'

const NAMES = { timeName: 't', signatureName: 's' }

test.each([
  ['t=1711965600393,s=abc=', { time: '1711965600393', signatures: ['abc='] }],
  ['s=abc=,t=1711965600393', { time: '1711965600393', signatures: ['abc='] }],
  ['t=1, s=a=b=', { time: '1', signatures: ['a=b='] }],
  ['t=1,s=a,s=b', { time: '1', signatures: ['a', 'b'] }],
  ['t=1,s=a,v9=other', { time: '1', signatures: ['a'] }],
  ['t=1,s=', { time: '1', signatures: [''] }],
])('a signature header %j is read', (header, read) => {
  expect(readSignatureHeader(header, NAMES)).toEqual(read)
})

test.each([
  undefined,
  null,
  '',
  ['t=1,s=a'],
  't=1',
  's=a',
  't=,s=a',
  't=foo,s=bar',
  't=-1,s=a',
  't=1.5,s=a',
  't=1e3,s=a',
  't=١,s=a',
  't=1,t=2,s=a',
  't=12345678901234567,s=a',
  'T=1,S=a',
  't:1;s:a',
  `t=1,s=${'a'.repeat(2_000)}`,
  `t=1${',s=a'.repeat(10)}`,
])('a signature header %j is none', (header) => {
  expect(readSignatureHeader(header, NAMES)).toBeNull()
})

const secret = new Secret('whsec_local')

function hexOf(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function isRight(signatures: string[], key = secret): boolean {
  return isSigned({ time: '1', signatures }, ['1.', Buffer.from('{}')], {
    secret: key,
    encoding: 'hex',
  })
}

const right = hexOf('whsec_local', '1.{}')

test('one right signature among several is enough, as while a secret is replaced', () => {
  expect(isRight([right])).toBe(true)
  expect(isRight([hexOf('old', '1.{}'), right])).toBe(true)
  expect(isRight([right, hexOf('old', '1.{}')])).toBe(true)
})

test.each([
  [''],
  [right.slice(1)],
  [`${right}0`],
  [right.toUpperCase()],
  [hexOf('other', '1.{}')],
  [hexOf('whsec_local', '2.{}')],
  ['ñ'.repeat(64)],
  ['✓'.repeat(22)],
  ['\u{1f600}'.repeat(16)],
])('the signature %j is not right, and does not throw', (signature) => {
  expect(isRight([signature])).toBe(false)
})

test('nothing is signed with an empty secret, which everybody knows', () => {
  expect(isRight([hexOf('', '1.{}')], new Secret(''))).toBe(false)
})

test('no header and no signature throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ts=,19ñ✓\u{1f600} ') }), (header) => {
      const read = readSignatureHeader(header, NAMES)
      if (read !== null) expect(isRight(read.signatures)).toBe(false)
    }),
  )
})

test.each([
  [0, false],
  [300_000, false],
  [-300_000, false],
  [300_001, true],
  [-300_001, true],
])('what was signed %d ms from now is outside of the window: %s', (away, isOutside) => {
  expect(isOutsideWindow(1_700_000_000_000 + away, 1_700_000_000_000)).toBe(isOutside)
})

test('a field that came twice, is empty or is only inherited is not there', () => {
  expect(textOf({ id: 'a' }, 'id')).toBe('a')
  expect(textOf({ id: ['a', 'b'] }, 'id')).toBeNull()
  expect(textOf({ id: '' }, 'id')).toBeNull()
  expect(textOf({}, 'toString')).toBeNull()
})

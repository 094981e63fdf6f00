import { expect, test } from 'vitest'
import type { Fields } from '../port.ts'
import { TOKEN } from '../test-connections.ts'
import { readTransbankReturn } from './return.ts'

const OTHER = 'a'.repeat(64)
const SESSION = { TBK_ID_SESION: 'attempt-1' }
const ORDER = { TBK_ORDEN_COMPRA: 'ORDER-1', ...SESSION }

function refs(providerRef: string | null, buyOrder: string | null) {
  return { providerRef, paymentRef: null, buyOrder }
}

test.each<[string, Fields, unknown]>([
  ['a token alone', { token_ws: TOKEN }, { kind: 'normal', refs: refs(TOKEN, null) }],
  ['an order and no token', ORDER, { kind: 'timedOut', refs: refs(null, 'ORDER-1') }],
  [
    'an order with the session in its other spelling',
    { TBK_ORDEN_COMPRA: 'ORDER-1', TBK_ID_SESSION: 'attempt-1' },
    { kind: 'timedOut', refs: refs(null, 'ORDER-1') },
  ],
  [
    'an annulled token',
    { TBK_TOKEN: TOKEN, ...ORDER },
    { kind: 'annulled', refs: refs(TOKEN, 'ORDER-1') },
  ],
  ['an annulled token alone', { TBK_TOKEN: TOKEN }, { kind: 'annulled', refs: refs(TOKEN, null) }],
  [
    'both tokens',
    { token_ws: TOKEN, TBK_TOKEN: TOKEN, ...ORDER },
    { kind: 'formError', refs: refs(TOKEN, 'ORDER-1') },
  ],
  [
    'two tokens that differ',
    { token_ws: TOKEN, TBK_TOKEN: OTHER, ...ORDER },
    { kind: 'formError', refs: refs(TOKEN, 'ORDER-1') },
  ],
  [
    'a token and a stray order',
    { token_ws: TOKEN, ...ORDER },
    { kind: 'normal', refs: refs(TOKEN, 'ORDER-1') },
  ],
  [
    'a token and an empty one',
    { token_ws: TOKEN, TBK_TOKEN: '' },
    { kind: 'normal', refs: refs(TOKEN, null) },
  ],
  ['nothing', {}, { kind: 'invalid' }],
  ['a session alone', SESSION, { kind: 'invalid' }],
  ['a token too short', { token_ws: TOKEN.slice(1) }, { kind: 'invalid' }],
  ['a token too long', { token_ws: `${TOKEN}0` }, { kind: 'invalid' }],
  ['a path', { token_ws: '../../x?y=1' }, { kind: 'invalid' }],
  ['a path as long as a token', { token_ws: '../'.repeat(21) + 'x' }, { kind: 'invalid' }],
  ['an annulled token that is none', { TBK_TOKEN: 'x', ...ORDER }, { kind: 'invalid' }],
  ['a list of tokens', { token_ws: [TOKEN, OTHER] }, { kind: 'invalid' }],
  ['a list of one', { token_ws: [TOKEN] }, { kind: 'invalid' }],
  ['an object', { token_ws: { a: TOKEN } }, { kind: 'invalid' }],
  ['an order that is none of ours', { TBK_ORDEN_COMPRA: 'a b', ...SESSION }, { kind: 'invalid' }],
  ['an order too long', { TBK_ORDEN_COMPRA: 'a'.repeat(27) }, { kind: 'invalid' }],
])('a return with %s is read alike by GET and POST', (_what, fields, read) => {
  expect(readTransbankReturn(fields, {})).toEqual(read)
  expect(readTransbankReturn({}, fields)).toEqual(read)
})

test('a token in both places must be the same', () => {
  const once = { kind: 'normal', refs: refs(TOKEN, null) }
  expect(readTransbankReturn({ token_ws: TOKEN }, { token_ws: TOKEN })).toEqual(once)
  const twice = readTransbankReturn({ token_ws: TOKEN }, { token_ws: OTHER })
  expect(twice).toEqual({ kind: 'invalid' })
})

test('names that every object has are none that came', () => {
  const inherited: Fields = Object.create({ token_ws: TOKEN }) ?? {}
  expect(readTransbankReturn(inherited, {})).toEqual({ kind: 'invalid' })
})

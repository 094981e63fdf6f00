import { describe, expect, it } from 'vitest'
import { isExpired, readClaims, readStoredTokens, refreshDelayMs } from './tokens.ts'

function token(payload: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload))
  const part = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  return `header.${part.replaceAll('=', '')}.signature`
}

const MINUTE = 60_000
const NOON = 1_800_000_000_000

describe('the access token as the browser reads it', () => {
  it('gives e-mail and expiry, letters beyond ASCII included', () => {
    const claims = readClaims(token({ email: 'begoña@viña.cl', exp: 1_800_000_000 }))
    expect(claims).toEqual({
      email: 'begoña@viña.cl',
      username: 'begoña@viña.cl',
      expiresAtMs: NOON,
    })
  })

  it.each(['', 'abc', 'a.b.c', token({ email: 'a@b.cl' }), token('text')])(
    'is nothing when it is not one of ours: %s',
    (text) => {
      expect(readClaims(text)).toBeNull()
    },
  )
})

describe('the tokens in local storage', () => {
  const access = token({ email: 'a@b.cl', exp: 1_800_000_000 })

  it('come back as they were kept', () => {
    const tokens = { access, refresh: 'r' }
    expect(readStoredTokens(JSON.stringify(tokens))).toEqual(tokens)
  })

  it.each(['', 'null', '[]', '{"access":"x","refresh":"y"}', JSON.stringify({ access })])(
    'are nothing when they are not ours: %s',
    (text) => {
      expect(readStoredTokens(text)).toBeNull()
    },
  )
})

describe('when to refresh', () => {
  const claims = { email: 'a@b.cl', username: 'a@b.cl', expiresAtMs: NOON }

  it('is five minutes before the expiry', () => {
    expect(refreshDelayMs(claims, NOON - 20 * MINUTE)).toBe(15 * MINUTE)
  })

  it('is at once, never in the past, when less than five minutes are left', () => {
    expect(refreshDelayMs(claims, NOON - 2 * MINUTE)).toBe(0)
    expect(refreshDelayMs(claims, NOON + MINUTE)).toBe(0)
  })

  it('stays within what a timer can wait', () => {
    expect(refreshDelayMs(claims, NOON - 100 * 24 * 60 * MINUTE)).toBe(2 ** 31 - 1)
  })

  it('counts the very instant of the expiry as expired', () => {
    expect(isExpired(claims, NOON)).toBe(true)
    expect(isExpired(claims, NOON - 1)).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import { rut } from '#domain/rut.ts'
import { createSii } from './client.ts'

const cookies = JSON.stringify([
  { key: 'TOKEN', value: 'abc', domain: 'sii.cl', path: '/', hostOnly: false },
])

/** An SII whose goodbye takes the cookie from the browser, and ends the session or not. */
function leave(ends: boolean) {
  let isOpen = true
  const sii = createSii({
    nowMs: () => 0,
    paceMs: 0,
    wire: async ({ url, headers }) => {
      const isIn = isOpen && headers['cookie'] === 'TOKEN=abc'
      if (url.endsWith('autTermino.cgi')) {
        isOpen = isOpen && !ends
        const gone = 'TOKEN=; Domain=.sii.cl; Path=/; Max-Age=0'
        return {
          kind: 'answered',
          status: 200,
          headers: { 'set-cookie': gone },
          body: Buffer.from(''),
        }
      }
      const page = isIn ? 'var DatosCntrNow = {}' : '<title>SII - Autenticaci\u00f3n</title>'
      return { kind: 'answered', status: 200, headers: {}, body: Buffer.from(page) }
    },
  })
  return sii.resume({ person: rut('11111111-1'), cookies }).logout()
}

describe('leaving', () => {
  test('is done when the old cookies open nothing any more', async () => {
    expect(await leave(true)).toEqual({ kind: 'ok', value: null })
  })

  test('is not done when only the browser forgot them', async () => {
    expect(await leave(false)).toMatchObject({ kind: 'unavailable', text: 'stillOpen' })
  })
})

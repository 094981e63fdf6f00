import { describe, expect, test } from 'vitest'
import { openCookies, openForLogin } from './cookies.ts'

const login = 'https://zeusr.sii.cl/cgi_AUT2000/CAutInicio.cgi'
const portal = 'https://www1.sii.cl/cgi-bin/Portal001/x.cgi'
const NOW = Date.UTC(2026, 10, 20, 12)

describe('a cookie', () => {
  test('for .sii.cl goes to every host, one without a domain only to its own', () => {
    const cookies = openCookies()
    cookies.take(['TOKEN=abc; Domain=.sii.cl; Path=/', 'SOLO=1; Path=/'], login, true, NOW)
    expect(cookies.header(login)).toBe('TOKEN=abc; SOLO=1')
    expect(cookies.header(portal)).toBe('TOKEN=abc')
  })

  test('given under another name counts as the SII’s', () => {
    const cookies = openCookies()
    const lines = ['TOKEN=abc; Path=/; HttpOnly', 'RUT_NS=1; Domain=127.0.0.1; Path=/']
    cookies.take(lines, login, false, NOW)
    expect(cookies.header(portal)).toBe('TOKEN=abc; RUT_NS=1')
  })

  test('for a stranger’s domain is refused', () => {
    const cookies = openCookies()
    cookies.take(['X=1; Domain=evil.example', 'Y=1; Domain=cl'], login, true, NOW)
    expect(cookies.header(login)).toBe('')
  })

  test('ends by our clock and not by the machine’s', () => {
    const cookies = openCookies()
    const past = 'Expires=Thu, 19 Nov 2026 00:00:00 GMT'
    const future = 'Expires=Sat, 21 Nov 2026 00:00:00 GMT'
    cookies.take([`A=1; Path=/; ${future}`, `B=1; Path=/; ${past}`], login, false, NOW)
    expect(cookies.header(login)).toBe('A=1')
    cookies.take([`A=gone; Path=/; ${past}`], login, false, NOW)
    expect(cookies.header(login)).toBe('')
    expect(cookies.value('A')).toBeNull()
    expect(cookies.text()).toBe('[]')
  })

  test('that is broken, huge or one of thousands does no harm', () => {
    const cookies = openCookies()
    const many = Array.from({ length: 5000 }, (_, index) => `C${index}=1; Path=/`)
    cookies.take(['', ';;;', `BIG=${'x'.repeat(9000)}`, ...many], login, false, NOW)
    expect(cookies.text().length).toBeLessThan(20_000)
  })
})

describe('kept cookies', () => {
  test('come back as they were', () => {
    const cookies = openCookies()
    cookies.take(
      ['TOKEN=abc; Domain=.sii.cl; Path=/', 'SOLO=1; Path=/cgi_AUT2000'],
      login,
      true,
      NOW,
    )
    const again = openCookies(cookies.text())
    expect(again.header(login)).toBe(cookies.header(login))
    expect(again.header(portal)).toBe('TOKEN=abc')
    expect(again.text()).toBe(cookies.text())
  })

  test('that cannot be read are none', () => {
    for (const text of ['', '{', '{"a":1}', '[1]', 'null']) {
      expect(openCookies(text).text()).toBe('[]')
    }
  })

  test('for a new login are only the front’s: no session is inherited', () => {
    const cookies = openCookies()
    cookies.take(
      ['TOKEN=abc; Path=/', 'TS01a2b=w; Path=/', 'QueueITAccepted-x=q; Path=/', 'RUT_NS=1; Path=/'],
      login,
      false,
      NOW,
    )
    expect(openForLogin(cookies.text()).header(login)).toBe('QueueITAccepted-x=q; TS01a2b=w')
    expect(openForLogin(null).text()).toBe('[]')
  })
})

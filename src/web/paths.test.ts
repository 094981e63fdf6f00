import { describe, expect, it } from 'vitest'
import { loginPath, ownPath } from './paths.ts'

describe('the path to follow after login', () => {
  it.each(['/rules', '/documents/7?tab=a#b', '/rules/edit/3'])(
    'is followed when ours: %s',
    (path) => {
      expect(ownPath(path)).toBe(path)
    },
  )

  it.each([
    null,
    '',
    'rules',
    'https://evil.cl/rules',
    '//evil.cl',
    '/\\evil.cl',
    '/\t/evil.cl',
    '/\n/evil.cl',
    'javascript:alert(1)',
    '/.//evil.cl',
    '/a/..//evil.cl',
    '/%2e//evil.cl',
    '/login',
    '/login?next=/login',
  ])('is not followed when it would leave the site or turn in a circle: %j', (path) => {
    expect(ownPath(path)).toBeNull()
  })

  it('survives its way through the query', () => {
    const wanted = '/documents?search=viña & cía'
    const next = new URL(loginPath(wanted), 'https://folio.invalid').searchParams.get('next')
    expect(next).toBe(wanted)
  })
})

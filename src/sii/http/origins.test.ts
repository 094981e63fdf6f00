import { describe, expect, test } from 'vitest'
import { isAskedAtHome, resolveTarget, siiOrigins, toAsked } from './origins.ts'

const real = siiOrigins()
const under = siiOrigins('http://127.0.0.1:4010/')
const form = 'https://www1.sii.cl/cgi-bin/Portal001/mipeGenFacEx.cgi?PTDC_CODIGO=33'

describe('an address of the SII', () => {
  test('is asked as it is by default', () => {
    expect(toAsked(real, form)).toBe(form)
    expect(isAskedAtHome(real, form)).toBe(true)
  })

  test('is asked under a prefix when all hosts live at one place', () => {
    expect(toAsked(under, form)).toBe(
      'http://127.0.0.1:4010/www1/cgi-bin/Portal001/mipeGenFacEx.cgi?PTDC_CODIGO=33',
    )
    expect(isAskedAtHome(under, form)).toBe(false)
  })

  test('is asked elsewhere host by host', () => {
    const mixed = siiOrigins(null, { www1: 'https://proxy.example:8443/sii' })
    expect(toAsked(mixed, 'https://www1.sii.cl/a')).toBe('https://proxy.example:8443/sii/a')
    expect(toAsked(mixed, 'https://zeusr.sii.cl/a')).toBe('https://zeusr.sii.cl/a')
  })

  test('is nothing else', () => {
    for (const other of [
      'https://evil.example/',
      'https://www1.sii.cl.evil.example/',
      'https://otra.sii.cl/',
      'https://www1.sii.cl:8443/',
      'file:///etc/passwd',
      'nonsense',
    ]) {
      expect(toAsked(real, other)).toBeNull()
    }
  })
})

describe('a target', () => {
  const from = 'https://zeusr.sii.cl/cgi_AUT2000/CAutInicio.cgi'
  const home = 'https://misiir.sii.cl/cgi_misii/siihome.cgi'
  const cases: [string, string | null][] = [
    [home, home],
    ['http://misiir.sii.cl/cgi_misii/siihome.cgi', home],
    ['http://127.0.0.1:4010/misiir/cgi_misii/siihome.cgi', home],
    ['/misiir/cgi_misii/siihome.cgi', home],
    ['/cgi_AUT2000/otra.cgi?a=1', 'https://zeusr.sii.cl/cgi_AUT2000/otra.cgi?a=1'],
    ['otra.cgi', 'https://zeusr.sii.cl/cgi_AUT2000/otra.cgi'],
    ['http://127.0.0.1:4010/other/x', null],
    ['http://127.0.0.1:9999/misiir/x', null],
    ['https://evil.example/misiir/x', null],
    ['//evil.example/x', null],
    ['javascript:void(0)', null],
    [`/${'a'.repeat(5000)}`, null],
  ]
  test.each(cases)('under one origin: %s is %s', (target, address) => {
    expect(resolveTarget(under, from, target)).toBe(address)
  })

  test('outside the hosts is refused at the real ones too', () => {
    expect(resolveTarget(real, from, '//evil.example/x')).toBeNull()
    expect(resolveTarget(real, from, 'https://www.sii.cl.evil.example/')).toBeNull()
    expect(resolveTarget(real, from, '/x')).toBe('https://zeusr.sii.cl/x')
  })
})

test('a base that is no address is a mistake found at the start', () => {
  expect(() => siiOrigins('ftp://x')).toThrow()
  expect(() => siiOrigins('www1')).toThrow()
  expect(() => siiOrigins('http://x/?a=1')).toThrow()
})

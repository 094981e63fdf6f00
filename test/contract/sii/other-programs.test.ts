import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Desk } from './desk.ts'
import { ANA, openDesk } from './desk.ts'

/**
 * A library of others in small, as it would be written after the real site: it knows nothing of ours, and the simulated
 * SII must let it in unchanged. A robot of a browser is tried in test/e2e.
 */
let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.simulator.close())

const LOGIN = '/AUT2000/InicioAutenticacion/IngresoRutClave.html'
const HOME = '/cgi_misii/siihome.cgi'
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36'

/** A library that fills the form by its fields' names and keeps cookies by their domain; hosts are found by name. */
function library() {
  const port = new URL(desk.simulator.url).port
  const jar: { name: string; value: string; domain: string }[] = []

  function keep(line: string, host: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const domain = attributes.find((one) => /^domain=/i.test(one))?.slice('domain='.length) ?? host
    const name = pair.slice(0, at)
    const kept = jar.findIndex((one) => one.name === name && one.domain === domain)
    if (kept >= 0) jar.splice(kept, 1)
    jar.push({ name, value: pair.slice(at + 1), domain })
  }

  function ask(
    host: string,
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; location: string; text: string }> {
    const cookie = jar
      .filter(({ domain }) => host === domain || host.endsWith(domain))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const headers = {
      host: `${host}:${port}`,
      'user-agent': AGENT,
      cookie,
      ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    }
    return new Promise((resolve, reject) => {
      const method = fields ? 'POST' : 'GET'
      const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) keep(line, host)
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? '',
            text: Buffer.concat(chunks).toString('latin1'),
          }),
        )
      })
      request.on('error', reject)
      request.end(fields ? new URLSearchParams(fields).toString() : '')
    })
  }
  return { ask, cookie: (name: string) => jar.find((one) => one.name === name) }
}

describe('a library that posts rut and dv', () => {
  test.each([
    ['nothing of what was typed', {}],
    ['the RUT with its points', { rutcntr: '15.151.515-0' }],
    ['the RUT with its hyphen alone', { rutcntr: '15151515-0' }],
    ['an opaque code of the page', { '411': '7', rutcntr: '15151515-0' }],
  ])('and %s signs in, by names, on one jar of cookies', async (_, more) => {
    const { ask, cookie } = library()
    const page = await ask('zeusr.sii.cl', `${LOGIN}?https://misiir.sii.cl${HOME}`)
    expect(page.text).toMatch(
      /<form id="myform" method="post" action="\/cgi_AUT2000\/CAutInicio.cgi"/,
    )
    await ask('zeusr.sii.cl', '/cgi_AUT2000/CAutInicio.cgi', {
      rut: '15151515',
      dv: '0',
      referencia: `https://misiir.sii.cl${HOME}`,
      '411': '',
      clave: ANA.clave,
      ...more,
    })
    expect(cookie('TOKEN')).toMatchObject({ domain: '.sii.cl' })
    expect(cookie('TOKEN')?.value).toBe(cookie('CSESSIONID')?.value)
    const home = await ask('misiir.sii.cl', HOME)
    expect(home.text).toContain('var DatosCntrNow')
    expect(home.text).toContain('"rut":"15151515"')
  })

  test('with another RUT typed than sent is turned away', async () => {
    const { ask, cookie } = library()
    const fields = { rut: '15151515', dv: '0', rutcntr: '13.131.313-6', clave: ANA.clave }
    const answer = await ask('zeusr.sii.cl', '/cgi_AUT2000/CAutInicio.cgi', fields)
    expect(answer.text).toContain('01.01.203.500.720.11')
    expect(cookie('TOKEN')).toBeUndefined()
  })

  test.each([
    ['public-home', /^http:\/\/www\.sii\.cl/],
    ['login-page', /^http:\/\/zeusr\.sii\.cl:\d+\/AUT2000\//],
  ] as const)('leaves by way of the %s', async (logoutLanding, landing) => {
    desk.simulator.admin.setVariants({ logoutLanding })
    const { ask } = library()
    const fields = { rut: '15151515', dv: '0', clave: ANA.clave, referencia: 'http://www.sii.cl' }
    await ask('zeusr.sii.cl', '/cgi_AUT2000/CAutInicio.cgi', fields)
    const left = await ask('zeusr.sii.cl', '/cgi_AUT2000/autTermino.cgi')
    expect([left.status, left.location]).toEqual([302, expect.stringMatching(landing)])
    expect((await ask('www.sii.cl', '/')).status).toBe(200)
    expect((await ask('misiir.sii.cl', HOME)).text).not.toContain('DatosCntrNow')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteFacts } from '#contract/pages.ts'
import { systemClock } from '../clock.ts'
import { createServer } from './server.ts'
import { serveSite } from './site.ts'

let server: FastifyInstance
let clpAlone = 'Cerca de $398 neto'
const folder = mkdtempSync(join(tmpdir(), 'folio-site-'))
beforeAll(async () => {
  writeFileSync(join(folder, 'home.es.html'), '<p>{{clpAlone}}</p><a href="{{origin}}/">Folio</a>')
  writeFileSync(join(folder, 'terms.en.html'), '<h1>Terms</h1>{{supportEmail}}')
  server = await createServer({
    logger: pino({ enabled: false }),
    clock: systemClock,
    secure: true,
    trustedProxies: [],
  })
  serveSite(server, { folder, facts: async () => facts() })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

function facts(): SiteFacts {
  return {
    origin: 'https://folio.example',
    demonstration: 'false',
    operator: 'Folio SpA',
    supportEmail: 'a<b>"&@folio.example',
    supportWhatsapp: '+56 9 0000 0000',
    whatsappDigits: '56900000000',
    clpAlone,
    clpWithMail: '',
  }
}

const get = (url: string, encoding = 'identity') =>
  server.inject({ url, headers: { 'accept-encoding': encoding } })

test('a page says what only the running service knows, and says it anew when that changes', async () => {
  const home = '<p>Cerca de $398 neto</p><a href="https://folio.example/">Folio</a>'
  expect((await get('/')).body).toBe(home)
  clpAlone = 'Cerca de $399 neto'
  expect((await get('/')).body).toContain('$399')
})

test('what is filled in is text and never markup', async () => {
  expect((await get('/en/terms')).body).toBe('<h1>Terms</h1>a&lt;b&gt;&quot;&amp;@folio.example')
})

test('travels compressed to whoever takes it so', async () => {
  const plain = (await get('/en/terms')).body
  const br = await get('/en/terms', 'gzip, deflate, br')
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
  const gzip = await get('/en/terms', 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
})

test('crawlers are kept out of the API and told of every page in both languages', async () => {
  const robots = (await get('/robots.txt')).body
  expect(robots).toContain('Disallow: /api/')
  expect(robots).toContain('Sitemap: https://folio.example/sitemap.xml')
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toContain('xml')
  const addresses = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1])
  expect(addresses).toEqual(
    ['/', '/terms', '/privacy', '/en', '/en/terms', '/en/privacy'].map(
      (path) => `https://folio.example${path}`,
    ),
  )
  expect(map.body.match(/hreflang="en"/g)).toHaveLength(6)
})

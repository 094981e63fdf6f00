import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createServer } from './server.ts'
import { serveWebFiles } from './web-files.ts'

let server: FastifyInstance
const folder = mkdtempSync(join(tmpdir(), 'folio-web-'))
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html data-demonstration="{{demonstration}}"><title>Folio</title>',
  )
  writeFileSync(join(folder, 'assets/index-4f2a.js'), 'export {}')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  const logger = pino({ enabled: false })
  server = await createServer({ logger, clock: systemClock, secure: true, trustedProxies: [] })
  await serveWebFiles(server, folder, { demonstration: true })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string) => server.inject({ url })

test('a shared document is in no index, and its address is told to nobody', async () => {
  const reply = await get('/d/abc')
  expect(reply.body).toContain('<title>Folio</title>')
  expect(reply.headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  expect((await get('/dashboard')).headers).not.toHaveProperty('x-robots-tag')
})

test("a payment link leads to its document's page, as private as that page", async () => {
  const reply = await get('/p/abc-_9')
  expect(reply.statusCode).toBe(302)
  expect(reply.headers).toMatchObject({
    location: '/d/abc-_9',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})

test.each([
  ['/p//evil.cl', 404],
  ['/p/a/b', 200],
  ['/p/%2F..%2Fevil.cl', '/d/%2F..%2Fevil.cl'],
  ['/p/%0D%0Ax:%20y', '/d/%0D%0Ax%3A%20y'],
] as const)('a payment link leads nowhere else: %s', async (url, expected) => {
  const { statusCode, headers } = await get(url)
  expect(headers.location ?? statusCode).toBe(expected)
})

test('the page says whether anything is real, however it is compressed', async () => {
  const plain = await get('/dashboard')
  expect(plain.body).toContain('data-demonstration="true"')
  const packed = await server.inject({ url: '/dashboard', headers: { 'accept-encoding': 'br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
})

test.each([
  '/a%00b',
  '/%',
  '/api/%',
  '/%E0%A4%A',
  `/${'a'.repeat(300)}`,
  `/${'a'.repeat(300)}.js`,
  `/api/${'a'.repeat(300)}`,
])('an address that can name nothing is not found: %s', async (url) => {
  const reply = await get(url)
  expect(reply.statusCode).toBe(404)
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect(reply.json()).toEqual({ detail: expect.any(String) })
})

test('every address that is no file answers the page, which is never kept', async () => {
  for (const url of [
    '/',
    '/dashboard',
    '/rules/edit/7?x=1',
    '/auth/activate/MQ/abc-def',
    '/index.html',
  ]) {
    const reply = await get(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('<title>Folio</title>')
    expect(reply.headers['cache-control']).toBe('no-store')
  }
})

test('a hashed file is kept for a year, another for an hour', async () => {
  const script = await get('/assets/index-4f2a.js')
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
})

test('a missing script, an unknown call and a form sent to a page are a 404, not the page', async () => {
  for (const url of ['/assets/gone-1234.js', '/missing.png', '/api/nada/']) {
    expect((await get(url)).statusCode).toBe(404)
  }
  expect((await server.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404)
})

test('nothing outside the folder is served', async () => {
  for (const url of ['/../package.json', '/..%2fpackage.json', '/assets/..%2f..%2fpackage.json']) {
    const reply = await get(url)
    expect(reply.body).not.toContain('"dependencies"')
  }
})

test('behind HTTPS browsers are told to stay there', async () => {
  expect((await get('/')).headers['strict-transport-security']).toMatch(/max-age=31536000/)
})

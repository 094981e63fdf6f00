import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigFault, readConfig } from './config.ts'

const key = () => randomBytes(32).toString('base64')
const real = {
  FOLIO_ENVIRONMENT: 'real',
  LEGAL_OPERATOR: 'Folio SpA, RUT 77.777.777-7, Santiago',
  SUPPORT_WHATSAPP: '+56 9 1234 5678',
  FOLIO_KEY: key(),
  FOLIO_TOKEN_KEY: key(),
  SMTP_URL: 'smtps://u:canario@smtp.ejemplo.cl',
  MAIL_FROM: 'Folio <hola@ejemplo.cl>',
  PUBLIC_URL: 'https://folio.ejemplo.cl',
}

function faultOf(environment: Record<string, string | undefined>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigFault) return error.message
    throw error
  }
  return ''
}

test('without any variable it is the demonstration: fast, all day, with everything built in', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'demonstration',
    role: 'both',
    port: null,
    databaseUrl: null,
    keys: null,
    siiBaseUrl: null,
    siiHostUrls: null,
    smtpUrl: null,
    undoWindowMs: 20_000,
    window: { fromHour: 0, toHour: 24 },
  })
})

test('the real environment waits half an hour and issues in office hours', () => {
  const config = readConfig(real)
  expect(config).toMatchObject({
    environment: 'real',
    undoWindowMs: 30 * 60_000,
    window: { fromHour: 9, toHour: 18 },
    publicUrl: 'https://folio.ejemplo.cl',
  })
  expect(config.keys?.vault.reveal()).toBe(real.FOLIO_KEY)
  expect(JSON.stringify(config)).not.toMatch(/canario/)
})

test('the real environment names everything that is missing, at once', () => {
  const message = faultOf({ FOLIO_ENVIRONMENT: 'real' })
  const names = ['FOLIO_KEY', 'FOLIO_TOKEN_KEY', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL']
  for (const name of [...names, 'LEGAL_OPERATOR', 'SUPPORT_WHATSAPP']) {
    expect(message).toContain(`${name}: falta, y el ambiente real la necesita.`)
  }
})

test('the real environment takes no simulated SII and no unencrypted address', () => {
  const message = faultOf({
    ...real,
    SII_BASE_URL: 'http://127.0.0.1:4010',
    PUBLIC_URL: 'http://folio.ejemplo.cl',
  })
  expect(message).toMatch(/SII_BASE_URL: solo existe para el SII simulado/)
  expect(message).toMatch(/PUBLIC_URL: debe empezar con https/)
})

test('the demonstration never reaches the real SII or anybody’s mailbox', () => {
  const message = faultOf({
    SII_BASE_URL: 'https://www1.sii.cl',
    SMTP_URL: 'smtp://smtp.ejemplo.cl',
    FOLIO_ROLE: 'worker',
  })
  expect(message).toMatch(/SII_BASE_URL: la demostración nunca habla con el SII/)
  expect(message).toMatch(/SMTP_URL: la demostración no envía correos/)
  expect(message).toMatch(/FOLIO_ROLE: la demostración corre en un solo proceso/)
  const shared = { SII_BASE_URL: 'http://127.0.0.1:4010', DATABASE_URL: 'postgres://a:b@db/folio' }
  expect(readConfig({ ...shared, FOLIO_ROLE: 'api' }).role).toBe('api')
  expect(readConfig({ SII_BASE_URL: 'http://127.0.0.1:4010' }).siiBaseUrl).toBe(
    'http://127.0.0.1:4010',
  )
})

test('single hosts of the simulated SII may be asked elsewhere, on this machine', () => {
  const hosts = 'www1=http://127.0.0.1:4010/www1, loa=http://localhost:4011'
  expect(readConfig({ SII_HOST_URLS: hosts }).siiHostUrls).toEqual({
    www1: 'http://127.0.0.1:4010/www1',
    loa: 'http://localhost:4011',
  })
  expect(faultOf({ ...real, SII_HOST_URLS: hosts })).toMatch(/SII_HOST_URLS: solo existe/)
  expect(faultOf({ SII_HOST_URLS: 'www1=https://www1.sii.cl' })).toMatch(
    /SII_HOST_URLS: la demostración nunca habla con el SII/,
  )
})

test('processes that share the work need one database', () => {
  expect(faultOf({ ...real, FOLIO_ROLE: 'worker' })).toMatch(/DATABASE_URL: hace falta/)
  const shared = { ...real, FOLIO_ROLE: 'worker', DATABASE_URL: 'postgres://a:b@db/folio' }
  expect(readConfig(shared).role).toBe('worker')
})

test.each([
  ['FOLIO_ENVIRONMENT', 'produccion'],
  ['FOLIO_ROLE', 'todo'],
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', '80a'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['FOLIO_KEY', 'corta'],
  ['FOLIO_KEY_PREVIOUS', `${key()},x`],
  ['FOLIO_TOKEN_KEY', randomBytes(31).toString('base64')],
  ['SII_BASE_URL', 'ftp://127.0.0.1'],
  ['SII_HOST_URLS', 'www9=http://127.0.0.1:1'],
  ['SII_HOST_URLS', 'www1'],
  ['SMTP_URL', 'correo'],
  ['MAIL_FROM', 'Folio\r\nBcc: x@y.cl'],
  ['PUBLIC_URL', 'https://folio.cl/ruta'],
  ['UNDO_WINDOW_SECONDS', '-1'],
  ['EMISSION_WINDOW', '18:00-09:00'],
  ['EMISSION_WINDOW', '9-18'],
  ['EMISSION_WINDOW', '09:30-18:00'],
  ['TRUSTED_PROXIES', 'proxy.local'],
  ['SUPPORT_WHATSAPP', '912345678'],
])('%s=%j is refused by its name, without repeating the value', (name, value) => {
  const message = faultOf({ [name]: value })
  expect(message).toContain(`  ${name}: `)
  if (name.includes('KEY')) expect(message).not.toContain(value)
})

test('a key is never used for two purposes, and half a pair is refused', () => {
  expect(faultOf({ ...real, FOLIO_TOKEN_KEY: real.FOLIO_KEY })).toMatch(/distinta de FOLIO_KEY/)
  expect(faultOf({ FOLIO_KEY: key() })).toMatch(/FOLIO_TOKEN_KEY/)
})

test('the emission window is written in whole hours, with or without the minutes', () => {
  for (const text of ['08-20', '08:00-20:00']) {
    expect(readConfig({ EMISSION_WINDOW: text }).window).toEqual({ fromHour: 8, toHour: 20 })
  }
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    port: null,
    databaseUrl: null,
  })
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { start } from '#texts/es/start.ts'
import { ConfigFault, readConfig } from './config.ts'
import { keysOf, ringsOf } from './start/keys.ts'
import { keyRing, sealingKeysText } from './vault/key-ring.ts'
import { WORKER_KINDS } from './vault/kinds.ts'
import { Secret } from './vault/secret.ts'

const key = () => randomBytes(32).toString('base64')
const real = {
  FOLIO_ENVIRONMENT: 'real',
  LEGAL_NAME: 'Folio SpA',
  LEGAL_RUT: '777777777',
  LEGAL_ADDRESS: 'Calle Uno 1, Santiago',
  SUPPORT_WHATSAPP: '+56 9 1234 5678',
  FOLIO_KEY: key(),
  FOLIO_TOKEN_KEY: key(),
  FOLIO_SECOND_FACTOR_KEY: key(),
  FOLIO_PAYMENT_KEY: key(),
  DATABASE_URL: 'postgres://folio:a@db/folio',
  DATABASE_URL_API: 'postgres://folio_api:b@db/folio',
  TRUSTED_PROXIES: '10.0.0.1',
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
  expect(config.keys?.vault?.reveal()).toBe(real.FOLIO_KEY)
  expect(JSON.stringify(config)).not.toMatch(/canario/)
})

test('the real environment names everything that is missing, at once', () => {
  const message = faultOf({ FOLIO_ENVIRONMENT: 'real' })
  const names = ['FOLIO_KEY', 'FOLIO_TOKEN_KEY', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_URL']
  for (const name of [...names, 'LEGAL_NAME', 'LEGAL_RUT', 'LEGAL_ADDRESS', 'SUPPORT_WHATSAPP']) {
    expect(message).toContain(`${name}: falta, y el ambiente real la necesita.`)
  }
  expect(message).toContain('DATABASE_URL: falta: el PostgreSQL incluido es solo para la demo')
  expect(message).toContain('DATABASE_URL_API: falta: es la misma base con el usuario folio_api')
  expect(message).toContain('TRUSTED_PROXIES: falta: es la dirección de tu proxy')
  expect(message).toContain('FOLIO_SECOND_FACTOR_KEY: falta: abre los códigos')
  expect(message).toContain('FOLIO_PAYMENT_KEY: falta: abre las llaves de los medios de pago')
  const lines = message.split('\n').slice(1)
  expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(lines.length)
})

test('the real environment names its operator as configured, the demonstration an invented one', () => {
  expect(readConfig(real).operator).toEqual({
    name: 'Folio SpA',
    rut: '77.777.777-7',
    address: 'Calle Uno 1, Santiago',
  })
  expect(readConfig({}).operator).toBe(start.demonstrationOperator)
  expect(faultOf({ ...real, LEGAL_RUT: '77777777-8' })).toMatch(
    /LEGAL_RUT: debe ser un RUT con su dígito verificador/,
  )
  expect(faultOf({ LEGAL_NAME: 'Folio SpA' })).toContain(
    'LEGAL_RUT: falta: LEGAL_NAME, LEGAL_RUT, LEGAL_ADDRESS van juntas.',
  )
})

test('the real environment takes no simulated SII and no unencrypted address', () => {
  // Specification 1: payments use encrypted links.
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

test.each([
  'DATABASE_URL',
  'DATABASE_URL_API',
  'TRUSTED_PROXIES',
  'FOLIO_SECOND_FACTOR_KEY',
  'FOLIO_PAYMENT_KEY',
])('the real environment does not start without %s', (name) => {
  expect(faultOf({ ...real, [name]: undefined })).toMatch(
    new RegExp(`^.+\\n  ${name}: falta: [^\\n]+$`),
  )
})

const PAYMENT_URLS = ['TRANSBANK', 'KHIPU', 'FINTOC', 'MERCADO_PAGO'].map(
  (name) => `${name}_BASE_URL`,
)

test.each(PAYMENT_URLS)(
  '%s names a stand-in on this machine, in the demonstration alone',
  (name) => {
    expect(faultOf({ ...real, [name]: 'http://127.0.0.1:4020' })).toMatch(
      new RegExp(`${name}: solo existe para los medios de pago simulados`),
    )
    expect(faultOf({ [name]: 'https://api.khipu.com' })).toMatch(
      new RegExp(`${name}: la demostración nunca cobra de verdad`),
    )
    const { paymentUrls } = readConfig({ [name]: 'http://127.0.0.1:4020' })
    expect(Object.values(paymentUrls)).toEqual(['http://127.0.0.1:4020'])
  },
)

test('a process that only works stands behind no proxy', () => {
  const worker = { ...real, FOLIO_ROLE: 'worker', FOLIO_SECOND_FACTOR_KEY: undefined }
  expect(readConfig({ ...worker, TRUSTED_PROXIES: undefined }).role).toBe('worker')
})

test('the product’s own mail leaves encrypted or not at all', () => {
  const refused = [
    'smtp://u:canario@smtp.ejemplo.cl',
    'smtp://u:canario@smtp.ejemplo.cl?requireTLS=false',
    'smtp://u:canario@smtp.ejemplo.cl?requireTLS=true&ignoreTLS=true',
    'smtps://u:canario@smtp.ejemplo.cl?secure=false',
    'smtps://u:canario@smtp.ejemplo.cl?tls.rejectUnauthorized=false',
  ]
  for (const url of refused) {
    const message = faultOf({ ...real, SMTP_URL: url })
    expect(message).toContain('SMTP_URL: debe cifrar el envío')
    expect(message).not.toContain('canario')
  }
  for (const url of ['smtps://u:c@smtp.ejemplo.cl', 'smtp://u:c@smtp.ejemplo.cl?requireTLS=true']) {
    expect(readConfig({ ...real, SMTP_URL: url }).smtpUrl?.reveal()).toBe(url)
  }
})

test('a process holds the keys of its role and no others', () => {
  const sealing = sealingKeysText(keyRing(new Secret(real.FOLIO_KEY)), WORKER_KINDS)
  const api = { ...real, FOLIO_ROLE: 'api', FOLIO_KEY: undefined, FOLIO_SEALING_KEYS: sealing }
  const rings = ringsOf(keysOf(readConfig(api)))
  expect(rings.api.opens).toEqual(['totp', 'paymentKeys'])
  expect(rings.worker.opens).toEqual(['paymentKeys'])
  expect(rings.api.sealing('clave')).toBeDefined()
  expect(faultOf({ ...api, FOLIO_SEALING_KEYS: undefined })).toContain('npm run keys')
  expect(faultOf({ ...api, FOLIO_KEY: key() })).toMatch(/FOLIO_KEY: este proceso no la usa/)
  expect(faultOf({ ...api, FOLIO_KEY_PREVIOUS: key() })).toMatch(/FOLIO_KEY_PREVIOUS: este proceso/)
  expect(faultOf({ ...real, FOLIO_ROLE: 'worker' })).toMatch(
    /FOLIO_SECOND_FACTOR_KEY: este proceso no la usa/,
  )
  const worker = { ...real, FOLIO_ROLE: 'worker', FOLIO_SECOND_FACTOR_KEY: undefined }
  const working = ringsOf(keysOf(readConfig(worker)))
  expect(working.all.opens).not.toContain('totp')
  expect(working.worker.opens).toContain('paymentKeys')
  expect(faultOf({ ...worker, FOLIO_PAYMENT_KEY: undefined })).toContain('FOLIO_PAYMENT_KEY: falta')
  expect(faultOf({ ...api, FOLIO_PAYMENT_KEY: undefined })).toContain('FOLIO_PAYMENT_KEY: falta')
})

test.each([
  ['FOLIO_ENVIRONMENT', 'produccion'],
  ['FOLIO_ROLE', 'todo'],
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', '80a'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['FOLIO_KEY', 'corta'],
  ['FOLIO_SECOND_FACTOR_KEY', 'corta'],
  ['FOLIO_SECOND_FACTOR_KEY_PREVIOUS', 'x'],
  ['FOLIO_PAYMENT_KEY', 'corta'],
  ['FOLIO_PAYMENT_KEY_PREVIOUS', 'x'],
  ['KHIPU_BASE_URL', 'ftp://127.0.0.1'],
  ['FOLIO_SEALING_KEYS', 'clave:x'],
  ['DATABASE_URL_API', 'mysql://x/y'],
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
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.1,::/0'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ['TRUSTED_PROXIES', '128.0.0.0/1'],
  ['TRUSTED_PROXIES', '190.0.0.0/8'],
  ['TRUSTED_PROXIES', '190.32.0.0/11'],
  ['TRUSTED_PROXIES', '172.16.0.0/11'],
  ['TRUSTED_PROXIES', '2800::/28'],
  ['TRUSTED_PROXIES', '::ffff:0.0.0.0/96'],
  ['TRUSTED_PROXIES', 'fd00::/129'],
  ['SUPPORT_WHATSAPP', '912345678'],
])('%s=%j is refused by its name, without repeating the value', (name, value) => {
  const message = faultOf({ [name]: value })
  expect(message).toContain(`  ${name}: `)
  if (name.includes('KEY')) expect(message).not.toContain(value)
})

test('proxies are believed by their address or by their own network', () => {
  const text =
    '10.0.0.1, 10.0.0.0/8, fd00::/8, ::1, 172.16.0.0/12, fd00::1/128, 190.45.0.0/16, 2800:1::/32'
  expect(readConfig({ ...real, TRUSTED_PROXIES: text }).trustedProxies).toEqual(text.split(', '))
})

test('the ranges that large proxies publish are believed', () => {
  const text = '104.16.0.0/13, 172.64.0.0/13, 162.158.0.0/15, 2a06:98c0::/29, 190.32.0.0/12'
  expect(readConfig({ ...real, TRUSTED_PROXIES: text }).trustedProxies).toEqual(text.split(', '))
})

test('a key is never used for two purposes, and half a pair is refused', () => {
  const names = [
    'FOLIO_KEY',
    'FOLIO_TOKEN_KEY',
    'FOLIO_SECOND_FACTOR_KEY',
    'FOLIO_PAYMENT_KEY',
  ] as const
  for (const [name, other] of names.flatMap((one) => names.map((two) => [one, two] as const))) {
    if (name === other) continue
    expect(faultOf({ ...real, [name]: real[other] })).toMatch(/distinta de las otras claves/)
  }
  expect(faultOf({ FOLIO_KEY: key() })).toMatch(/FOLIO_TOKEN_KEY/)
  expect(faultOf({ FOLIO_PAYMENT_KEY: key() })).toMatch(/FOLIO_TOKEN_KEY/)
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

import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { rut } from '#domain/rut.ts'
import {
  caf,
  cafFile,
  cafOf,
  facturaOf,
  SII_KEY,
  TEST_IDK,
  TEST_SII_KEYS,
} from '../fixtures/test-world.ts'
import { cafLastDay, cafProblem, flatten, parseCaf } from './caf.ts'
import { SII_KEYS } from './sii-keys.ts'

function altered(change: (text: string) => string): Uint8Array {
  return Buffer.from(change(Buffer.from(cafFile()).toString('latin1')), 'latin1')
}

test('a CAF file is read as ISO-8859-1 whatever it declares', () => {
  const reading = parseCaf(cafFile(), TEST_SII_KEYS)
  expect(reading).toMatchObject({
    kind: 'ok',
    authority: 'sii',
    caf: {
      issuer: '76192083-9',
      issuerName: 'Ñandú & Águila Ltda.',
      tipoDte: 33,
      firstFolio: 201,
      lastFolio: 300,
      authorisedOn: '2026-09-15',
      idk: TEST_IDK,
    },
  })
})

test('a CAF of an SII key we do not have is read, and says that nobody vouches for it', () => {
  expect(parseCaf(cafFile())).toMatchObject({ kind: 'ok', authority: 'unknownKey' })
})

test.each([
  ['one letter of the name', (text: string) => text.replace('Ñandú', 'Ñandu')],
  ['a longer range', (text: string) => text.replace('<H>300<', '<H>900<')],
  [
    'another signature',
    (text: string) => text.replace(/(?<=SHA1withRSA">)./, (letter) => (letter === '/' ? '+' : '/')),
  ],
])('%s changed: FRMA no longer holds', (_, change) => {
  expect(parseCaf(altered(change), TEST_SII_KEYS)).toMatchObject({
    kind: 'invalid',
    reason: expect.stringContaining('FRMA'),
  })
})

test('a private key that is not the authorised one is refused', () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 512, publicExponent: 3 })
  const pem = other.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  const bytes = altered((text) => text.replace(/<RSASK>[^]*<\/RSASK>/, `<RSASK>${pem}</RSASK>`))
  expect(parseCaf(bytes, TEST_SII_KEYS)).toMatchObject({
    kind: 'invalid',
    reason: 'RSASK is not the key of RSAPK',
  })
})

test.each([
  ['nothing', ''],
  ['a page of the portal', '<html>sesión</html>'],
  ['half a file', '<AUTORIZACION><CAF version="1.0"><DA>'],
  ['an entity', '<AUTORIZACION><!DOCTYPE a [<!ENTITY b "c">]></AUTORIZACION>'],
  ['too much', `<AUTORIZACION>${' '.repeat(30_000)}</AUTORIZACION>`],
  ['no fields', '<AUTORIZACION><CAF version="1.0"></CAF></AUTORIZACION>'],
])('%s is not a CAF', (_, text) => {
  expect(parseCaf(Buffer.from(text, 'latin1')).kind).toBe('invalid')
})

test('a name longer than forty is cut as the SII cuts it', () => {
  const name = 'Sociedad de Inversiones y Asesorías del Pacífico Sur Limitada'
  expect(cafOf({ issuerName: name }).issuerName).toBe('Sociedad de Inversiones y Asesorías del')
})

test.each([
  ['its own document', {}, day(2026, 11, 20), null],
  ['another issuer', { issuer: rut('96790240-3') }, day(2026, 11, 20), 'CAF of 96790240-3'],
  ['another type', { tipoDte: 34 }, day(2026, 11, 20), 'CAF of type 34'],
  ['another range', { firstFolio: 206 }, day(2026, 11, 20), 'folio 205 outside 206-300'],
  ['a later day', { authorisedOn: day(2026, 11, 21) }, day(2026, 11, 21), 'issued before'],
  ['the last day of its six months', {}, day(2027, 3, 14), null],
  ['one day more', {}, day(2027, 3, 15), 'CAF expired on 2027-03-14'],
])('a CAF for %s', (_, changes, signedOn, problem) => {
  const found = cafProblem({ ...caf, ...changes }, facturaOf(), signedOn)
  if (problem === null) expect(found).toBeNull()
  else expect(found).toContain(problem)
})

test.each([
  [day(2026, 3, 1), day(2026, 8, 31)],
  [day(2026, 6, 15), day(2026, 12, 14)],
  [day(2026, 8, 31), day(2027, 2, 27)],
  [day(2027, 8, 31), day(2028, 2, 28)],
  [day(2026, 12, 31), day(2027, 6, 29)],
])(
  'a CAF authorised on %s stamps until %s, six calendar months less a day',
  (authorisedOn, last) => {
    expect(cafLastDay({ ...caf, authorisedOn })).toBe(last)
  },
)

test('only the types of Res. Ex. 58/2017 expire', () => {
  expect(cafLastDay({ ...caf, tipoDte: 33 })).toBe('2027-03-14')
  expect(cafLastDay({ ...caf, tipoDte: 34 })).toBeNull()
})

test('flattening takes the space between tags and leaves every text alone', () => {
  expect(flatten('<a>\r\n <b> x\ty </b>\t<c>\u00a0</c></a>')).toBe(
    '<a><b> x\ty </b><c>\u00a0</c></a>',
  )
})

test('a simulated SII cannot sign with the number of the real one', () => {
  const forged = cafFile({ idk: 300 })
  expect(parseCaf(forged, new Map([...TEST_SII_KEYS, ...SII_KEYS]))).toMatchObject({
    kind: 'invalid',
    reason: expect.stringContaining('FRMA'),
  })
  expect(SII_KEY.asymmetricKeyDetails?.modulusLength).toBe(512)
})

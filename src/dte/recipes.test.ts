import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import { totalsOf } from './amounts.ts'
import { buildEnvelope, dteFile } from './envelope.ts'
import { printDte } from './print.ts'
import { readDtes } from './read.ts'
import { SII_KEYS } from './sii-keys.ts'
import { scan } from './test-scanner.ts'
import {
  certificate,
  facturaOf,
  lineOf,
  person,
  signed,
  signer,
  STAMPED_AT,
  TEST_IDK,
  TEST_SII_KEYS,
} from './test-world.ts'
import { latin1Bytes } from './text.ts'

// Other people's programs judge what we build: ours would share our mistakes. Each part runs where its program is.

const schemas = fileURLToPath(new URL('../../../shared/sii/xsd/', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'folio-dte-'))
afterAll(() => rmSync(work, { recursive: true }))

const judges = {
  xmllint: has('xmllint', '--version'),
  xmlsec1: has('xmlsec1', '--version'),
  openssl: has('openssl', 'version'),
  pdftoppm: has('pdftoppm', '-v'),
  'the official schemas': existsSync(schemas),
}

const document = facturaOf({
  recipient: { ...facturaOf().recipient, name: `Peñaflor & "O'Higgins" <Ñuñoa> “Ltda.”` },
  lines: Array.from({ length: 60 }, (_, index) =>
    lineOf({
      name: `Línea ${index + 1} & ñandú "uno" 'dos'`,
      description: 'Según contrato — 50 % <anticipo>',
      quantity: '1.5',
      unitPrice: '1000.333333',
      amountClp: clp(1501),
    }),
  ),
})
const forms = { A: signed(document, 'A'), B: signed(document, 'B'), C: signed(document, 'C') }
const cover = {
  issuer: rut('76192083-9'),
  sender: person,
  recipient: RUT_SII,
  resolution: { day: day(2014, 8, 22), number: 80 },
  signedAt: STAMPED_AT,
}
const envelope = buildEnvelope(cover, [forms.C, forms.C.replaceAll('T33F205', 'T33F999')], signer)
const envelopeOfOne = buildEnvelope(cover, [forms.C], signer)

test('the judges at hand are named', () => {
  const missing = Object.entries(judges).flatMap(([name, found]) => (found ? [] : [name]))
  if (missing.length > 0) console.info(`Not here, so not asked: ${missing.join(', ')}`)
  expect(envelope.length).toBeGreaterThan(envelopeOfOne.length)
})

describe.runIf(judges.xmllint && judges['the official schemas'])('R1, the schema', () => {
  test.each([
    ['the envelope', envelopeOfOne, 'EnvioDTE_v10.xsd'],
    ['a document of form B', dteFile(forms.B), 'DTE_v10.xsd'],
    ['a document of form C', dteFile(forms.C), 'DTE_v10.xsd'],
  ])('%s is valid', (_, bytes, schema) => {
    for (const generation of ['current', 'gen-2014-17']) {
      const at = join(schemas, generation, schema)
      const answer = run('xmllint', ['--nonet', '--huge', '--noout', '--schema', at, kept(bytes)])
      expect(answer).toMatchObject({ status: 0 })
    }
  })
})

describe.runIf(judges.xmlsec1)('the signatures', () => {
  test('R2: the envelope is verified in place', () => {
    expectSignature(envelopeOfOne, "/*/*[local-name()='Signature']")
  })

  test('R3: a document of form C is verified inside its envelope', () => {
    expectSignature(envelopeOfOne, "(//*[local-name()='DTE']/*[local-name()='Signature'])[1]")
  })

  test.each([
    ['A', forms.A],
    ['B', forms.B],
    ['C', forms.C],
  ])('R4: a document of form %s is verified once extracted', (_, dte) => {
    expectSignature(dteFile(dte), "/*/*[local-name()='Signature']")
  })

  test('R4: a changed letter is found', () => {
    const bytes = dteFile(forms.C.replace('Peñaflor', 'Penaflor'))
    expect(verifySignature(bytes, "/*/*[local-name()='Signature']")).not.toMatchObject({
      status: 0,
    })
  })
})

describe.runIf(judges.openssl)('the keys', () => {
  test('R5: the stamp is of the key its CAF names, over the bytes of DD', () => {
    expectStamp(tedOf(forms.C))
  })

  test('R6: the CAF is signed by its SII', () => {
    const ted = tedOf(forms.C)
    const da = /<DA>.*<\/DA>/.exec(ted)?.[0] ?? ''
    const key = TEST_SII_KEYS.get(TEST_IDK)?.export({ type: 'spki', format: 'pem' }) ?? ''
    expectVerified(kept(key), latin1Bytes(da), /<FRMA[^>]*>([^<]*)</.exec(ted)?.[1] ?? '')
  })

  test('R7: the certificate is of the key that signed', () => {
    const file = kept(certificate)
    const answer = run('openssl', ['x509', '-inform', 'der', '-in', file, '-noout', '-modulus'])
    const modulus = /<Modulus>([^<]*)</.exec(forms.C)?.[1] ?? ''
    expect(answer.text).toContain(Buffer.from(modulus, 'base64').toString('hex').toUpperCase())
    const text = run('openssl', ['x509', '-inform', 'der', '-in', file, '-noout', '-text']).text
    expect(text).toMatch(/serialNumber ?= ?12345678-5/)
    expect(text).toContain('1.3.6.1.4.1.8321.1')
  })
})

test.runIf(judges['the official schemas'])("the SII's keys are those it published", () => {
  for (const [idk, key] of SII_KEYS) {
    const published = readFileSync(join(schemas, `sii-keys/sii_${idk}.pem`), 'utf8')
    expect(key.export({ type: 'spki', format: 'pem' })).toBe(published)
  }
})

describe.runIf(judges.pdftoppm)('R9, the bar code on paper', () => {
  test('a reader gets the flattened stamp back from the printed sheet, on both copies', async () => {
    const short = { ...document, lines: document.lines.slice(0, 2) }
    const ted = tedOf(signed({ ...short, totals: totalsOf(33, short.lines) }))
    const resolution = { number: 80, year: 2014 }
    const pdf = await printDte(short, {
      ted,
      siiOffice: 'SANTIAGO CENTRO',
      resolution,
      cedible: true,
    })
    const pages = rasterised(pdf)
    const stamps = await Promise.all(pages.map((page) => scan(readFileSync(page))))
    const found = stamps.flatMap((stamp) => (stamp ? [Buffer.from(stamp.bytes)] : []))
    expect(found).toHaveLength(2)
    for (const bytes of found) expect(bytes.equals(latin1Bytes(ted))).toBe(true)
    if (judges.openssl) expectStamp(found[0]?.toString('latin1') ?? '')
  })
})

test('R10: ISO-8859-1, short lines, LF only, no byte order mark', () => {
  const text = Buffer.from(envelope).toString('latin1')
  expect(text.startsWith('<?xml version="1.0" encoding="ISO-8859-1"?>\n<EnvioDTE xmlns=')).toBe(
    true,
  )
  expect(text).not.toContain('\r')
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(4090)
})

function tedOf(dte: string): string {
  const reading = readDtes(dteFile(dte))
  return (reading.kind === 'ok' ? reading.file.documents[0]?.ted : null) ?? ''
}

function expectStamp(ted: string): void {
  const dd = /<DD>.*<\/DD>/.exec(ted)?.[0] ?? ''
  const [m = '', e = ''] = [/<M>([^<]*)</, /<E>([^<]*)</].map((part) => part.exec(dd)?.[1] ?? '')
  const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
  const numbers = `asn1=SEQUENCE:r\n[r]\nn=INTEGER:0x${hex(m)}\ne=INTEGER:0x${hex(e)}\n`
  const [der, pem] = [join(work, 'key.der'), join(work, 'key.pem')]
  run('openssl', ['asn1parse', '-genconf', kept(numbers), '-noout', '-out', der])
  run('openssl', ['rsa', '-RSAPublicKey_in', '-inform', 'DER', '-in', der, '-pubout', '-out', pem])
  expectVerified(pem, latin1Bytes(dd), /<FRMT[^>]*>([^<]*)</.exec(ted)?.[1] ?? '')
}

function expectVerified(keyFile: string, data: Uint8Array, signature: string): void {
  const signatureFile = kept(Buffer.from(signature, 'base64'))
  const options = ['-sha1', '-verify', keyFile, '-signature', signatureFile]
  const answer = run('openssl', ['dgst', ...options, kept(data)])
  expect(answer.text).toContain('Verified OK')
}

function expectSignature(bytes: Uint8Array, at: string): void {
  const answer = verifySignature(bytes, at)
  expect(answer).toMatchObject({ status: 0 })
  expect(answer.text).toContain('SignedInfo References (ok/all): 1/1')
}

function verifySignature(bytes: Uint8Array, at: string) {
  const ids = ['http://www.sii.cl/SiiDte:Documento', 'http://www.sii.cl/SiiDte:SetDTE', 'Documento']
  const attributes = ids.flatMap((id) => ['--id-attr:ID', id])
  return run('xmlsec1', ['--verify', ...attributes, '--node-xpath', at, kept(bytes)])
}

function rasterised(pdf: Uint8Array): string[] {
  const file = kept(pdf)
  expect(run('pdftoppm', ['-r', '300', '-gray', '-png', file, file])).toMatchObject({ status: 0 })
  return Array.from({ length: 20 }, (_, page) => [
    `${file}-${page + 1}.png`,
    `${file}-0${page + 1}.png`,
  ])
    .flat()
    .filter((page) => existsSync(page))
}

let count = 0

function kept(content: Uint8Array | string): string {
  count += 1
  const file = join(work, String(count))
  writeFileSync(file, content)
  return file
}

function run(program: string, args: string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return { status, text: `${stdout}${stderr}` }
}

function has(program: string, argument: string): boolean {
  return spawnSync(program, [argument]).error === undefined
}

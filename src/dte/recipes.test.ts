import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import { totalsOf } from './document/amounts.ts'
import { buildEnvelope, dteFile } from './envelope.ts'
import { printDte } from './print.ts'
import { readDtes } from './read.ts'
import { SII_KEYS } from './keys/sii-keys.ts'
import { aecFile } from './fixtures/test-cesion.ts'
import {
  drawnStamps,
  judges,
  kept,
  NEEDS,
  OUTERMOST,
  removeKept,
  run,
  schemaAnswer,
  signatureAnswer,
  stampAnswer,
  verificationAnswer,
} from './fixtures/test-judges.ts'
import { boletaEnvelope, signedBoleta, signedOther } from './fixtures/test-others.ts'
import { scan } from './printing/test-scanner.ts'
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
} from './fixtures/test-world.ts'
import { latin1Bytes } from './document/text.ts'

const schemas = fileURLToPath(new URL('../../../shared/sii/xsd/', import.meta.url))
afterAll(removeKept)

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

const hasSchemas = judges.xmllint && existsSync(schemas)
describe.runIf(hasSchemas)('R1, the schema', NEEDS.schemas, () => {
  test.each([
    ['the envelope', envelopeOfOne, 'EnvioDTE_v10.xsd'],
    ['a document of form B', dteFile(forms.B), 'DTE_v10.xsd'],
    ['a document of form C', dteFile(forms.C), 'DTE_v10.xsd'],
  ])('%s is valid', (_, bytes, schema) => {
    for (const generation of ['current', 'gen-2014-17']) {
      expect(schemaAnswer(bytes, join(schemas, generation, schema))).toMatchObject({ status: 0 })
    }
  })

  test.each([
    ['a cesión', aecFile(), 'gen-2019-12-12/AEC_v10.xsd'],
    [
      'boletas',
      boletaEnvelope([signedBoleta(39), signedBoleta(41)]),
      'boleta-current/EnvioBOLETA_v11.xsd',
    ],
    ['a guía', dteFile(signedOther(52)), 'current/DTE_v10.xsd'],
    ['a factura de compra', dteFile(signedOther(46)), 'current/DTE_v10.xsd'],
  ])('%s of our tests is valid', (_, bytes, schema) => {
    expect(schemaAnswer(bytes, join(schemas, schema))).toMatchObject({ status: 0 })
  })
})

describe.runIf(judges.xmlsec1)('the signatures', NEEDS.xmlsec1, () => {
  test('R2: the envelope is verified in place', () => {
    expectSignature(envelopeOfOne, OUTERMOST)
  })

  test('R3: a document of form C is verified inside its envelope', () => {
    expectSignature(envelopeOfOne, "(//*[local-name()='DTE']/*[local-name()='Signature'])[1]")
  })

  test.each([
    ['A', forms.A],
    ['B', forms.B],
    ['C', forms.C],
  ])('R4: a document of form %s is verified once extracted', (_, dte) => {
    expectSignature(dteFile(dte), OUTERMOST)
  })

  test('R4: a changed letter is found', () => {
    const bytes = dteFile(forms.C.replace('Peñaflor', 'Penaflor'))
    expect(signatureAnswer([bytes], OUTERMOST)).not.toMatchObject({ status: 0 })
  })

  test.each(['AEC', 'DTECedido', 'Recibo', 'Cesion', 'DTE'])(
    "the %s of our tests' cesión is signed as others understand it",
    (holder) => {
      expectSignature(aecFile(), `(//*[local-name()='${holder}']/*[local-name()='Signature'])[1]`)
    },
  )
})

describe.runIf(judges.openssl)('the keys', NEEDS.openssl, () => {
  test('R5: the stamp is of the key its CAF names, over the bytes of DD', () => {
    expect(stampAnswer(tedOf(forms.C))).toContain('Verified OK')
  })

  test('R6: the CAF is signed by its SII', () => {
    const ted = tedOf(forms.C)
    const da = /<DA>.*<\/DA>/.exec(ted)?.[0] ?? ''
    const key = TEST_SII_KEYS.get(TEST_IDK)?.export({ type: 'spki', format: 'pem' }) ?? ''
    const signature = /<FRMA[^>]*>([^<]*)</.exec(ted)?.[1] ?? ''
    expect(verificationAnswer(kept(key), da, signature)).toContain('Verified OK')
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

const needsKeys = { meta: { needs: "the SII's published keys" } }
test.runIf(existsSync(schemas))("the SII's keys are those it published", needsKeys, () => {
  for (const [idk, key] of SII_KEYS) {
    const published = readFileSync(join(schemas, `sii-keys/sii_${idk}.pem`), 'utf8')
    expect(key.export({ type: 'spki', format: 'pem' })).toBe(published)
  }
})

const hasPaper = judges.pdftoppm && judges.openssl
describe.runIf(hasPaper)('R9, the bar code on paper', NEEDS.paper, () => {
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
    const sheets = drawnStamps(pdf, { first: 1, last: 2 })
    const stamps = await Promise.all(sheets.map((sheet) => scan(sheet)))
    const found = stamps.flatMap((stamp) => (stamp ? [Buffer.from(stamp.bytes)] : []))
    expect(found).toHaveLength(2)
    for (const bytes of found) expect(bytes.equals(latin1Bytes(ted))).toBe(true)
    expect(stampAnswer(found[0]?.toString('latin1') ?? '')).toContain('Verified OK')
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

function expectSignature(bytes: Uint8Array, at: string): void {
  const answer = signatureAnswer([bytes], at)
  expect(answer).toMatchObject({ status: 0 })
  expect(answer.text).toContain('SignedInfo References (ok/all): 1/1')
}

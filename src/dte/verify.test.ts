import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import type { DteDocument } from './document/document.ts'
import { buildEnvelope, dteFile, wrapForDownload } from './envelope.ts'
import { readDtes } from './read.ts'
import { createCertificate } from './keys/certificate.ts'
import type { SignatureForm } from './sign.ts'
import { createSigner, signDte } from './sign.ts'
import type { CheckName } from './verify.ts'
import { verifyXml } from './verify.ts'
import {
  cafOf,
  facturaOf,
  lineOf,
  person,
  signed,
  signer,
  STAMPED_AT,
  TEST_IDK,
  TEST_SII_KEYS,
  unsigned,
} from './fixtures/test-world.ts'

const options = { extraSiiKeys: TEST_SII_KEYS }
const FORMS: SignatureForm[] = ['A', 'B', 'C']
const cover = {
  issuer: rut('76192083-9'),
  sender: person,
  recipient: RUT_SII,
  resolution: { day: day(2014, 8, 22), number: 80 },
  signedAt: STAMPED_AT,
}

/** Names of the failed checks of the only document, or why the file was refused. */
function failures(bytes: Uint8Array): string[] {
  const found = verifyXml(bytes, options)
  if (found.kind === 'refused') return [found.reason]
  return found.documents.flatMap(({ checks }) =>
    checks.filter((check) => !check.ok).map((check) => check.name),
  )
}

function details(bytes: Uint8Array): string {
  const found = verifyXml(bytes, options)
  if (found.kind === 'refused') return found.detail
  return found.documents.flatMap(({ checks }) => checks.map((check) => check.detail)).join('; ')
}

function fileWith(change: (text: string) => string, source = signed()): Uint8Array {
  const changed = change(source)
  expect(changed).not.toBe(source)
  return dteFile(changed)
}

/** Any base64 letter has another one to become, whatever the key is. */
function otherLetter(letter: string): string {
  return letter === '/' ? '+' : '/'
}

test.each(FORMS)('form %s verifies alone, in an envelope and in the portal download', (form) => {
  const dte = signed(facturaOf(), form)
  const files = [
    dteFile(dte),
    buildEnvelope(cover, [dte], signer),
    wrapForDownload([dte]),
    dteFile(dte.replaceAll('\n', '\r\n')),
  ]
  expect(files.flatMap(failures)).toEqual([])
})

test('a comment inside DTE, as the free portal writes one, is no part of what is signed', () => {
  const dte = signDte(unsigned(), { signer, form: 'B', comment: 'O Win32 Chrome central' })
  expect(dte).toContain('<!-- O Win32 Chrome central -->')
  expect(failures(wrapForDownload([dte]))).toEqual([])
})

test('an envelope of several documents and types counts each and judges each on its own', () => {
  const reference = {
    documentType: '33',
    folio: '205',
    issueDate: day(2026, 11, 20),
    code: 1 as const,
    reason: 'Anula factura',
  }
  const note = facturaOf({ tipoDte: 61, folio: 7, references: [reference] })
  const noteCaf = cafOf({ tipoDte: 61, firstFolio: 1, lastFolio: 50 })
  const exempt = facturaOf({ tipoDte: 34, folio: 9, lines: [lineOf({ exempt: true })] })
  const exemptCaf = cafOf({ tipoDte: 34, firstFolio: 1, lastFolio: 50 })
  const all = [
    signed(),
    signed(facturaOf({ folio: 206 })),
    signDte(unsigned(note, noteCaf), { signer }),
    signDte(unsigned(exempt, exemptCaf), { signer }),
  ]
  const bytes = buildEnvelope(cover, all, signer)
  expect(failures(bytes)).toEqual([])
  const reading = readDtes(bytes)
  const documents = reading.kind === 'ok' ? reading.file.documents : []
  expect(documents.map(({ tipoDte, folio }) => [tipoDte, folio])).toEqual([
    [33, 205],
    [33, 206],
    [61, 7],
    [34, 9],
  ])
  expect(documents.map(({ source }) => source)).toEqual(all)
})

test('a stamp made over UTF-8 is refused, the classical mistake', () => {
  const recoded = Buffer.from(dteFile(signed()).toString(), 'latin1')
  expect(failures(recoded)).toContain('signature')
})

test.each<[string, (text: string) => string, CheckName, string]>([
  [
    'the total',
    (t) => t.replace('<MntTotal>119000<', '<MntTotal>119001<'),
    'arithmetic',
    'amountWrong name=MntTotal seen=119001 expected=119000',
  ],
  [
    'the IVA',
    (t) => t.replace('<IVA>19000<', '<IVA>19001<'),
    'arithmetic',
    'amountWrong name=IVA seen=19001 expected=19000',
  ],
  [
    'a line',
    (t) => t.replace('<MontoItem>100000<', '<MontoItem>99999<'),
    'arithmetic',
    'lineAmountWrong line=1 seen=99999',
  ],
  [
    'the rate, which is missing',
    (t) => t.replace('<TasaIVA>19</TasaIVA>', ''),
    'consistency',
    'ivaRateMissing',
  ],
  ['the rate', (t) => t.replace('<TasaIVA>19<', '<TasaIVA>18<'), 'consistency', 'ivaRateWrong'],
  [
    'the folio',
    (t) => t.replace('<Folio>205<', '<Folio>206<'),
    'consistency',
    'stampDiffers name=F ',
  ],
  [
    'the recipient',
    (t) => t.replace('<RUTRecep>96790240-3', '<RUTRecep>60803000-K'),
    'consistency',
    'stampDiffers name=RR',
  ],
  [
    'the name',
    (t) => t.replace('<RznSocRecep>Peñaflor', '<RznSocRecep>Penaflor'),
    'consistency',
    'stampDiffers name=RSR',
  ],
  [
    'the day',
    (t) => t.replace('<FchEmis>2026-11-20', '<FchEmis>2026-11-21'),
    'consistency',
    'stampDiffers name=FE',
  ],
  [
    'the order',
    (t) => t.replace(/(<Folio>.*<\/Folio>)\n(<FchEmis>.*<\/FchEmis>)/, '$2\n$1'),
    'schema',
    'elementOutOfPlace',
  ],
  [
    'a mandatory field',
    (t) => t.replace(/<GiroRecep>.*<\/GiroRecep>\n/, ''),
    'schema',
    'fieldEmpty name=GiroRecep',
  ],
  [
    'an unknown field',
    (t) => t.replace('<Emisor>', '<Emisor><Nuevo>1</Nuevo>'),
    'schema',
    'elementOutOfPlace path=DTE/Documento/Encabezado/Emisor name=Nuevo',
  ],
  [
    'a namespace',
    (t) => t.replace('<Emisor>', '<Emisor xmlns="urn:x">'),
    'schema',
    'attributeOutOfPlace path=DTE/Documento/Encabezado/Emisor name=xmlns',
  ],
  [
    'the signer',
    (t) => t.replace(/(?<=<Modulus>\n.{20})./, otherLetter),
    'signature',
    'signatureWrong',
  ],
  [
    'what is signed',
    (t) => t.replace('URI="#T33F205"', 'URI="#T33F206"'),
    'signature',
    'signsAnother',
  ],
  [
    'the algorithm',
    (t) => t.replace('xmldsig#rsa-sha1', 'xmldsig#hmac-sha1'),
    'signature',
    'attributeWrong',
  ],
  [
    'the signature, gone',
    (t) => t.replace(/<Signature [^]*<\/Signature>\n/, ''),
    'signature',
    'notSigned',
  ],
  ['the stamp, gone', (t) => t.replace(/<TED [^]*<\/TED>\n/, ''), 'stamp', 'stampMissing'],
])('%s changed: the right check says so', (_, change, name, detail) => {
  const bytes = fileWith(change)
  expect(failures(bytes)).toContain(name)
  expect(details(bytes)).toContain(detail)
})

test("somebody else's certificate beside the right key is refused, which xmlsec1 would let pass", () => {
  const other = createCertificate({
    person,
    name: 'Otro',
    email: 'otro@ejemplo.cl',
    validFrom: day(2025, 1, 1),
    validTo: day(2030, 1, 1),
  })
  const base64 = Buffer.from(other.certificate).toString('base64')
  const bytes = fileWith((text) =>
    text.replace(
      /<X509Certificate>[^<]*</,
      `<X509Certificate>\n${base64.replace(/.{64}/g, '$&\n')}\n<`,
    ),
  )
  expect(failures(bytes)).toEqual(['certificate'])
  expect(() =>
    createSigner({ privateKey: signer.privateKey, certificate: other.certificate }),
  ).toThrow('another key')
})

test('a certificate that had ended when it signed is refused', () => {
  const ended = createCertificate({
    person,
    name: 'Ana',
    email: 'ana@ejemplo.cl',
    validFrom: day(2024, 1, 1),
    validTo: day(2026, 11, 19),
  })
  const bytes = dteFile(signDte(unsigned(), { signer: createSigner(ended) }))
  expect(failures(bytes)).toEqual(['certificate'])
})

test('a CAF of an SII nobody knows, or not allowed here, is refused', () => {
  const bytes = dteFile(signed())
  const [unknown, notAllowed, allowed] = [
    verifyXml(bytes),
    verifyXml(bytes, { ...options, allowedIdks: [300] }),
    verifyXml(bytes, { ...options, allowedIdks: [TEST_IDK] }),
  ].map((found) => (found.kind === 'read' ? found.documents[0] : undefined))
  expect(unknown?.checks.filter(({ ok }) => !ok)).toMatchObject([{ name: 'caf' }])
  expect(notAllowed?.checks.filter(({ ok }) => !ok)).toMatchObject([{ name: 'caf' }])
  expect(allowed?.ok).toBe(true)
})

test('a DTE signed inside the envelope without declaring xsi itself fails, as at the SII', () => {
  const inPlace = signed().replace(' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"', '')
  expect(failures(buildEnvelope(cover, [inPlace], signer))).toEqual(['signature'])
})

test.each<[string, (text: string) => string, string]>([
  ['the cover', (t) => t.replace('<NroResol>80<', '<NroResol>0<'), 'digestDiffers name=SetDTE'],
  [
    'the count',
    (t) => t.replace('<NroDTE>1<', '<NroDTE>2<'),
    'countDiffers seen=1×33 expected=2×33',
  ],
  [
    'the issuer',
    (t) => t.replace('<RutEmisor>76192083-9', '<RutEmisor>96790240-3'),
    'issuerDiffers',
  ],
  [
    'the sender',
    (t) => t.replace(`<RutEnvia>${person}`, '<RutEnvia>5126663-3'),
    `senderDiffers seen=${person} expected=5126663-3`,
  ],
  [
    'the schema',
    (t) => t.replace('EnvioDTE_v10.xsd', 'Otro.xsd'),
    'attributeWrong path=EnvioDTE name=xsi:schemaLocation',
  ],
])(
  '%s of an envelope changed: the envelope is refused, its document is not',
  (_, change, detail) => {
    const text = Buffer.from(buildEnvelope(cover, [signed()], signer)).toString('latin1')
    const bytes = Buffer.from(change(text), 'latin1')
    expect(failures(bytes)).toEqual(['envelope'])
    expect(details(bytes)).toContain(detail)
  },
)

test.each<[string, (bytes: Buffer) => Buffer, string]>([
  [
    'a byte order mark',
    (bytes) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), utf8(bytes)]),
    'byteOrderMark',
  ],
  ['UTF-8', utf8, 'otherEncoding encoding=UTF-8'],
  [
    'one long line',
    (bytes) => Buffer.from(oneLine(bytes.toString('latin1')), 'latin1'),
    'longLine',
  ],
])('%s would be refused by the SII', (_, change, detail) => {
  const bytes = change(Buffer.from(dteFile(signed())))
  expect(failures(bytes)).toContain('bytes')
  expect(details(bytes)).toContain(detail)
})

function utf8(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replace('ISO-8859-1', 'UTF-8'), 'utf8')
}

function oneLine(text: string): string {
  return text.replace(/\n(?=<)/g, '') + ' '.repeat(4100)
}

test('discounts and fractions of a unit add up half up', () => {
  const line = lineOf({
    quantity: '1.5',
    unitPrice: '333.333333',
    discountPct: '10',
    discountClp: clp(50),
    amountClp: clp(450),
  })
  expect(failures(dteFile(signed(facturaOf({ lines: [line] }))))).toEqual([])
})

test('amounts that nothing here says are named, and not held for wrong', () => {
  const bytes = fileWith((text) =>
    text.replace(
      '<TED ',
      '<Comisiones>\n<NroLinCom>1</NroLinCom>\n<TipoMovim>C</TipoMovim>\n<Glosa>Venta</Glosa>\n' +
        '<ValComNeto>10</ValComNeto>\n<ValComExe>0</ValComExe>\n</Comisiones>\n<TED ',
    ),
  )
  const reading = readDtes(bytes)
  const read = reading.kind === 'ok' ? reading.file.documents[0] : undefined
  expect(read?.document?.unsaid).toEqual(['Comisiones'])
  expect(failures(bytes)).toEqual(['signature'])
  expect(details(bytes)).toContain('amountNotJudged name=MntTotal')
})

test('what cannot be built is thrown, not signed', () => {
  const base = facturaOf()
  const wrong: [DteDocument, string][] = [
    [facturaOf({ folio: 999 }), 'folio 999 outside'],
    [facturaOf({ lines: [] }), '0 lines'],
    [facturaOf({ lines: Array.from({ length: 61 }, () => lineOf()) }), '61 lines'],
    [facturaOf({ lines: [lineOf({ name: '😀' })] }), 'a line without name'],
    [{ ...base, recipient: { ...base.recipient, name: ' ' } }, 'recipient without name'],
    [{ ...base, issuer: { ...base.issuer, activityCodes: [] } }, 'without activity'],
  ]
  for (const [document, problem] of wrong) expect(() => unsigned(document)).toThrow(problem)
})

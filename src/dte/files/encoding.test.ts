import { expect, test } from 'vitest'
import { dteFile } from '../envelope.ts'
import { printDte } from '../print.ts'
import { readDtes } from '../read.ts'
import { signDte } from '../sign.ts'
import { stamp } from '../stamp.ts'
import {
  caf,
  facturaOf,
  lineOf,
  signer,
  STAMPED_AT,
  TEST_SII_KEYS,
  unsigned,
} from '../fixtures/test-world.ts'
import { verifyXml } from '../verify.ts'
import { asRead } from './encoding.ts'

/** A factura whose first line is named so, signed and stamped over exactly these characters. */
function signedWith(name: string): string {
  const document = facturaOf({ lines: [lineOf({ name })] })
  const text = unsigned()
    .replace(/<NmbItem>[^<]*/, `<NmbItem>${name}`)
    .replace(/<TED [^]*<\/TED>/, () => stamp(document, caf, STAMPED_AT))
  return signDte(text, { signer })
}

const DECLARED = '<?xml version="1.0" encoding="windows-1252"?>\n'

/** The stamp is signed over one byte a character; the document's own signature over the characters themselves. */
function windows1252File(): Buffer {
  const stampedBytes = signedWith('Caf\u00e9 \u0080').replaceAll('\u0080', '€')
  const documento = stampedBytes.replace(/\n<Signature [^]*<\/Signature>/, '')
  const text = DECLARED + signDte(documento, { signer })
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')
}

function checksOf(bytes: Uint8Array): string[] {
  const found = verifyXml(bytes, { extraSiiKeys: TEST_SII_KEYS })
  if (found.kind === 'refused') return [`refused ${found.reason}`]
  return found.documents.flatMap(({ checks }) =>
    checks.flatMap(({ name, ok, detail }) =>
      ok && detail === '' ? [] : [`${name} ${ok} ${detail}`],
    ),
  )
}

test('bytes 0x80 to 0x9F of ISO-8859-1 are judged as they are declared, and a note says so', () => {
  const bytes = dteFile(signedWith('Caf\u00e9 \u0080\u0093fino\u0094'))
  expect(checksOf(bytes)).toEqual(['bytes true controlBytes'])
  const reading = readDtes(bytes)
  const read = reading.kind === 'ok' ? reading.file.documents[0] : undefined
  expect(read?.document?.lines[0]?.name).toBe('Caf\u00e9 \u0080\u0093fino\u0094')
  expect(read?.ted).toContain('<IT1>Caf\u00e9 \u0080\u0093fino\u0094</IT1>')
})

test('changed into another of them the signature and the stamp break', () => {
  const bytes = dteFile(signedWith('Caf\u00e9 \u0080').replaceAll('\u0080', '\u0081'))
  expect(checksOf(bytes).map((told) => told.split(' ')[0])).toEqual(['bytes', 'signature', 'stamp'])
})

test('windows-1252 that says so is read with its letters, its stamp over its bytes; the SII wants another', () => {
  const bytes = windows1252File()
  expect(checksOf(bytes)).toEqual(['bytes false otherEncoding encoding=WINDOWS-1252'])
  const reading = readDtes(bytes)
  const read = reading.kind === 'ok' ? reading.file.documents[0] : undefined
  expect(read?.document?.lines[0]?.name).toBe('Café €')
  // As the bar code carries it: a character for each byte.
  expect(read?.ted).toContain('<IT1>Caf\u00e9 \u0080</IT1>')
})

test('windows-1252 without any byte of its own is ISO-8859-1 under another name: a remark', () => {
  const text = DECLARED + signedWith('Caf\u00e9 Ñandú')
  const bytes = Buffer.from(text, 'latin1')
  expect(checksOf(bytes)).toEqual(['bytes true otherEncoding encoding=WINDOWS-1252'])
})

test.each([0x81, 0x8d, 0x8f, 0x90, 0x9d])(
  'byte %i, which windows-1252 does not use, is refused',
  (code) => {
    const bytes = windows1252File()
    expect(checksOf(bytes.map((byte) => (byte === 0x80 ? code : byte)))).toEqual([
      'refused encoding',
    ])
  },
)

test('people read the letters that were meant, on paper too, and no control', async () => {
  expect(asRead('Caf\u00e9 \u0080 \u0093fino\u0094 \u0081')).toBe('Café € “fino” \ufffd')
  const [reading] = [readDtes(dteFile(signedWith('Caf\u00e9 \u0080')))]
  const read = reading.kind === 'ok' ? reading.file.documents[0] : undefined
  if (!read?.document) throw new Error('unread')
  const options = {
    ted: read.ted ?? '',
    siiOffice: 'MAIPU',
    resolution: { number: 80, year: 2014 },
  }
  const meant = { ...read.document, lines: [lineOf({ name: 'Café €' })] }
  const [sheet, expected] = [await printDte(read.document, options), await printDte(meant, options)]
  expect(Buffer.from(sheet).equals(Buffer.from(expected))).toBe(true)
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { afterAll, expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import { encodePdf417 } from './printing/barcode.ts'
import { buildDte } from './build.ts'
import { cleanDocument } from './document/clean.ts'
import type { DteDocument } from './document/document.ts'
import { buildEnvelope, dteFile } from './envelope.ts'
import { printDte } from './print.ts'
import { readDtes } from './read.ts'
import type { SignatureForm } from './sign.ts'
import { signDte } from './sign.ts'
import { anyDocument, CAFS } from './fixtures/test-documents.ts'
import {
  drawnStamps,
  judges,
  NEEDS,
  OUTERMOST,
  removeKept,
  schemaAnswer,
  signatureAnswer,
  stampAnswer,
} from './fixtures/test-judges.ts'
import { draw, scan } from './printing/test-scanner.ts'
import { person, signer, STAMPED_AT, TEST_SII_KEYS } from './fixtures/test-world.ts'
import { latin1Bytes } from './document/text.ts'
import { verifyXml } from './verify.ts'

// Any document that can be asked of us is built, judged by others, printed and read back from its bar code. A few
// at a time, new ones in each run: their seed is told when one fails.

const schemas = fileURLToPath(new URL('../../../shared/sii/xsd/', import.meta.url))
afterAll(removeKept)

const cover = {
  issuer: rut('76192083-9'),
  sender: person,
  recipient: RUT_SII,
  resolution: { day: day(2014, 8, 22), number: 80 },
  signedAt: STAMPED_AT,
}

interface Made {
  document: DteDocument
  form: SignatureForm
  dte: string
}

const made: fc.Arbitrary<Made> = fc
  .record({ document: anyDocument, form: fc.constantFrom<SignatureForm>('A', 'B', 'C') })
  .map(({ document, form }) => {
    const unsigned = buildDte(document, { caf: CAFS[document.tipoDte], stampedAt: STAMPED_AT })
    return { document, form, dte: signDte(unsigned, { signer, form }) }
  })

/** In an envelope each needs an ID of its own. */
const batch = fc.uniqueArray(made, {
  minLength: 8,
  maxLength: 8,
  size: 'max',
  selector: ({ document }) => `${document.tipoDte} ${document.folio}`,
})
const FEW = { numRuns: 1, endOnFailure: true }
const TWO = { numRuns: 2, endOnFailure: true }

test('it verifies and reads back as it was cleaned, alone and in an envelope', () => {
  const options = { extraSiiKeys: TEST_SII_KEYS }
  fc.assert(
    fc.property(batch, (all) => {
      const signed = all.map(({ dte }) => dte)
      for (const bytes of [buildEnvelope(cover, signed, signer), ...signed.map(dteFile)]) {
        const found = verifyXml(bytes, options)
        const checks = found.kind === 'read' ? found.documents.flatMap((one) => one.checks) : []
        expect(checks.filter(({ ok }) => !ok)).toEqual([])
        expect(found).toMatchObject({ kind: 'read', ok: true })
      }
      const reading = readDtes(buildEnvelope(cover, signed, signer))
      const read = reading.kind === 'ok' ? reading.file.documents.map((one) => one.document) : []
      expect(read).toEqual(all.map(({ document }) => cleanDocument(document)))
    }),
    { numRuns: 4 },
  )
})

const hasSchemas = judges.xmllint && existsSync(schemas)
test.runIf(hasSchemas)('R1: it is valid for the SII', NEEDS.schemas, () => {
  fc.assert(
    fc.property(batch, (all) => {
      const envelope = buildEnvelope(
        cover,
        all.map(({ dte }) => dte),
        signer,
      )
      for (const generation of ['current', 'gen-2014-17']) {
        const answer = schemaAnswer(envelope, join(schemas, generation, 'EnvioDTE_v10.xsd'))
        expect(answer.status, answer.text).toBe(0)
      }
    }),
    FEW,
  )
})

test.runIf(judges.xmlsec1)(
  'R2 to R4: its signatures hold for others, in place and cut out',
  NEEDS.xmlsec1,
  () => {
    fc.assert(
      fc.property(batch, (all) => {
        const envelope = buildEnvelope(
          cover,
          all.map(({ dte }) => dte),
          signer,
        )
        expect(signatureAnswer([envelope], OUTERMOST)).toMatchObject({ status: 0 })
        for (const { dte } of all) {
          expect(signatureAnswer([dteFile(dte)], OUTERMOST)).toMatchObject({ status: 0 })
        }
        all.forEach(({ form }, index) => {
          if (form !== 'C') return
          const at = `(//*[local-name()='DTE']/*[local-name()='Signature'])[${index + 1}]`
          expect(signatureAnswer([envelope], at)).toMatchObject({ status: 0 })
        })
      }),
      FEW,
    )
  },
)

test.runIf(judges.openssl)('R5: its stamp is of its CAF’s key', NEEDS.openssl, () => {
  fc.assert(
    fc.property(batch, (all) => {
      for (const { dte } of all) expect(stampAnswer(tedOf(dte))).toContain('Verified OK')
    }),
    FEW,
  )
})

test('R8: its header, its stamp and its figures agree, as another reader and another arithmetic see them', () => {
  fc.assert(
    fc.property(made, ({ dte }) => expectConsistent(dte)),
    { numRuns: 20 },
  )
})

test('its bar code gives back the bytes of its stamp to somebody else’s reader', async () => {
  await fc.assert(
    fc.asyncProperty(made, async ({ dte }) => {
      const ted = latin1Bytes(tedOf(dte))
      const found = await scan(draw(encodePdf417(ted)))
      expect(Buffer.from(found?.bytes ?? []).equals(ted)).toBe(true)
    }),
    { numRuns: 20 },
  )
})

test('a document prints, whatever its length', async () => {
  await fc.assert(
    fc.asyncProperty(made, async ({ dte }) => {
      expect((await printed(dte)).sheets).toBeGreaterThan(0)
    }),
    TWO,
  )
})

test.runIf(judges.pdftoppm)('R9: its bar code is read from the paper', NEEDS.pdftoppm, async () => {
  await fc.assert(
    fc.asyncProperty(made, async ({ dte }) => {
      const { pdf, sheets, ted } = await printed(dte)
      const [last] = drawnStamps(pdf, { first: sheets, last: sheets })
      const found = last === undefined ? undefined : await scan(last)
      expect(Buffer.from(found?.bytes ?? []).equals(latin1Bytes(ted))).toBe(true)
    }),
    TWO,
  )
})

async function printed(dte: string) {
  const reading = readDtes(dteFile(dte))
  const read = reading.kind === 'ok' ? reading.file.documents[0] : undefined
  if (!read?.document || read.ted === null) throw new Error('unread')
  const resolution = { number: 80, year: 2014 }
  const options = { ted: read.ted, siiOffice: 'SANTIAGO CENTRO', resolution }
  const pdf = await printDte(read.document, options)
  const pages = Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)
  return { pdf, sheets: pages?.length ?? 0, ted: read.ted }
}

function tedOf(dte: string): string {
  const reading = readDtes(dteFile(dte))
  return (reading.kind === 'ok' ? reading.file.documents[0]?.ted : null) ?? ''
}

/** By libxml2 and decimal.js, from the rules of the SII's format and nothing of ours. */
function expectConsistent(dte: string): void {
  const document = XmlDocument.fromBuffer(dteFile(dte))
  try {
    const all = (path: string): string[] =>
      document
        .find(path.replace(/\/(\w+)/g, "/*[local-name()='$1']"))
        .map((node) => ('content' in node ? node.content : ''))
    const one = (path: string): string => all(path)[0] ?? ''
    const amount = (path: string): Decimal => new Decimal(one(path) || 0)
    const header = '/DTE/Documento/Encabezado'
    const stamped = ['RE', 'TD', 'F', 'FE', 'RR', 'MNT', 'RSR', 'IT1'].map((name) =>
      one(`/DTE/Documento/TED/DD/${name}`),
    )
    expect(stamped).toEqual([
      one(`${header}/Emisor/RUTEmisor`),
      one(`${header}/IdDoc/TipoDTE`),
      one(`${header}/IdDoc/Folio`),
      one(`${header}/IdDoc/FchEmis`),
      one(`${header}/Receptor/RUTRecep`),
      one(`${header}/Totales/MntTotal`),
      one(`${header}/Receptor/RznSocRecep`).slice(0, 40),
      one('/DTE/Documento/Detalle/NmbItem').slice(0, 40),
    ])
    const sums = { affected: new Decimal(0), exempt: new Decimal(0) }
    all('/DTE/Documento/Detalle/NroLinDet').forEach((_, index) => {
      const at = `/DTE/Documento/Detalle[${index + 1}]`
      const field = (name: string): Decimal => amount(`${at}/${name}`)
      const gross = half(field('QtyItem').times(field('PrcItem')))
      const [discount, surcharge] = [field('DescuentoPct'), field('RecargoPct')].map((percent) =>
        half(gross.times(percent).div(100)),
      )
      const expected = gross.minus(discount ?? 0).plus(surcharge ?? 0)
      expect(field('MontoItem').toString()).toBe(expected.toString())
      const part = one(`${at}/IndExe`) === '1' ? 'exempt' : 'affected'
      sums[part] = sums[part].plus(expected)
    })
    const part = one('/DTE/Documento/DscRcgGlobal/IndExeDR') === '1' ? 'exempt' : 'affected'
    const value = amount('/DTE/Documento/DscRcgGlobal/ValorDR')
    const isShare = one('/DTE/Documento/DscRcgGlobal/TpoValor') === '%'
    const change = half(isShare ? sums[part].times(value).div(100) : value)
    if (!sums[part].isZero()) {
      const isDiscount = one('/DTE/Documento/DscRcgGlobal/TpoMov') === 'D'
      sums[part] = isDiscount ? sums[part].minus(change) : sums[part].plus(change)
    }
    const iva = half(sums.affected.times('0.19'))
    const total = sums.affected.plus(sums.exempt).plus(iva)
    const written = ['MntNeto', 'MntExe', 'IVA', 'MntTotal'].map((name) =>
      amount(`${header}/Totales/${name}`).toString(),
    )
    expect(written).toEqual([sums.affected, sums.exempt, iva, total].map(String))
  } finally {
    document.dispose()
  }
}

function half(value: Decimal): Decimal {
  return value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
}

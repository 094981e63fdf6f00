import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { RUT_SII, rut } from '#domain/rut.ts'
import { buildEnvelope } from './envelope.ts'
import {
  facturaOf,
  lineOf,
  person,
  signed,
  signer,
  STAMPED_AT,
  TEST_SII_KEYS,
} from './fixtures/test-world.ts'
import type { CheckName } from './verify.ts'
import { verifyXml } from './verify.ts'

const cover = {
  issuer: rut('76192083-9'),
  sender: person,
  recipient: RUT_SII,
  resolution: { day: day(2014, 8, 22), number: 80 },
  signedAt: STAMPED_AT,
}
const document = facturaOf({
  lines: [
    lineOf({
      name: `Asesoría "Ñandú" & 'Cía.'`,
      discountPct: '10',
      discountClp: clp(10000),
      amountClp: clp(90000),
    }),
    lineOf({ name: 'Arriendo', exempt: true, description: 'Según contrato' }),
  ],
})
const bytes = Buffer.from(buildEnvelope(cover, [signed(document)], signer))
const text = bytes.toString('latin1')

/** Where a change in what stands there must be told by these checks, from the outermost in. */
interface Region {
  from: number
  to: number
  told: CheckName[]
}

const regions: Record<string, Region> = {
  'the cover': region(/<Caratula [^]*?<\/Caratula>/, ['envelope']),
  'the envelope’s signed information': region(
    /<SignedInfo>(?![^]*<SignedInfo>)[^]*?<\/SignedInfo>/,
    ['envelope'],
  ),
  'the document': region(/<Documento [^]*?<\/Documento>/, ['envelope', 'signature']),
  'the document’s signed information': region(/<SignedInfo>[^]*?<\/SignedInfo>/, [
    'envelope',
    'signature',
  ]),
  'the stamp': region(/<DD>[^]*?<\/DD>/, ['envelope', 'signature', 'stamp']),
  'the CAF’s grant': region(/<DA>[^]*?<\/DA>/, ['envelope', 'signature', 'stamp', 'caf']),
  'the folio': region(/(?<=<Folio>)\d+/, ['envelope', 'signature', 'consistency']),
  'the day': region(/(?<=<FchEmis>)[^<]+/, ['envelope', 'signature', 'consistency']),
  'the recipient’s RUT': region(/(?<=<RUTRecep>)[^<]+/, ['envelope', 'signature', 'consistency']),
  'the recipient’s name': region(/(?<=<RznSocRecep>)[^<]{1,20}/, [
    'envelope',
    'signature',
    'consistency',
  ]),
  'the first line’s name': region(/(?<=<NmbItem>)[^<]{1,20}/, [
    'envelope',
    'signature',
    'consistency',
  ]),
  'the neto': region(/(?<=<MntNeto>)\d+/, ['envelope', 'signature', 'arithmetic']),
  'the IVA': region(/(?<=<IVA>)\d+/, ['envelope', 'signature', 'arithmetic']),
  'the total': region(/(?<=<MntTotal>)\d+/, ['envelope', 'signature', 'arithmetic', 'consistency']),
  'a line’s amount': region(/(?<=<MontoItem>)\d+/, ['envelope', 'signature', 'arithmetic']),
}

/** A file that stops being a DTE at all is refused as such. */
const REFUSALS = [
  'notXml',
  'encoding',
  'unknownRoot',
  'strayDocument',
  'doctype',
  'forbiddenMarkup',
]

test('untouched it holds, so that what follows is told of the change', () => {
  expect(toldOf(bytes)).toEqual([])
})

test.each(Object.entries(regions))(
  'any byte changed in %s is refused, and told by the right checks',
  (_, region) => {
    fc.assert(
      fc.property(fc.integer({ min: region.from, max: region.to - 1 }), fc.nat(255), (at, byte) => {
        fc.pre(isAnother(bytes[at] ?? 0, byte))
        const changed = Buffer.from(bytes)
        changed[at] = byte
        const told = toldOf(changed)
        if (told.length === 1 && REFUSALS.includes(told[0] ?? '')) return
        const place = `${JSON.stringify(text.slice(at - 20, at + 20))} byte ${byte}: ${told.join()}`
        for (const name of region.told) expect(told, place).toContain(name)
      }),
      { numRuns: 50 },
    )
  },
)

/** One space for another is the same to XML inside a tag, and a line's end in whatever way it is written. */
function isAnother(before: number, after: number): boolean {
  const spaces = [0x09, 0x0a, 0x0d, 0x20]
  return before !== after && !(spaces.includes(before) && spaces.includes(after))
}

/** The failed checks, or why the file was refused. */
function toldOf(file: Uint8Array): string[] {
  const found = verifyXml(file, { extraSiiKeys: TEST_SII_KEYS })
  if (found.kind === 'refused') return [found.reason]
  const checks = found.documents.flatMap((one) => one.checks)
  return checks.filter(({ ok }) => !ok).map(({ name }) => name)
}

function region(pattern: RegExp, told: CheckName[]): Region {
  const found = pattern.exec(text)
  if (found === null) throw new Error(`Nothing like ${pattern}`)
  return { from: found.index, to: found.index + found[0].length, told }
}

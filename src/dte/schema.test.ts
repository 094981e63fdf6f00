import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { SIGNATURE_NAMESPACE, SII_NAMESPACE } from './canonical.ts'
import { DTE_GRAMMAR } from './grammar.ts'
import { schemaFaults } from './schema.ts'
import { C14N, RSA_SHA1, SHA1 } from './sign.ts'
import { signed } from './test-world.ts'
import { escapeText } from './text.ts'
import { readXml } from './xml.ts'

const schemaFile = fileURLToPath(
  new URL('../../../shared/sii/xsd/current/DTE_v10.xsd', import.meta.url),
)
const hasSchema = existsSync(schemaFile)

test('what we build keeps to the grammar', () => {
  expect(schemaFaults(readXml(signed()), DTE_GRAMMAR)).toEqual([])
})

test('at most five faults are told', () => {
  const many = signed().replace(/<Detalle>/, `<Detalle>${'<Nuevo/>'.repeat(50)}`)
  expect(schemaFaults(readXml(many), DTE_GRAMMAR).length).toBeLessThanOrEqual(5)
})

test("the SII's own schemas are at hand, or this says that they are not", () => {
  if (!hasSchema) console.info('The official schemas are not here: our grammar is not compared.')
  expect(Object.keys(DTE_GRAMMAR.sequences)).toContain('Documento')
})

describe.runIf(hasSchema)("against the SII's own DTE_v10.xsd", () => {
  let validator: XsdValidator
  beforeAll(() => {
    validator = officialValidator()
  })

  test('a document made of any optional parts in our order is valid for the SII', () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const source = write(grown('DTE', chosen))
        expect(schemaFaults(readXml(source), DTE_GRAMMAR)).toEqual([])
        expect(officialFault(validator, source)).toBe('')
      }),
      { numRuns: 60 },
    )
  })

  test('of a document damaged anywhere both say the same', () => {
    let refused = 0
    fc.assert(
      fc.property(choices, fc.nat(), fc.nat(), damage, (chosen, where, other, harm) => {
        const tree = grown('DTE', chosen)
        const places = everyElement(tree).filter(({ children }) => children.length > 0)
        const parent = places[where % places.length]
        if (parent) harm(parent, other % parent.children.length)
        const source = write(tree)
        const ours = schemaFaults(readXml(source), DTE_GRAMMAR)
        const theirs = officialFault(validator, source)
        if (theirs !== '') refused += 1
        expect(ours.length > 0, `${ours.join('; ')} | ${theirs}`).toBe(theirs !== '')
      }),
      { numRuns: 300 },
    )
    expect(refused).toBeGreaterThan(100)
  })
})

function officialValidator(): XsdValidator {
  xmlRegisterFsInputProviders()
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(schemaFile), { url: schemaFile }))
}

function officialFault(validator: XsdValidator, source: string): string {
  const document = XmlDocument.fromString(source)
  try {
    validator.validate(document)
    return ''
  } catch (error) {
    return String(error)
  } finally {
    document.dispose()
  }
}

interface Grown {
  name: string
  attributes: string
  children: Grown[]
  text: string
}

/** Numbers that decide, one after the other, which optional parts there are and how often. */
const choices = fc.array(fc.nat(9), { minLength: 60, maxLength: 60 })

const SAMPLES = [
  '1',
  '33',
  '2026-11-20',
  '2026-11-20T10:00:00',
  '76192083-9',
  'R',
  'N',
  'D',
  '$',
  'CH',
  'AHORRO',
  'C',
]
const ALL_SAMPLES = [
  ...SAMPLES,
  'Abc',
  'QUJD',
  '14',
  'DOLAR USA',
  '',
  C14N,
  RSA_SHA1,
  SHA1,
  'SHA1withRSA',
  '#T1',
  '1.0',
  'T1',
  SIGNATURE_NAMESPACE,
]

function grown(name: string, chosen: readonly number[], step = { at: 0 }): Grown {
  const attributes = Object.entries(DTE_GRAMMAR.attributes[name] ?? {})
    .map(([attribute, rule]) => ` ${attribute}="${sampleOf(rule, ['T1', C14N, ...ALL_SAMPLES])}"`)
    .join('')
  const namespace = name === 'DTE' ? ` xmlns="${SII_NAMESPACE}"` : ''
  const sequence = DTE_GRAMMAR.sequences[name]
  const rule = DTE_GRAMMAR.texts[name]
  const text = sequence === undefined && rule ? sampleOf(rule, ALL_SAMPLES) : ''
  const children = (sequence ?? '')
    .split(' ')
    .filter((item) => item !== '')
    .flatMap((item) => repeated(item, chosen, step))
    .map((child) => grown(child, chosen, step))
  return { name, attributes: namespace + attributes, children, text }
}

function sampleOf(rule: (text: string) => boolean, samples: readonly string[]): string {
  const sample = samples.find((candidate) => rule(candidate))
  if (sample === undefined) throw new Error('No sample fits a rule')
  return sample
}

function repeated(item: string, chosen: readonly number[], step: { at: number }): string[] {
  const [, name = '', sign = '', max = '1'] = /^(\w+)([?*+]?)(\d*)$/.exec(item) ?? []
  const choice = chosen[step.at++ % chosen.length] ?? 0
  const optional = choice < 5 ? 0 : 1
  const count =
    sign === '' ? 1 : sign === '+' ? 1 + Math.min(choice % 3, Number(max) - 1) : optional
  return Array.from({ length: count }, () => name)
}

const ODD_TEXTS = [
  '',
  '0',
  '-1',
  '34',
  '99',
  '2026-02-30',
  '2051-01-01',
  '76192083-k',
  'ñ'.repeat(21),
  'x'.repeat(101),
  '1'.repeat(19),
  '0.0000001',
  '1.5',
  '12345678901',
]

type Harm = (parent: Grown, at: number) => void
const damage: fc.Arbitrary<Harm> = fc.oneof(
  fc.constant<Harm>((parent, at) => void parent.children.splice(at, 1)),
  fc.constant<Harm>((parent, at) => {
    const child = parent.children[at]
    if (child)
      parent.children.splice(at, 0, {
        ...child,
        attributes: child.attributes.replace('ID="T1"', 'ID="T2"'),
      })
  }),
  fc.constant<Harm>((parent, at) => void parent.children.push(...parent.children.splice(at, 1))),
  fc.constant<Harm>((parent, at) => {
    const child = parent.children[at]
    if (child) child.attributes += ' otro="1"'
  }),
  fc.constant<Harm>((parent) => {
    parent.text = 'suelto'
  }),
  fc.constantFrom(...ODD_TEXTS).map((text): Harm => (parent, at) => {
    const child = parent.children[at]
    // libxml2 skips over what isn't base64; there we are the stricter.
    if (child && child.children.length === 0 && child.text !== 'QUJD') child.text = text
  }),
)

function everyElement(tree: Grown): Grown[] {
  return [tree, ...tree.children.flatMap(everyElement)]
}

function write({ name, attributes, children, text }: Grown): string {
  return `<${name}${attributes}>${children.map(write).join('')}${escapeText(text)}</${name}>`
}

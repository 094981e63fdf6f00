import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { describe, expect, test } from 'vitest'
import {
  C14N,
  RSA_SHA1,
  SHA1,
  SIGNATURE_NAMESPACE,
  SII_NAMESPACE,
  XSI_NAMESPACE,
} from '../xml/canonical.ts'
import { faultText } from '../document/fault.ts'
import { signed } from '../fixtures/test-world.ts'
import { escapeText } from '../document/text.ts'
import { readXml } from '../xml/xml.ts'
import { BOLETA_GRAMMAR } from './boleta.ts'
import { CESION_GRAMMAR, RECEIPT_DECLARATION } from './cesion.ts'
import { DTE_GRAMMAR } from './dte.ts'
import type { Grammar } from './schema.ts'
import { schemaFaults } from './schema.ts'

const folder = fileURLToPath(new URL('../../../../shared/sii/xsd/', import.meta.url))
const schemas = [
  { root: 'DTE', grammar: DTE_GRAMMAR, file: 'current/DTE_v10.xsd', least: 100 },
  { root: 'EnvioDTE', grammar: DTE_GRAMMAR, file: 'current/EnvioDTE_v10.xsd', least: 60 },
  {
    root: 'EnvioBOLETA',
    grammar: BOLETA_GRAMMAR,
    file: 'boleta-current/EnvioBOLETA_v11.xsd',
    least: 60,
  },
  { root: 'AEC', grammar: CESION_GRAMMAR, file: 'gen-2019-12-12/AEC_v10.xsd', least: 60 },
]
const hasSchemas = existsSync(folder)

test('what we build keeps to the grammar', () => {
  expect(schemaFaults(readXml(signed()), DTE_GRAMMAR)).toEqual([])
})

test('at most five faults are told', () => {
  const many = signed().replace(/<Detalle>/, `<Detalle>${'<Nuevo/>'.repeat(50)}`)
  expect(schemaFaults(readXml(many), DTE_GRAMMAR).length).toBeLessThanOrEqual(5)
})

const needsSchemas = { meta: { needs: "the SII's schemas" } }
const compared = describe.runIf(hasSchemas).each(schemas)
compared("$root against the SII's own $file", needsSchemas, (schema) => {
  const { root, grammar, least } = schema
  const validator = hasSchemas ? officialValidator(join(folder, schema.file)) : null

  test('made of any optional parts in our order it is valid for the SII', () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const source = write(grow(root, grammar, chosen))
        expect(ourFaults(source, grammar)).toEqual([])
        expect(officialFault(validator, source)).toBe('')
      }),
      { numRuns: 30 },
    )
  })

  test('damaged anywhere, both say the same', () => {
    let refused = 0
    fc.assert(
      fc.property(choices, fc.nat(), fc.nat(), damage, (chosen, where, other, harm) => {
        const tree = grow(root, grammar, chosen)
        const places = everyElement(tree).filter(isPlaceForHarm)
        const parent = places[where % places.length]
        if (parent) harm(parent, other % parent.children.length)
        const source = write(tree)
        const ours = ourFaults(source, grammar)
        const theirs = officialFault(validator, source)
        if (theirs !== '') refused += 1
        expect(ours.length > 0, `${ours.join('; ')} | ${theirs}`).toBe(theirs !== '')
      }),
      { numRuns: 3 * least },
    )
    expect(refused).toBeGreaterThan(least)
  })
})

function ourFaults(source: string, grammar: Grammar): string[] {
  const unopened = grammar === CESION_GRAMMAR ? ['DTE'] : []
  return schemaFaults(readXml(source), grammar, unopened).map(faultText)
}

function officialValidator(file: string): XsdValidator {
  xmlRegisterFsInputProviders()
  return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file), { url: file }))
}

function officialFault(validator: XsdValidator | null, source: string): string {
  const document = XmlDocument.fromString(source)
  try {
    validator?.validate(document)
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
  /** Written as it is. */
  whole?: string
}

/** Numbers that decide, one after the other, which optional parts there are and how often. */
const choices = fc.array(fc.nat(9), { minLength: 60, maxLength: 60 })

const SAMPLES = [
  '1',
  '33',
  '39',
  '2',
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
  ...['EnvioDTE_v10', 'EnvioBOLETA_v11', 'AEC_v10'].map((name) => `${SII_NAMESPACE} ${name}.xsd`),
  RECEIPT_DECLARATION,
]

/** An element of the grammar with all it must have, and of what it may have as much as is chosen. */
function grow(root: string, grammar: Grammar, chosen: readonly number[]): Grown {
  return grown(root, '', { grammar, chosen, at: 0, ids: 0 })
}

interface Growing {
  grammar: Grammar
  chosen: readonly number[]
  at: number
  ids: number
}

function grown(name: string, parent: string, growing: Growing): Grown {
  // The DTE of a cesión is of another schema, and nothing of it is judged with the cesión.
  if (name === 'DTE' && growing.grammar === CESION_GRAMMAR) return plainDte(growing)
  const { grammar } = growing
  const attributes = Object.entries(grammar.attributes[name] ?? {})
    .filter(([attribute]) => !attribute.endsWith('?'))
    .map(([attribute, rule]) => {
      const value =
        attribute === 'ID' ? `I${growing.ids++}` : sampleOf(rule, ['T1', ...ALL_SAMPLES])
      return ` ${attribute}="${value}"`
    })
    .join('')
  const namespace = parent === '' ? ` xmlns="${SII_NAMESPACE}" xmlns:xsi="${XSI_NAMESPACE}"` : ''
  const sequence = grammar.sequences[`${parent}/${name}`] ?? grammar.sequences[name]
  const rule = grammar.texts[name]
  const text = sequence === undefined && rule ? sampleOf(rule, ALL_SAMPLES) : ''
  const children = (sequence ?? '')
    .split(' ')
    .filter((item) => item !== '')
    .flatMap((item) => repeated(item, growing))
    .map((child) => grown(child, name, growing))
  return { name, attributes: namespace + attributes, children, text }
}

function plainDte(growing: Growing): Grown {
  const { name, attributes, children, text } = grown('DTE', 'DTECedido', {
    ...growing,
    grammar: DTE_GRAMMAR,
    chosen: [0],
  })
  growing.ids += 1
  const whole = write({ name, attributes, children, text })
  return { name: '', attributes: '', children: [], text: '', whole }
}

function sampleOf(rule: (text: string) => boolean, samples: readonly string[]): string {
  const sample = samples.find((candidate) => rule(candidate))
  if (sample === undefined) throw new Error('No sample fits a rule')
  return sample
}

function repeated(item: string, growing: Growing): string[] {
  const { chosen } = growing
  const [, name = '', sign = '', max = '1'] = /^(\w+)([?*+]?)(\d*)$/.exec(item) ?? []
  const choice = chosen[growing.at++ % chosen.length] ?? 0
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
        ...reidentified(child),
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

/** The SII forgot the type of a Cesionario's RUT: anything is valid there for it, and not for us. */
function isPlaceForHarm({ name, children }: Grown): boolean {
  return children.length > 0 && name !== 'Cesionario'
}

function everyElement(tree: Grown): Grown[] {
  return [tree, ...tree.children.flatMap(everyElement)]
}

function reidentified(child: Grown): Grown {
  return {
    ...child,
    attributes: child.attributes.replace(/ID="(\w+)"/, 'ID="$1b"'),
    children: child.children.map(reidentified),
    ...(child.whole !== undefined && { whole: child.whole.replace(/ID="(\w+)"/, 'ID="$1b"') }),
  }
}

function write({ name, attributes, children, text, whole }: Grown): string {
  if (whole !== undefined) return whole
  return `<${name}${attributes}>${children.map(write).join('')}${escapeText(text)}</${name}>`
}

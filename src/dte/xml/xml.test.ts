import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { signed } from '../fixtures/test-world.ts'
import { canonical, canonicalElement, CanonicalWriter } from './canonical.ts'
import { XmlMistake } from './markup.ts'
import type { XmlElement } from './element.ts'
import { readXml } from './xml.ts'
import { growsFasterThanItsText } from './test-growth.ts'

const plain = signed()
/** What real software writes that isn't in canonical form. */
const written = plain
  .replace('<Encabezado>', '<!-- nota -->\r\n<Encabezado >')
  .replace('Ñandú &amp; Águila', '&quot;Ñandú&#34; &amp;\t&#xC1;guila > x')
  .replace(/<Transform ([^>]*)><\/Transform>/, "<Transform\n $1 otro='\"'/>")
  .replace('<TED version="1.0">', '<TED xmlns:z="urn:z" z:b="2" version="1.0" xml:lang="es">')

const PUT = [
  '<',
  '>',
  '&',
  '"',
  "'",
  '/',
  ' ',
  '=',
  ':',
  ']]>',
  '--',
  '<!--',
  '-->',
  '<a/>',
  '<a>',
  '</a>',
  '</ a>',
  '</a\n>',
  '<a b="1"/>',
  '<a b="1" b="2"/>',
  "<a b='1'c='2'/>",
  '<a b="<"/>',
  '<a b="&x;"/>',
  '<z:a/>',
  '<a z:b="1"/>',
  '<a xmlns:z="urn:z" xmlns:y="urn:z" z:b="1" y:b="2"/>',
  '<a xmlns:xml="urn:x"/>',
  '<a xmlns:z=""/>',
  '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
  '<a:b:c/>',
  '<1a/>',
  '<ñ/>',
  '&#0;',
  '&#xD800;',
  '&#x1F600;',
  '&#65;',
  '&nada;',
  '\u0000',
  '\u0007',
  '\u0085',
  '\ud83d',
  '\uffff',
  '😀',
  '\r',
]
const damage = fc.array(
  fc.record({ at: fc.nat(100_000), cut: fc.nat(6), put: fc.constantFrom(...PUT) }),
  { minLength: 1, maxLength: 2 },
)

test('whatever we read is well-formed for libxml2, and the same document', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.constantFrom(plain, written), damage, (source, places) => {
      const text = places.reduce((before, { at, cut, put }) => {
        const place = at % before.length
        return before.slice(0, place) + put + before.slice(place + cut)
      }, source)
      const ours = readOrNull(text)
      if (ours === null) return
      accepted += 1
      const theirs = XmlDocument.fromString(text)
      try {
        expect(leaves(ours)).toEqual(theirs.find('//*[not(*)]').map((node) => node.content))
        expect(canonicalElement(ours, text, {})).toBe(theirs.canonicalizeToString())
      } finally {
        theirs.dispose()
      }
    }),
    { numRuns: 3000 },
  )
  expect(accepted).toBeGreaterThan(300)
})

test('whatever libxml2 takes of what software writes, we read', () => {
  for (const source of [plain, written, `\n<!-- x -->${written}\n<!-- y -->\n`]) {
    expect(leaves(readXml(source)).length).toBeGreaterThan(40)
  }
})

test('the canonical form is the same from the tree, in parts and in one', () => {
  const scope = { '': 'urn:e', xsi: 'urn:xsi' }
  for (const source of [plain, written]) {
    const tree = readXml(source)
    const [documento] = tree.children
    const whole = canonical(source, scope)
    expect(canonicalElement(tree, source, scope)).toBe(whole)
    const writer = new CanonicalWriter(scope)
    const around = writer.write('<e>\n') + writer.writeElement(tree, source) + writer.write('</e>')
    expect(around).toBe(canonical(`<e>\n${source}</e>`, scope))
    expect(documento?.isCanonical).toBe(source === plain)
  }
})

test('an element stands in canonical form only when nothing in it would be rewritten', () => {
  const inside = (text: string) => readXml(`<a>${text}</a>`).isCanonical
  expect(
    ['x &amp; &lt; &gt;', '<b>\n<c d="1" e="ñ>"></c>\n</b>', '<b e="&amp;"></b>'].map(inside),
  ).toEqual([true, true, true])
  const rewritten = [
    '&quot;',
    '&#65;',
    '>',
    'x\r\n',
    '<b/>',
    '<b />',
    '<b ></b>',
    '<b></b >',
    '<!-- x -->',
    "<b c='1'></b>",
    '<b  c="1"></b>',
    '<b c="1" ></b>',
    '<b d="1" c="2"></b>',
    '<b c="&gt;"></b>',
    '<b c="\t"></b>',
    '<b xmlns=""></b>',
    '<b xmlns:c="urn:c"></b>',
    '<b xml:c="1"></b>',
    '<b><c/></b>',
  ]
  expect(rewritten.filter(inside)).toEqual([])
})

/** Each as large as a document may be; what isn't linear takes minutes. */
const FILLER = 3_900_000
test.each<[string, (of: (unit: string) => string) => string]>([
  ['tags that never end', (of) => `<a ${of('<a ')}`],
  ['values that never end', (of) => `<a ${of('b="')}`],
  ['empty values', (of) => `<a ${of('""')}>`],
  ['attributes without number', (of) => `<a ${numbered(of('b="" '))}/>`],
  ['namespaces without number', (of) => `<a ${numbered(of('xmlns:b="u" '))}/>`],
  ['namespaces at every depth', (of) => numbered(of('<a xmlns:b="u">'))],
  ['spaces in a tag', (of) => `<a b${of(' ')}c/>`],
  ['one name', (of) => `<a ${of('n')}/>`],
  ['a name of dots', (of) => `<a${of('.')}:/>`],
  ['hyphens', (of) => `<a><!--${of('- ')}</a>`],
  ['comments that never end', (of) => `<a>${of('<!-')}</a>`],
  ['ampersands', (of) => `<a>${of('&')}</a>`],
  ['references', (of) => `<a>${of('&#65;')}</a>x`],
  ['brackets', (of) => `<a>${of(']')}]]></a>`],
  ['signs', (of) => `<a>${of('>')}]]></a>`],
  ['end tags', (of) => `<a>${of('</a')}`],
  ['depth', (of) => of('<a>')],
  ['elements', (of) => `<a>${of('<b/>')}</a>`],
  ['ever other names', (of) => `<a>${numbered(of('<b></b>'))}</a>`],
])('%s are refused at once', (_, make) => {
  const sourceOf = (length: number) => make((unit) => unit.repeat(length / unit.length))
  const source = sourceOf(FILLER)
  expect(() => readXml(source)).toThrow(XmlMistake)
  const read = (text: string) => {
    try {
      readXml(text)
    } catch {
      // Refused, as it should be.
    }
  }
  expect(growsFasterThanItsText(read, sourceOf(FILLER / 4), source)).toBe(false)
})

/** Each b another one. */
function numbered(text: string): string {
  let number = 0
  return text.replace(/b/g, () => `b${(number += 1)}`)
}

function readOrNull(text: string): XmlElement | null {
  try {
    return readXml(text)
  } catch (error) {
    if (error instanceof XmlMistake) return null
    throw error
  }
}

function leaves(element: XmlElement): string[] {
  return element.children.length === 0 ? [element.text] : element.children.flatMap(leaves)
}

test('what came in a document before is read where it stands now, to the last place', () => {
  const party = (name: string, street: string) =>
    `<${name} a="1">\n<Rut>1-9</Rut><!-- &lt; -->\n<Dir x='2'>${street} &amp; 5</Dir></${name}>`
  const shown = (element: XmlElement): unknown => ({
    ...element,
    name: element.name.replace('Emisor', 'Emisar'),
    attributes: [...element.attributes],
    children: element.children.map(shown),
  })
  const around = [
    (text: string) => `<a>${text}</a>`,
    (text: string) => `<a>\n<b/>${text}<c>${text}</c></a>`,
    (text: string) => text,
  ]
  for (const street of ['Uno', 'Uno', 'Dos', 'http://Dos', 'Uno']) {
    for (const place of around) {
      // A name of the same length that is never known again.
      const fresh = readXml(place(party('Emisar', street)))
      expect(shown(readXml(place(party('Emisor', street))))).toEqual(shown(fresh))
    }
  }
})

test('no element is taken again where its prefix means nothing', () => {
  const inside = '<Emisor><p:a>1</p:a></Emisor>'
  expect(() => readXml(`<x xmlns:p="urn:p">${inside}</x>`)).not.toThrow()
  expect(() => readXml(`<x>${inside}</x>`)).toThrow(XmlMistake)
})

test('as deep as anything else, what came before is refused', () => {
  const deep = (depth: number) => `${'<a>'.repeat(depth)}<CAF><b/></CAF>${'</a>'.repeat(depth)}`
  expect(() => readXml(deep(28))).not.toThrow()
  expect(() => readXml(deep(9))).not.toThrow()
  expect(() => readXml(deep(29))).toThrow(XmlMistake)
})

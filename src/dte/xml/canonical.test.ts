import fc from 'fast-check'
import { XmlDocument } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'

test.each([
  ['quotes in text come out bare', '<a>&quot;x&quot; &apos;y&apos;</a>', `<a>"x" 'y'</a>`],
  ['markup signs stay escaped', '<a>&amp;&lt;&gt;></a>', '<a>&amp;&lt;&gt;&gt;</a>'],
  ['a written carriage return is a line end', '<a>x\r\ny\rz</a>', '<a>x\ny\nz</a>'],
  ['a referred one stays', '<a>x&#13;y</a>', '<a>x&#xD;y</a>'],
  ['empty elements get an end tag', '<a><b/></a>', '<a><b></b></a>'],
  ['comments are dropped', '<a>x<!-- <y> -->z</a>', '<a>xz</a>'],
  ['attributes are sorted and in double quotes', `<a z='1' b = "2"/>`, '<a b="2" z="1"></a>'],
  ['space inside tags goes', '<a  ><b\n></b ></a >', '<a><b></b></a>'],
  ['attribute values', `<a b='"&lt;>&#9;\t'/>`, '<a b="&quot;&lt;>&#x9; "></a>'],
])('%s', (_, source, expected) => {
  expect(canonical(source, {})).toBe(expected)
})

test('inherited namespaces enter the start tag once, default first, and are not said again', () => {
  expect(canonical('<a ID="x"><b xmlns="u"/><c xmlns=""/></a>', { xsi: 'v', '': 'u' })).toBe(
    '<a xmlns="u" xmlns:xsi="v" ID="x"><b></b><c xmlns=""></c></a>',
  )
})

const name = fc.constantFrom('a', 'Documento', 'b1', 'x-y')
const text = fc
  .string({ unit: fc.constantFrom(...'ab ñ"\'\n\t&<>\r') })
  .map((raw) =>
    raw
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;'),
  )
const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc
    .record({
      name,
      namespace: fc.constantFrom(
        '',
        ' xmlns="urn:one"',
        ' xmlns="urn:two"',
        ' xmlns=""',
        ' xmlns:p="urn:p"',
      ),
      attribute: fc.option(text, { nil: undefined }),
      content: fc.array(
        fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          text,
          fc.constant('<!-- nota -->'),
          tie('element'),
        ),
        { maxLength: 4 },
      ),
    })
    .map(({ name: tag, namespace, attribute, content }) => {
      const attributes = attribute === undefined ? '' : ` z="1" ID="${attribute}"`
      return content.length === 0
        ? `<${tag}${attributes}${namespace}/>`
        : `<${tag}${namespace}${attributes}>${content.join('')}</${tag}>`
    }),
}))

test('libxml2 writes the same canonical form, in place and inside an envelope', () => {
  fc.assert(
    fc.property(element, (source) => {
      const inside = `<e xmlns="urn:env" xmlns:xsi="urn:xsi" xsi:loc="x">\n${source}\n</e>`
      const document = XmlDocument.fromString(inside)
      try {
        const theirs = document.get('/*/*')?.canonicalizeToString()
        expect(canonical(source, { '': 'urn:env', xsi: 'urn:xsi' })).toBe(theirs)
      } finally {
        document.dispose()
      }
    }),
    { numRuns: 300 },
  )
})

import { XmlDocument } from 'libxml2-wasm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dteFile, wrapForDownload } from './envelope.ts'
import { readDtes } from './read.ts'
import { anyFactura, signed } from './fixtures/test-world.ts'
import { XmlMistake } from './xml/markup.ts'
import { verifyXml } from './verify.ts'
import type { XmlElement } from './xml/element.ts'
import { readXml } from './xml/xml.ts'

const DECLARATION = '<?xml version="1.0" encoding="ISO-8859-1"?>\n'
const BILLION_LAUGHS = `<!DOCTYPE DTE [<!ENTITY a "ja">${'bcdefghij'
  .split('')
  .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
  .join('')}]><DTE>&j;</DTE>`

test.each<[string, string | Buffer, string]>([
  ['nothing', '', 'empty'],
  ['more than 4 MB', ' '.repeat(4_000_001), 'tooLarge'],
  [
    'an external entity',
    `${DECLARATION}<!DOCTYPE DTE [<!ENTITY x SYSTEM "file:///etc/passwd">]><DTE>&x;</DTE>`,
    'doctype',
  ],
  [
    'an external DTD',
    `${DECLARATION}<!DOCTYPE DTE SYSTEM "http://example.com/x.dtd"><DTE/>`,
    'doctype',
  ],
  ['a billion laughs', DECLARATION + BILLION_LAUGHS, 'doctype'],
  ['an undeclared entity', `${DECLARATION}<DTE>&nbsp;</DTE>`, 'notXml'],
  ['CDATA', `${DECLARATION}<DTE><![CDATA[<x>]]></DTE>`, 'forbiddenMarkup'],
  ['an instruction', `${DECLARATION}<?xml-stylesheet href="x"?><DTE/>`, 'forbiddenMarkup'],
  ['a second declaration', `${DECLARATION}${DECLARATION}<DTE/>`, 'forbiddenMarkup'],
  ['UTF-16', Buffer.from('\ufeff<DTE/>', 'utf16le'), 'encoding'],
  ['UTF-7', '<?xml version="1.0" encoding="UTF-7"?><DTE/>', 'encoding'],
  [
    'broken UTF-8',
    Buffer.from('<?xml version="1.0" encoding="UTF-8"?><DTE>\xf1</DTE>', 'latin1'),
    'encoding',
  ],
  ['a page of the portal', '<html><body>Error al contribuyente</body></html>', 'unknownRoot'],
  ['a page that is no XML', '<html><br><p>Error', 'notXml'],
  ['another root', `${DECLARATION}<EnvioRecibos xmlns="http://www.sii.cl/SiiDte"/>`, 'unknownRoot'],
  ['another namespace', `${DECLARATION}<DTE xmlns="urn:otro"/>`, 'unknownRoot'],
  ['half a file', DECLARATION + signed().slice(0, 900), 'notXml'],
  ['two roots', `${DECLARATION}<DTE/><DTE/>`, 'notXml'],
  ['an unbound prefix', `${DECLARATION}<sii:DTE/>`, 'notXml'],
  ['depth without end', DECLARATION + '<DTE>'.repeat(5000), 'notXml'],
  ['a depth no DTE has', `${DECLARATION}${'<DTE>'.repeat(100)}${'</DTE>'.repeat(100)}`, 'notXml'],
  [
    'attributes of angle brackets',
    `${DECLARATION}<DTE a="${'>'.repeat(2_000_000)}" a="b"/>`,
    'notXml',
  ],
  [
    'too many documents',
    `${DECLARATION}<SetDTE>${'<DTE/>'.repeat(2001)}</SetDTE>`,
    'tooManyDocuments',
  ],
])('%s is refused', (_, source, reason) => {
  const bytes = typeof source === 'string' ? Buffer.from(source, 'latin1') : source
  expect(readDtes(bytes)).toMatchObject({ kind: 'refused', reason })
  expect(verifyXml(bytes)).toMatchObject({ kind: 'refused', reason })
})

test('bytes of any kind are judged and never throw', () => {
  const good = Buffer.from(dteFile(signed()))
  const damage = fc.record({
    at: fc.nat(good.length - 1),
    cut: fc.nat(200),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .constantFrom('<Detalle/>', '<!--', '-->', '&#0;', '&amp;', '<a b="', '9'.repeat(40), ']]>')
        .map((text) => Uint8Array.from(Buffer.from(text))),
    ),
  })
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (places) => {
      const bytes = places.reduce(
        (file, { at, cut, put }) =>
          Buffer.concat([file.subarray(0, at), put, file.subarray(at + cut)]),
        good,
      )
      expect(['read', 'refused']).toContain(verifyXml(bytes).kind)
    }),
    { numRuns: 300 },
  )
})

test('what we read is what libxml2 reads', () => {
  fc.assert(
    fc.property(anyFactura, (document) => {
      const source = signed(document)
      const theirs = XmlDocument.fromBuffer(dteFile(source))
      try {
        const texts = theirs.find('//*[not(*)]').map((node) => node.content)
        expect(leaves(readXml(source))).toEqual(texts)
      } finally {
        theirs.dispose()
      }
    }),
    { numRuns: 10 },
  )
})

function leaves(element: XmlElement): string[] {
  return element.children.length === 0 ? [element.text] : element.children.flatMap(leaves)
}

test('each document keeps its exact characters, and is read without a namespace too', () => {
  const [one, two] = [signed(), signed().replace(/<DTE [^>]*>/, '<DTE version="1.0">')]
  const reading = readDtes(wrapForDownload([one, two]))
  expect(reading).toMatchObject({ kind: 'ok', file: { shape: 'set' } })
  const documents = reading.kind === 'ok' ? reading.file.documents : []
  expect(documents.map(({ source }) => source)).toEqual([one, two])
  expect(documents.map(({ document }) => document?.folio)).toEqual([205, 205])
  expect(documents[0]?.ted).toMatch(/^<TED version="1.0"><DD><RE>.*<\/FRMT><\/TED>$/)
})

test('a type that is not ours is left unread, its folio known', () => {
  const liquidacion = signed()
    .replace('<TipoDTE>33<', '<TipoDTE>43<')
    .replaceAll('Documento', 'Liquidacion')
  const reading = readDtes(dteFile(liquidacion))
  expect(reading.kind === 'ok' && reading.file.documents[0]).toMatchObject({
    tipoDte: 43,
    folio: 205,
    content: null,
    document: null,
    faults: ['typeUnknown seen=43'],
  })
})

test.each([
  '',
  '<',
  '<a',
  '<a>',
  '</a>',
  '<a></b>',
  '<a b=c/>',
  '<a>&x;</a>',
  '<a/><b/>',
  '<a>&#0;</a>',
])('our own reader refuses %j, though libxml2 is asked before it', (source) => {
  expect(() => readXml(source)).toThrow(XmlMistake)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MarkupScanner } from './markup.ts'
import { Refused } from './table.ts'

/** What a scan reports; neighbouring texts are one. */
function scan(chunks: readonly string[], isStrict = false): string[] {
  const events: string[] = []
  let text = ''
  const flush = () => {
    if (text !== '') events.push(`text ${text}`)
    text = ''
  }
  const scanner = new MarkupScanner(
    {
      open(name, attributes, isEmpty) {
        flush()
        events.push(`open ${name}${attributes}${isEmpty ? ' empty' : ''}`)
      },
      close(name) {
        flush()
        events.push(`close ${name}`)
      },
      text(written) {
        text += written
      },
    },
    isStrict,
  )
  for (const chunk of chunks) scanner.push(chunk)
  scanner.end()
  flush()
  return events
}

const PIECES = [
  `<a>|</a>|<x:b c="1>2" d='"'/>|<!-- <z> -->|<![CDATA[<&]]>|<?xml v?>|text`,
  '<|>|&amp;|"|<!|<!D x>|</|<a b="|-->|]]>|/>|ñ| ',
].flatMap((written) => written.split('|'))
const pieces = fc.constantFrom(...PIECES)

test('markup in chunks is reported as the whole is, wherever they are cut', () => {
  const source = fc.array(pieces, { maxLength: 20 }).map((all) => all.join(''))
  fc.assert(
    fc.property(source, fc.array(fc.nat(7), { maxLength: 40 }), (text, lengths) => {
      const chunks: string[] = []
      let at = 0
      for (const length of lengths) {
        chunks.push(text.slice(at, at + length))
        at += length
      }
      chunks.push(text.slice(at))
      expect(scan(chunks)).toEqual(scan([text]))
    }),
    { numRuns: 1_000 },
  )
})

test('a document type is refused where nothing needs one, however it is cut', () => {
  const source = '<?xml version="1.0"?><!DocType x [<!ENTITY a "b">]><x/>'
  for (let at = 0; at < source.length; at += 1) {
    expect(() => scan([source.slice(0, at), source.slice(at)], true)).toThrow(Refused)
  }
  expect(scan([source])).toContain('open x empty')
})

test('a tag that never ends is refused before it is looked at often', () => {
  const chunk = 'x'.repeat(64 * 1024)
  const scanner = new MarkupScanner({ open() {}, close() {}, text() {} })
  scanner.push('<a b="')
  expect(() => {
    for (let chunks = 0; chunks < 10; chunks += 1) scanner.push(chunk)
  }).toThrow(Refused)
})

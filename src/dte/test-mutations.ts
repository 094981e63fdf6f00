import { dteFile } from './envelope.ts'
import { readDtes } from './read.ts'
import { signed, TEST_SII_KEYS } from './test-world.ts'
import { verifyXml } from './verify.ts'

/** As the portal hands it out: one DTE with its declaration. */
export const original = Buffer.from(dteFile(signed())).toString('latin1')

/** Everything that takes a file from outside. Each answers a value with its `kind`, whatever the bytes. */
export const xmlReaders: Readonly<Record<string, (bytes: Uint8Array) => { kind: string }>> = {
  readDtes: (bytes) => readDtes(bytes),
  verifyXml: (bytes) => verifyXml(bytes, { extraSiiKeys: TEST_SII_KEYS }),
}

const SPLINTERS = [
  '<',
  '>',
  '&',
  '"',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE x [',
  '\0',
]
SPLINTERS.push(
  '&#0;',
  '&x;',
  '<TED>',
  '</DTE>',
  '<DTE>',
  '<Detalle>',
  'é',
  '\u00ff',
  '9',
  '-',
  'xmlns="x"',
)

/** A signed DTE, cut, doubled and changed in some places, in the SII's own charset. */
export function mutatedXml(next: () => number): Uint8Array {
  let text = original
  const changes = 1 + Math.floor(next() * 4)
  for (let change = 0; change < changes; change += 1) {
    const at = Math.floor(next() * text.length)
    const length = Math.floor(next() * 60)
    const splinter = SPLINTERS[Math.floor(next() * SPLINTERS.length)] ?? ''
    const kind = next()
    if (kind < 0.35) text = text.slice(0, at) + text.slice(at + length)
    else if (kind < 0.65) text = text.slice(0, at) + splinter + text.slice(at)
    else if (kind < 0.8) text = text.slice(0, at) + splinter + text.slice(at + 1)
    else if (kind < 0.95) text = text.slice(0, at + length) + text.slice(at)
    else text = text.slice(0, at)
  }
  return Buffer.from(text, 'latin1')
}

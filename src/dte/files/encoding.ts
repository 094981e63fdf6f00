import { Refused } from './refusal.ts'

export type DteEncoding = 'ISO-8859-1' | 'WINDOWS-1252' | 'UTF-8'

export interface DecodedFile {
  encoding: DteEncoding
  hasBom: boolean
  /** The characters after the XML declaration. Throws `Refused` at the first byte that has no place. */
  texts: Iterable<string>
}

/** C1 controls: 0x80 to 0x9F as ISO-8859-1 reads them. */
const CONTROL = /[\u0080-\u009f]/g
/** An XML declaration is shorter than this. */
const OPENING_BYTES = 200
/** 0x80 to 0x9F; the five that aren't used are a refusal. */
const WINDOWS_1252 = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ'
const ENCODINGS: ReadonlyMap<string, DteEncoding> = new Map([
  ['ISO-8859-1', 'ISO-8859-1'],
  ['WINDOWS-1252', 'WINDOWS-1252'],
  ['CP1252', 'WINDOWS-1252'],
  ['UTF-8', 'UTF-8'],
])

/**
 * The characters of a file that comes in pieces. Real documents declare ISO-8859-1 as they must, UTF-8 in some
 * downloads, and windows-1252 when the software took it for the same; any other encoding is refused, and so is
 * more than `maxBytes`.
 */
export function decodeFile(pieces: Iterable<Uint8Array>, maxBytes: number): DecodedFile {
  const source = limited(pieces, maxBytes)
  const opening = firstBytes(source)
  const hasBom = opening.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf))
  const written = opening.toString('latin1', hasBom ? 3 : 0, OPENING_BYTES)
  const declaration = /^<\?xml\s[^>]*?\?>/.exec(written)?.[0] ?? ''
  const declared = /encoding\s*=\s*["']([\w.-]+)["']/.exec(declaration)?.[1]?.toUpperCase()
  const encoding = ENCODINGS.get(declared ?? 'UTF-8')
  if (encoding === undefined || (hasBom && encoding !== 'UTF-8')) {
    throw new Refused('encoding', declared ?? '')
  }
  return { encoding, hasBom, texts: textsOf(opening, source, encoding, declaration.length) }
}

function* textsOf(
  opening: Buffer,
  source: Iterator<Buffer>,
  encoding: DteEncoding,
  declarationLength: number,
): Generator<string> {
  const decode = decoderOf(encoding)
  yield decode(opening, true).slice(declarationLength)
  for (let next = source.next(); next.done !== true; next = source.next()) {
    yield decode(next.value, true)
  }
  yield decode(Buffer.alloc(0), false)
}

/** Decodes piece after piece; a letter of UTF-8 may be cut in two by their end. */
function decoderOf(encoding: DteEncoding): (bytes: Buffer, more: boolean) => string {
  if (encoding === 'ISO-8859-1') return (bytes) => bytes.toString('latin1')
  if (encoding === 'WINDOWS-1252') return (bytes) => windows1252(bytes.toString('latin1'))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes, more) => {
    try {
      return decoder.decode(bytes, { stream: more })
    } catch {
      throw new Refused('encoding')
    }
  }
}

function windows1252(text: string): string {
  return text.replace(CONTROL, (character) => {
    const found = WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? '\u0000'
    if (found === '\u0000') throw new Refused('encoding')
    return found
  })
}

/**
 * Characters U+0080 to U+009F as people read them, for paper and screen: windows-1252's, which is what software
 * that declares ISO-8859-1 and writes these bytes means. Never for what is digested, stamped or compared.
 */
export function asRead(text: string): string {
  return text.replace(CONTROL, (character) => {
    const found = WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? '\u0000'
    return found === '\u0000' ? '\ufffd' : found
  })
}

/** The bytes that a text of this file was written with, as its stamp was signed over them. */
export function encodeText(text: string, encoding: DteEncoding): Buffer {
  if (encoding !== 'WINDOWS-1252') return Buffer.from(text, 'latin1')
  const latin = text.replace(/[^\u0000-\u00ff]/g, (character) =>
    String.fromCharCode(0x80 + WINDOWS_1252.indexOf(character)),
  )
  return Buffer.from(latin, 'latin1')
}

function firstBytes(source: Iterator<Buffer>): Buffer {
  let opening: Buffer = Buffer.alloc(0)
  while (opening.length < OPENING_BYTES) {
    const next = source.next()
    if (next.done === true) break
    opening = opening.length === 0 ? next.value : Buffer.concat([opening, next.value])
  }
  if (opening.length === 0) throw new Refused('empty')
  return opening
}

function* limited(pieces: Iterable<Uint8Array>, maxBytes: number): Generator<Buffer, undefined> {
  let read = 0
  for (const piece of pieces) {
    if (piece.length === 0) continue
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    read += bytes.length
    if (read > maxBytes) throw new Refused('tooLarge', String(maxBytes))
    // No DTE has a zero byte; UTF-16 and UTF-32 are full of them.
    if (bytes.includes(0)) throw new Refused('encoding')
    yield bytes
  }
}

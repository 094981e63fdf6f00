import iconv from 'iconv-lite'

/** A form's fields in the order they are posted. Names may repeat. */
export type Fields = readonly (readonly [name: string, value: string])[]

/** The old pages are labelled ISO-8859-1 and mean windows-1252, as browsers read that label. */
const LEGACY = 'windows-1252'

/**
 * Decodes an answer of the SII: strict UTF-8 first, then the charset it declares, then windows-1252.
 * A declared ISO-8859-1 may be false (portal 0.5). Never throws: what no charset explains becomes U+FFFD.
 */
export function decodeAnswer(bytes: Uint8Array, contentType: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(Buffer.from(bytes), charsetOf(contentType))
  }
}

/** Undoes a text encoded twice ('Ã±' for 'ñ'); any other comes back as it is. */
export function undoubled(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text)) return text
  const bytes = Buffer.concat(Array.from(text, asOneByte))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

/** As either charset may have read it: 0x80–0x9F are signs in one and controls in the other. */
function asOneByte(character: string): Buffer {
  const code = character.codePointAt(0) ?? 0
  return code <= 0xff ? Buffer.from([code]) : iconv.encode(character, LEGACY)
}

/** What a browser posts from a page labelled ISO-8859-1: outside windows-1252, a numeric reference. */
export function encodeFormLegacy(fields: Fields): string {
  return encodeForm(fields, bytesInLegacy)
}

/** Only for the pages that post by AJAX: in the wrong charset the SII stores broken accents silently. */
export function encodeFormUtf8(fields: Fields): string {
  return encodeForm(fields, (text) => Buffer.from(text, 'utf8'))
}

function encodeForm(fields: Fields, encode: (text: string) => Buffer): string {
  return fields
    .map(([name, value]) => `${encodePart(name, encode)}=${encodePart(value, encode)}`)
    .join('&')
}

/** Most names and many values are what they are in every charset. */
function encodePart(text: string, encode: (text: string) => Buffer): string {
  return UNESCAPED.test(text) ? text : percent(encode(text))
}

/** iconv-lite, because Node has no such encoder and some versions decode 0x80–0x9F as control characters. */
function bytesInLegacy(text: string): Buffer {
  return Buffer.from(text.replace(/\P{ASCII}/gu, characterInLegacy), 'latin1')
}

/** Its bytes, each written as one character. */
function characterInLegacy(character: string): string {
  const bytes = iconv.encode(character, LEGACY)
  if (iconv.decode(bytes, LEGACY) === character) return bytes.toString('latin1')
  return `&#${character.codePointAt(0) ?? 0xfffd};`
}

/** Besides letters and digits a browser leaves these bytes of a form unescaped. */
const UNESCAPED = /^[*\-._0-9A-Za-z]*$/
const ESCAPED = /[^*\-._0-9A-Za-z]/g

const ESCAPES = Array.from({ length: 256 }, (_, byte) =>
  byte === 0x20 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
)

function percent(bytes: Buffer): string {
  return bytes.toString('latin1').replace(ESCAPED, (byte) => ESCAPES[byte.charCodeAt(0)] ?? '')
}

function charsetOf(contentType: string): string {
  const declared = /charset\s{0,5}=\s{0,5}"?([\w-]{1,40})/i.exec(contentType)?.[1]?.toLowerCase()
  if (declared === undefined || declared === 'utf-8' || declared === 'iso-8859-1') return LEGACY
  return iconv.encodingExists(declared) ? declared : LEGACY
}

/** The fields of a query or a posted form; of a repeated name the first. */
export type Fields = ReadonlyMap<string, string>

const MOST_FIELDS = 2000

/** Percent-decodes to bytes first: which charset they are in is each page's own affair. */
export function parseFields(raw: string, decode: (bytes: Uint8Array) => string): Fields {
  const fields = new Map<string, string>()
  for (const pair of raw.split('&').slice(0, MOST_FIELDS)) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const key = decoded(at < 0 ? pair : pair.slice(0, at), decode)
    if (!fields.has(key)) fields.set(key, at < 0 ? '' : decoded(pair.slice(at + 1), decode))
  }
  return fields
}

export function field(fields: Fields, name: string): string {
  return fields.get(name) ?? ''
}

/** Most names and many values are what they are in every charset. */
function decoded(text: string, decode: (bytes: Uint8Array) => string): string {
  return /^[^%+\u0080-\uffff]*$/.test(text) ? text : decode(percentDecode(text))
}

/** Also for a query that is a bare address instead of fields. */
export function percentDecode(text: string): Uint8Array {
  if (!/[%+]/.test(text)) return Buffer.from(text, 'latin1')
  const bytes = Buffer.allocUnsafe(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const byte = code === PERCENT ? byteAt(text, at + 1) : -1
    if (byte >= 0) at += 2
    bytes[length] = byte >= 0 ? byte : code === PLUS ? SPACE : code & 0xff
    length += 1
  }
  return bytes.subarray(0, length)
}

const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20

/** What two hexadecimal digits say; -1 where they aren't. */
function byteAt(text: string, at: number): number {
  const [high, low] = [digit(text.charCodeAt(at)), digit(text.charCodeAt(at + 1))]
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** The fields of a query or a posted form; of a repeated name the first. */
export type Fields = ReadonlyMap<string, string>

const MOST_FIELDS = 2000

/** Percent-decodes to bytes first: which charset they are in is each page's own affair. */
export function parseFields(raw: string, decode: (bytes: Uint8Array) => string): Fields {
  const fields = new Map<string, string>()
  for (const pair of raw.split('&').slice(0, MOST_FIELDS)) {
    if (pair === '') continue
    const [name = '', ...rest] = pair.split('=')
    const key = decode(percentDecode(name))
    if (!fields.has(key)) fields.set(key, decode(percentDecode(rest.join('='))))
  }
  return fields
}

export function field(fields: Fields, name: string): string {
  return fields.get(name) ?? ''
}

/** Also for a query that is a bare address instead of fields. */
export function percentDecode(text: string): Uint8Array {
  if (!/[%+]/.test(text)) return Buffer.from(text, 'latin1')
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const hex = text.slice(at + 1, at + 3)
    if (text[at] === '%' && /^[\da-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    } else bytes.push(text[at] === '+' ? 0x20 : text.charCodeAt(at) & 0xff)
  }
  return Uint8Array.from(bytes)
}

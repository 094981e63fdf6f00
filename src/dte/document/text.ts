const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['‚', "'"],
  ['‛', "'"],
  ['′', "'"],
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['‟', '"'],
  ['″', '"'],
  ['‹', '<'],
  ['›', '>'],
  ['−', '-'],
  ['…', '...'],
  ['•', '-'],
  ['€', 'EUR'],
  ['™', '(TM)'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['ł', 'l'],
  ['Ł', 'L'],
  ['ı', 'i'],
  ['đ', 'd'],
  ['Đ', 'D'],
])

/** The SII's parser stops at about 4090 characters a line (CHR-00002), counted as written, `&amp;` as five. */
const MAX_WRITTEN = 4000
/** C0 and C1 controls, soft hyphen. The spaces among them have become spaces by then. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u00ad]/g
const PLAIN = /^[\u0020-\u007e]*$/

/**
 * One line of ISO-8859-1 text of at most `max` characters: typographic signs replaced by plain ones, letters
 * outside the set by their base letter or '?', emoji and invisible characters dropped. Header, stamp and print
 * must all say this same text, so it is done before anything is signed.
 */
export function cleanText(text: string, max: number): string {
  const latin = PLAIN.test(text) ? text : toLatin1(text)
  let clean = latin.replace(/ {2,}/g, ' ').trim()
  if (clean.length > max) clean = clean.slice(0, max).trimEnd()
  while (escapeText(clean).length > MAX_WRITTEN) clean = clean.slice(0, -50)
  return clean
}

/** Only `& < >`: quotes stay bare, so that a verifier rebuilding the stamp from parsed text gets the same bytes. */
export function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Throws on a character outside ISO-8859-1: Node would write another in its place. */
export function latin1Bytes(text: string): Buffer {
  const stray = /[^\u0000-\u00ff]/.exec(text)
  if (stray) throw new RangeError(`Not ISO-8859-1: U+${text.charCodeAt(stray.index).toString(16)}`)
  return Buffer.from(text, 'latin1')
}

/** Lines of 64 for base64 in a signature; the SII asks for 76 at most. */
export function wrapBase64(base64: string): string {
  return base64.replace(/.{64}(?=.)/g, '$&\n')
}

function toLatin1(text: string): string {
  const spaced = text.normalize('NFC').replace(/\s/g, ' ').replace(CONTROLS, '')
  return Array.from(spaced, (character) =>
    character <= '\u00ff' ? character : nearest(character),
  ).join('')
}

function nearest(character: string): string {
  const replacement = REPLACEMENTS.get(character)
  if (replacement !== undefined) return replacement
  if (/\p{Pd}/u.test(character)) return '-'
  if (/[\p{Cf}\p{Mn}\p{So}\p{Sk}\p{Cn}\p{Co}]/u.test(character)) return ''
  const base = character.normalize('NFKD').replace(/\p{Mn}/gu, '')
  return /^[\u0020-\u00ff]+$/.test(base) ? base : '?'
}

/** What bytes 0x80–0x9F mean in windows-1252; the five holes keep their control character. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Our own table: Node has no encoder, and some of its decoders leave 0x80–0x9F as controls. */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => HIGH_CONTROLS.charAt(control.charCodeAt(0) - 0x80))
}

/** As a page labelled ISO-8859-1 is sent: what the table lacks becomes a numeric reference. */
export function encodeWindows1252(text: string): Uint8Array {
  if (!/[^\u0000-\u007f\u00a0-\u00ff]/.test(text)) return Buffer.from(text, 'latin1')
  const known = text.replace(/[^\u0000-\u007f\u00a0-\u00ff]/gu, (character) => {
    const high = HIGH_CONTROLS.indexOf(character)
    return high >= 0 ? String.fromCharCode(0x80 + high) : `&#${character.codePointAt(0)};`
  })
  return Buffer.from(known, 'latin1')
}

/** As the signing service reads: what isn't UTF-8 turns into '?'. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes).replaceAll('\ufffd', '?')
}

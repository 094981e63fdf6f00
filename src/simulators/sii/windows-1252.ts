/** What bytes 0x80–0x9F mean in windows-1252; the five holes keep their control character. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Our own table: Node has no encoder, and some of its decoders leave 0x80–0x9F as controls. */
export function decodeWindows1252(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    text +=
      byte >= 0x80 && byte <= 0x9f ? HIGH_CONTROLS.charAt(byte - 0x80) : String.fromCharCode(byte)
  }
  return text
}

/** As a page labelled ISO-8859-1 is sent: what the table lacks becomes a numeric reference. */
export function encodeWindows1252(text: string): Uint8Array {
  const bytes: number[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const high = HIGH_CONTROLS.indexOf(character)
    if (high >= 0) bytes.push(0x80 + high)
    else if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) bytes.push(code)
    else bytes.push(...Buffer.from(`&#${code};`, 'ascii'))
  }
  return Uint8Array.from(bytes)
}

/** As the signing service reads: what isn't UTF-8 turns into '?'. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes).replaceAll('\ufffd', '?')
}

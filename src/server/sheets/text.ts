import iconv from 'iconv-lite'

/** The text of bytes that are no archive: UTF-8 or UTF-16 by their mark, else UTF-8 where they are it, else windows-1252. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not Node's own decoder, which in some versions takes 0x80 to 0x9F for control characters.
    return iconv.decode(bytes, 'windows-1252')
  }
}

import iconv from 'iconv-lite'

/** How the bytes of a text stand for its characters. */
export type TextEncoding = 'utf8' | 'utf8Marked' | 'utf16le' | 'windows-1252'

export function encodingOf(bytes: Buffer): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le'
  if (utf8Of(bytes) === null) return 'windows-1252'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf8Marked' : 'utf8'
}

const MARK = '\ufeff'

/** A text in the encoding of the file that it comes from; what windows-1252 can't hold is a question mark. */
export function bytesOfText(text: string, encoding: TextEncoding): Buffer {
  if (encoding === 'windows-1252') return iconv.encode(text, 'windows-1252')
  if (encoding === 'utf16le') return Buffer.from(MARK + text, 'utf16le')
  return Buffer.from(encoding === 'utf8Marked' ? MARK + text : text, 'utf8')
}

/** The text of bytes that are no archive: UTF-8 or UTF-16 by their mark, else UTF-8 where they are it, else windows-1252. */
export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2)
  // Not Node's own decoder, which in some versions takes 0x80 to 0x9F for control characters.
  return utf8Of(bytes) ?? iconv.decode(bytes, 'windows-1252')
}

function utf8Of(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

import { inflateSync } from 'node:zlib'

/** The text of every page of a PDF, drawn pieces put together: pdfkit writes hex strings, kerned, in WinAnsi. */
export function pagesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes)
    .toString('latin1')
    .split(/\nstream\n/)
    .slice(1)
    .map((part) => contentOf(part))
    .filter((content) => content.includes(' Tf'))
    .map((content) =>
      Array.from(content.matchAll(/\[(.*)\] TJ/g), ([, pieces = '']) =>
        Array.from(pieces.matchAll(/<([0-9a-f]*)>/g), ([, hex = '']) =>
          Buffer.from(hex, 'hex').toString('latin1'),
        ).join(''),
      ).join('\n'),
    )
}

/** What a page draws. */
export function contentOf(part: string): string {
  const end = part.indexOf('\nendstream')
  return inflateSync(Buffer.from(part.slice(0, end), 'latin1')).toString('latin1')
}

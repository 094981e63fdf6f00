/**
 * One line, read in its own direction, and no encoded word of somebody else's (RFC 2047): it would be shown as another text than the
 * one that was meant, so a mark of no width parts its opening sign.
 */
export function inert(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .replaceAll('=?', '=\u200B?')
    .trim()
}

// What strangers write, where it could become a header or a recipient.

/** A strict mailbox of ours: no second address, comment, group, quote or line break can hide in it. */
export function isOneMailbox(address: string): boolean {
  if (address.length > 254) return false
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(address)
}

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

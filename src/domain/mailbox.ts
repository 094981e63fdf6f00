/** The longest address a mail server takes in a command (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const MAX_MAILBOX_LENGTH = 254

/**
 * One mailbox and nothing else: no second address, comment, group, quote or line break can hide in it. No two
 * neighbouring parts match the same character, so that the time it takes grows with the text's length only.
 */
export const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u

export function isOneMailbox(address: string): boolean {
  return address.length <= MAX_MAILBOX_LENGTH && MAILBOX.test(address)
}

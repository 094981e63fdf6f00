import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { isOneMailbox } from '#domain/mailbox.ts'
import { dateOf } from '../clock.ts'
import { inert } from './inert.ts'

export interface Person {
  name: string
  address: string
}

export interface MessageParts {
  /** With its angle brackets; the same at every try, so that a message is known again. */
  messageId: string
  atMs: number
  from: Person
  to: Person[]
  cc: Person[]
  subject: string
  text: string
  html: string
  attachments: { name: string; mediaType: string; bytes: Uint8Array }[]
}

/**
 * The whole message, built once for whichever way it goes. Each address is one strict mailbox: throws
 * otherwise, and nothing a name or subject holds can become a header, a recipient or another text.
 */
export function buildMessage(parts: MessageParts): Promise<Buffer> {
  const wrong = [parts.from, ...parts.to, ...parts.cc].filter(
    ({ address }) => !isOneMailbox(address),
  )
  if (wrong.length > 0 || parts.to.length === 0) throw new Error('Not an address to write to')
  return new MailComposer({
    messageId: parts.messageId,
    date: dateOf(parts.atMs),
    from: named(parts.from),
    to: parts.to.map(named),
    cc: parts.cc.map(named),
    subject: inert(parts.subject),
    text: parts.text,
    html: parts.html,
    attachments: parts.attachments.map(({ name, mediaType, bytes }) => ({
      filename: inert(name),
      contentType: mediaType,
      content: Buffer.from(bytes),
      contentDisposition: 'attachment',
    })),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

function named({ name, address }: Person): Person {
  return { name: inert(name), address }
}

import { createTransport } from 'nodemailer'
import type { Secret } from '../vault/secret.ts'
import type { Mail } from './layout.ts'

export type Envelope = { to: string; messageId: string }

/** `refused`: the receiving side will never take it. `later`: time may heal it. */
export type Sending = { kind: 'sent' } | { kind: 'refused' | 'later'; why: string }

export type MailTransport = {
  send(mail: Mail, envelope: Envelope): Promise<Sending>
  close(): void
}

/** What mail of ours is signed with (RFC 6376); the domain's DNS holds the other half at the selector. */
export type Dkim = { domain: string; selector: string; privateKey: Secret }

/** `url`: smtp:// or smtps:// with user and password inside. `from`: 'Folio <hola@folio.cl>'. */
export function smtpTransport(options: {
  url: Secret
  from: string
  dkim?: Dkim | null
}): MailTransport {
  const { url, from, dkim = null } = options
  const smtp = createTransport({
    url: url.reveal(),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim === null ? {} : { dkim: signing(dkim) }),
  })
  return {
    async send(mail, { to, messageId }) {
      if (!isOneMailbox(to)) return { kind: 'refused', why: 'address' }
      try {
        await smtp.sendMail({
          ...mail,
          from,
          to: { name: '', address: to },
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { kind: 'sent' }
      } catch (error) {
        return failure(error)
      }
    },
    close: () => smtp.close(),
  }
}

function signing({ domain, selector, privateKey }: Dkim) {
  return { domainName: domain, keySelector: selector, privateKey: privateKey.reveal() }
}

/** A strict mailbox of ours: no second address, comment, group, quote or line break can hide in it. */
export function isOneMailbox(address: string): boolean {
  if (address.length > 254) return false
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(address)
}

/** The server's words may quote the address, so only their code is kept. */
function failure(error: unknown): Sending {
  if (!(error instanceof Error)) return { kind: 'later', why: 'unknown' }
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0
  const code = 'code' in error ? String(error.code) : error.name
  const why = reply > 0 ? `${code} ${reply}` : code
  // 5yz is final, except for a wrong password of ours (EAUTH), which somebody will mend.
  return { kind: reply >= 500 && code !== 'EAUTH' ? 'refused' : 'later', why }
}

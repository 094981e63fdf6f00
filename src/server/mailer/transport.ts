import { createTransport } from 'nodemailer'
import { isOneMailbox } from '#domain/mailbox.ts'
import type { Secret } from '../vault/secret.ts'
import { inert } from './inert.ts'
import type { Mail } from './mail-content.ts'

export type Envelope = {
  to: string
  messageId: string
  replyTo?: string | null
  /** Where one click ends this kind of mail (RFC 8058). */
  unsubscribeUrl?: string | null
}

/** `refused`: the receiving side will never take it. `later`: time may heal it. `inDoubt`: it may have been taken. */
export type Sending = { kind: 'sent' } | { kind: 'refused' | 'later' | 'inDoubt'; why: string }

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
    async send(mail, { to, messageId, replyTo = null, unsubscribeUrl = null }) {
      if (!isOneMailbox(to)) return { kind: 'refused', why: 'address' }
      try {
        await smtp.sendMail({
          ...mail,
          subject: inert(mail.subject),
          from,
          to: { name: '', address: to },
          messageId,
          ...(replyTo !== null && isOneMailbox(replyTo)
            ? { replyTo: { name: '', address: replyTo } }
            : {}),
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(unsubscribeUrl) },
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
  return {
    domainName: domain,
    keySelector: selector,
    privateKey: privateKey.reveal(),
    headerFieldNames: SIGNED,
  }
}

/** All that tells what a mail is; RFC 8058 wants both headers of unsubscribing among them. */
const SIGNED = [
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding',
  'Auto-Submitted:List-Unsubscribe:List-Unsubscribe-Post',
].join(':')

function unsubscribing(url: string | null): Record<string, string> {
  if (url === null) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

/** The server's words may quote the address, so only their code is kept. */
function failure(error: unknown): Sending {
  if (!(error instanceof Error)) return { kind: 'inDoubt', why: 'unknown' }
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0
  const code = 'code' in error ? String(error.code) : error.name
  const why = reply > 0 ? `${code} ${reply}` : code
  // 5yz is final, except for a wrong password of ours (EAUTH), which somebody will mend.
  if (reply >= 500 && code !== 'EAUTH') return { kind: 'refused', why }
  return { kind: reply > 0 || neverSpoke(error, code) ? 'later' : 'inDoubt', why }
}

/** It ended before the mail was told: no connection, no greeting, no name in the DNS, no encryption, no signing in. */
function neverSpoke(error: Error, code: string): boolean {
  if (BEFORE_ANY_MAIL.has(code)) return true
  if ('syscall' in error && error.syscall === 'connect') return true
  return 'timeoutType' in error && error.timeoutType !== 'SOCKET_TIMEOUT'
}

const BEFORE_ANY_MAIL: ReadonlySet<string> = new Set(['EDNS', 'EAUTH', 'ETLS'])

import type { EmissionWindow } from '#domain/window.ts'
import { KEY_BYTES } from './vault/key-ring.ts'
import { Secret } from './vault/secret.ts'

// What the text of a variable stands for; null when it is written otherwise.

export function parseKey(text: string): Secret | null {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text)
  return isBase64 && Buffer.from(text, 'base64').length === KEY_BYTES ? new Secret(text) : null
}

export function parseKeys(text: string): Secret[] | null {
  const keys = text.split(',').map((part) => parseKey(part.trim()))
  return keys.every((key) => key !== null) ? keys : null
}

export function secretOrNull(text: string | null): Secret | null {
  return text === null ? null : new Secret(text)
}

export function parsePort(text: string): number | null {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}

export function parsePostgres(text: string): string | null {
  return parseUrl(['postgres:', 'postgresql:'])(text)
}

export function parseUrl(protocols: readonly string[]): (text: string) => string | null {
  return (text) => {
    const url = URL.parse(text)
    return url && protocols.includes(url.protocol) && url.hostname !== '' ? text : null
  }
}

/**
 * smtps:// from the first byte, or smtp:// that refuses to go on without STARTTLS; in both the server's certificate is
 * checked. The options are those of nodemailer, which reads them from the address.
 */
export function isEncryptedSmtp(url: Secret): boolean {
  const { protocol, searchParams } = new URL(url.reveal())
  const isAlways = protocol === 'smtps:' || searchParams.get('requireTLS') === 'true'
  const undone = ['secure', 'ignoreTLS', 'tls.rejectUnauthorized', 'tls']
  return isAlways && undone.every((name) => !searchParams.has(name))
}

export function parseOrigin(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  return url.pathname === '/' && url.search === '' && url.username === '' ? url.origin : null
}

export function parseSender(text: string): string | null {
  return /^([^<>"\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text) ? text : null
}

export function parseAddress(text: string): string | null {
  return /^[^\s<>@,;"]+@[^\s<>@,;"]+$/.test(text) ? text : null
}

export function parsePhone(text: string): string | null {
  return /^\+\d[\d ]{6,18}\d$/.test(text) ? text : null
}

export function parseSeconds(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 86_400 ? Number(text) * 1000 : null
}

export function parseWindow(text: string): EmissionWindow | null {
  const [, from, to] = /^(\d{2})(?::00)?-(\d{2})(?::00)?$/.exec(text) ?? []
  const window = { fromHour: Number(from), toHour: Number(to) }
  return window.fromHour < window.toHour && window.toHour <= 24 ? window : null
}

export function isThisMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

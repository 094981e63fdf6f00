import { randomBytes } from 'node:crypto'

const SECRET_BYTES = 24
const SECRET = /^[\w-]{32}$/

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * A cookie for the calls of one page alone. Strict is enough: a payer who comes back from a provider is led to the page,
 * and the page asks from here.
 */
export function payerCookie(
  { secure }: { secure: boolean },
  { token, secret, seconds }: { token: string; secret: string; seconds: number },
): string {
  const attributes = `Path=/api/shared-documents/${token}/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
  return `${nameOf(secure)}=${secret}; ${attributes}${secure ? '; Secure' : ''}`
}

/** Empty where the browser brings none of ours. */
export function secretIn(cookies: string, { secure }: { secure: boolean }): string {
  const start = `${nameOf(secure)}=`
  const own = cookies.split('; ').find((cookie) => cookie.startsWith(start)) ?? ''
  const secret = own.slice(start.length)
  return SECRET.test(secret) ? secret : ''
}

/** Browsers keep the first name only with Secure, which an address without TLS can't have. */
function nameOf(secure: boolean): string {
  return secure ? '__Secure-folio_payer' : 'folio_payer'
}

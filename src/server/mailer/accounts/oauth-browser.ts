import { createHash, createHmac, randomBytes } from 'node:crypto'
import { Secret } from '../../vault/secret.ts'
import type { ProviderName } from '../providers/provider.ts'

/**
 * What binds an attempt to its browser: a secret in a cookie, from which state, verifier and nonce are
 * made. Somebody else's browser that comes back with a state can't make the verifier, so its code is
 * worth nothing; and the database alone can't either.
 */
export interface BrowserSecret {
  state: string
  stateHash: Buffer
  verifier: string
  nonce: string
}

const SECRET_BYTES = 32
export const ATTEMPT_MS = 10 * 60_000

export function newBrowserSecret(): Secret {
  return new Secret(randomBytes(SECRET_BYTES).toString('base64url'))
}

export function derived(secret: Secret): BrowserSecret {
  const made = (what: string): string =>
    createHmac('sha256', secret.reveal()).update(`folio-oauth-${what}`).digest('base64url')
  const state = made('state')
  return { state, stateHash: hashOf(state), verifier: made('verifier'), nonce: made('nonce') }
}

function hashOf(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}

const COOKIE_PATH = '/api/mailer/oauth/'

/** Lax: it comes along when the provider sends the page back, and with nothing that another site starts. */
export function cookieOf(provider: ProviderName, secret: Secret, secure: boolean): string {
  const seconds = ATTEMPT_MS / 1000
  return `${nameOf(provider, secure)}=${secret.reveal()}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function spentCookie(provider: ProviderName, secure: boolean): string {
  return `${nameOf(provider, secure)}=; Path=${COOKIE_PATH}; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

export function secretFrom(
  cookies: string | undefined,
  provider: ProviderName,
  secure: boolean,
): Secret | null {
  const name = nameOf(provider, secure)
  const found = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')
  return found?.[1] === undefined ? null : new Secret(found[1])
}

/** The prefix keeps whoever answers without TLS from setting it, and demands Secure, which plain http can't have. */
function nameOf(provider: ProviderName, secure: boolean): string {
  return `${secure ? '__Secure-' : ''}folio_oauth_${provider}`
}

import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, jwtVerify, type JWTPayload } from 'jose'
import { z } from 'zod'
import { dateOf } from '../../clock.ts'
import { Secret } from '../../vault/secret.ts'
import { ask, form, type Reply } from './ask.ts'
import type { ClientSettings, Exchange, Refresh } from './provider.ts'

// What both providers' token endpoints share (RFC 6749, 7636 and OpenID Connect Core).

export interface TokenEndpoints {
  token: string
  jwks: string
  /** Whether the issuer written in an id_token is the provider's. */
  isIssuer(payload: JWTPayload): boolean
}

export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url')
}

const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().int().positive(),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
  id_token: z.string().optional(),
})
const refusal = z.object({ error: z.string() })

const TOKEN_TIMEOUT_MS = 15_000

function askForTokens(
  { clientId, clientSecret, timeoutMs = TOKEN_TIMEOUT_MS }: ClientSettings,
  url: string,
  values: Record<string, string>,
): Promise<Reply> {
  const own = { client_id: clientId, client_secret: clientSecret.reveal() }
  return ask({ url, method: 'POST', timeoutMs, ...form({ ...own, ...values }) })
}

/** A code for tokens. The mailbox is the one of the verified id_token, and what it allows is checked. */
export async function exchangeCode(
  settings: ClientSettings,
  endpoints: TokenEndpoints,
  given: { code: string; verifier: string; nonce: string; redirectUri: string },
  needed: string,
): Promise<Exchange> {
  const reply = await askForTokens(settings, endpoints.token, {
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectUri,
    code_verifier: given.verifier,
  })
  if (reply.kind !== 'answered' || reply.status >= 500) return { kind: 'unavailable' }
  const read = answer.safeParse(reply.json)
  if (!read.success) {
    const misconfigured = errorOf(reply.json) === 'invalid_client'
    return misconfigured ? { kind: 'misconfigured' } : { kind: 'refused', reason: 'code' }
  }
  const { access_token, expires_in, refresh_token, scope, id_token } = read.data
  const scopes = scope.split(' ')
  const granted = { token: new Secret(refresh_token ?? access_token), email: emailIn(id_token) }
  if (!scopes.some((one) => one.toLowerCase() === needed.toLowerCase())) {
    return { kind: 'refused', reason: 'scopeMissing', granted }
  }
  if (refresh_token === undefined) return { kind: 'refused', reason: 'noRefreshToken', granted }
  const identity = await identityOf(settings, endpoints, id_token, given.nonce)
  if (identity === null) return { kind: 'refused', reason: 'identity', granted }
  return {
    kind: 'connected',
    ...identity,
    accessToken: new Secret(access_token),
    expiresInMs: expires_in * 1000,
    refreshToken: new Secret(refresh_token),
    scopes,
  }
}

export async function refreshTokens(
  settings: ClientSettings,
  endpoints: TokenEndpoints,
  refreshToken: Secret,
): Promise<Refresh> {
  const reply = await askForTokens(settings, endpoints.token, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken.reveal(),
  })
  if (reply.kind !== 'answered' || reply.status >= 500) return { kind: 'unavailable' }
  const read = answer.safeParse(reply.json)
  if (read.success) {
    const { access_token, expires_in, refresh_token } = read.data
    return {
      kind: 'fresh',
      accessToken: new Secret(access_token),
      expiresInMs: expires_in * 1000,
      refreshToken: refresh_token === undefined ? null : new Secret(refresh_token),
    }
  }
  switch (errorOf(reply.json)) {
    case 'invalid_grant':
      return { kind: 'disconnected', reason: 'revoked' }
    case 'interaction_required':
    case 'consent_required':
    case 'invalid_scope':
      return { kind: 'disconnected', reason: 'scopeMissing' }
    case 'invalid_client':
    case 'unauthorized_client':
      return { kind: 'misconfigured' }
    default:
      return { kind: 'unavailable' }
  }
}

function errorOf(json: unknown): string {
  return refusal.safeParse(json).data?.error ?? ''
}

const claims = z.object({
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  preferred_username: z.string().optional(),
  name: z.string().default(''),
  nonce: z.string(),
})

/** OpenID Connect Core 3.1.3.7: signature, issuer, audience, end and nonce. Null when anything is wrong. */
async function identityOf(
  { clientId, nowMs }: ClientSettings,
  endpoints: TokenEndpoints,
  idToken: string | undefined,
  nonce: string,
): Promise<{ email: string; name: string } | null> {
  if (idToken === undefined) return null
  try {
    const { payload } = await jwtVerify(idToken, createRemoteJWKSet(new URL(endpoints.jwks)), {
      audience: clientId,
      algorithms: ['RS256'],
      currentDate: dateOf(nowMs()),
      clockTolerance: 300,
    })
    const read = claims.parse(payload)
    const email = emailOf(read)
    // Google says whether it is verified.
    const isOurs = endpoints.isIssuer(payload) && read.nonce === nonce
    if (!isOurs || email === undefined || read.email_verified === false) return null
    return { email, name: read.name }
  } catch {
    return null
  }
}

/** A work account of Microsoft's may have no `email`. */
function emailOf(read: Pick<z.infer<typeof claims>, 'email' | 'preferred_username'>) {
  return (read.email ?? read.preferred_username)?.toLowerCase()
}

/** Not proved, and no reason to trust anybody: only to harm nobody whose mailbox it may be. */
function emailIn(idToken: string | undefined): string | null {
  if (idToken === undefined) return null
  try {
    return emailOf(claims.parse(decodeJwt(idToken))) ?? null
  } catch {
    return null
  }
}

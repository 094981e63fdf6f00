import { createHash } from 'node:crypto'
import { z } from 'zod'
import { getRedirect, json, type Answer, type Redirect } from '../common/answer.ts'
import { jsonObject } from '../common/fields.ts'
import type { Asked } from '../common/server.ts'
import { refused } from './errors.ts'
import type { Grant, MercadoPago, Seller } from './state.ts'

const MINUTE_MS = 60_000
const CODE_MS = 10 * MINUTE_MS
/** Six months. */
const TOKEN_SECONDS = 15_552_000

const authorization = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  redirect_uri: z.string(),
  state: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
})

export type Authorization = z.infer<typeof authorization>

/** Null when the address of the authorisation page is not one of this application. */
export function readAuthorization(
  { application }: MercadoPago,
  query: URLSearchParams,
): Authorization | null {
  const read = authorization.safeParse(Object.fromEntries(query))
  if (!read.success || read.data.client_id !== application.clientId) return null
  return application.redirectUris.includes(read.data.redirect_uri) ? read.data : null
}

/** The seller's answer on the page; null denies. */
export function grant(
  mercadoPago: MercadoPago,
  asked: Authorization,
  seller: Seller | null,
): Redirect {
  const state: Record<string, string> = asked.state === undefined ? {} : { state: asked.state }
  if (seller === null) return getRedirect(asked.redirect_uri, { error: 'access_denied', ...state })
  const code = `TG-${mercadoPago.random.hex(24)}-${seller.id}`
  mercadoPago.codes.set(code, {
    seller,
    redirectUri: asked.redirect_uri,
    challenge: asked.code_challenge ?? null,
    expiresAtMs: mercadoPago.now() + CODE_MS,
  })
  return getRedirect(asked.redirect_uri, { code, ...state })
}

const tokenRequest = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
})

/** POST /oauth/token, in JSON or as a form. */
export function token(mercadoPago: MercadoPago, asked: Asked): Answer {
  const text = Buffer.from(asked.body).toString('utf8')
  const body = jsonObject(asked.body) ?? Object.fromEntries(new URLSearchParams(text))
  const read = tokenRequest.safeParse(body)
  if (!read.success) return refused(400, 'invalid_request', 'invalid parameters')
  const { application } = mercadoPago
  const { client_id: id, client_secret: secret } = read.data
  if (id !== application.clientId || secret !== application.clientSecret) {
    return refused(400, 'invalid_client', 'invalid client_id or client_secret')
  }
  const seller =
    read.data.grant_type === 'refresh_token'
      ? spendRefreshToken(mercadoPago, read.data.refresh_token ?? '')
      : spendCode(mercadoPago, read.data)
  return seller === null
    ? refused(400, 'invalid_grant', 'invalid grant: the code or token is invalid or expired')
    : json(200, newTokens(mercadoPago, seller))
}

function spendRefreshToken({ refreshTokens }: MercadoPago, given: string): Seller | null {
  const seller = refreshTokens.get(given) ?? null
  refreshTokens.delete(given)
  return seller
}

function spendCode(
  { codes, now }: MercadoPago,
  given: z.infer<typeof tokenRequest>,
): Seller | null {
  const found = codes.get(given.code ?? '')
  codes.delete(given.code ?? '')
  if (found === undefined || now() > found.expiresAtMs) return null
  if (found.redirectUri !== given.redirect_uri) return null
  return isVerified(found, given.code_verifier ?? '') ? found.seller : null
}

function isVerified({ challenge }: Grant, verifier: string): boolean {
  if (challenge === null) return true
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

function newTokens(mercadoPago: MercadoPago, seller: Seller): object {
  const { random, application, now } = mercadoPago
  const accessToken = `APP_USR-${application.clientId}-${random.hex(32)}-${seller.id}`
  const refreshToken = `TG-${random.hex(24)}-${seller.id}`
  const expiresAtMs = now() + TOKEN_SECONDS * 1000
  mercadoPago.accessTokens.set(accessToken, { seller, expiresAtMs })
  mercadoPago.refreshTokens.set(refreshToken, seller)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    scope: 'offline_access read write',
    user_id: seller.id,
    refresh_token: refreshToken,
    public_key: `APP_USR-${random.uuid()}`,
    live_mode: true,
  }
}

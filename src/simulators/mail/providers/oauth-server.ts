import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { interactionPolicy, type Configuration, type JWKS } from 'oidc-provider'
import { z } from 'zod'
import { keepTokens, type KeptTokens } from './kept-tokens.ts'
import type { Shape } from './shapes.ts'
import type { Switches } from './troubles.ts'

/** Somebody with a mailbox at the provider. */
export interface Mailbox {
  email: string
  name: string
}

export interface OAuthClient {
  id: string
  secret: string
  redirectUris: string[]
}

export interface OAuthServer {
  provider: Provider
  tokens: KeptTokens
  handle(request: IncomingMessage, response: ServerResponse): void
  /** Whose token this is and what it may do; null when it is none. */
  holderOf(bearer: string): Promise<{ email: string; scopes: Set<string> } | null>
  /** Ends the grant that a token belongs to; false when it is none. */
  revoke(token: string): Promise<boolean>
}

/** Stands in our server's own words for "a token that lasts was asked for". */
const OFFLINE = 'lasting'

/**
 * A strict authorisation server under a provider's own paths: PKCE demanded, codes for one use and ten
 * minutes, redirects compared letter by letter, refusals in the provider's shape.
 */
export async function createOAuthServer(options: {
  issuer: string
  shape: Shape
  client: OAuthClient
  mailboxes: readonly Mailbox[]
  switches: Switches
  now: () => number
  /** Grants, tokens and the signing key survive a restart in files of this name. */
  keepIn: string | null
}): Promise<OAuthServer> {
  const { issuer, shape, mailboxes, switches } = options
  const tokens = keepTokens(options.keepIn && `${options.keepIn}-tokens.json`, options.now)
  const jwks = signingKeys(options.keepIn && `${options.keepIn}-keys.json`)
  const provider = new Provider(issuer, configurationOf(options, jwks, tokens))
  provider.use(async (ctx, next) => {
    if (ctx.path === shape.routes.authorization) ctx.url = withOffline(ctx.url, shape)
    const refused = ctx.path === shape.routes.token ? troubleAtGrant(switches) : null
    if (refused !== null) {
      const { status, body } = shape.refusal(refused.error, refused.why)
      ctx.status = status
      ctx.body = body
      return
    }
    await next()
    if (ctx.path !== shape.routes.token) return
    const { status, body } = asProvider(
      shape,
      { status: ctx.status, body: ctx.body },
      isRefresh(ctx),
    )
    ctx.status = status
    ctx.body = body
  })
  const callback = provider.callback()
  return {
    provider,
    tokens,
    handle: (request, response) => void callback(request, response),
    async holderOf(bearer) {
      const token = await provider.AccessToken.find(bearer)
      const mailbox = mailboxes.find(({ email }) => email === token?.accountId)
      if (!token || !mailbox) return null
      return { email: mailbox.email, scopes: new Set((token.scope ?? '').split(' ')) }
    },
    async revoke(text) {
      const token =
        (await provider.RefreshToken.find(text)) ?? (await provider.AccessToken.find(text))
      if (token?.grantId === undefined) return false
      await tokens.adapter('Grant').revokeByGrantId(token.grantId)
      return true
    },
  }
}

function configurationOf(
  {
    shape,
    client,
    mailboxes,
  }: { shape: Shape; client: OAuthClient; mailboxes: readonly Mailbox[] },
  jwks: JWKS,
  tokens: KeptTokens,
): Configuration {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks,
    adapter: tokens.adapter,
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: [...shape.scopes, ...shape.mailScopes.map(({ scope }) => scope), OFFLINE],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    conformIdTokenClaims: false,
    extraParams: ['access_type', 'include_granted_scopes'],
    pkce: { required: () => true },
    rotateRefreshToken: shape.rotates,
    issueRefreshToken: async (_ctx, _client, source) => source.scopes.has(OFFLINE),
    expiresWithSession: async () => false,
    features: { devInteractions: { enabled: false } },
    routes: shape.routes,
    interactions: { policy, url: (_ctx, { uid }) => `/interaccion/${uid}` },
    ttl: {
      AuthorizationCode: 600,
      AccessToken: 3599,
      IdToken: 3600,
      RefreshToken: 90 * 24 * 3600,
      Grant: 365 * 24 * 3600,
      Session: 3600,
      Interaction: 3600,
    },
    findAccount: async (_ctx, email) => {
      const mailbox = mailboxes.find((one) => one.email === email)
      if (!mailbox) return undefined
      const { name } = mailbox
      const claims = { sub: email, email, email_verified: true, name, preferred_username: email }
      return { accountId: email, claims: async () => claims }
    },
  }
}

function withOffline(url: string, shape: Shape): string {
  const [path = '', query = ''] = url.split('?')
  const params = new URLSearchParams(query)
  const scopes = (params.get('scope') ?? '')
    .split(' ')
    .filter((scope) => scope !== 'offline_access')
  if (shape.asksOffline(params)) scopes.push(OFFLINE)
  params.set('scope', scopes.join(' '))
  return `${path}?${params.toString()}`
}

function troubleAtGrant(switches: Switches): { error: string; why: string } | null {
  if (switches.meets('grantRevoked')) return { error: 'invalid_grant', why: 'revoked' }
  if (switches.meets('secretExpired'))
    return { error: 'invalid_client', why: 'The client secret expired.' }
  if (switches.meets('tokensUnavailable'))
    return { error: 'temporarily_unavailable', why: 'Later.' }
  return null
}

const answer = z.looseObject({
  error: z.string().optional(),
  scope: z.string().optional(),
  refresh_token: z.string().optional(),
})

const refreshing = z.object({
  oidc: z.object({ params: z.object({ grant_type: z.literal('refresh_token') }) }),
})

function isRefresh(ctx: unknown): boolean {
  return refreshing.safeParse(ctx).success
}

/** The maintained server's answer, said as the provider says it. */
function asProvider(
  shape: Shape,
  answered: { status: number; body: unknown },
  isRefresh: boolean,
): { status: number; body: unknown } {
  const read = answer.safeParse(answered.body)
  if (!read.success) return answered
  if (answered.status >= 400) {
    return shape.refusal(read.data.error ?? 'invalid_request', 'Bad Request')
  }
  const { refresh_token, ...rest } = read.data
  const scope = rest.scope?.replace(` ${OFFLINE}`, '')
  // A provider that doesn't rotate doesn't repeat the token either.
  const lasting = isRefresh && !shape.rotates ? undefined : refresh_token
  return { status: answered.status, body: { ...rest, scope, refresh_token: lasting } }
}

const keyFile = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

function signingKeys(file: string | null): JWKS {
  const known = file === null ? null : readKeys(file)
  if (known !== null) return known
  const made = (ofThisProcess ??= makeKeys())
  if (file !== null) writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

function readKeys(file: string): JWKS | null {
  try {
    return keyFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** Slow to make; one for all that live in this process. */
let ofThisProcess: JWKS | undefined

function makeKeys(): JWKS {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return keyFile.parse({
    keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }],
  })
}

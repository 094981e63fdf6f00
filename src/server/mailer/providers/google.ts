import { z } from 'zod'
import type { Secret } from '../../vault/secret.ts'
import { ask, form, retryAfterMs, type Reply } from './ask.ts'
import type { ClientSettings, LookUp, MailProvider, Prepared, SendOutcome } from './provider.ts'
import { challengeOf, exchangeCode, refreshTokens, type TokenEndpoints } from './tokens.ts'

const SEND_SCOPE = 'https://www.googleapis.com/auth/gmail.send'
const DAY_MS = 24 * 60 * 60_000
const SEND_TIMEOUT_MS = 60_000

/**
 * Gmail with the one scope that lets us send. Every message goes by an upload session: asked again, the
 * session says whether the message was taken, so that a lost answer needs no right to read the mailbox
 * (developers.google.com/workspace/gmail/api/guides/uploads, "Resumable upload").
 */
export function googleProvider(settings: ClientSettings): MailProvider {
  const endpoints = endpointsOf(settings.standIn)
  const timeoutMs = settings.timeoutMs ?? SEND_TIMEOUT_MS
  const judge = (reply: Reply): Judged => judged(reply, settings.nowMs())
  return {
    name: 'google',
    authorizeUrl: (asked) => authorizeUrl(settings.clientId, endpoints, asked),
    exchange: (given) => exchangeCode(settings, endpoints, given, SEND_SCOPE),
    refresh: (refreshToken) => refreshTokens(settings, endpoints, refreshToken),
    revoke: async (refreshToken) => {
      const values = { token: refreshToken.reveal() }
      const reply = await ask({ url: endpoints.revoke, method: 'POST', timeoutMs, ...form(values) })
      return reply.kind === 'answered' && reply.status < 500
    },
    async prepare(access, { raw }): Promise<Prepared> {
      const reply = await ask({
        url: `${endpoints.upload}?uploadType=resumable`,
        method: 'POST',
        headers: {
          ...bearer(access),
          'x-upload-content-type': 'message/rfc822',
          'x-upload-content-length': String(raw.length),
        },
        body: '',
        timeoutMs,
      })
      // Nothing of the message left yet: whatever was lost here is only asked again.
      if (reply.kind !== 'answered') return UNAVAILABLE
      const place = reply.status === 200 ? placeOf(reply.headers, endpoints.upload) : null
      if (place !== null) return { kind: 'ready', place }
      const outcome = judge(reply)
      return outcome.kind === 'sent' || outcome.kind === 'unknown' ? UNAVAILABLE : outcome
    },
    async send(access, { raw }, place): Promise<SendOutcome> {
      if (place === null) throw new Error('A message for Gmail has its place before it is sent')
      const headers = { ...bearer(access), 'content-type': 'message/rfc822' }
      return judge(await ask({ url: place, method: 'PUT', headers, body: raw, timeoutMs }))
    },
    // Sending is all that gmail.send allows; what comes back stays between Google and its owner.
    cameBack: null,
    // An upload session makes one message (the guide above, "Resuming an interrupted upload").
    takesOnePerPlace: true,
    async lookUp(access, { place, sizeBytes }): Promise<LookUp> {
      if (place === null) return 'cannotLook'
      const headers = { ...bearer(access), 'content-range': `bytes */${sizeBytes}` }
      const reply = await ask({ url: place, method: 'PUT', headers, body: '', timeoutMs })
      if (reply.kind !== 'answered' || reply.status >= 500) return 'later'
      if (reply.status === 200 || reply.status === 201) return 'sent'
      if (reply.status === 308) return 'absent'
      if (reply.status === 401) return 'unauthorised'
      // A session lives a week; after that nobody can tell any more.
      return reply.status === 403 ? 'disconnected' : 'cannotLook'
    },
  }
}

function authorizeUrl(
  clientId: string,
  endpoints: GoogleEndpoints,
  { state, nonce, verifier, redirectUri, hint }: Parameters<MailProvider['authorizeUrl']>[0],
): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: `openid email profile ${SEND_SCOPE}`,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    access_type: 'offline',
    // A token that lasts comes with consent only.
    prompt: 'consent',
    include_granted_scopes: 'false',
    ...(hint === null ? {} : { login_hint: hint }),
  })
  return `${endpoints.authorize}?${query.toString()}`
}

type GoogleEndpoints = TokenEndpoints & { authorize: string; revoke: string; upload: string }

function endpointsOf(standIn: string | null): GoogleEndpoints {
  const at = (host: string): string => standIn ?? `https://${host}`
  const issuers =
    standIn === null ? ['https://accounts.google.com', 'accounts.google.com'] : [standIn]
  return {
    authorize: `${at('accounts.google.com')}/o/oauth2/v2/auth`,
    token: `${at('oauth2.googleapis.com')}/token`,
    revoke: `${at('oauth2.googleapis.com')}/revoke`,
    jwks: `${at('www.googleapis.com')}/oauth2/v3/certs`,
    upload: `${at('gmail.googleapis.com')}/upload/gmail/v1/users/me/messages/send`,
    isIssuer: ({ iss }) => iss !== undefined && issuers.includes(iss),
  }
}

function bearer(access: Secret): { authorization: string } {
  return { authorization: `Bearer ${access.reveal()}` }
}

/** Only a place on Google's own host is gone to: the message and the token are sent there. */
function placeOf(headers: Headers, upload: string): string | null {
  const place = headers.get('location')
  return place !== null && URL.parse(place)?.origin === new URL(upload).origin ? place : null
}

const UNAVAILABLE = { kind: 'later', reason: 'unavailable', afterMs: null } as const

const accepted = z.object({ id: z.string() })
const refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string() })).default([]),
  }),
})

type Judged = SendOutcome

/** developers.google.com/workspace/gmail/api/guides/handle-errors */
function judged(reply: Reply, nowMs: number): Judged {
  if (reply.kind === 'notSent') return UNAVAILABLE
  if (reply.kind === 'lost') return { kind: 'unknown', cause: reply.cause }
  const { status, headers, json } = reply
  if (status === 200) {
    const read = accepted.safeParse(json)
    return read.success
      ? { kind: 'sent', providerId: read.data.id }
      : { kind: 'unknown', cause: 'unreadable' }
  }
  const error = refusal.safeParse(json).data?.error
  const reason = error?.errors[0]?.reason ?? ''
  if (status === 401) return { kind: 'unauthorised' }
  if (reason === 'dailyLimitExceeded' || /sending limit/i.test(error?.message ?? '')) {
    return { kind: 'later', reason: 'dailyLimit', afterMs: DAY_MS }
  }
  if (status === 429 || /rateLimitExceeded/i.test(reason)) {
    return { kind: 'later', reason: 'rateLimited', afterMs: retryAfterMs(headers, nowMs) }
  }
  if (status === 403) return refusedByRight(reason)
  if (status === 413) return { kind: 'refused', reason: 'tooLarge' }
  if (status === 400 && reason === 'failedPrecondition') {
    return { kind: 'disconnected', reason: 'disabled' }
  }
  if (status === 503) return UNAVAILABLE
  if (status >= 500) return { kind: 'unknown', cause: `HTTP ${status}` }
  const isRecipient = /\b(to|cc) header|recipient/i.test(error?.message ?? '')
  return { kind: 'refused', reason: isRecipient ? 'recipient' : 'message' }
}

function refusedByRight(reason: string): Judged {
  // The program's own trouble at Google: no mailbox's owner could mend it by connecting again.
  if (reason === 'accessNotConfigured' || reason === 'quotaExceeded') return UNAVAILABLE
  if (reason === 'domainPolicy') return { kind: 'refused', reason: 'policy' }
  return { kind: 'disconnected', reason: 'scopeMissing' }
}

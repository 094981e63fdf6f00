import { z } from 'zod'
import type { Secret } from '../../vault/secret.ts'
import { ask, retryAfterMs, type Reply } from './ask.ts'
import { discardDraft, draftState, makeDraft, STEADY, type GraphAt } from './microsoft-draft.ts'
import { cameBack } from './microsoft-returns.ts'
import type {
  AuthorizeRequest,
  ClientSettings,
  LookUp,
  MailProvider,
  Prepared,
  SendOutcome,
} from './provider.ts'
import { challengeOf, exchangeCode, refreshTokens, type TokenEndpoints } from './tokens.ts'

const GRAPH = 'https://graph.microsoft.com/'
const SEND_SCOPE = `${GRAPH}Mail.Send`
/** Headers of what was sent, never its content: enough to find a message whose answer was lost. */
const LOOK_SCOPE = `${GRAPH}Mail.ReadBasic`
const DAY_MS = 24 * 60 * 60_000
const SEND_TIMEOUT_MS = 60_000
/** Graph takes whole requests up to about 4 MB, base64 included. */
const MOST_RAW_BYTES = 2_900_000

/** To put a large message together in the mailbox. Asked for only by who sends such ones. */
const WRITE_SCOPE = `${GRAPH}Mail.ReadWrite`
const DRAFT = 'draft:'

/**
 * Outlook through Microsoft Graph. sendMail answers 202 and no number, so a message is found again by its
 * Message-ID among what was sent. A larger one is put together as a draft and sent from there, if its owner
 * gave us the right to write in the mailbox; without it, it is refused.
 */
export function microsoftProvider(settings: ClientSettings): MailProvider {
  const { standIn, nowMs, clientId, timeoutMs = SEND_TIMEOUT_MS } = settings
  const endpoints = endpointsOf(standIn)
  const api = `${standIn ?? 'https://graph.microsoft.com'}/v1.0/me`
  const at = (access: Secret): GraphAt => ({ api, headers: bearer(access), timeoutMs })
  return {
    name: 'microsoft',
    authorizeUrl: (request) => `${endpoints.authorize}?${authorizeQuery(clientId, request)}`,
    exchange: (given) => exchangeCode(settings, endpoints, given, SEND_SCOPE),
    refresh: (refreshToken) => refreshTokens(settings, endpoints, refreshToken),
    // There is no address to revoke one grant at: forgetting our tokens is all a program can do.
    revoke: async () => true,
    async prepare(access, { raw, pieces }): Promise<Prepared> {
      if (raw.length <= MOST_RAW_BYTES) return { kind: 'ready', place: null }
      if (pieces === undefined) return TOO_LARGE
      const drafted = await makeDraft(at(access), await pieces.light(), pieces.files)
      if (drafted.kind === 'draft') return { kind: 'ready', place: DRAFT + drafted.id }
      const outcome = judged(drafted.reply, nowMs())
      // The right to send is there: what is missing is the one that its size needs.
      if (outcome.kind === 'disconnected' && outcome.reason === 'scopeMissing') return TOO_LARGE
      // Nothing of it left: whatever was lost here is only asked again.
      return outcome.kind === 'sent' || outcome.kind === 'unknown' ? UNAVAILABLE : outcome
    },
    async send(access, { raw }, place): Promise<SendOutcome> {
      if (place !== null) {
        const url = `${api}/messages/${encodeURIComponent(place.slice(DRAFT.length))}/send`
        const headers = { ...bearer(access), ...STEADY }
        return judged(await ask({ url, method: 'POST', headers, body: '', timeoutMs }), nowMs())
      }
      const headers = { ...bearer(access), 'content-type': 'text/plain' }
      const body = raw.toString('base64')
      const reply = await ask({ url: `${api}/sendMail`, method: 'POST', headers, body, timeoutMs })
      return judged(reply, nowMs())
    },
    cameBack: (access, of) => cameBack(at(access), of),
    // A message sent whole has no place, and a draft found unsent is thrown away.
    takesOnePerPlace: false,
    async lookUp(access, { messageId, place }): Promise<LookUp> {
      const known =
        place === null ? 'gone' : await lookAtDraft(at(access), place.slice(DRAFT.length))
      if (known !== 'gone') return known
      const filter = `internetMessageId eq '${messageId.replaceAll("'", "''")}'`
      const query = new URLSearchParams({ $filter: filter, $select: 'id,isDraft', $top: '10' })
      const url = `${api}/messages?${query.toString()}`
      const reply = await ask({ url, method: 'GET', headers: bearer(access), timeoutMs })
      if (reply.kind !== 'answered') return 'later'
      if (reply.status === 200) {
        const read = listed.safeParse(reply.json)
        if (!read.success) return 'later'
        return read.data.value.some(({ isDraft }) => isDraft !== true) ? 'sent' : 'absent'
      }
      if (reply.status === 401) return 'unauthorised'
      if (reply.status === 403) return 'cannotLook'
      return reply.status === 404 ? 'disconnected' : 'later'
    },
  }
}

function authorizeQuery(clientId: string, request: AuthorizeRequest): string {
  const { state, nonce, verifier, redirectUri, hint, largeFiles = false } = request
  const wide = largeFiles ? ` ${WRITE_SCOPE}` : ''
  return new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    response_mode: 'query',
    scope: `openid email profile offline_access ${SEND_SCOPE} ${LOOK_SCOPE}${wide}`,
    state,
    nonce,
    code_challenge: challengeOf(verifier),
    // Left out it would count as plain.
    code_challenge_method: 'S256',
    prompt: 'select_account',
    ...(hint === null ? {} : { login_hint: hint }),
  }).toString()
}

/** A draft that is still one is thrown away before it counts as absent: nothing late can send it then. */
async function lookAtDraft(at: GraphAt, id: string): Promise<LookUp | 'gone'> {
  const state = await draftState(at, id)
  if (state !== 'draft') return state
  return (await discardDraft(at, id)) ? 'absent' : 'later'
}

function endpointsOf(standIn: string | null): TokenEndpoints & { authorize: string } {
  const base = `${standIn ?? 'https://login.microsoftonline.com'}/common`
  return {
    authorize: `${base}/oauth2/v2.0/authorize`,
    token: `${base}/oauth2/v2.0/token`,
    jwks: `${base}/discovery/v2.0/keys`,
    // With `common` each tenant signs as itself.
    isIssuer: ({ iss, tid }) =>
      iss === (standIn ?? `https://login.microsoftonline.com/${String(tid)}/v2.0`),
  }
}

function bearer(access: Secret): { authorization: string } {
  return { authorization: `Bearer ${access.reveal()}` }
}

const listed = z.object({ value: z.array(z.object({ isDraft: z.boolean().optional() })) })
const refusal = z.object({ error: z.object({ code: z.string() }) })
const TOO_LARGE = { kind: 'refused', reason: 'tooLarge' } as const
const UNAVAILABLE = { kind: 'later', reason: 'unavailable', afterMs: null } as const

/** learn.microsoft.com/graph/errors, and the codes of Exchange that arrive in its body. */
function judged(reply: Reply, nowMs: number): SendOutcome {
  if (reply.kind === 'notSent') return UNAVAILABLE
  if (reply.kind === 'lost') return { kind: 'unknown', cause: reply.cause }
  const { status, headers, json } = reply
  if (status === 202) return { kind: 'sent', providerId: null }
  const code = refusal.safeParse(json).data?.error.code ?? ''
  if (/^Error(ExceededMessageLimit|QuotaExceeded)$/.test(code)) {
    return { kind: 'later', reason: 'dailyLimit', afterMs: DAY_MS }
  }
  switch (status) {
    case 400:
      return {
        kind: 'refused',
        reason: code === 'ErrorInvalidRecipients' ? 'recipient' : 'message',
      }
    case 401:
      return { kind: 'unauthorised' }
    case 403:
      return code === 'ErrorSendAsDenied'
        ? { kind: 'refused', reason: 'policy' }
        : { kind: 'disconnected', reason: 'scopeMissing' }
    case 404:
      // A draft that its owner threw away, or sent themselves, says nothing of the mailbox.
      return code === 'ErrorItemNotFound'
        ? { kind: 'unknown', cause: code }
        : { kind: 'disconnected', reason: 'disabled' }
    case 413:
      return { kind: 'refused', reason: 'tooLarge' }
    case 429:
      return { kind: 'later', reason: 'rateLimited', afterMs: retryAfterMs(headers, nowMs) }
    case 503:
      return UNAVAILABLE
    default:
      // Anything else says nothing about whether it was taken.
      return { kind: 'unknown', cause: `HTTP ${status}` }
  }
}

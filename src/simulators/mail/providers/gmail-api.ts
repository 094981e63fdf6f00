import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { parsedJson, said, type Asked, type MailApiNeeds, type Said } from './asked.ts'
import { gmailFaults } from './description-check.ts'
import { isAddress, readRaw } from './raw-message.ts'

const SEND = '/gmail/v1/users/me/messages/send'
const UPLOAD = `/upload${SEND}`
const LIST = '/gmail/v1/users/me/messages'
const SEND_SCOPE = 'https://www.googleapis.com/auth/gmail.send'
const READ_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly'
/** The method's mediaUpload.maxSize in the discovery document. */
const MOST_BYTES = 36_700_160
const MOST_JSON_BYTES = 10 * 1024 * 1024

type Sent = { id: string; messageId: string | null }
type Session = { owner: string; sent: Sent | null }

/** What one simulated Gmail has taken. */
interface Gmail {
  needs: MailApiNeeds
  sent: Sent[]
  sessions: Map<string, Session>
}

/** Gmail's sending, as its discovery document has it: in JSON, as media, or by an upload session. */
export function createGmail(needs: MailApiNeeds): (asked: Asked) => Promise<Said> {
  const gmail: Gmail = { needs, sent: [], sessions: new Map() }
  return (asked) => answer(gmail, asked)
}

async function answer(gmail: Gmail, asked: Asked): Promise<Said> {
  const { method, url, holder } = asked
  const upload = url.searchParams.get('upload_id')
  if (method === 'PUT' && url.pathname === UPLOAD && upload !== null) {
    return continueUpload(gmail, asked, gmail.sessions.get(upload))
  }
  const scope = url.pathname === LIST ? READ_SCOPE : SEND_SCOPE
  if (gmail.needs.switches.meets('programBlocked')) {
    return refused(403, 'accessNotConfigured', 'Gmail API has not been used in this project before')
  }
  const refusal = refusalAtDoor(gmail.needs, scope, holder)
  if (refusal !== null) return refusal
  if (method === 'GET' && url.pathname === LIST) return list(url, gmail.sent)
  if (method !== 'POST') return refused(404, 'notFound', 'Not Found')
  if (url.pathname === SEND) return takeJson(gmail, asked)
  if (url.pathname !== UPLOAD) return refused(404, 'notFound', 'Not Found')
  if (url.searchParams.get('uploadType') === 'resumable') return openUpload(gmail, asked)
  return asked.headers['content-type'] === 'message/rfc822'
    ? take(gmail, asked, asked.body)
    : refused(400, 'badContent', 'Media type is not supported. Valid media types: [message/*]')
}

async function take({ needs, sent, sessions }: Gmail, asked: Asked, raw: Buffer): Promise<Said> {
  const { switches } = needs
  if (switches.meets('lostBefore')) return { kind: 'cut' }
  if (switches.meets('recipientRefused')) {
    return refused(400, 'invalidArgument', 'Invalid To header')
  }
  if (switches.meets('policyRefused')) return refused(403, 'domainPolicy', 'Blocked by policy')
  if (raw.length > MOST_BYTES || switches.meets('tooLarge')) {
    return refused(413, 'uploadTooLarge', 'Request is too large.')
  }
  const { from, recipients, messageId } = await readRaw(raw)
  if (recipients.length === 0) return refused(400, 'invalidArgument', 'Recipient address required')
  if (!recipients.every(isAddress)) return refused(400, 'invalidArgument', 'Invalid To header')
  if (from !== asked.holder.email) return refused(400, 'invalidArgument', 'Invalid From header')
  const one = { id: randomBytes(8).toString('hex'), messageId }
  sent.push(one)
  needs.accept({ from: asked.holder.email, to: recipients, raw })
  const session = sessions.get(asked.url.searchParams.get('upload_id') ?? '')
  if (session) session.sent = one
  if (switches.meets('lostAfter')) return { kind: 'cut' }
  return switches.meets('nonsense') ? said(200, '<html>Gateway</html>', HTML) : accepted(one)
}

function takeJson(gmail: Gmail, asked: Asked): Said | Promise<Said> {
  if (asked.body.length > MOST_JSON_BYTES) return refused(413, 'uploadTooLarge', 'Too large')
  const body = parsedJson(asked.body)
  const [fault] = body === undefined ? ['Invalid JSON payload'] : gmailFaults('Message', body)
  if (fault !== undefined) return refused(400, 'badRequest', fault)
  const { raw = '' } = withRaw.parse(body)
  if (raw === '') {
    return refused(400, 'invalidArgument', "'raw' RFC822 payload message string is required")
  }
  return take(gmail, asked, Buffer.from(raw, 'base64url'))
}

const withRaw = z.object({ raw: z.string().optional() })

function openUpload({ needs, sessions }: Gmail, { url, headers, holder }: Asked): Said {
  if (headers['x-upload-content-type'] !== 'message/rfc822') {
    return refused(400, 'badContent', 'Media type is not supported.')
  }
  const id = randomBytes(16).toString('base64url')
  sessions.set(id, { owner: holder.email, sent: null })
  const location = `${needs.url}${url.pathname}?uploadType=resumable&upload_id=${id}`
  return said(200, undefined, { location })
}

function continueUpload(
  gmail: Gmail,
  asked: Asked,
  session: Session | undefined,
): Said | Promise<Said> {
  if (session?.owner !== asked.holder.email) return refused(404, 'notFound', 'Not Found')
  // Whatever is asked once it is complete, the answer is the same message.
  if (session.sent !== null) return accepted(session.sent)
  const isQuestion = /^bytes \*\/\d+$/.test(asked.headers['content-range'] ?? '')
  return isQuestion ? said(308) : take(gmail, asked, asked.body)
}

const HTML = { 'content-type': 'text/html' }

function accepted({ id }: Sent): Said {
  return said(200, { id, threadId: id, labelIds: ['SENT'] })
}

function list(url: URL, sent: Sent[]): Said {
  const [, wanted] = /^rfc822msgid:(\S+)$/.exec(url.searchParams.get('q') ?? '') ?? []
  const bare = (id: string | null | undefined): string => (id ?? '').replace(/^<|>$/g, '')
  const found = sent.filter(({ messageId }) => bare(messageId) === bare(wanted))
  const messages = found.map(({ id }) => ({ id, threadId: id }))
  return said(
    200,
    messages.length > 0
      ? { messages, resultSizeEstimate: messages.length }
      : { resultSizeEstimate: 0 },
  )
}

function refusalAtDoor(
  { switches }: MailApiNeeds,
  scope: string,
  holder: Asked['holder'],
): Said | null {
  if (switches.meets('tokenExpired')) return refused(401, 'authError', 'Invalid Credentials')
  if (!holder.scopes.has(scope) || switches.meets('scopeMissing')) {
    return refused(403, 'insufficientPermissions', 'Insufficient Permission')
  }
  if (switches.meets('mailboxDisabled')) {
    return refused(400, 'failedPrecondition', 'Mail service not enabled')
  }
  if (switches.meets('rateLimited')) {
    return refused(429, 'userRateLimitExceeded', 'User-rate limit exceeded.', {
      'retry-after': '7',
    })
  }
  if (switches.meets('dailyLimit')) {
    return refused(403, 'dailyLimitExceeded', 'Daily user sending limit exceeded.')
  }
  return switches.meets('unavailable') ? refused(503, 'backendError', 'Backend Error') : null
}

function refused(
  code: number,
  reason: string,
  message: string,
  headers: Record<string, string> = {},
): Said {
  const errors = [{ domain: 'global', reason, message }]
  return said(code, { error: { code, message, errors } }, headers)
}

/** No token, or one that ran out. */
export const GMAIL_UNKNOWN = refused(401, 'authError', 'Invalid Credentials')

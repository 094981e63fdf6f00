import { randomUUID } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import PostalMime from 'postal-mime'
import { z } from 'zod'
import { parsedJson, said, type Asked, type MailApiNeeds, type Said } from './asked.ts'
import { graphActionFaults, graphFaults } from './description-check.ts'
import { isAddress, readRaw } from './raw-message.ts'

const SCOPE = 'https://graph.microsoft.com/'
/** Requests above about 4 MB are refused; so is each chunk of an upload. */
const MOST_BYTES = 4 * 1024 * 1024

type Sent = { id: string; messageId: string | null; owner: string }
type Draft = { owner: string; raw: Buffer; uploads: Upload[] }
type Upload = { name: string; size: number; bytes: Buffer }

/** What one simulated Graph holds. */
interface Graph {
  needs: MailApiNeeds
  sent: Sent[]
  /** What was sent back into a mailbox. */
  reports: { messageId: string | null; owner: string; atMs: number }[]
  drafts: Map<string, Draft>
  uploads: Map<string, Upload>
}

/** Graph's sendMail, drafts and upload sessions, requests checked by its metadata. */
export function createGraph(needs: MailApiNeeds): (asked: Asked) => Promise<Said> {
  const graph: Graph = { needs, sent: [], reports: [], drafts: new Map(), uploads: new Map() }
  return (asked) => answer(graph, asked)
}

const OF_MESSAGE =
  /^\/messages\/([\w-]+)(?:\/(send|attachments|attachments\/createUploadSession))?$/
/** Smaller files go in one request, larger ones never (outlook-large-attachments). */
const SESSION_FROM_BYTES = 3 * 1024 * 1024

async function answer(graph: Graph, asked: Asked): Promise<Said> {
  const { method, url } = asked
  if (method === 'PUT' && url.pathname.startsWith('/sesion/')) return putChunk(graph, asked)
  const path = url.pathname.replace('/v1.0/me', '')
  const refusal = refusalAtDoor(graph.needs, scopeOf(method, path), asked.holder)
  if (refusal !== null) return refusal
  if (asked.body.length > MOST_BYTES) return refused(413, 'RequestBodyTooLarge', 'Too large')
  if (method === 'GET' && path === '/messages') return list(graph, asked)
  if (method === 'POST' && path === '/sendMail') return sendMail(graph, asked)
  if (method === 'POST' && path === '/messages') return makeDraft(graph, asked)
  const [, id = '', action] = OF_MESSAGE.exec(path) ?? []
  if (action === undefined) return answerMessage(graph, asked, id)
  const draft = graph.drafts.get(id)
  if (method !== 'POST' || draft?.owner !== asked.holder.email) return NOT_FOUND
  if (action === 'attachments') return attach(asked, draft)
  if (action !== 'send') return openUpload(graph, asked, draft)
  const raw = await composed(draft)
  return take(graph, asked, raw, id)
}

/** One message by its number, which stays the same when a draft is sent. */
function answerMessage({ drafts, sent }: Graph, { method, holder }: Asked, id: string): Said {
  const isDraft = drafts.get(id)?.owner === holder.email
  const isSent = sent.some((one) => one.id === id && one.owner === holder.email)
  if (!isDraft && !isSent) return NOT_FOUND
  if (method === 'GET') return said(200, { id, isDraft })
  if (method !== 'DELETE') return refused(405, 'MethodNotAllowed', 'Not allowed')
  drafts.delete(id)
  return said(204)
}

function attach({ body }: Asked, draft: Draft): Said {
  const read = parsedJson(body)
  const [fault] = graphFaults('graph.fileAttachment', read)
  if (fault !== undefined) return refused(400, 'RequestBodyRead', fault)
  const { name, contentbytes } = attachment.parse(lowered(read))
  const bytes = Buffer.from(contentbytes, 'base64')
  if (bytes.length >= SESSION_FROM_BYTES)
    return refused(413, 'ErrorMessageSizeExceeded', 'Too large')
  draft.uploads.push({ name, size: bytes.length, bytes })
  return said(201, { name })
}

async function take(
  { needs, sent, drafts, reports }: Graph,
  { holder }: Asked,
  raw: Buffer,
  id: string = randomUUID(),
): Promise<Said> {
  const { switches } = needs
  if (switches.meets('lostBefore')) return { kind: 'cut' }
  if (switches.meets('policyRefused')) return refused(403, 'ErrorSendAsDenied', 'Denied')
  if (switches.meets('tooLarge')) return refused(413, 'ErrorMessageSizeExceeded', 'Too large')
  const { recipients, from, messageId } = await readRaw(raw)
  const isRight = recipients.length > 0 && recipients.every(isAddress)
  if (!isRight || switches.meets('recipientRefused')) {
    return refused(400, 'ErrorInvalidRecipients', "At least one recipient isn't valid.")
  }
  if (from !== null && from !== holder.email) return refused(403, 'ErrorSendAsDenied', 'Denied')
  const isCut = switches.meets('lostRenamed')
  const isRenamed = isCut || switches.meets('renamed')
  const kept = isRenamed ? `<${randomUUID()}@exchange.example>` : messageId
  sent.push({ id, messageId: kept, owner: holder.email })
  if (switches.meets('comesBack')) {
    reports.push({ messageId, owner: holder.email, atMs: needs.now() + 60_000 })
  }
  drafts.delete(id)
  needs.accept({ from: holder.email, to: recipients, raw })
  if (isCut || switches.meets('lostAfter')) return { kind: 'cut' }
  const page = { 'content-type': 'text/html' }
  return switches.meets('nonsense') ? said(200, '<html>Gateway</html>', page) : said(202)
}

async function sendMail(graph: Graph, asked: Asked): Promise<Said> {
  if (asked.headers['content-type']?.startsWith('text/plain')) {
    const raw = fromBase64(asked.body)
    return raw === null ? BAD_BASE64 : take(graph, asked, raw)
  }
  const body = parsedJson(asked.body)
  const [fault] = graphActionFaults('sendMail', body)
  if (fault !== undefined) return refused(400, 'RequestBodyRead', fault)
  const raw = await rawOf(wholeRequest.parse(lowered(body)).message, asked.holder.email)
  return take(graph, asked, raw)
}

async function makeDraft(graph: Graph, asked: Asked): Promise<Said> {
  const isMime = asked.headers['content-type']?.startsWith('text/plain') ?? false
  const body = parsedJson(asked.body)
  const [fault] = isMime ? [] : graphFaults('graph.message', body)
  if (fault !== undefined) return refused(400, 'RequestBodyRead', fault)
  const raw = isMime
    ? fromBase64(asked.body)
    : await rawOf(message.parse(lowered(body)), asked.holder.email)
  if (raw === null) return BAD_BASE64
  const id = randomUUID()
  graph.drafts.set(id, { owner: asked.holder.email, raw, uploads: [] })
  return said(201, { id, isDraft: true })
}

function openUpload({ needs, uploads }: Graph, { body }: Asked, draft: Draft): Said {
  const read = parsedJson(body)
  const [fault] = graphActionFaults('createUploadSession', read)
  if (fault !== undefined) return refused(400, 'RequestBodyRead', fault)
  const { name, size } = uploadRequest.parse(lowered(read)).attachmentitem
  if (size < SESSION_FROM_BYTES) {
    return refused(400, 'ErrorAttachmentSizeShouldNotBeLessThanMinimumSize', 'Too small')
  }
  const id = randomUUID()
  const upload = { name, size, bytes: Buffer.alloc(0) }
  uploads.set(id, upload)
  draft.uploads.push(upload)
  return said(201, {
    uploadUrl: `${needs.url}/sesion/${id}`,
    expirationDateTime: '2099-01-01T00:00:00Z',
    nextExpectedRanges: ['0-'],
  })
}

/** Unauthenticated: the address is the secret. */
function putChunk({ uploads, needs }: Graph, { url, headers, body }: Asked): Said {
  const upload = uploads.get(url.pathname.replace('/sesion/', ''))
  const range = headers['content-range'] ?? ''
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []
  if (!upload || headers.authorization !== undefined) return refused(401, 'Unauthorized', 'No')
  const isNext =
    Number(from) === upload.bytes.length &&
    Number(to) - Number(from) + 1 === body.length &&
    Number(total) === upload.size
  if (!isNext || body.length > MOST_BYTES) return refused(416, 'InvalidRange', 'Invalid range')
  if (needs.switches.meets('uploadBroken')) return { kind: 'cut' }
  upload.bytes = Buffer.concat([upload.bytes, body])
  return upload.bytes.length === upload.size
    ? said(201)
    : said(200, { nextExpectedRanges: [`${upload.bytes.length}-`] })
}

function scopeOf(method: string, path: string): string[] {
  if (path === '/sendMail' || path.endsWith('/send')) return ['Mail.Send']
  return method === 'GET' ? ['Mail.ReadBasic', 'Mail.ReadWrite'] : ['Mail.ReadWrite']
}

function refusalAtDoor(
  { switches }: MailApiNeeds,
  scopes: string[],
  holder: Asked['holder'],
): Said | null {
  if (switches.meets('tokenExpired')) {
    return refused(401, 'InvalidAuthenticationToken', 'Access token has expired.')
  }
  const isAllowed = scopes.some((scope) => holder.scopes.has(SCOPE + scope))
  if (!isAllowed || switches.meets('scopeMissing')) {
    return refused(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.')
  }
  if (switches.meets('mailboxDisabled')) {
    return refused(404, 'MailboxNotEnabledForRESTAPI', 'The mailbox is inactive or on-premise.')
  }
  if (switches.meets('rateLimited')) {
    return refused(429, 'ApplicationThrottled', 'Over the limit.', { 'retry-after': '7.5' })
  }
  if (switches.meets('dailyLimit')) {
    return refused(429, 'ErrorExceededMessageLimit', 'Over the daily limit.')
  }
  return switches.meets('unavailable') ? refused(503, 'serviceNotAvailable', 'Later') : null
}

function list({ sent, reports }: Graph, { url, holder }: Asked): Said {
  const filter = url.searchParams.get('$filter') ?? ''
  const [, property, wanted] =
    /^(internetMessageId|conversationId) eq '([^']+)'$/.exec(filter) ?? []
  if (property === undefined) return refused(400, 'ErrorInvalidUrlQueryFilter', filter)
  const isWanted = (one: { owner: string; messageId: string | null }): boolean =>
    one.owner === holder.email &&
    (property === 'conversationId' ? conversationOf(one) : one.messageId) === wanted
  const own = sent.filter(isWanted).map((one) => ({
    id: one.id,
    internetMessageId: one.messageId,
    conversationId: conversationOf(one),
    isDraft: false,
  }))
  const back = property === 'conversationId' ? reports.filter(isWanted).map(report) : []
  return said(200, { value: [...own, ...back] })
}

/** Answers to a message are in its conversation. */
function conversationOf({ messageId }: { messageId: string | null }): string {
  return Buffer.from(messageId ?? '').toString('base64url')
}

/** As Exchange writes it: its type tells what it is, its body is nobody's here. */
function report({ messageId, atMs }: { messageId: string | null; atMs: number }) {
  return {
    id: randomUUID(),
    subject: 'No se puede entregar: Factura',
    isDraft: false,
    receivedDateTime: new Date(atMs).toISOString(),
    conversationId: conversationOf({ messageId }),
    internetMessageHeaders: [
      { name: 'In-Reply-To', value: messageId ?? '' },
      {
        name: 'Content-Type',
        value: 'multipart/report; report-type=delivery-status; boundary="x"',
      },
    ],
  }
}

function fromBase64(body: Buffer): Buffer | null {
  const text = body.toString('latin1').replace(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64')
    : null
}

// Graph takes the names of its fields in any case.
const recipients = z
  .array(
    z.object({ emailaddress: z.object({ address: z.string(), name: z.string().default('') }) }),
  )
  .default([])
const attachment = z.object({
  name: z.string(),
  contenttype: z.string().optional(),
  contentbytes: z.string(),
})
const message = z.object({
  subject: z.string().default(''),
  body: z
    .object({ contenttype: z.string().default('text'), content: z.string().default('') })
    .default({ contenttype: 'text', content: '' }),
  torecipients: recipients,
  ccrecipients: recipients,
  bccrecipients: recipients,
  attachments: z.array(attachment).default([]),
})
const wholeRequest = z.object({ message })
const uploadRequest = z.object({ attachmentitem: z.object({ name: z.string(), size: z.int() }) })

function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toLowerCase(), lowered(member)]),
  )
}

function rawOf(of: z.infer<typeof message>, from: string): Promise<Buffer> {
  const named = (list: z.infer<typeof recipients>) => list.map(({ emailaddress }) => emailaddress)
  const { content, contenttype } = of.body
  const mail = new MailComposer({
    from,
    to: named(of.torecipients),
    cc: named(of.ccrecipients),
    bcc: named(of.bccrecipients),
    subject: of.subject,
    ...(contenttype.toLowerCase() === 'html' ? { html: content } : { text: content }),
    attachments: of.attachments.map(({ name, contentbytes, contenttype }) => ({
      filename: name,
      content: Buffer.from(contentbytes, 'base64'),
      ...(contenttype === undefined ? {} : { contentType: contenttype }),
    })),
  }).compile()
  mail.keepBcc = true
  return mail.build()
}

/** The draft with what was uploaded to it. */
async function composed({ raw, uploads }: Draft): Promise<Buffer> {
  if (uploads.length === 0) return raw
  const mail = await PostalMime.parse(raw)
  const plain = (list: { name?: string; address?: string }[] | undefined) =>
    (list ?? []).map(({ name = '', address = '' }) => ({ name, address }))
  return new MailComposer({
    messageId: mail.messageId ?? '',
    from: mail.from?.address ?? '',
    to: plain(mail.to),
    cc: plain(mail.cc),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: [
      ...mail.attachments.map(({ filename, content }) => ({
        filename: filename ?? 'adjunto',
        content: typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)),
      })),
      ...uploads.map(({ name, bytes }) => ({ filename: name, content: bytes })),
    ],
  })
    .compile()
    .build()
}

const NOT_FOUND = refused(
  404,
  'ErrorItemNotFound',
  'The specified object was not found in the store.',
)

function refused(
  status: number,
  code: string,
  text: string,
  headers: Record<string, string> = {},
): Said {
  const innerError = { date: '2026-11-22T00:00:00', 'request-id': '0', 'client-request-id': '0' }
  return said(status, { error: { code, message: text, innerError } }, headers)
}

const BAD_BASE64 = refused(400, 'ErrorMimeContentInvalidBase64String', 'Invalid base64 string.')

/** No token, or one that ran out. */
export const GRAPH_UNKNOWN = refused(401, 'InvalidAuthenticationToken', 'Access token is empty.')

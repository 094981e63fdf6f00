import { z } from 'zod'
import { ask, type Reply } from './ask.ts'
import type { OutgoingFile } from './provider.ts'

/** What every call to one mailbox needs. */
export interface GraphAt {
  /** 'https://graph.microsoft.com/v1.0/me' */
  api: string
  headers: Record<string, string>
  timeoutMs: number
}

/** A draft keeps its number when it is sent, if it is asked for one that doesn't change. */
export const STEADY = { prefer: 'IdType="ImmutableId"' }

/** Below this a file is handed over in one request, from there on by an upload session. */
const SESSION_FROM_BYTES = 3 * 1024 * 1024
/** A multiple of 320 KiB, below the 4 MB that one request may have. */
const CHUNK_BYTES = 10 * 320 * 1024

/** Null where it was said no, with what was said. */
export type Drafted = { kind: 'draft'; id: string } | { kind: 'refused'; reply: Reply }

/**
 * A message too large for one request is put together in the mailbox: the text first, then its files, one
 * after the other (learn.microsoft.com/graph/outlook-large-attachments). Nothing leaves by it.
 */
export async function makeDraft(
  at: GraphAt,
  light: Buffer,
  files: readonly OutgoingFile[],
): Promise<Drafted> {
  const made = await ask({
    url: `${at.api}/messages`,
    method: 'POST',
    headers: { ...at.headers, ...STEADY, 'content-type': 'text/plain' },
    body: light.toString('base64'),
    timeoutMs: at.timeoutMs,
  })
  const id = made.kind === 'answered' && made.status === 201 ? idIn(made.json) : null
  if (id === null) return { kind: 'refused', reply: made }
  for (const file of files) {
    const refused = await attach(at, id, file)
    if (refused === null) continue
    await discardDraft(at, id)
    return { kind: 'refused', reply: refused }
  }
  return { kind: 'draft', id }
}

/** True once it is gone for good: what was not sent by then never will be. */
export async function discardDraft({ api, headers, timeoutMs }: GraphAt, id: string) {
  const url = `${api}/messages/${encodeURIComponent(id)}`
  const reply = await ask({ url, method: 'DELETE', headers: { ...headers, ...STEADY }, timeoutMs })
  return reply.kind === 'answered' && reply.status === 204
}

export type DraftState = 'draft' | 'sent' | 'gone' | 'later' | 'unauthorised'

export async function draftState({ api, headers, timeoutMs }: GraphAt, id: string) {
  const url = `${api}/messages/${encodeURIComponent(id)}?$select=isDraft`
  const reply = await ask({ url, method: 'GET', headers: { ...headers, ...STEADY }, timeoutMs })
  return stateOf(reply)
}

function stateOf(reply: Reply): DraftState {
  if (reply.kind !== 'answered') return 'later'
  if (reply.status === 401) return 'unauthorised'
  if (reply.status === 404) return 'gone'
  const read = z.object({ isDraft: z.boolean() }).safeParse(reply.json)
  if (reply.status !== 200 || !read.success) return 'later'
  return read.data.isDraft ? 'draft' : 'sent'
}

async function attach(at: GraphAt, id: string, file: OutgoingFile): Promise<Reply | null> {
  return file.bytes.length < SESSION_FROM_BYTES
    ? attachWhole(at, id, file)
    : attachInParts(at, id, file)
}

/** Null: it is there. */
async function attachWhole(
  { api, headers, timeoutMs }: GraphAt,
  id: string,
  { name, mediaType, bytes }: OutgoingFile,
): Promise<Reply | null> {
  const reply = await ask({
    url: `${api}/messages/${encodeURIComponent(id)}/attachments`,
    method: 'POST',
    headers: { ...headers, ...STEADY, 'content-type': 'application/json' },
    body: JSON.stringify({
      '@odata.type': '#microsoft.graph.fileAttachment',
      name,
      contentType: mediaType,
      contentBytes: Buffer.from(bytes).toString('base64'),
    }),
    timeoutMs,
  })
  return reply.kind === 'answered' && reply.status === 201 ? null : reply
}

async function attachInParts(
  { api, headers, timeoutMs }: GraphAt,
  id: string,
  { name, bytes }: OutgoingFile,
): Promise<Reply | null> {
  const opened = await ask({
    url: `${api}/messages/${encodeURIComponent(id)}/attachments/createUploadSession`,
    method: 'POST',
    headers: { ...headers, ...STEADY, 'content-type': 'application/json' },
    body: JSON.stringify({ AttachmentItem: { attachmentType: 'file', name, size: bytes.length } }),
    timeoutMs,
  })
  const url = opened.kind === 'answered' && opened.status === 201 ? placeIn(opened.json, api) : null
  if (url === null) return opened
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const part = Buffer.from(bytes.subarray(from, from + CHUNK_BYTES))
    const range = `bytes ${from}-${from + part.length - 1}/${bytes.length}`
    // The address is the permission: a token beside it is refused.
    const own = { 'content-range': range, 'content-type': 'application/octet-stream' }
    const reply = await ask({ url, method: 'PUT', headers: own, body: part, timeoutMs })
    const isTaken = reply.kind === 'answered' && [200, 201, 202].includes(reply.status)
    if (!isTaken) return reply
  }
  return null
}

function idIn(json: unknown): string | null {
  return z.object({ id: z.string().min(1) }).safeParse(json).data?.id ?? null
}

/** Only Microsoft's own hosts, or the one that stands in for them, are handed a file. */
function placeIn(json: unknown, api: string): string | null {
  const text = z.object({ uploadUrl: z.string() }).safeParse(json).data?.uploadUrl ?? ''
  const url = URL.parse(text)
  if (url === null) return null
  if (url.origin === new URL(api).origin) return text
  const isTheirs = /(^|\.)(office\.com|office365\.com|outlook\.com|microsoft\.com)$/.test(
    url.hostname,
  )
  return url.protocol === 'https:' && isTheirs ? text : null
}

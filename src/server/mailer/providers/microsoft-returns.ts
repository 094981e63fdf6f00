import { z } from 'zod'
import { ask } from './ask.ts'
import type { GraphAt } from './microsoft-draft.ts'
import type { Return } from './provider.ts'

/**
 * Whether a mail of ours came back. Only its own conversation is looked at, and of it only headers: a report
 * of delivery (RFC 6522) is told by its type. What says that delivery is late is no return; without the right
 * to read bodies its subject alone tells it apart, in the languages Exchange writes here. Exchange may have
 * written a Message-ID of its own over ours: whose conversation isn't found, nobody can look after.
 */
export async function cameBack(
  at: GraphAt,
  { messageId, sentAtMs }: { messageId: string; sentAtMs: number },
): Promise<Return> {
  const own = await messages(at, `internetMessageId eq '${quoted(messageId)}'`, 'conversationId')
  if (own.kind !== 'read') return own.kind
  const [conversation] = own.list.flatMap(({ conversationId }) => conversationId ?? [])
  if (conversation === undefined) return 'cannotLook'
  const filter = `conversationId eq '${quoted(conversation)}'`
  const all = await messages(at, filter, 'subject,receivedDateTime,internetMessageHeaders')
  if (all.kind !== 'read') return all.kind
  const came = all.list.some(
    (one) => Date.parse(one.receivedDateTime ?? '') > sentAtMs && isReturn(one),
  )
  return came ? 'returned' : 'none'
}

const listed = z.object({
  value: z.array(
    z.object({
      conversationId: z.string().optional(),
      subject: z.string().nullish(),
      receivedDateTime: z.string().optional(),
      internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
    }),
  ),
})
type Listed = z.infer<typeof listed>['value'][number]

function isReturn({ subject, internetMessageHeaders: headers }: Listed): boolean {
  const type = headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  const isReport = /multipart\/report/i.test(type) && /delivery-status/i.test(type)
  return isReport && !/delay|retras|demor/i.test(subject ?? '')
}

const MOST = '25'

async function messages(
  { api, headers, timeoutMs }: GraphAt,
  filter: string,
  select: string,
): Promise<{ kind: 'read'; list: Listed[] } | { kind: 'cannotLook' | 'later' }> {
  const query = new URLSearchParams({ $filter: filter, $select: select, $top: MOST })
  const url = `${api}/messages?${query.toString()}`
  const reply = await ask({ url, method: 'GET', headers, timeoutMs })
  if (reply.kind === 'answered' && reply.status === 403) return { kind: 'cannotLook' }
  const read = reply.kind === 'answered' ? listed.safeParse(reply.json) : null
  if (reply.kind !== 'answered' || reply.status !== 200 || !read?.success) return { kind: 'later' }
  return { kind: 'read', list: read.data.value }
}

function quoted(text: string): string {
  return text.replaceAll("'", "''")
}

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { z } from 'zod'

/** What a mail program would show of one received message. */
export interface Message {
  id: number
  at: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments: { name: string; mediaType: string; bytes: Uint8Array }[]
}

export interface Mailbox {
  receive(envelope: { from: string; to: string[]; raw: Buffer }): void
  /** Newest first. */
  list(): Promise<Message[]>
  find(id: number): Promise<Message | undefined>
}

export const MOST_MESSAGES = 200

const stored = z.object({
  id: z.int(),
  at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  raw: z.base64(),
})
type Stored = z.infer<typeof stored>

/** One file per message in `folder`; the oldest go when there are too many. */
export function openMailbox(folder: string, now: () => string): Mailbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const kept = readStored(folder)
  const opened = new Map<number, Promise<Message>>()

  function receive({ from, to, raw }: { from: string; to: string[]; raw: Buffer }): void {
    const id = (kept.at(-1)?.id ?? 0) + 1
    const message = { id, at: now(), from, to, raw: raw.toString('base64') }
    writeWhole(join(folder, fileName(id)), JSON.stringify(message))
    kept.push(message)
    for (const old of kept.splice(0, kept.length - MOST_MESSAGES)) {
      rmSync(join(folder, fileName(old.id)), { force: true })
      opened.delete(old.id)
    }
  }

  function open(message: Stored): Promise<Message> {
    const known = opened.get(message.id) ?? read(message)
    opened.set(message.id, known)
    return known
  }

  return {
    receive,
    list: () => Promise.all(kept.toReversed().map(open)),
    find: async (id) => {
      const message = kept.find((one) => one.id === id)
      return message && open(message)
    },
  }
}

function fileName(id: number): string {
  return `${String(id).padStart(8, '0')}.json`
}

/** A kill in the middle leaves the old state, never half a file. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function readStored(folder: string): Stored[] {
  const names = readdirSync(folder).filter((name) => /^\d{8}\.json$/.test(name))
  return names.sort().flatMap((name) => {
    const parsed = stored.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return parsed.success ? [parsed.data] : []
  })
}

async function read(message: Stored): Promise<Message> {
  const mail = await PostalMime.parse(Buffer.from(message.raw, 'base64'))
  return {
    id: message.id,
    at: message.at,
    from: mail.from?.name ? `${mail.from.name} <${message.from}>` : message.from,
    to: message.to,
    subject: mail.subject ?? '(sin asunto)',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.slice(0, 20).map((part) => ({
      name: part.filename ?? 'adjunto',
      mediaType: part.mimeType,
      bytes:
        typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content),
    })),
  }
}

import type { z } from 'zod'
import { readUploadedFile, uploadReply } from '#contract/uploads.ts'
import { ApiFault } from './fault.ts'

type UploadedFile = z.output<typeof readUploadedFile.reply>
type UploadReply = z.output<typeof uploadReply>
type Judged = Extract<UploadedFile['content'], { kind: 'judged' }>

const judged = readUploadedFile.reply.shape.content.options[2].shape

/**
 * The reply about an uploaded file, of some two megabytes where it has thousands of rows. Its rows and documents are read
 * a part at a time, each in a task of its own, because the page must answer keys meanwhile.
 */
export async function parseUploadedFile(text: string): Promise<UploadedFile> {
  const { rest, rows, documents } = await takeLists(text)
  const parsed = readUploadedFile.reply.safeParse(rest)
  if (!parsed.success) throw new ApiFault(null, parsed.error.message)
  return { ...parsed.data, content: withLists(parsed.data.content, { rows, documents }) }
}

/** The same of the reply to a file's bytes. */
export async function parseUploadReply(text: string): Promise<UploadReply> {
  const { rest, rows, documents } = await takeLists(text)
  const parsed = uploadReply.safeParse(rest)
  if (!parsed.success) throw new ApiFault(null, parsed.error.message)
  if (parsed.data.kind === 'refused') return parsed.data
  return { ...parsed.data, content: withLists(parsed.data.content, { rows, documents }) }
}

type Lists = Pick<Judged, 'rows' | 'documents'>

function withLists(content: UploadedFile['content'], lists: Lists): UploadedFile['content'] {
  return content.kind === 'judged' ? { ...content, ...lists } : content
}

async function takeLists(text: string): Promise<Lists & { rest: unknown }> {
  const [rows, withoutRows] = await takeList(text, '"rows":[{', judged.rows, ROWS_AT_ONCE)
  const taken = await takeList(withoutRows, '"documents":[{', judged.documents, DOCUMENTS_AT_ONCE)
  const [documents, rest] = taken
  return { rows, documents, rest: readJson(rest) }
}

const ROWS_AT_ONCE = 250
const DOCUMENTS_AT_ONCE = 25

/** The list that begins with `head`, and the text with an empty list in its place. */
async function takeList<T>(
  text: string,
  head: string,
  schema: z.ZodType<T[]>,
  atOnce: number,
): Promise<[T[], string]> {
  // Within a text of JSON each quote has a backslash before it: this is a key.
  const key = text.indexOf(head)
  if (key === -1) return [[], text]
  const start = key + head.length - 1
  const list: T[] = []
  let part = start
  let count = 0
  let last = start
  for (const end of elementEnds(text, start)) {
    last = end
    count += 1
    if (count % atOnce !== 0) continue
    list.push(...parsePart(text.slice(part, end), schema))
    part = end + 1
    await nextTask()
  }
  if (part < last) list.push(...parsePart(text.slice(part, last), schema))
  return [list, text.slice(0, start) + text.slice(last)]
}

function parsePart<T>(text: string, schema: z.ZodType<T[]>): T[] {
  const parsed = schema.safeParse(readJson(`[${text}]`))
  if (!parsed.success) throw new ApiFault(null, parsed.error.message)
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiFault(null, text.slice(0, 100))
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

/** Behind each of the objects of a list, of which the first begins at `start`. */
function* elementEnds(text: string, start: number): Generator<number> {
  let depth = 0
  for (let place = start; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code === QUOTE) place = endOfText(text, place)
    else if (code === OPEN || code === OPEN_LIST) depth += 1
    else if (code === CLOSE || code === CLOSE_LIST) {
      depth -= 1
      if (depth < 0) return
      if (depth === 0) yield place + 1
    }
  }
}

/** Where its closing quote is. */
function endOfText(text: string, start: number): number {
  let place = start + 1
  while (place < text.length && text.charCodeAt(place) !== QUOTE) {
    place += text.charCodeAt(place) === BACKSLASH ? 2 : 1
  }
  return place
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

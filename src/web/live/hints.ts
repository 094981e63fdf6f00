import { EventSourceParserStream } from 'eventsource-parser/stream'
import { z } from 'zod'
import { EVENTS_PATH } from '#contract/documents.ts'
import { fetchSigned } from '#web/api/client.ts'
import { useWatch } from '#web/api/watch.ts'

/** What changed: a document, something of an uploaded file, or both null when it wasn't named: then anything may have. */
export type Hint = { document: number | null; upload: number | null }

const hintData = z.union([
  z
    .object({ document: z.number().int() })
    .transform(({ document }) => ({ document, upload: null })),
  z.object({ upload: z.number().int() }).transform(({ upload }) => ({ document: null, upload })),
])
const ANYTHING: Hint = { document: null, upload: null }
const message = z.object({
  live: z.boolean(),
  hint: z.object({ document: z.number().nullable(), upload: z.number().nullable() }).nullable(),
})

const CHANNEL = 'folio.hints'
const LOCK = 'folio.hints'
/** The server's heartbeat comes every 20 s; twice that in silence is a dead line. */
const SILENCE_MS = 45_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/**
 * Follows changes until `signal` ends. One tab of the browser holds the stream (by Web Locks) and tells
 * the others; EventSource can't carry the bearer token, so it is a fetch.
 */
export async function followHints(
  onHint: (hint: Hint) => void,
  signal: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', (event) => {
    const told = message.safeParse(event.data)
    if (!told.success) return
    useWatch.setState({ live: told.data.live })
    if (told.data.hint !== null) onHint(told.data.hint)
  })
  const tell = (live: boolean, hint: Hint | null) => {
    useWatch.setState({ live })
    channel.postMessage({ live, hint })
    if (hint !== null) onHint(hint)
  }
  const hold = () => keepStream(tell, signal)
  try {
    // Without Web Locks (a plain http address) every tab holds its own.
    await ('locks' in navigator ? navigator.locks.request(LOCK, { signal }, hold) : hold())
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    channel.close()
    useWatch.setState({ live: false })
  }
}

type Tell = (live: boolean, hint: Hint | null) => void

async function keepStream(tell: Tell, signal: AbortSignal): Promise<void> {
  const place: Place = { lastEventId: '', failures: 0 }
  while (!signal.aborted) {
    await readStream(tell, place, signal).catch(() => undefined)
    tell(false, null)
    if (signal.aborted) return
    await pause(Math.min(FIRST_WAIT_MS * 2 ** place.failures, LONGEST_WAIT_MS), signal)
    place.failures += 1
  }
}

interface Place {
  lastEventId: string
  /** Attempts since the stream was last open. */
  failures: number
}

async function readStream(tell: Tell, place: Place, signal: AbortSignal): Promise<void> {
  const silence = new AbortController()
  const headers: Record<string, string> = { accept: 'text/event-stream' }
  if (place.lastEventId !== '') headers['last-event-id'] = place.lastEventId
  const response = await fetchSigned(`/api${EVENTS_PATH}`, {
    headers,
    signal: AbortSignal.any([signal, silence.signal]),
  })
  if (!response.ok || response.body === null) throw new Error(`Stream refused: ${response.status}`)
  place.failures = 0
  // Whatever happened while the line was down is unknown: everything is asked again.
  tell(true, ANYTHING)
  let alarm = setTimeout(() => silence.abort(), SILENCE_MS)
  const stillThere = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      clearTimeout(alarm)
      alarm = setTimeout(() => silence.abort(), SILENCE_MS)
      controller.enqueue(chunk)
    },
  })
  const events = response.body
    .pipeThrough(stillThere)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const reader = events.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (next.value.id !== undefined) place.lastEventId = next.value.id
      tell(true, readHint(next.value.data))
    }
  } finally {
    clearTimeout(alarm)
  }
}

function readHint(data: string): Hint {
  try {
    const parsed = hintData.safeParse(JSON.parse(data))
    return parsed.success ? parsed.data : ANYTHING
  } catch {
    return ANYTHING
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

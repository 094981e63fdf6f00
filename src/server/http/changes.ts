import { Client } from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'

/** Tells whoever watches an organisation that something of it changed. Hints: the truth is in the rows. */
export type Changes = {
  watch(organisationId: number, watcher: Watcher): () => void
  stop(): Promise<void>
}

/** `resync`: hints may have been missed, so everything may have changed. */
export type Watcher = (hint: Hint) => void
export type Hint = { kind: 'document'; document: number } | { kind: 'resync' }

export type ChangesOptions = { url: string; clock: Clock }

/** One connection listens for all; when it breaks it is made anew, with a growing wait, until stopped. */
export function listenToChanges({ url, clock }: ChangesOptions): Changes {
  const watchers = new Map<number, Set<Watcher>>()
  const stopping = new AbortController()
  const listening = listenAlways(url, clock, stopping.signal, {
    notify: (payload) => dispatch(watchers, payload),
    connected: () => {
      for (const all of watchers.values()) for (const watcher of all) watcher({ kind: 'resync' })
    },
  })
  return {
    watch: (organisationId, watcher) => addWatcher(watchers, organisationId, watcher),
    stop: async () => {
      stopping.abort()
      await listening
    },
  }
}

function addWatcher(
  watchers: Map<number, Set<Watcher>>,
  organisationId: number,
  watcher: Watcher,
): () => void {
  const all = watchers.get(organisationId) ?? new Set()
  watchers.set(organisationId, all.add(watcher))
  return () => {
    all.delete(watcher)
    if (all.size === 0) watchers.delete(organisationId)
  }
}

const payloadShape = z.object({ organisation: z.int(), document: z.int() })

function dispatch(watchers: Map<number, Set<Watcher>>, payload: string): void {
  const parsed = payloadShape.safeParse(jsonOrNull(payload))
  if (!parsed.success) return
  const { organisation, document } = parsed.data
  for (const watcher of watchers.get(organisation) ?? []) watcher({ kind: 'document', document })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Ear = { notify(payload: string): void; connected(): void }

async function listenAlways(
  url: string,
  clock: Clock,
  signal: AbortSignal,
  ear: Ear,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const listened = await listenOnce(url, signal, ear)
    waitMs = listened ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
    await clock.wait(waitMs, signal)
  }
}

const FIRST_WAIT_MS = 200
const LONGEST_WAIT_MS = 15_000

/** Ends when the connection does. Answers whether it had been made. */
async function listenOnce(url: string, signal: AbortSignal, ear: Ear): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: 'folio-changes',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', () => resolve())
    client.on('error', () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  client.on('notification', ({ payload }) => ear.notify(payload ?? ''))
  try {
    await client.connect()
    await client.query('LISTEN folio_changes')
    ear.connected()
    await ended
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

import { z } from 'zod'
import { listen, type ListenOptions } from '../db/listen.ts'

/** Tells whoever watches an organisation that something of it changed. Hints: the truth is in the rows. */
export type Changes = {
  watch(organisationId: number, watcher: Watcher): () => void
  stop(): Promise<void>
}

/** `resync`: hints may have been missed, so everything may have changed. */
export type Watcher = (hint: Hint) => void
export type Hint =
  | { kind: 'document'; document: number }
  | { kind: 'upload'; upload: number }
  | { kind: 'resync' }

/** One connection listens for all. */
export function listenToChanges(options: ListenOptions): Changes {
  const watchers = new Map<number, Set<Watcher>>()
  const listening = listen(options, 'folio_changes', {
    notify: (payload) => dispatch(watchers, payload),
    connected: () => {
      for (const all of watchers.values()) for (const watcher of all) watcher({ kind: 'resync' })
    },
  })
  return {
    watch: (organisationId, watcher) => addWatcher(watchers, organisationId, watcher),
    stop: listening.stop,
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

/** Without a document or an upload: too many of the organisation changed at once to name each. */
const payloadShape = z.object({
  organisation: z.int(),
  document: z.int().optional(),
  upload: z.int().optional(),
})

function dispatch(watchers: Map<number, Set<Watcher>>, payload: string): void {
  const parsed = payloadShape.safeParse(jsonOrNull(payload))
  if (!parsed.success) return
  const { organisation, ...what } = parsed.data
  const hint = hintOf(what)
  for (const watcher of watchers.get(organisation) ?? []) watcher(hint)
}

function hintOf({ document, upload }: { document?: number; upload?: number }): Hint {
  if (document !== undefined) return { kind: 'document', document }
  return upload === undefined ? { kind: 'resync' } : { kind: 'upload', upload }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { MAX_UPLOAD_EDITS } from '#domain/upload.ts'
import { ApiFault } from '#web/api/fault.ts'
import { saveCorrection, uploadedFileQuery } from '#web/api/uploads.ts'
import type { Batch } from './corrections.ts'
import { createSaveQueue, type SaveQueue, type Snapshot } from './save-queue.ts'

/** Kept while the page is: what the network failed to take waits for it on other screens, too. */
const queues = new Map<number, SaveQueue>()

/** What was typed in an upload and isn't confirmed, saved behind the screen. */
export function useCorrections(upload: number): { queue: SaveQueue } & Snapshot {
  const client = useQueryClient()
  const queue = queueOf(client, upload)
  const snapshot = useSyncExternalStore(queue.subscribe, queue.read)
  const isUnsaved = snapshot.state === 'saving' || snapshot.state === 'failed'
  useEffect(() => {
    window.addEventListener('online', queue.sendNow)
    return () => window.removeEventListener('online', queue.sendNow)
  }, [queue])
  useEffect(() => {
    if (!isUnsaved) return undefined
    // The browser asks before the page is closed.
    const keep = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', keep)
    return () => window.removeEventListener('beforeunload', keep)
  }, [isUnsaved])
  return { queue, ...snapshot }
}

function queueOf(client: QueryClient, upload: number): SaveQueue {
  const found = queues.get(upload)
  if (found !== undefined) return found
  const queue = createSaveQueue({
    maxCells: MAX_UPLOAD_EDITS,
    mayHeal,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    save: (batch) => save(client, upload, batch),
  })
  queues.set(upload, queue)
  return queue
}

async function save(client: QueryClient, upload: number, batch: Batch): Promise<void> {
  const rowsThat = (isRemoved: boolean) =>
    batch.rows.filter((one) => one.isRemoved === isRemoved).map(({ row }) => row)
  try {
    await saveCorrection(client, upload, {
      edits: batch.cells.map(({ row, role, text }) => ({ row, role, text })),
      removed_rows: rowsThat(true),
      restored_rows: rowsThat(false),
    })
  } catch (fault) {
    if (!mayHeal(fault))
      void client.invalidateQueries({ queryKey: uploadedFileQuery(upload).queryKey })
    throw fault
  }
}

/** Too many at once, and a session that has to be renewed, pass by. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429])

function mayHeal(fault: unknown): boolean {
  if (!(fault instanceof ApiFault)) return false
  return fault.status === null || fault.status >= 500 || PASSING.has(fault.status)
}

import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { UploadRead, UploadToRead } from './read-upload.ts'
import type { ToRead } from './reader-thread.ts'

interface Waiting {
  resolve: (read: UploadRead) => void
  stop: NodeJS.Timeout
}

/** A file at its limits takes a second: only one that never ends is stopped by it. */
const MAX_READING_MS = 20_000
const MAX_HEAP_MB = 512

let running: { worker: Worker; waiting: Map<number, Waiting> } | undefined
let nextId = 1

/**
 * Reads an uploaded statement in a thread of its own, one file after the other, because the API answers others meanwhile.
 * A file that takes too long or too much memory is refused as damaged.
 */
export function readInThread(upload: UploadToRead): Promise<UploadRead> {
  const { worker, waiting } = (running ??= start())
  const id = nextId
  nextId += 1
  return new Promise((resolve) => {
    const stop = setTimeout(() => void worker.terminate(), MAX_READING_MS)
    stop.unref()
    waiting.set(id, { resolve, stop })
    worker.ref()
    const asked: ToRead = { id, upload }
    worker.postMessage(asked)
  })
}

function start(): NonNullable<typeof running> {
  const worker = new Worker(join(import.meta.dirname, 'reader-thread.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
  const waiting = new Map<number, Waiting>()
  const end = (id: number, read: UploadRead) => {
    const one = waiting.get(id)
    if (one === undefined) return
    waiting.delete(id)
    clearTimeout(one.stop)
    one.resolve(read)
    if (waiting.size === 0) worker.unref()
  }
  const giveUp = () => {
    if (running?.worker === worker) running = undefined
    for (const id of waiting.keys()) end(id, { kind: 'refused', reason: 'damaged' })
  }
  worker.on('message', ({ id, read }: { id: number; read: UploadRead }) => end(id, read))
  // An error ends the thread; `exit` follows it.
  worker.on('error', giveUp)
  worker.on('exit', giveUp)
  worker.unref()
  return { worker, waiting }
}

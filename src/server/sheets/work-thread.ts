import { parentPort, Worker } from 'node:worker_threads'

interface Waiting<Result> {
  resolve: (result: Result) => void
  stop: NodeJS.Timeout
}

interface Work {
  id: number
  task: unknown
}

/** A file at its limits takes a second: only one that never ends is stopped by it. */
const MAX_WORKING_MS = 20_000
const MAX_HEAP_MB = 512

/**
 * A thread that runs one task after the other, because the API answers others meanwhile. It starts with the first task,
 * and again after one that took too long or too much memory: that one and those behind it are answered by `givenUp`.
 */
export function createWorkThread<Result>(
  file: string,
  givenUp: Result,
): (task: unknown) => Promise<Result> {
  let running: { worker: Worker; waiting: Map<number, Waiting<Result>> } | undefined
  let nextId = 1
  const start = (): NonNullable<typeof running> => {
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    const waiting = new Map<number, Waiting<Result>>()
    const end = (id: number, result: Result) => {
      const one = waiting.get(id)
      if (one === undefined) return
      waiting.delete(id)
      clearTimeout(one.stop)
      one.resolve(result)
      if (waiting.size === 0) worker.unref()
    }
    const giveUp = () => {
      if (running?.worker === worker) running = undefined
      for (const id of waiting.keys()) end(id, givenUp)
    }
    worker.on('message', ({ id, result }: { id: number; result: Result }) => end(id, result))
    // An error ends the thread; `exit` follows it.
    worker.on('error', giveUp)
    worker.on('exit', giveUp)
    worker.unref()
    return { worker, waiting }
  }
  return (task) => {
    const { worker, waiting } = (running ??= start())
    const id = nextId
    nextId += 1
    return new Promise((resolve) => {
      const stop = setTimeout(() => void worker.terminate(), MAX_WORKING_MS)
      stop.unref()
      waiting.set(id, { resolve, stop })
      worker.ref()
      const work: Work = { id, task }
      worker.postMessage(work)
    })
  }
}

/** Inside the thread: what it does with each task. Tasks wait for each other, because each takes its memory. */
export function serveWorkThread(run: (task: never) => Promise<unknown>): void {
  let last = Promise.resolve()
  const runAfter = async (before: Promise<void>, id: number, task: never): Promise<void> => {
    await before
    parentPort?.postMessage({ id, result: await run(task) })
  }
  parentPort?.on('message', ({ id, task }: { id: number; task: never }) => {
    last = runAfter(last, id, task)
  })
}

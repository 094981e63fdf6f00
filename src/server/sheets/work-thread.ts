import { parentPort, Worker } from 'node:worker_threads'

interface Waiting<Result> {
  resolve: (result: Result) => void
  stop: NodeJS.Timeout
}

interface Work<Task> {
  id: number
  task: Task
}

/** A file at its limits takes a second: only one that never ends is stopped by it. */
const MAX_WORKING_MS = 20_000
const MAX_HEAP_MB = 512

/**
 * A thread that runs one task after the other, because the API answers others meanwhile. It starts with the first task,
 * and again after one that took too long or too much memory: that one and those behind it are answered by `givenUp`.
 */
export function createWorkThread<Task, Result>(
  file: string,
  givenUp: Result,
): (task: Task) => Promise<Result> {
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
      const work: Work<Task> = { id, task }
      worker.postMessage(work)
    })
  }
}

/** Inside the thread: what it does with each task. Tasks wait for each other, because each takes its memory. */
export function serveWorkThread<Task>(run: (task: Task) => Promise<unknown>): void {
  let last = Promise.resolve()
  parentPort?.on('message', ({ id, task }: Work<Task>) => {
    last = last.then(async () => {
      parentPort?.postMessage({ id, result: await run(task) })
    })
  })
}

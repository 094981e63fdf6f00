import { parentPort, Worker } from 'node:worker_threads'
import { Refused } from '../http/errors.ts'

interface Task<Result> {
  task: unknown
  /** Whether the thread ended under it before. */
  wasCutOff: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** A file at its limits takes a second: only one that never ends is stopped by it. */
const MAX_WORKING_MS = 20_000
const MAX_HEAP_MB = 512
/** As many at their limits take half a minute. */
const MAX_QUEUED = 30
const LIMITS = { workingMs: MAX_WORKING_MS, queued: MAX_QUEUED }
/** 503: nothing was done. */
const RETRY_AFTER_SECONDS = 60

/**
 * A thread that runs one task after the other, because the API answers others meanwhile. It starts with the first task,
 * and again after one that took too long or too much memory: that one is answered by `givenUp`, the others have their
 * turn. A task that the thread ended under for another reason is run once more. Refuses where too many wait.
 */
export function createWorkThread<Result>(
  file: string,
  givenUp: Result,
  limits = LIMITS,
): (task: unknown) => Promise<Result> {
  const queue: Task<Result>[] = []
  let worker: Worker | undefined
  let underWay: { of: Task<Result>; stop: NodeJS.Timeout; isLate: boolean } | undefined

  function start(): Worker {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
    const end = () => {
      if (worker !== started) return
      worker = undefined
      cutOff()
    }
    started.on('message', (result: Result) => {
      if (worker === started) finish((task) => task.resolve(result))
    })
    // An error ends the thread; `exit` follows it.
    started.on('error', end)
    started.on('exit', end)
    return started
  }

  function cutOff(): void {
    if (underWay === undefined) return
    const { of, isLate } = underWay
    if (isLate || of.wasCutOff) return finish((task) => task.resolve(givenUp))
    queue.unshift({ ...of, wasCutOff: true })
    finish(() => undefined)
  }

  function finish(settle: (task: Task<Result>) => void): void {
    if (underWay === undefined) return
    clearTimeout(underWay.stop)
    const { of } = underWay
    underWay = undefined
    settle(of)
    runNext()
  }

  function runNext(): void {
    if (underWay !== undefined) return
    const next = queue.shift()
    if (next === undefined) {
      worker?.unref()
      return
    }
    worker ??= start()
    worker.ref()
    const running = worker
    const begun = { of: next, isLate: false, stop: setTimeout(giveUp, limits.workingMs) }
    function giveUp(): void {
      begun.isLate = true
      void running.terminate()
    }
    underWay = begun
    try {
      running.postMessage({ task: next.task })
    } catch (error) {
      finish((task) => task.reject(error))
    }
  }

  return (task) => {
    if (queue.length >= limits.queued) {
      const busy = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      return Promise.reject(new Refused(503, 'readerBusy', busy))
    }
    return new Promise((resolve, reject) => {
      queue.push({ task, wasCutOff: false, resolve, reject })
      runNext()
    })
  }
}

/** Inside the thread: what it does with each task. */
export function serveWorkThread(run: (task: never) => Promise<unknown>): void {
  const answer = async (task: never): Promise<void> => parentPort?.postMessage(await run(task))
  // A rejection ends the thread.
  parentPort?.on('message', (message: { task: never }) => void answer(message.task))
}

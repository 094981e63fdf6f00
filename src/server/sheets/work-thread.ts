import { parentPort, Worker } from 'node:worker_threads'
import { Refused } from '../http/errors.ts'

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
  const thread = new WorkThread(file, givenUp, limits)
  return (task) => thread.run(task)
}

interface Task<Result> {
  task: unknown
  /** Whether the thread ended under it before. */
  wasCutOff: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

class WorkThread<Result> {
  readonly #file: string
  readonly #givenUp: Result
  readonly #limits: typeof LIMITS
  readonly #queue: Task<Result>[] = []
  #worker: Worker | undefined
  #underWay: { of: Task<Result>; stop: NodeJS.Timeout; isLate: boolean } | undefined

  constructor(file: string, givenUp: Result, limits: typeof LIMITS) {
    this.#file = file
    this.#givenUp = givenUp
    this.#limits = limits
  }

  run(task: unknown): Promise<Result> {
    if (this.#queue.length >= this.#limits.queued) {
      const busy = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      return Promise.reject(new Refused(503, 'readerBusy', busy))
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, wasCutOff: false, resolve, reject })
      this.#runNext()
    })
  }

  #runNext(): void {
    if (this.#underWay !== undefined) return
    const next = this.#queue.shift()
    if (next === undefined) {
      this.#worker?.unref()
      return
    }
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const giveUp = () => {
      underWay.isLate = true
      void worker.terminate()
    }
    const underWay = { of: next, isLate: false, stop: setTimeout(giveUp, this.#limits.workingMs) }
    this.#underWay = underWay
    try {
      worker.postMessage({ task: next.task })
    } catch (error) {
      this.#finish((task) => task.reject(error))
    }
  }

  #start(): Worker {
    const limits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
    const worker = new Worker(this.#file, { resourceLimits: limits })
    worker.on('message', (result: Result) => {
      if (this.#worker === worker) this.#finish((task) => task.resolve(result))
    })
    const end = () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#cutOff()
    }
    // An error ends the thread; `exit` follows it.
    worker.on('error', end)
    worker.on('exit', end)
    return worker
  }

  #cutOff(): void {
    if (this.#underWay === undefined) return
    const { of, isLate } = this.#underWay
    if (isLate || of.wasCutOff) return this.#finish((task) => task.resolve(this.#givenUp))
    this.#queue.unshift({ ...of, wasCutOff: true })
    this.#finish(() => undefined)
  }

  #finish(settle: (task: Task<Result>) => void): void {
    if (this.#underWay === undefined) return
    clearTimeout(this.#underWay.stop)
    const { of } = this.#underWay
    this.#underWay = undefined
    settle(of)
    this.#runNext()
  }
}

/** Inside the thread: what it does with each task. */
export function serveWorkThread(run: (task: never) => Promise<unknown>): void {
  const answer = async (task: never): Promise<void> => parentPort?.postMessage(await run(task))
  // A rejection ends the thread.
  parentPort?.on('message', (message: { task: never }) => void answer(message.task))
}

import { fork } from 'node:child_process'

/** The exit code of a worker that wants to be started again: an endless test ends with its process alone. */
export const RESTARTS = 75

interface WorkerRun {
  /** The program of the worker, as an absolute path; `plan` is its argument, as JSON. */
  script: string
  plan: unknown
  /** A worker that sends nothing for so long is killed. */
  maxSilenceMs: number
  onMessage(message: unknown): void
  onSilence?(): void
}

/** Runs one worker process to its end; answers its exit code, null for one that was killed. */
export function runWorker({
  script,
  plan,
  maxSilenceMs,
  onMessage,
  onSilence,
}: WorkerRun): Promise<number | null> {
  const worker = fork(script, [JSON.stringify(plan)])
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const silence = setTimeout(() => {
    onSilence?.()
    worker.kill('SIGKILL')
  }, maxSilenceMs)
  worker.on('message', (message) => {
    silence.refresh()
    onMessage(message)
  })
  worker.once('error', reject)
  worker.once('exit', (code) => {
    clearTimeout(silence)
    resolve(code)
  })
  return promise
}

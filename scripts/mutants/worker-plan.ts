import { z } from 'zod'

/** The faults that one worker of several plants, by name. */
export const workerPlan = z.object({ names: z.array(z.string()) })
export type WorkerPlan = z.infer<typeof workerPlan>

/**
 * What became of a planted fault. An endless test has not passed, so that the fault is caught. `not run`: no test has
 * such a name, or its file does not load.
 */
const verdicts = ['caught', 'endless', 'escaped', 'not run', 'fails without it'] as const
export type Verdict = (typeof verdicts)[number]

export const workerMessage = z.object({ name: z.string(), verdict: z.enum(verdicts) })
export type WorkerMessage = z.infer<typeof workerMessage>

/** Sent whole before it answers: the process may end right after. */
export function sendVerdict(message: WorkerMessage): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  if (process.send === undefined) throw new Error('Started by npm run mutants')
  process.send(message, (error: Error | null) => (error === null ? resolve() : reject(error)))
  return promise
}

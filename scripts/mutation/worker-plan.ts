import { z } from 'zod'

/** What one worker of several tries: of the mutations of these files every `workers`th, without those done. */
export const workerPlan = z.object({
  share: z.number(),
  workers: z.number(),
  files: z.array(z.string()),
  done: z.array(z.string()),
  /** Did not end when they were tried in another process: not by chance, when they don't again. */
  endless: z.array(z.string()),
  round: z.string().optional(),
})
export type WorkerPlan = z.infer<typeof workerPlan>

export const workerMessage = z.union([
  z.object({ trying: z.string() }),
  z.object({ endless: z.string() }),
  z.object({ tried: z.string(), result: z.string() }),
])
export type WorkerMessage = z.infer<typeof workerMessage>

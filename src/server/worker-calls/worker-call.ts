import type { z } from 'zod'

/**
 * Work that a call of the API wants done and only a worker can do, because it opens secrets. What is asked and what is
 * answered travel as JSON; what is asked may hold a clave that was just typed, so it travels sealed.
 */
export interface WorkerCall<Asked, Answer> {
  name: string
  asked: z.ZodType<Asked>
  /** Only names the type: our own code writes and reads what is answered. */
  answer: z.ZodType<Answer>
}

/** Who can be asked. */
export interface Workers {
  /**
   * The worker's answer, given within the organisation's reach. Throws `WorkersAway` when no worker took it up: then
   * nothing was done.
   */
  ask<Asked, Answer>(
    call: WorkerCall<Asked, Answer>,
    organisationId: number,
    asked: Asked,
  ): Promise<Answer>
}

export type HandledCall = readonly [name: string, handle: (asked: unknown) => Promise<unknown>]

/** What a worker does with each call, by name; the JSON is as it arrives. */
export type WorkerHandlers = ReadonlyMap<string, HandledCall[1]>

export function handled<Asked, Answer>(
  call: WorkerCall<Asked, Answer>,
  handle: (asked: Asked) => Promise<Answer>,
): HandledCall {
  return [call.name, (asked) => handle(call.asked.parse(asked))]
}

/** Asks in the same process, by way of JSON as between two: for tests of what is asked. */
export function workersWithin(handlers: readonly HandledCall[]): Workers {
  const byName = new Map(handlers)
  return {
    async ask<Asked, Answer>({ name, answer }: WorkerCall<Asked, Answer>, _: number, asked: Asked) {
      const handle = byName.get(name)
      if (handle === undefined) throw new Error(`No worker handles ${name}`)
      return answer.parse(throughJson(await handle(throughJson(asked))))
    },
  }
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

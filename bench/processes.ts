import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { z } from 'zod'

/** A measured server in a process of its own, and what to ask of it. */
export interface Server {
  child: ChildProcess
  target: unknown
}

export interface Processes {
  /** Starts a file of this folder. */
  start(file: string, ...args: string[]): ChildProcess
  /** Starts a file of this folder that answers, once it listens, what to ask of it. */
  serve(file: string, ...args: string[]): Promise<Server>
  end(): Promise<void>
}

/** Processes of one benchmark, all with the same environment. */
export function processesWith(env: NodeJS.ProcessEnv): Processes {
  const children: ChildProcess[] = []
  const start: Processes['start'] = (file, ...args) => {
    const child = fork(join(import.meta.dirname, file), args, { env })
    child.setMaxListeners(0)
    children.push(child)
    return child
  }
  return {
    start,
    serve: async (file, ...args) => {
      const child = start(file, ...args)
      const { target } = z.object({ target: z.unknown() }).parse(await answerOf(child))
      return { child, target }
    },
    end: async () => {
      for (const child of children) if (child.connected) child.disconnect()
      const running = children.filter(({ exitCode }) => exitCode === null)
      await Promise.all(running.map((child) => once(child, 'exit')))
    },
  }
}

/** The next message of a process; an error when it ends instead. */
export async function answerOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('A process ended early')))
  const message: unknown[] = await Promise.race([once(child, 'message'), ended])
  return message[0]
}

/** Seconds of processor that a server's process has used so far. */
export async function cpuSecondsOf({ child }: Server): Promise<number> {
  child.send('cpu')
  return z.object({ cpuSeconds: z.number() }).parse(await answerOf(child)).cpuSeconds
}

export function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? 0
}

/** Prints a ratio; below the least the benchmark fails. */
export function printRatio(what: string, ratio: number, least: number): void {
  console.log(`${what}: ${ratio.toFixed(2)} (at least ${least})`)
  if (ratio < least) process.exitCode = 1
}

import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Order } from '../test/chaos/order.ts'
import type { PortalOrder } from './pipeline-portal.ts'

/** Workers in processes of their own; whoever is killed is followed at once by another. */
export interface Crew {
  /** Kills the one that has lived longest, as `kill -9` does. */
  killOne(): void
  cpuSeconds(): number
  /** The names of those that live. */
  names(): string[]
  readonly said: readonly string[]
  stop(): Promise<void>
}

const WORKER = join(import.meta.dirname, '../test/chaos/worker.ts')
const MOST_SAID = 200

export function hireCrew(orders: readonly Order[]): Crew {
  const alive = new Map<ChildProcess, string>()
  const said: string[] = []
  let cpuOfTheDead = 0
  let hasEnded = false

  function hire(order: Order): void {
    const env = { ...process.env, FOLIO_CHAOS: JSON.stringify(order) }
    const args = ['--disable-warning=ExperimentalWarning', WORKER]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    alive.set(child, order.name)
    child.stderr.on('data', (text: Buffer) => {
      if (said.length < MOST_SAID) said.push(text.toString())
    })
    child.once('exit', () => {
      alive.delete(child)
      if (!hasEnded) hire({ ...order, name: `${order.name}+` })
    })
  }

  orders.forEach(hire)
  return {
    said,
    killOne: () => {
      const [oldest] = alive.keys()
      if (oldest === undefined) return
      cpuOfTheDead += cpuOf(oldest.pid)
      oldest.kill('SIGKILL')
    },
    cpuSeconds: () =>
      [...alive.keys()].reduce((sum, child) => sum + cpuOf(child.pid), cpuOfTheDead),
    names: () => [...alive.values()],
    stop: async () => {
      hasEnded = true
      const gone = [...alive.keys()].map((child) => once(child, 'exit'))
      // Whatever is under way is cut off: what was measured is on record.
      for (const child of alive.keys()) child.kill('SIGKILL')
      await Promise.all(gone)
    },
  }
}

const opened = z.object({ url: z.string(), idk: z.int(), siiKeyPem: z.string() })
const facts = z.object({
  asked: z.record(z.string(), z.int()),
  documents: z.array(
    z.object({ issuer: z.string(), folio: z.int(), totalClp: z.int(), mark: z.string() }),
  ),
  /** From a request's arrival to its answer, on average: a little more than the portal was told to take. */
  latencyMs: z.number(),
  faults: z.int(),
})
export type PortalFacts = z.infer<typeof facts>

export async function openPortalProcess(order: PortalOrder) {
  const file = join(import.meta.dirname, 'pipeline-portal.ts')
  const child = fork(file, [JSON.stringify(order)], { serialization: 'advanced' })
  const told = async () => {
    const message: unknown[] = await once(child, 'message')
    return message[0]
  }
  const at = opened.parse(await told())
  return {
    ...at,
    cpuSeconds: () => cpuOf(child.pid),
    facts: async (): Promise<PortalFacts> => {
      child.send('facts')
      return facts.parse(await told())
    },
    close: () => child.disconnect(),
  }
}

const TICKS_PER_SECOND = 100

/** Of a process so far, without its children. */
export function cpuOf(pid: number | undefined): number {
  const [user = 0, system = 0] = timesOf(pid).slice(0, 2)
  return (user + system) / TICKS_PER_SECOND
}

/** Of PostgreSQL: its first process, those that live, and those it has buried. */
export function cpuOfPostgres(postmaster: number | undefined): number {
  const own = timesOf(postmaster).reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(Number(name))[1] === String(postmaster),
  )
  return children.reduce((sum, pid) => sum + cpuOf(Number(pid)), own)
}

/** utime, stime, cutime and cstime. */
function timesOf(pid: number | undefined): number[] {
  return statOf(pid).slice(11, 15).map(Number)
}

/** What stands after the name, from the state on. */
function statOf(pid: number | undefined): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

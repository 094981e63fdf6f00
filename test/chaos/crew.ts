import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { Order } from './order.ts'

/** The workers' processes: whoever dies is followed by another, and whoever stops is woken up. */
export interface Crew {
  /** What each said to standard error, for whoever has to find out why. */
  readonly said: readonly string[]
  /** How often a worker was killed, or stopped, at its boundary. */
  readonly struck: number
  stop(): Promise<void>
}

const FLAGS = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'worker.ts')]
const MOST_DEATHS = 20
const STOP_PATIENCE_MS = 10_000

export interface CrewPlan {
  orders: readonly Order[]
  /** How long a stopped worker sleeps. */
  stoppedForMs: number
}

export function startCrew({ orders, stoppedForMs }: CrewPlan): Crew {
  const alive = new Set<ChildProcess>()
  const said: string[] = []
  let struck = 0
  let hasEnded = false

  function hire(order: Order): void {
    const env = { ...process.env, FOLIO_CHAOS: JSON.stringify(order) }
    const child = spawn(process.execPath, FLAGS, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    alive.add(child)
    let hasStopped = false
    child.stderr.on('data', (text: Buffer) => void said.push(text.toString()))
    child.stdout.on('data', (text: Buffer) => {
      const isHit = order.strike !== null && text.toString().includes(order.strike.boundary)
      if (!isHit || hasStopped || order.strike?.signal !== 'SIGSTOP') return
      hasStopped = true
      struck += 1
      hireRest()
      setTimeout(() => child.kill('SIGCONT'), stoppedForMs)
    })
    child.once('exit', (code, signal) => {
      alive.delete(child)
      if (signal === 'SIGKILL') struck += 1
      if (hasEnded) return
      said.push(`${order.name} ended with ${code ?? signal}`)
      if (said.length < MOST_DEATHS) hire({ ...order, name: `${order.name}+`, strike: null })
    })
  }

  /** Whoever is to take over comes when there is something to take over, and not before all is done. */
  const [first, ...rest] = orders
  const waits = first?.strike?.signal === 'SIGSTOP' ? rest.splice(0) : []
  const hireRest = () => waits.splice(0).forEach(hire)
  for (const order of first === undefined ? [] : [first, ...rest]) hire(order)
  return {
    said,
    get struck() {
      return struck
    },
    stop: async () => {
      hasEnded = true
      await Promise.all([...alive].map(end))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => void child.once('exit', resolve))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS)
  await gone
  clearTimeout(impatient)
}

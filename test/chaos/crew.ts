import { spawn, type ChildProcess } from 'node:child_process'
import type { Clock } from '#server/clock.ts'
import type { Order } from './order.ts'
import { COMPILED } from './worker-file.ts'

/** The workers' processes: whoever dies is followed by another, and whoever stops is woken up. */
export interface Crew {
  /** What each said to standard error, for whoever has to find out why. */
  readonly said: readonly string[]
  /** How often a worker was killed, or stopped, at its boundary. */
  readonly struck: number
  /** Whether the one of that name can be at work: neither dead nor stopped. */
  isAwake(name: string): boolean
  /** When the one that is stopped goes on; null when nobody is. */
  readonly wakesAtMs: number | null
  /** Wakes up whoever has slept for long enough. */
  wake(): void
  stop(): Promise<void>
}

const MOST_DEATHS = 20
const STOP_PATIENCE_MS = 10_000

export interface CrewPlan {
  /** The program that each runs. */
  file: string
  orders: readonly Order[]
  clock: Clock
  /** How long a stopped worker sleeps, by that clock. */
  stoppedForMs: number
}

export function startCrew({ file, orders, clock, stoppedForMs }: CrewPlan): Crew {
  const alive = new Map<string, ChildProcess>()
  const said: string[] = []
  let asleep: { name: string; wakesAtMs: number } | null = null
  let struck = 0
  let hasEnded = false

  function hire(order: Order): void {
    const { name, strike } = order
    const env = {
      ...process.env,
      FOLIO_CHAOS: JSON.stringify(order),
      NODE_COMPILE_CACHE: COMPILED,
    }
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    alive.set(name, child)
    let hasStopped = false
    child.stderr.on('data', (text: Buffer) => void said.push(text.toString()))
    child.stdout.on('data', (text: Buffer) => {
      const isHit = strike !== null && text.toString().includes(strike.boundary)
      if (!isHit || hasStopped || strike?.signal !== 'SIGSTOP') return
      hasStopped = true
      struck += 1
      asleep = { name, wakesAtMs: clock.now() + stoppedForMs }
      hireRest()
    })
    child.once('exit', (code, signal) => {
      alive.delete(name)
      if (asleep?.name === name) asleep = null
      if (signal === 'SIGKILL') struck += 1
      if (hasEnded) return
      said.push(`${name} ended with ${code ?? signal}`)
      if (said.length < MOST_DEATHS) hire({ ...order, name: `${name}+`, strike: null })
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
    isAwake: (name) => alive.has(name) && asleep?.name !== name,
    get wakesAtMs() {
      return asleep?.wakesAtMs ?? null
    },
    wake: () => {
      if (asleep === null || asleep.wakesAtMs > clock.now()) return
      alive.get(asleep.name)?.kill('SIGCONT')
      asleep = null
    },
    stop: async () => {
      hasEnded = true
      await Promise.all([...alive.values()].map(end))
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

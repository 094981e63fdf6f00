import type { Chance } from './chance.ts'

/**
 * Where a world plays: everybody stops at every durable boundary, and one seed decides who goes on. One
 * step at a time, so that the order of two workers is never the event loop's chance.
 */
export interface Stage {
  now(): number
  /** Stops here for `delayMs` at least, until the seed lets it go on, alone, to its next stop. */
  park(actor: Actor, label: string, delayMs?: number, signal?: AbortSignal): Promise<void>
  /** Something of the outside that happens by itself, whoever lives by then. */
  later(delayMs: number, label: string, act: () => void | Promise<void>): void
  /** What an actor does while it holds the stage and the event loop has to bring: waited for. */
  real<T>(work: Promise<T>): Promise<T>
  /** Nothing of it ever happens again; who waits for it waits for ever, as nobody is left to wait. */
  kill(actor: Actor): void
  whenKilled(act: (actor: Actor) => void): void
  pause(actor: Actor, ms: number): void
  /** Whoever rests gets up: something has changed. */
  wakeAll(): void
  note(line: string): void
  trace(): string[]
  /** Plays until nobody has anything to do before `untilMs`; false when the limit of steps came first. */
  play(mostSteps: number, untilMs: number): Promise<boolean>
}

export interface Actor {
  name: string
  isAlive: boolean
  pausedUntilMs: number
  /** How far its clock is ahead of everybody's. */
  skewMs?: number
}

export const ENDLESS = Number.POSITIVE_INFINITY
/** The label of whoever looks around again after a while, or when something changes. */
export const RESTS = 'looks around'

interface Op {
  actor: Actor
  label: string
  dueMs: number
  act: () => void
}

/** Whoever has just acted mostly goes on, so that whole stretches of work meet, not only single steps. */
const GOES_ON = 0.8

export function createStage(chance: Chance, startMs: number): Stage {
  const outside: Actor = { name: 'world', isAlive: true, pausedUntilMs: 0 }
  const ops: Op[] = []
  const trace: { atMs: number; line: string }[] = []
  let nowMs = startMs
  let last: Actor = outside
  let busy = 0
  let whenIdle: (() => void) | null = null
  let mourn: (actor: Actor) => void = () => undefined

  function note(line: string): void {
    trace.push({ atMs: nowMs, line })
  }

  function add(actor: Actor, label: string, delayMs: number, act: Op['act']): Op {
    const op = { actor, label, dueMs: nowMs + delayMs, act }
    ops.push(op)
    return op
  }

  function remove(op: Op): void {
    const at = ops.indexOf(op)
    if (at >= 0) ops.splice(at, 1)
  }

  function choose(untilMs: number): Op | null {
    const due = Math.min(...ops.map(readyAt))
    if (due >= untilMs) return null
    nowMs = Math.max(nowMs, due)
    const ready = ops.filter((op) => readyAt(op) <= nowMs)
    const own = ready.find((op) => op.actor === last)
    return own !== undefined && chance.isTrue(GOES_ON) ? own : chance.pick(ready)
  }

  /** All that was set going has stopped again, or waits for the event loop in vain. */
  async function settle(): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      if (busy === 0) return
      await new Promise<void>((resolve) => {
        whenIdle = resolve
      })
    }
  }

  async function real<T>(work: Promise<T>): Promise<T> {
    busy += 1
    try {
      return await work
    } finally {
      busy -= 1
      if (busy === 0) whenIdle?.()
    }
  }

  async function step(op: Op): Promise<void> {
    remove(op)
    last = op.actor
    note(`${op.actor.name} ${op.label}`)
    op.act()
    await settle()
    // Time never stands still, so that what happened later also has a later instant.
    nowMs += 1
  }

  return {
    now: () => nowMs,
    trace: () => trace.map(({ atMs, line }) => `${clockText(atMs)} ${line}`),
    park: (actor, label, delayMs = 0, signal) =>
      new Promise((resolve) => {
        if (!actor.isAlive) return
        if (signal?.aborted) return resolve()
        const op = add(actor, label, delayMs, resolve)
        signal?.addEventListener('abort', () => {
          remove(op)
          resolve()
        })
      }),
    later: (delayMs, label, act) => {
      add(outside, label, delayMs, () => void real(Promise.resolve().then(act)))
    },
    real,
    kill: (actor) => {
      note(`${actor.name} dies`)
      actor.isAlive = false
      for (const op of ops.filter((one) => one.actor === actor)) remove(op)
      mourn(actor)
    },
    whenKilled: (act) => {
      mourn = act
    },
    pause: (actor, ms) => {
      note(`${actor.name} stops for ${Math.round(ms / 1000)} s`)
      actor.pausedUntilMs = nowMs + ms
    },
    wakeAll: () => {
      for (const op of ops) if (op.label === RESTS) op.dueMs = nowMs
    },
    note,
    play: async (mostSteps, untilMs) => {
      await settle()
      for (let steps = 0; steps < mostSteps; steps += 1) {
        const op = choose(untilMs)
        if (op === null) return true
        await step(op)
      }
      return false
    },
  }
}

function readyAt({ dueMs, actor }: Op): number {
  return Math.max(dueMs, actor.pausedUntilMs)
}

/** '30 09:14:03.250', in UTC. */
function clockText(ms: number): string {
  return new Date(ms).toISOString().slice(8, 23).replace('T', ' ')
}

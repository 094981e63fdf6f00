import type { Chance } from './chance.ts'
import {
  BOUNDARY_FAULTS,
  DATABASE_FAULTS,
  PORTAL_FAULTS,
  canHappen,
  type BoundaryFault,
  type DatabaseFault,
  type Fault,
  type Pair,
  type PortalFault,
} from './faults.ts'
import type { Actor, Stage } from './stage.ts'

/** Who decides what goes wrong, and where. Strikes workers only, and nobody once it has ended. */
export interface Trouble {
  atPortal(step: string, actor: Actor): PortalFault | null
  atDatabase(step: string, actor: Actor): DatabaseFault | null
  atBoundary(step: string, actor: Actor): BoundaryFault | null
  pause(actor: Actor): void
  end(): void
  readonly struck: readonly Strike[]
}

export interface AimedFault {
  pair: Pair
  skip: number
  /** Not before anybody has come to this step. */
  after?: string
  /** A stop that ends when somebody else comes to this step, not by chance. */
  until?: string
  /** A stop of so long. */
  pauseMs?: readonly [number, number]
}

export type Strike = Pair & { worker: string; atMs: number }

export interface TroublePlan {
  /** Faults that strike at their step, each once, after so many times there; and those of one step in this order. */
  aims: AimedFault[]
  /** How likely any step is struck besides, and by which kinds. */
  rate: number
  kinds: readonly Fault[]
  /** The most strikes by chance. */
  budget: number
}

export function createTrouble(chance: Chance, stage: Stage, plan: TroublePlan): Trouble {
  const struck: Strike[] = []
  let hasEnded = false
  let left = plan.budget
  const aims = plan.aims.map((aim) => ({ ...aim }))
  const stopped = new Map<Actor, AimedFault>()
  const waiting = new Map<Actor, string>()
  const reached = new Set<string>()

  function strike<F extends Fault>(
    place: Pair['place'],
    step: string,
    actor: Actor,
    options: readonly F[],
  ): F | null {
    if (hasEnded || !isWorker(actor)) return null
    wakeWhoWaitsFor(step, actor)
    reached.add(step)
    const fault = aimed(place, step, actor, options) ?? byChance(step, options)
    if (fault === null) return null
    struck.push({ place, step, fault, worker: actor.name, atMs: stage.now() })
    stage.note(`${actor.name} ${step} !${fault}`)
    return fault
  }

  function wakeWhoWaitsFor(step: string, comer: Actor): void {
    for (const [actor, until] of waiting) {
      if (until !== step || actor === comer) continue
      waiting.delete(actor)
      actor.pausedUntilMs = stage.now() + chance.between(0, SOON_MS)
    }
  }

  function pause(actor: Actor): void {
    const aim = stopped.get(actor)
    stopped.delete(actor)
    if (aim?.until !== undefined) {
      waiting.set(actor, aim.until)
      stage.pause(actor, LONGEST_PAUSE_MS)
    } else if (aim?.pauseMs !== undefined) stage.pause(actor, chance.between(...aim.pauseMs))
    else stage.pause(actor, pauseMs(chance))
  }

  function aimed<F extends Fault>(
    place: Pair['place'],
    step: string,
    actor: Actor,
    options: readonly F[],
  ): F | null {
    for (const aim of aims) {
      if (aim.pair.place !== place || aim.pair.step !== step) continue
      if (aim.after !== undefined && !reached.has(aim.after)) continue
      aim.skip -= 1
      if (aim.skip >= 0) continue
      aims.splice(aims.indexOf(aim), 1)
      stopped.set(actor, aim)
      return options.find((fault) => fault === aim.pair.fault) ?? null
    }
    return null
  }

  function byChance<F extends Fault>(step: string, options: readonly F[]): F | null {
    if (left === 0 || !chance.isTrue(plan.rate)) return null
    const likely = options.filter((fault) => plan.kinds.includes(fault))
    if (likely.length === 0) return null
    const fault = chance.pick(likely)
    if (!canHappen({ step, fault })) return null
    left -= 1
    return fault
  }

  return {
    struck,
    atPortal: (step, actor) => strike('portal', step, actor, PORTAL_FAULTS),
    atDatabase: (step, actor) => strike('database', step, actor, DATABASE_FAULTS),
    atBoundary: (step, actor) => strike('boundary', step, actor, BOUNDARY_FAULTS),
    pause,
    end: () => {
      hasEnded = true
    },
  }
}

function isWorker({ name }: Actor): boolean {
  return name !== 'user'
}

const MINUTE_MS = 60_000
const SOON_MS = 1000
const LONGEST_PAUSE_MS = 8 * 60 * MINUTE_MS

/** Within the lease, just beyond it, beyond the look at the list, beyond a person's decision. */
function pauseMs(chance: Chance): number {
  const [least, most] = chance.weighted<readonly [number, number]>([
    [[0.1, 1.9], 3],
    [[2, 9], 4],
    [[10, 60], 2],
    [[70, 300], 2],
  ])
  return Math.round((least + chance.next() * (most - least)) * MINUTE_MS)
}

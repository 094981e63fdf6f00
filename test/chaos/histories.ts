import { faultKinds, isFaultKind, type FaultKind } from '#simulators/world-trouble.ts'
import { createChance } from '../worlds/chance.ts'
import { BOUNDARY_STEPS, PORTAL_STEPS } from '../worlds/faults.ts'
import type { History } from './history.ts'

const SEND = 'mipeSendXML.cgi'
const LEASE_MS = 120_000
const HOUR_MS = 60 * 60_000
const FAULTS: readonly FaultKind[] = Object.keys(faultKinds).filter(isFaultKind)
const WORKERS = [1, 2] as const

/** kill -9 at every boundary, with every fault at the one request that can't be repeated. */
export function kills(): History[] {
  return BOUNDARY_STEPS.flatMap((boundary, at) =>
    [null, ...FAULTS].flatMap((kind, which) =>
      WORKERS.map((workers) => ({
        name: `killed ${boundary}, ${kind ?? 'no fault'}, ${workers} workers`,
        seed: 1 + at * 100 + which,
        workers,
        strike: { boundary, signal: 'SIGKILL' as const },
        faults: kind === null ? [] : [{ kind, cgi: SEND }],
      })),
    ),
  )
}

/** Stopped for twice as long as the lease lasts, while another worker takes over. */
export function stops(): History[] {
  return BOUNDARY_STEPS.map((boundary, at) => ({
    name: `stopped ${boundary}`,
    seed: 1000 + at,
    workers: 2,
    strike: { boundary, signal: 'SIGSTOP' },
  }))
}

/** Documents of an uploaded file beside those of rules: killed and stopped at every boundary, with and without its answer. */
export function files(): History[] {
  const strikes = BOUNDARY_STEPS.flatMap((boundary, at) =>
    ([null, 'drop-answer'] as const).flatMap((kind, lost) =>
      (['SIGKILL', 'SIGSTOP'] as const).map((signal, which) => ({
        name: `file: ${signal === 'SIGKILL' ? 'killed' : 'stopped'} ${boundary}, ${kind ?? 'no fault'}`,
        seed: 4000 + at * 10 + lost * 2 + which,
        workers: signal === 'SIGKILL' ? (1 as const) : (2 as const),
        hasFile: true,
        strike: { boundary, signal },
        faults: kind === null ? [] : [{ kind, cgi: SEND }],
      })),
    ),
  )
  const stopped = { seed: 4900, workers: 2 as const, hasFile: true, postgresStops: 2 }
  return [...strikes, { name: 'file: PostgreSQL stopped at once, 2 times', ...stopped }]
}

export function databaseStops(): History[] {
  return [1, 2, 3].map((times) => ({
    name: `PostgreSQL stopped at once, ${times} times`,
    seed: 2000 + times,
    workers: 2,
    postgresStops: times,
  }))
}

/** Somebody sets one worker's clock, at each boundary: a lost answer leads through all of them. */
export function jumps(): History[] {
  return [-24 * HOUR_MS, -HOUR_MS, -LEASE_MS, LEASE_MS, HOUR_MS].flatMap((byMs, which) =>
    BOUNDARY_STEPS.map((boundary, at) => ({
      name: `the clock of one worker jumps by ${byMs / 60_000} minutes ${boundary}`,
      seed: 3000 + at * 10 + which,
      workers: 2 as const,
      jump: { boundary, byMs },
      faults: [{ kind: 'drop-answer' as const, cgi: SEND }],
    })),
  )
}

/** Anything at any request, with or without a worker's death. */
export function randomHistory(seed: number): History {
  const chance = createChance(seed)
  const faults = Array.from({ length: chance.between(0, 4) }, () => ({
    kind: chance.pick(FAULTS),
    cgi: chance.pick([SEND, SEND, ...PORTAL_STEPS]),
    skip: chance.below(3),
  }))
  const signal = chance.pick(['SIGKILL', 'SIGKILL', 'SIGSTOP', null] as const)
  const strike =
    signal === null ? {} : { strike: { boundary: chance.pick(BOUNDARY_STEPS), signal } }
  return {
    name: `random history ${seed}`,
    seed,
    workers: chance.pick(WORKERS),
    faults,
    hasFile: chance.isTrue(0.3),
    ...strike,
  }
}

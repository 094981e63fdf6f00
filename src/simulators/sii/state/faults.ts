import { kindsThatAnswer, type Fault, type FaultKind } from '../../world-trouble.ts'
import { chanceOf, wholeOf } from './chance.ts'

/** Faults drawn by a number: the same requests in the same order are struck alike, every time. */
export interface SeededFaults {
  seed: number
  /** One request in so many is struck. */
  outOf: number
  /** Last parts of the paths struck; all without it. */
  cgis?: string[]
  /** Which of them; without it all but those that never answer. */
  kinds?: FaultKind[]
}

export interface FaultPlan {
  add(fault: Fault): void
  /** From now on by this seed too; null ends it. */
  sow(seeded: SeededFaults | null): void
  /** Whether what earlier faults hold back goes on now: nobody else would let it, under a seed. */
  releases(): boolean
  clear(): void
  pending(): Fault[]
  /** Every strike so far, for tests that demand each kind at each step. */
  struck(): { kind: FaultKind; cgi: string }[]
  take(request: { cgi: string; method: string; personRut: string | null }): Fault | null
}

const MOST_STRIKES_KEPT = 10_000
/** Of the requests under a seed, how many let go on what is held back. */
const RELEASE_SHARE = 1 / 3

export function createFaultPlan(): FaultPlan {
  let plan: Fault[] = []
  let sown: SeededFaults | null = null
  let drawn = 0
  const strikes: { kind: FaultKind; cgi: string }[] = []

  function strike(kind: FaultKind, cgi: string): void {
    if (strikes.length < MOST_STRIKES_KEPT) strikes.push({ kind, cgi })
  }

  function draw(cgi: string): Fault | null {
    if (sown === null || (sown.cgis !== undefined && !sown.cgis.includes(cgi))) return null
    drawn += 1
    const { seed, outOf, kinds = kindsThatAnswer } = sown
    if (chanceOf(`${seed} ${drawn}`) >= 1 / outOf) return null
    const kind = kinds[wholeOf(`${seed} ${drawn} kind`, 0, kinds.length - 1)]
    return kind === undefined ? null : { kind, cgi }
  }

  return {
    sow(seeded) {
      sown = seeded
      drawn = 0
    },
    releases: () => sown !== null && chanceOf(`${sown.seed} ${drawn} release`) < RELEASE_SHARE,
    add: (fault) => void plan.push({ times: 1, skip: 0, ...fault }),
    clear() {
      plan = []
      sown = null
    },
    pending: () => plan.map((fault) => ({ ...fault })),
    struck: () => [...strikes],
    take(request) {
      for (const fault of plan) {
        if (!matches(fault, request)) continue
        if ((fault.skip ?? 0) > 0) {
          fault.skip = (fault.skip ?? 0) - 1
          continue
        }
        fault.times = (fault.times ?? 1) - 1
        plan = plan.filter((one) => (one.times ?? 1) > 0)
        strike(fault.kind, request.cgi)
        return { ...fault }
      }
      const found = draw(request.cgi)
      if (found !== null) strike(found.kind, found.cgi)
      return found
    },
  }
}

function matches(
  fault: Fault,
  request: { cgi: string; method: string; personRut: string | null },
): boolean {
  return (
    (fault.cgi === '*' || fault.cgi === request.cgi) &&
    (fault.method === undefined || fault.method === request.method) &&
    (fault.rut === undefined || fault.rut === request.personRut)
  )
}

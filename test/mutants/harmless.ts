import type { Mutant } from './mutant.ts'

/** A change that looks like a fault and does no harm: nothing a user or the SII could notice differs. */
export interface HarmlessMutant extends Mutant {
  because: string
}

/** Struck out of the planted faults, so that nobody looks for a test of them again. */
export const HARMLESS_MUTANTS: readonly HarmlessMutant[] = [
  {
    name: 'the first batch of rules alone is planned',
    file: 'server/documents/plan/plan.ts',
    from: `if (planned.rules === 0) break`,
    to: `break`,
    because:
      'Three batches of 2,000 rules are planned at a look all the same, and the next look, a second later at most, plans the rest.',
  },
]

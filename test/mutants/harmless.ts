import type { Mutant } from './mutant.ts'

/** A change that looks like a fault and does no harm: nothing a user or the SII could notice differs. */
export interface HarmlessMutant extends Mutant {
  because: string
}

/** Struck out of the planted faults, so that nobody looks for a test of them again. */
export const HARMLESS_MUTANTS: readonly HarmlessMutant[] = []

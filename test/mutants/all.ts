import { WORLD_MUTANTS } from '../worlds/mutants.ts'
import { DOMAIN_MUTANTS } from './domain.ts'
import type { Mutant, TestedMutant } from './mutant.ts'

/** Every planted fault that a test catches: a new list is added here. */
export const TESTED_MUTANTS: readonly TestedMutant[] = [...DOMAIN_MUTANTS]

export const MUTANTS: readonly Mutant[] = [...WORLD_MUTANTS, ...TESTED_MUTANTS]

import { OPEN_ACTIONS_MUTANTS } from './actions.ts'
import { OPEN_ALIKE_MUTANTS } from './alike.ts'
import { OPEN_COURSE_MUTANTS } from './course.ts'
import { OPEN_ISSUED_MUTANTS } from './issued.ts'
import type { Mutant } from '../mutant.ts'

/**
 * Planted faults that no test is known to catch: each is to be caught, or struck out with its reason. `npm test` proves
 * only that they can be planted.
 */
export const OPEN_MUTANTS: readonly Mutant[] = [
  ...OPEN_ACTIONS_MUTANTS,
  ...OPEN_ALIKE_MUTANTS,
  ...OPEN_COURSE_MUTANTS,
  ...OPEN_ISSUED_MUTANTS,
]

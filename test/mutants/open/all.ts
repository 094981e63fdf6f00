import { OPEN_DEPARTURE_MUTANTS } from './departure.ts'
import { OPEN_FREEZE_MUTANTS } from './freeze.ts'
import { OPEN_ISSUE_MUTANTS } from './issue.ts'
import { OPEN_PLAN_MUTANTS } from './plan.ts'
import { OPEN_PORTAL_MUTANTS } from './portal.ts'
import { OPEN_QUEUE_MUTANTS } from './queue.ts'
import { OPEN_RECONCILE_MUTANTS } from './reconcile.ts'
import { OPEN_REPEATED_MUTANTS } from './repeated.ts'
import type { Mutant } from '../mutant.ts'

/**
 * Planted faults that no test is known to catch: each is to be caught, or struck out with its reason. `npm test` proves
 * only that they can be planted.
 */
export const OPEN_MUTANTS: readonly Mutant[] = [
  ...OPEN_DEPARTURE_MUTANTS,
  ...OPEN_FREEZE_MUTANTS,
  ...OPEN_ISSUE_MUTANTS,
  ...OPEN_PLAN_MUTANTS,
  ...OPEN_PORTAL_MUTANTS,
  ...OPEN_QUEUE_MUTANTS,
  ...OPEN_RECONCILE_MUTANTS,
  ...OPEN_REPEATED_MUTANTS,
]

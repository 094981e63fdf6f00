import type { TestedMutant } from './mutant.ts'

/** Faults in the pure rules. */
export const DOMAIN_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'day 31 passes over the end of a short month',
    file: 'domain/schedule.ts',
    from: `Math.min(wanted, last) - 1`,
    to: `wanted - 1`,
    caughtBy: { test: 'src/domain/schedule.test.ts' },
  },
  {
    name: 'a RUT is read whatever its check digit',
    file: 'domain/rut.ts',
    from: `if (parts === null || checkDigit(parts.body) !== parts.dv) return null`,
    to: `if (parts === null) return null`,
    caughtBy: { test: 'src/domain/rut.test.ts' },
  },
  {
    name: 'the retention of next year already holds',
    file: 'domain/retention.ts',
    from: `year >= fromYear`,
    to: `year >= fromYear - 1`,
    caughtBy: { test: 'src/domain/retention.test.ts', name: 'rate of retention' },
  },
]

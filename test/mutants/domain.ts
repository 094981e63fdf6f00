import type { TestedMutant } from './mutant.ts'

/** Amounts, dates and recipients are worked out a second time there. */
const PAIRS = { test: 'test/worlds/pairs.test.ts', name: 'every pair that can happen is lived' }

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
  {
    name: 'halves of a peso are rounded down',
    file: 'domain/money.ts',
    from: `const rounded = (2n * magnitude + denominator) / (2n * denominator)`,
    to: `const rounded = magnitude / denominator`,
    caughtBy: PAIRS,
  },
  {
    name: 'the UF of the day and of the month before are confused',
    file: 'domain/rule.ts',
    from: `return rateType === 'DAY_OF' ? issueDate :`,
    to: `return rateType !== 'DAY_OF' ? issueDate :`,
    caughtBy: PAIRS,
  },
  {
    name: 'the retention of 2027 comes a year late',
    file: 'domain/retention.ts',
    from: `[2027, 1600],`,
    to: `[2028, 1600],`,
    caughtBy: PAIRS,
  },
  {
    name: 'Saturday is a business day',
    file: 'domain/holidays.ts',
    from: `weekday(date) <= 5`,
    to: `weekday(date) <= 6`,
    caughtBy: PAIRS,
  },
  {
    name: 'every document goes to the first client of its rule',
    file: 'server/documents/freeze/freeze.ts',
    from: `rule?.clients.find(({ clientId }) => clientId === document.client_id)`,
    to: `rule?.clients[0]`,
    caughtBy: PAIRS,
  },
]

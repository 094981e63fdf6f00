import type { TestedMutant } from '../mutant.ts'

/** Faults in asking whether there is anything to do. */
export const IDLE_PASS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'days are not reckoned anew while nothing else is due',
    file: 'server/pipeline.ts',
    from: `    isCalendarOfAnotherVersion(),
`,
    to: '',
    caughtBy: { test: 'test/flows/holiday-added.test.ts' },
  },
  {
    name: 'a rule whose day has come waits until something else is due',
    file: 'server/pipeline.ts',
    from: `    anyRuleDue(db, { today, now }),
`,
    to: '',
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'a stop is not applied while nothing else is due',
    file: 'server/pipeline.ts',
    from: `    anyStopToApply,
`,
    to: '',
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'what is ready stands still while everything is stopped, and goes on when it is resumed',
    },
  },
  {
    name: 'nobody is told behind whom they wait while nothing else is due',
    file: 'server/pipeline.ts',
    from: `    anyToTell(clock),
`,
    to: '',
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document behind an uncertain one says so once, and goes on when that one waits for a person',
    },
  },
  {
    name: 'a document whose day went by is not found while nothing else is due',
    file: 'server/pipeline.ts',
    from: `    anyLate(db, clock),
`,
    to: '',
    caughtBy: {
      test: 'test/engine/queue/late.test.ts',
      name: 'a queued document whose day went by is issued the day after where its rule says so',
    },
  },
  {
    name: 'an order of an uploaded file waits until something else is due',
    file: 'server/pipeline.ts',
    from: `    anyOrderDue(now),
`,
    to: '',
    caughtBy: { test: 'test/engine/uploads/pause.test.ts' },
  },
  {
    name: 'what is planned waits until something else is due',
    file: 'server/pipeline.ts',
    from: `    anyDueAtHome(now),
`,
    to: '',
    caughtBy: { test: 'test/engine/freeze/later-prices.test.ts' },
  },
]

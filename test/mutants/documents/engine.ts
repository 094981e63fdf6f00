import type { TestedMutant } from '../mutant.ts'

/** Faults in the engine that a test of its own catches, because no world has been found that does. */
export const ENGINE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'new attempts beside an open one',
    file: 'server/documents/queue/due.ts',
    from: `          and not exists (select from open where holds_everything)
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/behind-uncertain.test.ts' },
  },
]

import type { TestedMutant } from './mutant.ts'

const PAIRS = 'test/worlds/pairs.test.ts'
const FIXED = { test: PAIRS, name: 'keep every promise' }
const RANDOM = { test: PAIRS, name: 'issue nothing on a forbidden date' }

/** Faults that worlds notice at the very instant of an intent, or where a rule ends. */
export const WATCHED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an intent is written in the moment of a stop',
    file: 'server/documents/departure/judge.ts',
    from: `  await hold(trx, needs, actor, row, facts.stop)
  return false`,
    to: `  void hold
  return true`,
    caughtBy: FIXED,
  },
  {
    name: 'an annulment is sent in the moment of a stop',
    file: 'server/documents/issued/annul.ts',
    from: `if (!(await mayAct(trx, needs, actorOf(lease), row, facts, askedMs))) return false`,
    to: `await mayAct(trx, needs, actorOf(lease), row, facts, askedMs)`,
    caughtBy: RANDOM,
  },
  {
    name: 'an intent is written by a clock that has just gone wrong',
    file: 'server/documents/departure/judge.ts',
    from: `if (isSkewed(skewMs)) throw new ClockDiffers(skewMs)`,
    to: `if (isSkewed(skewMs)) void ClockDiffers`,
    caughtBy: RANDOM,
  },
  {
    name: 'a rule of two emissions goes on to a third',
    file: 'server/rules/due.ts',
    from: `row.most_emissions - (row.made ?? 0)`,
    to: `row.most_emissions + 1 - (row.made ?? 0)`,
    caughtBy: FIXED,
  },
  {
    name: 'a rule goes on to a day after its end',
    file: 'server/rules/due.ts',
    from: `endDay: row.end_day === null ? null : knownDay(row.end_day),`,
    to: `endDay: null,`,
    caughtBy: RANDOM,
  },
]

import type { TestedMutant } from './mutant.ts'

/** Faults in what a document says, its UF, and what keeps it from being issued unasked. */
export const FREEZE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an approved total lets another total pass',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `return approved !== null && approved === contentTotal(content)`,
    to: `return approved !== null`,
    caughtBy: { test: 'test/engine/brakes.test.ts' },
  },
  {
    name: 'an approved total is asked about again on its new date',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `const before = isApproved(document, content) ? null :`,
    to: `const before = false ? null :`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a rule that asks is issued unasked',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `return row?.needs_approval ?? false`,
    to: `return false`,
    caughtBy: { test: 'test/engine/brakes.test.ts' },
  },
  {
    name: 'the months of another day fill in the lines',
    file: 'server/documents/freeze/freeze.ts',
    from: `{ period: monthOf(emissionDay), clientId`,
    to: `{ period: monthOf(issueDate), clientId`,
    caughtBy: { test: 'test/engine/monthly-values.test.ts' },
  },
  {
    name: 'the UF of the emission day is taken for that of the issue date',
    file: 'server/documents/freeze/freeze.ts',
    from: `const rateDay = ufDayOf(rule.ufRateType, issueDate)`,
    to: `const rateDay = ufDayOf(rule.ufRateType, emissionDay)`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a document is frozen without its undo window',
    file: 'server/documents/freeze/freeze.ts',
    from: `Math.max(clock.now() + undoWindowMs, opensMs)`,
    to: `Math.max(clock.now(), opensMs)`,
    caughtBy: { test: 'test/engine/plan.test.ts' },
  },
  {
    name: 'what waits for a word leaves at the end of its undo window',
    file: 'server/documents/freeze/freeze.ts',
    from: `const stop = { wait_until: null, next_try_at: null }`,
    to: `const stop = { next_try_at: until }`,
    caughtBy: { test: 'test/engine/brakes.test.ts' },
  },
  {
    name: 'a document that lacks its UF never looks again',
    file: 'server/documents/freeze/freeze.ts',
    from: `await hold(trx, clock, actor, document, 'ufMissing', { next_try_at: later })`,
    to: `await hold(trx, clock, actor, document, 'ufMissing', { next_try_at: null })`,
    caughtBy: { test: 'test/engine/plan.test.ts' },
  },
  {
    name: 'a document that lacks something is never looked at again',
    file: 'server/documents/freeze/freeze.ts',
    from: `const change = { reason, next_try_at: later }`,
    to: `const change = { reason, next_try_at: null }`,
    caughtBy: { test: 'test/engine/plan.test.ts' },
  },
]

import type { TestedMutant } from '../mutant.ts'

/** Faults in what a document says, its UF, and what keeps it from being issued unasked. */
export const FREEZE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an approved total lets another total pass',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `return approved !== null && approved === contentTotal(content)`,
    to: `return approved !== null`,
    caughtBy: { test: 'test/engine/freeze/brakes.test.ts' },
  },
  {
    name: 'an approved total is asked about again on its new date',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `const before = isApproved(document, content) ? null :`,
    to: `const before = false ? null :`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'an amount that was approved is not asked about again when only its date is another',
    },
  },
  {
    name: 'a rule that asks is issued unasked',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `return row?.needs_approval ?? false`,
    to: `return false`,
    caughtBy: { test: 'test/engine/freeze/brakes.test.ts' },
  },
  {
    name: 'the months of another day fill in the lines',
    file: 'server/documents/freeze/freeze.ts',
    from: `{ period: monthOf(emissionDay), clientId`,
    to: `{ period: monthOf(issueDate), clientId`,
    caughtBy: { test: 'test/engine/freeze/monthly-values.test.ts' },
  },
  {
    name: 'the UF of the emission day is taken for that of the issue date',
    file: 'server/documents/freeze/freeze.ts',
    from: `const rateDay = ufDayOf(rule.ufRateType, issueDate)`,
    to: `const rateDay = ufDayOf(rule.ufRateType, emissionDay)`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a rule that issues the next day gives it the new date, UF and undo window',
    },
  },
  {
    name: 'a document is frozen without its undo window',
    file: 'server/documents/freeze/freeze.ts',
    from: `Math.max(clock.now() + undoWindowMs, opensMs)`,
    to: `Math.max(clock.now(), opensMs)`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'what waits for a word leaves at the end of its undo window',
    file: 'server/documents/freeze/freeze.ts',
    from: `const stop = { wait_until: null, next_try_at: null }`,
    to: `const stop = { next_try_at: until }`,
    caughtBy: { test: 'test/engine/freeze/brakes.test.ts' },
  },
  {
    name: 'a document that lacks its UF never looks again',
    file: 'server/documents/freeze/freeze.ts',
    from: `await hold(trx, clock, actor, document, 'ufMissing', { next_try_at: later })`,
    to: `await hold(trx, clock, actor, document, 'ufMissing', { next_try_at: null })`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'a document that lacks something is never looked at again',
    file: 'server/documents/freeze/freeze.ts',
    from: `const change = { reason, next_try_at: later }`,
    to: `const change = { reason, next_try_at: null }`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'of two alike frozen at once neither sees the other',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `  await lockAlikes(trx, document, content)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'a document is not frozen while one that looks the same',
    },
  },
  {
    name: 'an amount is compared with that of another client',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .where('client_id', '=', client_id)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'not compared with that of another client',
    },
  },
  {
    name: 'an amount is compared with that of another rule',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .where('rule_id', '=', rule_id)
    .where('client_id'`,
    to: `    .where('client_id'`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'not compared with that of another rule',
    },
  },
  {
    name: 'an amount is compared with one that was never issued',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .where('state', '=', 'issued')
`,
    to: `    .where('content', 'is not', null)
`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'not compared with one that was never issued',
    },
  },
  {
    name: 'an amount is compared with the oldest',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `    .orderBy('emission_day', 'desc')
    .orderBy('id', 'desc')`,
    to: `    .orderBy('emission_day', 'asc')
    .orderBy('id', 'asc')`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'compared with the latest one before',
    },
  },
  {
    name: 'an order for another day is asked about as if nobody had given it',
    file: 'server/documents/freeze/approval-reason.ts',
    from: `(!isApprovalNeeded && !isUnusual) || (await wasAskedFor(trx, document))`,
    to: `!isApprovalNeeded && !isUnusual`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'ordered for another day needs no approval',
    },
  },
  {
    name: 'what is not due yet is frozen today',
    file: 'server/documents/freeze/freeze.ts',
    from: `if (issueDate !== null && toDay > 0) {`,
    to: `if (issueDate !== null && toDay > 366) {`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'a document dated tomorrow',
    },
  },
  {
    name: 'what cannot leave today with its undo window is frozen for today',
    file: 'server/documents/freeze/freeze.ts',
    from: `if (issueDate === null || toDay < 0) {`,
    to: `if (issueDate === null) {`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'a document dated yesterday',
    },
  },
  {
    name: 'what is stopped while it waits to be frozen is frozen all the same',
    file: 'server/documents/freeze/freeze.ts',
    from: `return document.state === 'planned' || document.state === 'needs_data'`,
    to: `return document.state !== 'issued'`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'a document that was skipped is not frozen',
    },
  },
  {
    name: 'the undo window ends before the hours begin',
    file: 'server/documents/freeze/freeze.ts',
    from: `Math.max(clock.now() + undoWindowMs, opensMs)`,
    to: `clock.now() + undoWindowMs`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'frozen at night ends when the hours begin',
    },
  },
  {
    name: 'a retention accepted for one gross holds for another',
    file: 'domain/freeze-boleta.ts',
    from: `    accepted?.grossClp === grossClp
`,
    to: `    accepted !== null
`,
    caughtBy: {
      test: 'src/domain/freeze.test.ts',
      name: 'accepted for that gross',
    },
  },
  {
    name: 'a retention that was accepted is asked about again',
    file: 'server/documents/freeze/freeze.ts',
    from: `if (accepted === null || gross === null) return null`,
    to: `if (accepted !== null || gross === null) return null`,
    caughtBy: {
      test: 'test/engine/freeze/freeze.test.ts',
      name: 'whose retention of the SII was accepted',
    },
  },
]

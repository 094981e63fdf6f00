import type { TestedMutant } from '../mutant.ts'

/** Faults in what a person orders of a rule: its months, its pause, and what that stopped. */
export const RULE_ACTIONS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a stopped document comes back after the end of its rule',
    file: 'server/documents/actions/restore.ts',
    from: `rule === undefined || (rule.end_day !== null && today > rule.end_day)`,
    to: `rule === undefined`,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'a stopped one stays stopped when its rule has ended',
    },
  },
  {
    name: 'a document that was tried comes back',
    file: 'server/documents/actions/restore.ts',
    from: `  if (await wasTried(db, row)) return null
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'one that was ever tried stays stopped, by itself and with its rule',
    },
  },
  {
    name: 'what comes back races a pause',
    file: 'server/documents/actions/restore.ts',
    from: `    await lockSavedCourse(trx, { organisationId: at.organisationId, ruleId: found.rule_id })
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'a document restored while its rule is being paused stays stopped',
    },
  },
  {
    name: 'a deleted rule gives its documents back',
    file: 'server/documents/actions/restore.ts',
    from: `    .where('rule.deleted_at', 'is', null)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'a stopped one stays stopped when its rule is deleted',
    },
  },
  {
    name: 'what comes back is prepared before its hour',
    file: 'server/documents/actions/restore.ts',
    from: `departure === null ? null : instantText(departure.atMs)`,
    to: `departure === null ? null : instantText(clock.now())`,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'what a pause stopped before its hour waits for that hour again',
    },
  },
  {
    name: 'a month of which one was issued is skipped',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (rows.some(({ state }) => TOO_LATE.has(state))) return 'monthAlreadyIssued'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'a month of which one was issued is not skipped',
    },
  },
  {
    name: 'a month is moved to a day gone by',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (compare(day, first) < 0) return 'dayHasGoneBy'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'a month whose own day went by while it was skipped is put back by nobody, but may get another day',
    },
  },
  {
    name: 'a month is moved past the end of its rule',
    file: 'server/documents/actions/rule-months.ts',
    from: `endDay === null || compare(day, endDay) <= 0`,
    to: `endDay !== ''`,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'a day past the rule’s end is refused',
    },
  },
  {
    name: 'a month is issued now after the end of its rule',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (endDay !== null && compare(today, endDay) > 0) return false
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'issuing a rule that ended now is refused',
    },
  },
  {
    name: 'another month than this one is issued now',
    file: 'server/documents/actions/rule-months.ts',
    from: `    if (at.period !== monthOf(today)) return 'notThisMonth'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'issuing another month now is refused',
    },
  },
  {
    name: 'a paused rule issues its month now',
    file: 'server/documents/actions/rule-months.ts',
    from: `    if (rule.isPaused) return 'ruleIsPaused'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'issuing a paused rule now is refused',
    },
  },
  {
    name: 'a rule that runs is resumed',
    file: 'server/documents/actions/resume-rule.ts',
    from: `    if (!rule.isPaused) return { kind: 'refused', why: 'ruleNotPaused' }
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/resume-rule.test.ts' },
  },
  {
    name: 'an edit of one rule wakes the documents of all',
    file: 'server/documents/actions/look-again.ts',
    from: `.where('rule_id', '=', rule.ruleId).execute()
}

/** A client's`,
    to: `.where('id', '>', 0).execute()
}

/** A client's`,
    caughtBy: {
      test: 'test/engine/actions/look-again.test.ts',
      name: 'nothing of another rule, issuer or organisation is looked at',
    },
  },
  {
    name: 'what waits for a person is woken by an edit',
    file: 'server/documents/actions/look-again.ts',
    from: `    .where('next_try_at', 'is not', null)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/look-again.test.ts',
      name: 'what waits for a person’s word about its day goes on waiting',
    },
  },
  {
    name: 'a stopped document of a past month comes back',
    file: 'server/documents/actions/restore.ts',
    from: `  if (compare(monthOf(own), monthOf(today)) < 0) return null
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'goes on while its month lasts',
    },
  },
  {
    name: 'what was tried comes back with its rule',
    file: 'server/documents/actions/restore.ts',
    from: ` || (await wasTried(trx, row))) continue`,
    to: `) continue`,
    caughtBy: { test: 'test/engine/actions/restore.test.ts', name: 'one that was ever tried' },
  },
  {
    name: 'what a person stopped comes back with the rule',
    file: 'server/documents/actions/restore.ts',
    from: `if (row?.state !== 'skipped' || row.reason !== 'rulePaused') continue`,
    to: `if (row?.state !== 'skipped') continue`,
    caughtBy: {
      test: 'test/engine/actions/restore.test.ts',
      name: 'what a person stopped does not come back',
    },
  },
  {
    name: 'a month is issued now after the last of its times',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (emissionsLeft !== null && emissionsLeft <= 0) return false
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/rule-months.test.ts', name: 'as often as it may' },
  },
  {
    name: 'a month issued now carries another date than was seen',
    file: 'server/documents/actions/rule-months.ts',
    from: `    if (isOtherDate(once, rule.companyId, shown)) return 'otherDate'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'on another date than its person saw',
    },
  },
  {
    name: 'a month issued now is compared at one moment and dated at another',
    file: 'server/documents/actions/rule-months.ts',
    from: `const once = atOneMoment(needs)`,
    to: `const once = needs
    void atOneMoment`,
    caughtBy: { test: 'test/engine/actions/evening-orders.test.ts', name: 'a month issued now' },
  },
  {
    name: 'a rule is resumed at one moment and its documents dated at another',
    file: 'server/documents/actions/resume-rule.ts',
    from: `const once = atOneMoment(needs)`,
    to: `const once = needs
    void atOneMoment`,
    caughtBy: {
      test: 'test/engine/actions/evening-orders.test.ts',
      name: 'of a rule that is resumed',
    },
  },
  {
    name: 'what a pause stopped is compared at one moment and dated at another',
    file: 'server/documents/actions/resume-rule.ts',
    from: `await restoreStopped(trx, once, author, ofMonth, { isNamed: true })),
      ...(await restoreStopped(
        trx,
        once,`,
    to: `await restoreStopped(trx, needs, author, ofMonth, { isNamed: true })),
      ...(await restoreStopped(
        trx,
        needs,`,
    caughtBy: { test: 'test/engine/actions/evening-orders.test.ts', name: 'a pause taken back' },
  },
  {
    name: 'a document is restored at one moment and dated at another',
    file: 'server/documents/actions/restore.ts',
    from: `const once = atOneMoment({ ...needs, db: trx })`,
    to: `const once = { ...needs, db: trx }
    void atOneMoment`,
    caughtBy: { test: 'test/engine/actions/evening-orders.test.ts', name: 'a document restored' },
  },
  {
    name: 'an incomplete rule is resumed with its month',
    file: 'server/documents/actions/resume-rule.ts',
    from: `    if (emissionDay !== null && !rule.isComplete) return { kind: 'refused', why: 'ruleIncomplete' }
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/resume-rule.test.ts', name: 'a rule without a client' },
  },
  {
    name: 'a document comes back with another date than was shown',
    file: 'server/documents/actions/restore.ts',
    from: `    if (shown !== undefined && shown !== way.issueDay) return 'otherDate'
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/evening-orders.test.ts' },
  },
  {
    name: 'a pause is taken back with another date than was shown',
    file: 'server/documents/actions/resume-rule.ts',
    from: `const isOrder = emissionDay !== null || restores`,
    to: `const isOrder = emissionDay !== null`,
    caughtBy: { test: 'test/engine/actions/evening-orders.test.ts' },
  },
  {
    name: 'what comes back of another reason is a client gone no more',
    file: 'server/documents/actions/restore.ts',
    from: `    .where('reason', '=', 'clientLeftRule')
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/added-clients.test.ts',
      name: 'a client who comes back brings back neither what a person stopped nor another day’s',
    },
  },
  {
    name: 'a client who comes back gets the documents of other days',
    file: 'server/documents/actions/restore.ts',
    from: `    .where('emission_day', '=', today)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/added-clients.test.ts',
      name: 'a client who comes back brings back neither what a person stopped nor another day’s',
    },
  },
]

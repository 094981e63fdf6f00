import type { TestedMutant } from './mutant.ts'

/** Faults in what a person orders: to issue, stop, restore, move, adopt or decide. */
export const ACTIONS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a person who says that it was not issued sends it beside what may be there',
    file: 'server/documents/actions/actions.ts',
    from: `    .set({ outcome: 'absent' })
`,
    to: `    .set({ outcome: 'notSent' })
`,
    caughtBy: { test: 'test/engine/decisions.test.ts' },
  },
  {
    name: 'a decision is made by who may not yet',
    file: 'server/documents/actions/actions.ts',
    from: `  if (!(await mayDecide(trx, clock, row))) return false
`,
    to: `  void mayDecide
`,
    caughtBy: { test: 'test/engine/decisions.test.ts' },
  },
  {
    name: 'who says that none is it is asked about them again',
    file: 'server/documents/actions/actions.ts',
    from: `row.reason === 'lookAlikes' ? await acceptAlikes(trx, clock, user, row) : row`,
    to: `row`,
    caughtBy: { test: 'test/engine/alike.test.ts' },
  },
  {
    name: 'a factura is annulled like a boleta',
    file: 'server/documents/actions/actions.ts',
    from: `row.kind === 'boletaHonorarios' && row.state === 'issued'`,
    to: `row.state === 'issued'`,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'an annulment asked for twice begins anew',
    file: 'server/documents/actions/actions.ts',
    from: `if (!isPossible || row.annulment !== null) return false`,
    to: `if (!isPossible) return false`,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'what is asked about alone of the queue is issued by a person',
    file: 'server/documents/actions/order-issue.ts',
    from: `if (row.state === 'queued' && !isAskedAboutAlike(row)) return null`,
    to: `if (row.state === 'queued' && row.tries < 0) return null`,
    caughtBy: { test: 'test/engine/alike.test.ts' },
  },
  {
    name: 'a person orders another date than they saw',
    file: 'server/documents/actions/order-issue.ts',
    from: `if (shown !== undefined && shown !== ordered.day) return 'otherDate'
  const asked`,
    to: `const asked`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a total approved on its day is asked about on the next',
    file: 'server/documents/actions/order-issue.ts',
    from: `const approved = await approve(trx, asked)`,
    to: `const approved = asked
    void approve`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'what a person ordered is not remembered as seen',
    file: 'server/documents/actions/order-issue.ts',
    from: `    confirmed_day: ordered.day,
`,
    to: ``,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a word on a repetition is not kept',
    file: 'server/documents/actions/order-issue.ts',
    from: `isAskedAboutAlike(row) ? await acceptAlikes(trx, clock, user, row) : row`,
    to: `row`,
    caughtBy: { test: 'test/engine/alike.test.ts' },
  },
  {
    name: 'what waits for its undo window leaves before its day',
    file: 'server/documents/actions/order-issue.ts',
    from: `own !== null && compare(own, dayInChile(now)) >= 0`,
    to: `own !== null`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a number that nobody was shown is adopted',
    file: 'server/documents/actions/adopt.ts',
    from: `  if (!alikes.some((alike) => alike.documentId === null && alike.folio === folio)) return false
`,
    to: `  void alikes
`,
    caughtBy: { test: 'test/engine/adopted.test.ts' },
  },
  {
    name: 'a stopped document comes back after the end of its rule',
    file: 'server/documents/actions/restore.ts',
    from: `rule === undefined || (rule.end_day !== null && today > rule.end_day)`,
    to: `rule === undefined`,
    caughtBy: { test: 'test/engine/restore.test.ts' },
  },
  {
    name: 'a document that was tried comes back',
    file: 'server/documents/actions/restore.ts',
    from: `  if (await wasTried(db, row)) return null
`,
    to: ``,
    caughtBy: { test: 'test/engine/restore.test.ts' },
  },
  {
    name: 'a document comes back with another date than was shown',
    file: 'server/documents/actions/restore.ts',
    from: `    if (shown !== undefined && shown !== way.issueDay) return 'otherDate'
`,
    to: ``,
    caughtBy: { test: 'test/engine/evening-orders.test.ts' },
  },
  {
    name: 'a pause is taken back with another date than was shown',
    file: 'server/documents/actions/resume-rule.ts',
    from: `const isOrder = emissionDay !== null || restores`,
    to: `const isOrder = emissionDay !== null`,
    caughtBy: { test: 'test/engine/evening-orders.test.ts' },
  },
  {
    name: 'what comes back of another reason is a client gone no more',
    file: 'server/documents/actions/restore.ts',
    from: `    .where('reason', '=', 'clientLeftRule')
`,
    to: ``,
    caughtBy: { test: 'test/engine/added-clients.test.ts' },
  },
  {
    name: 'a client who comes back gets the documents of other days',
    file: 'server/documents/actions/restore.ts',
    from: `    .where('emission_day', '=', dayInChile(needs.clock.now()))
`,
    to: ``,
    caughtBy: { test: 'test/engine/added-clients.test.ts' },
  },
  {
    name: 'what comes back races a pause',
    file: 'server/documents/actions/restore.ts',
    from: `    await lockSavedCourse(trx, { organisationId: at.organisationId, ruleId: found.rule_id })
`,
    to: ``,
    caughtBy: { test: 'test/engine/restore.test.ts' },
  },
  {
    name: 'a deleted rule gives its documents back',
    file: 'server/documents/actions/restore.ts',
    from: `    .where('rule.deleted_at', 'is', null)
`,
    to: ``,
    caughtBy: { test: 'test/engine/restore.test.ts' },
  },
  {
    name: 'what comes back is prepared before its hour',
    file: 'server/documents/actions/restore.ts',
    from: `departure === null ? null : instantText(departure.atMs)`,
    to: `departure === null ? null : instantText(clock.now())`,
    caughtBy: { test: 'test/engine/restore.test.ts' },
  },
  {
    name: 'a month of which one was issued is skipped',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (rows.some(({ state }) => TOO_LATE.has(state))) return 'monthAlreadyIssued'
`,
    to: ``,
    caughtBy: { test: 'test/engine/rule-months.test.ts' },
  },
  {
    name: 'a month is moved to a day gone by',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (compare(day, first) < 0) return 'dayHasGoneBy'
`,
    to: ``,
    caughtBy: { test: 'test/engine/rule-months.test.ts' },
  },
  {
    name: 'a month is moved past the end of its rule',
    file: 'server/documents/actions/rule-months.ts',
    from: `endDay === null || compare(day, endDay) <= 0`,
    to: `endDay !== ''`,
    caughtBy: { test: 'test/engine/rule-months.test.ts' },
  },
  {
    name: 'a month is issued now after the end of its rule',
    file: 'server/documents/actions/rule-months.ts',
    from: `  if (endDay !== null && compare(today, endDay) > 0) return false
`,
    to: ``,
    caughtBy: { test: 'test/engine/rule-months.test.ts' },
  },
  {
    name: 'another month than this one is issued now',
    file: 'server/documents/actions/rule-months.ts',
    from: `    if (at.period !== monthOf(today)) return 'notThisMonth'
`,
    to: ``,
    caughtBy: { test: 'test/engine/rule-months.test.ts' },
  },
  {
    name: 'a paused rule issues its month now',
    file: 'server/documents/actions/rule-months.ts',
    from: `    if (rule.isPaused) return 'ruleIsPaused'
`,
    to: ``,
    caughtBy: { test: 'test/engine/rule-months.test.ts' },
  },
  {
    name: 'a rule that runs is resumed',
    file: 'server/documents/actions/resume-rule.ts',
    from: `    if (!rule.isPaused) return { kind: 'refused', why: 'ruleNotPaused' }
`,
    to: ``,
    caughtBy: { test: 'test/engine/resume-rule.test.ts' },
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
    caughtBy: { test: 'test/engine/look-again.test.ts' },
  },
  {
    name: 'what waits for a person is woken by an edit',
    file: 'server/documents/actions/look-again.ts',
    from: `    .where('next_try_at', 'is not', null)
`,
    to: ``,
    caughtBy: { test: 'test/engine/look-again.test.ts' },
  },
]

import type { TestedMutant } from './mutant.ts'

/** Faults in whether a document may leave now, and in what stops it. */
export const DEPARTURE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document is queued without a look at its date',
    file: 'server/documents/departure/enqueue.ts',
    from: `    if (!(await mayLeave(trx, needs, actor, row, facts, askedMs))) return
`,
    to: `    void mayLeave
    void facts
    void askedMs
`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a paused rule issues what is in hand',
    file: 'server/documents/departure/judge.ts',
    from: `  if (facts.ruleStop !== null) {`,
    to: `  if (facts.ruleStop === 'ruleDeleted') {`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'what the rule did itself counts as an order of a person',
    file: 'server/documents/departure/judge.ts',
    from: `and (e.worker like 'user:%' or e.worker = 'system')`,
    to: `and e.worker <> ''`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a document is late on the last day of its rule',
    file: 'server/documents/departure/judge.ts',
    from: `compare(issueDay, knownDay(endDay)) > 0`,
    to: `compare(issueDay, knownDay(endDay)) >= 0`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a document leaves after the end of its rule',
    file: 'server/documents/departure/judge.ts',
    from: `if (endDay !== null && compare(issueDay, knownDay(endDay)) > 0) return { kind: 'late' } as const`,
    to: `if (endDay === '') return { kind: 'late' } as const`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a wrong clock issues',
    file: 'server/documents/departure/judge.ts',
    from: `if (isSkewed(skewMs)) throw`,
    to: `if (false) throw`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'a stop does not hold an intent',
    file: 'server/documents/departure/judge.ts',
    from: `  if (facts.stop === null) return true
  await hold(trx, needs, actor, row, facts.stop)
  return false`,
    to: `  if (facts.stop !== null) await hold(trx, needs, actor, row, facts.stop)
  return true`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'an annulment is not held by a stop',
    file: 'server/documents/departure/hold-stopped.ts',
    from: ` || (state === 'issued' && annulment === 'wanted')`,
    to: ``,
    caughtBy: { test: 'test/engine/annulment.test.ts' },
  },
  {
    name: 'what a stop held stays held after it',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `else if (isStopReason(row.reason) || isHeldAlarm(row)) await goOn(trx, needs, actor, row)`,
    to: ``,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'what a stop held goes on with a date that is over',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `if (toDay < 0) return null`,
    to: `if (toDay < -366) return null`,
    caughtBy: { test: 'test/engine/dates.test.ts' },
  },
  {
    name: 'what a stop held leaves without another undo window',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `instantText(isWaiting ? fromMs + needs.undoWindowMs : fromMs)`,
    to: `instantText(fromMs)`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'a stop of one company stops nothing',
    file: 'server/standing/stop-case.ts',
    from: `(s.company_id is null or s.company_id = \${company})`,
    to: `s.company_id is null`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'the operator stops nobody',
    file: 'server/standing/stop-case.ts',
    from: `exists (select from operator_switch where stopped_at is not null)
      or exists (select from portal_person p`,
    to: `exists (select from portal_person p`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'the operator stops nobody alone',
    file: 'server/standing/stop-case.ts',
    from: `where p.person_rut = \${person}
        and p.stopped_at is not null`,
    to: `where p.person_rut = ''
        and p.stopped_at is not null`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'the operator who stops one person stops all',
    file: 'server/standing/stop-case.ts',
    from: `where p.person_rut = \${person}
        and p.stopped_at`,
    to: `where p.stopped_at`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'a stop answers while an intent is being written',
    file: 'server/documents/stops/stops.ts',
    from: `      .where('id', '=', organisationId)
      .forNoKeyUpdate()
`,
    to: `      .where('id', '=', organisationId)
`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'an intent does not keep a stop waiting',
    file: 'server/documents/stops/stops.ts',
    from: `      place((row) => row.organisation_id),
    )
    .forShare(),`,
    to: `      place((row) => row.organisation_id),
    ),`,
    caughtBy: { test: 'test/engine/stops.test.ts' },
  },
  {
    name: 'an undo window may end at the closing hour',
    file: 'domain/departure.ts',
    from: `if (atMs + undoWindowMs < closingOf(window, today))`,
    to: `if (atMs + undoWindowMs <= closingOf(window, today))`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'a document is prepared before the minute of its company',
    file: 'domain/departure.ts',
    from: `Math.max(nowMs, windowStart(window, today, companyId))`,
    to: `nowMs`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'where documents leave at all hours the day ends at its start',
    file: 'domain/departure.ts',
    from: `return toHour === 24 ? chileInstant(addDays(day, 1), 0, 0) :`,
    to: `return toHour === 24 ? chileInstant(day, 0, 0) :`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'what a person confirmed leaves two days later',
    file: 'domain/departure.ts',
    from: `closingOf(window, addDays(issueDay, 1))`,
    to: `closingOf(window, addDays(issueDay, 2))`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'what a person confirmed leaves on no other day',
    file: 'domain/departure.ts',
    from: `closingOf(window, addDays(issueDay, 1))`,
    to: `closingOf(window, issueDay)`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'a document leaves in the closing hour',
    file: 'domain/departure.ts',
    from: `nowMs >= closingOf(window, issueDay)) return`,
    to: `nowMs > closingOf(window, issueDay)) return`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'a document leaves before the opening hour',
    file: 'domain/departure.ts',
    from: `return nowMs < opensMs ? { kind: 'early', atMs: opensMs } : { kind: 'leaves' }`,
    to: `return { kind: 'leaves' }`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
  {
    name: 'a document leaves before its day',
    file: 'domain/departure.ts',
    from: `if (toItsDay > 0) return`,
    to: `if (toItsDay > 1) return`,
    caughtBy: { test: 'src/domain/departure.test.ts' },
  },
]

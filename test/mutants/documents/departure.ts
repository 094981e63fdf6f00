import type { TestedMutant } from '../mutant.ts'

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
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a document that was enqueued late is judged where it is enqueued',
    },
  },
  {
    name: 'a paused rule issues what is in hand',
    file: 'server/documents/departure/judge.ts',
    from: `  if (facts.ruleStop !== null) {`,
    to: `  if (facts.ruleStop === 'ruleDeleted') {`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a rule paused while its document was being sent gives it no second intent',
    },
  },
  {
    name: 'what the rule did itself counts as an order of a person',
    file: 'server/documents/departure/judge.ts',
    from: `and (e.worker like 'user:%' or e.worker = 'system')`,
    to: `and e.worker <> ''`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a document of a day behind the end of its rule asks',
    },
  },
  {
    name: 'a document is late on the last day of its rule',
    file: 'server/documents/departure/judge.ts',
    from: `compare(issueDay, knownDay(endDay)) > 0`,
    to: `compare(issueDay, knownDay(endDay)) >= 0`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a document of the last day of its rule leaves',
    },
  },
  {
    name: 'a document leaves after the end of its rule',
    file: 'server/documents/departure/judge.ts',
    from: `if (endDay !== null && compare(issueDay, knownDay(endDay)) > 0) return { kind: 'late' } as const`,
    to: `if (endDay === '') return { kind: 'late' } as const`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a document of a day behind the end of its rule asks',
    },
  },
  {
    name: 'a wrong clock issues',
    file: 'server/documents/departure/judge.ts',
    from: `if (isSkewed(skewMs)) throw`,
    to: `if (false) throw`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a worker whose clock is ahead of the database by more than two seconds gives no intent',
    },
  },
  {
    name: 'a stop does not hold an intent',
    file: 'server/documents/departure/judge.ts',
    from: `  if (facts.stop === null) return true
  await hold(trx, needs, actor, row, facts.stop)
  return false`,
    to: `  if (facts.stop !== null) await hold(trx, needs, actor, row, facts.stop)
  return true`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'a stop pressed after the preview holds: the document in hand gets no intent',
    },
  },
  {
    name: 'an annulment is not held by a stop',
    file: 'server/documents/departure/hold-stopped.ts',
    from: ` || (state === 'issued' && annulment === 'wanted')`,
    to: ``,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'a stop by the user between preview and intent holds an annulment, and its end lets it go on',
    },
  },
  {
    name: 'what a stop held stays held after it',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `else if (isStopReason(row.reason) || isHeldAlarm(row)) await goOn(trx, needs, actor, row)`,
    to: ``,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'what is ready stands still while everything is stopped, and goes on when it is resumed',
    },
  },
  {
    name: 'what a stop held goes on with a date that is over',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `if (toDay < 0) return null`,
    to: `if (toDay < -366) return null`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'what a stop held goes on only while its date can be met',
    },
  },
  {
    name: 'what a stop held leaves without another undo window',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `instantText(isWaiting ? fromMs + needs.undoWindowMs : fromMs)`,
    to: `instantText(fromMs)`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'an undo window is open again afterwards, and can be used',
    },
  },
  {
    name: 'a stop of one company stops nothing',
    file: 'server/standing/stop-case.ts',
    from: `(s.company_id is null or s.company_id = \${company})`,
    to: `s.company_id is null`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'one company stands still while the others go on',
    },
  },
  {
    name: 'the operator stops nobody',
    file: 'server/standing/stop-case.ts',
    from: `when is_stopped_by_operator(\${person})`,
    to: `when false`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: "what the operator stops says so, a user's own stop above it first",
    },
  },
  {
    name: 'the operator who stops one person stops all',
    file: 'server/standing/stop-case.ts',
    from: `is_stopped_by_operator(\${person})`,
    to: `is_stopped_by_operator((select min(person_rut) from portal_person where stopped_at is not null))`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'the operator stops one person, before they were ever seen at the portal or after',
    },
  },
  {
    name: 'a stop answers while an intent is being written',
    file: 'server/documents/stops/stops.ts',
    from: `    .where('id', '=', organisationId)
    .forNoKeyUpdate()
`,
    to: `    .where('id', '=', organisationId)
`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: "the stop's answer waits for an intent that is being written",
    },
  },
  {
    name: 'an intent does not keep a stop waiting',
    file: 'server/documents/stops/stops.ts',
    from: `      place((row) => row.organisation_id),
    )
    .forShare(),`,
    to: `      place((row) => row.organisation_id),
    ),`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: "the stop's answer waits for an intent that is being written",
    },
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
  {
    name: 'an undo window ends early',
    file: 'server/documents/departure/enqueue.ts',
    from: `row.wait_until !== null && row.wait_until <= now`,
    to: `row.wait_until !== null`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'whose undo window is open is not queued',
    },
  },
  {
    name: 'a deleted rule issues what is in hand',
    file: 'server/documents/departure/judge.ts',
    from: `  if (facts.ruleStop !== null) {`,
    to: `  if (facts.ruleStop === 'rulePaused') {`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'a document of a deleted rule',
    },
  },
  {
    name: 'what a person ordered after the pause is skipped for it',
    file: 'server/documents/departure/judge.ts',
    from: `
            and not exists (select \${personsWord()}
              and e.at >= coalesce(r.deleted_at, r.paused_at)))\``,
    to: `)\``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'ordered after the pause',
    },
  },
  {
    name: 'a word from before the pause lets it leave',
    file: 'server/documents/departure/judge.ts',
    from: `
              and e.at >= coalesce(r.deleted_at, r.paused_at)))\``,
    to: `))\``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'ordered before the pause',
    },
  },
  {
    name: 'what a person ordered after the end of the rule asks again',
    file: 'server/documents/departure/judge.ts',
    from: `r.end_day is not null
          and not exists (select \${personsWord()}
            and e.kind <> 'renewed' and e.data ->> 'why' is distinct from 'clientAdded'))\``,
    to: `r.end_day is not null)\``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'a user ordered after the end',
    },
  },
  {
    name: 'the order of a person who has no account is not counted',
    file: 'server/documents/departure/judge.ts',
    from: `(e.worker like 'user:%' or e.worker = 'system')`,
    to: `e.worker like 'user:%'`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'a person without an account ordered',
    },
  },
  {
    name: 'a number told by a person is late',
    file: 'server/documents/departure/judge.ts',
    from: `  if (row.told_folio !== null) return true
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'is looked for after its day',
    },
  },
  {
    name: 'what comes too early is tried at every look',
    file: 'server/documents/departure/judge.ts',
    from: `else await waitUntil(trx, row, instantText(verdict.atMs))`,
    to: `else await waitUntil(trx, row, instantText(needs.clock.now()))`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'whose day has not come waits for its hour',
    },
  },
  {
    name: 'what waits for its hour loses its undo window',
    file: 'server/documents/departure/judge.ts',
    from: `...(row.state === 'waiting' ? { wait_until: nextTryAt } : {}),`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'whose day has not come waits for its hour',
    },
  },
  {
    name: 'a stop covers up the alarm about a second number',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `row.reason === 'twinFound' ? {} : { reason, reason_text: null }`,
    to: `{ reason, reason_text: null }`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'stays while a stop holds the annulment',
    },
  },
  {
    name: 'what was being looked at is held by a stop',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `return state === 'queued' || state === 'waiting' ||`,
    to: `return state === 'queued' || state === 'uncertain' || state === 'waiting' ||`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'in doubt meanwhile is not held',
    },
  },
  {
    name: 'what is queued leaves after the end of a stop on a date that is over',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `  if (verdict.kind === 'late') return null
`,
    to: `  if (verdict.kind === 'late') return now
`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'of another day asks',
    },
  },
  {
    name: 'what a stop held goes on before its hour',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `return verdict.kind === 'early' ? verdict.atMs : now`,
    to: `return now`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'of tomorrow waits',
    },
  },
  {
    name: 'a held annulment is late like a document',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `const fromMs = row.state === 'issued' ? needs.clock.now() : startOf(needs, row)`,
    to: `const fromMs = startOf(needs, row)`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'an annulment that a stop held goes on',
    },
  },
  {
    name: 'a held adoption is late like a document',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `  if (row.told_folio !== null) return now
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'with a number told by a person goes on',
    },
  },
  {
    name: 'a stop of one company stops the others',
    file: 'server/standing/stop-case.ts',
    from: `(s.company_id is null or s.company_id = \${company})`,
    to: `(s.company_id is null or s.company_id is not null)`,
    caughtBy: {
      test: 'test/engine/stops/stops.test.ts',
      name: 'one company stands still',
    },
  },
  {
    name: 'a stop of one organisation stops the others',
    file: 'server/standing/stop-case.ts',
    from: `s.organisation_id = \${organisation}
      and s.upload_id is null`,
    to: `s.organisation_id > 0
      and s.upload_id is null`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'a stop of one organisation',
    },
  },
  {
    name: 'an owner who suspended their data issues on',
    file: 'server/documents/stops/stops.ts',
    from: `    if (companyId === null && (await isBlocked(trx, organisationId))) return 'blocked'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'the owner has suspended',
    },
  },
  {
    name: 'the end of a stop of one company ends that of all',
    file: 'server/documents/stops/stops.ts',
    from: `companyId === null ? 'is' : '='`,
    to: `companyId === null ? 'is' : 'is distinct from'`,
    caughtBy: {
      test: 'test/engine/departure/departure.test.ts',
      name: 'leaves the stop of everything',
    },
  },
]

import type { TestedMutant } from '../mutant.ts'

const CARRY_RUN = 'server/documents/queue/carry-run.ts'
const UNUSUAL = 'test/engine/plan/unusual-runs.test.ts'

/** Faults in what is due, who waits for whom, and what came too late. */
export const QUEUE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'new attempts beside an open one',
    file: 'server/documents/queue/due.ts',
    from: `          and not exists (select from open where holds_everything)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document behind an uncertain one says so once, and goes on when that one waits for a person',
    },
  },
  {
    name: 'one tenant with many documents takes the turns of the others',
    file: 'server/documents/queue/due.ts',
    from: `order by turn, since, id
        limit \${limit}`,
    to: `order by since, id
        limit \${limit}`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a worker waits for what another is just taking',
    file: 'server/documents/queue/due.ts',
    from: `for update of locked skip locked`,
    to: `for update of locked`,
    caughtBy: {
      test: 'test/engine/queue/fair-share.test.ts',
      name: 'beside those that another is just taking',
    },
  },
  {
    name: 'what is due at this very instant is not looked for',
    file: 'server/documents/queue/due.ts',
    from: `where \${isAtHome} and next_try_at <= \${now}::timestamptz)\``,
    to: `where \${isAtHome} and next_try_at < \${now}::timestamptz)\``,
    caughtBy: {
      test: 'test/engine/queue/fair-share.test.ts',
      name: 'from its very instant on',
    },
  },
  {
    name: 'what is taken at home is not locked',
    file: 'server/documents/queue/due.ts',
    from: `      for update of locked skip locked
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/queue/fair-share.test.ts',
      name: 'beside those that another is just taking',
    },
  },
  {
    name: 'a step that always fails is taken again at once',
    file: 'server/documents/queue/due.ts',
    from: `set "next_try_at" = \${later}::timestamptz
    from (
      with recursive`,
    to: `set "next_try_at" = document.next_try_at
    from (
      with recursive`,
    caughtBy: { test: 'test/engine/queue/fair-share.test.ts' },
  },
  {
    name: 'a person whose lost answer is due for a look gets no turn',
    file: 'server/documents/queue/due.ts',
    from: `        or exists (select from document open where open.person_rut = candidate.person_rut
          and open.state in ('issuing', 'uncertain') and open.next_try_at <= \${now}::timestamptz)))`,
    to: `))`,
    caughtBy: {
      test: 'test/engine/issue/faults.test.ts',
      name: 'afterIntent: the next one finds out, and never sends twice',
    },
  },
  {
    name: 'a person in use takes the turn of another',
    file: 'server/documents/queue/due.ts',
    from: `select * from queue where not is_busy`,
    to: `select * from queue`,
    caughtBy: { test: 'test/engine/queue/fair-share.test.ts' },
  },
  {
    name: 'a document like one in doubt is issued beside it',
    file: 'server/documents/queue/due.ts',
    from: `          and not \${isBehindAlike}
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'an unanswered document of one organisation holds back of another only what is alike, and asks there',
    },
  },
  {
    name: 'a worker takes the next document while a user waits for the session',
    file: 'server/documents/queue/due.ts',
    from: `            and asked.asked_until > \${now}::timestamptz)
        order by`,
    to: `            and asked.asked_until < \${now}::timestamptz)
        order by`,
    caughtBy: {
      test: 'test/engine/facturators/turns.test.ts',
      name: 'a user who waits for the person’s session gets it before the next document',
    },
  },
  {
    name: 'an annulment asked for after filing never has its turn',
    file: 'server/documents/queue/due.ts',
    from: `(files_state = 'wanted' or annulment is not null)`,
    to: `files_state = 'wanted'`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'a boleta is annulled at the SII once, with its trail; asking again changes nothing',
    },
  },
  {
    name: 'a number told by a person waits behind one in doubt',
    file: 'server/documents/queue/due.ts',
    from: `(document.state = 'queued' and document.told_folio is null`,
    to: `(document.state = 'queued'`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'everything of a person waits behind a question without an answer',
    file: 'server/standing/holds-everything.ts',
    from: `(open.next_try_at is null or attempt.fenced_at`,
    to: `(attempt.fenced_at`,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document behind an uncertain one says so once, and goes on when that one waits for a person',
    },
  },
  {
    name: 'everything of a person waits for the looks without a limit',
    file: 'server/standing/holds-everything.ts',
    from: `(open.next_try_at is null or attempt.fenced_at <= \${since}::timestamptz)`,
    to: `(open.next_try_at is null)`,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document whose list is closed to its person keeps the others waiting two hours at most',
    },
  },
  {
    name: 'everything of a person waits for the looks at the last moment of the limit, too',
    file: 'server/standing/holds-everything.ts',
    from: `attempt.fenced_at <= \${since}::timestamptz`,
    to: `attempt.fenced_at < \${since}::timestamptz`,
    caughtBy: {
      test: 'test/engine/queue/held-back.test.ts',
      name: 'waits for the looks to come, no longer than two hours',
    },
  },
  {
    name: 'nothing of a person waits for the looks at a lost answer',
    file: 'server/standing/holds-everything.ts',
    from: `      and (open.next_try_at is null or attempt.fenced_at <= \${since}::timestamptz)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document behind an uncertain one says so once, and goes on when that one waits for a person',
    },
  },
  {
    name: 'a nota waits behind a factura in doubt of the same total',
    file: 'server/documents/queue/held-back.ts',
    from: `  and open.kind = waiting.kind
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'the same amount to another client waits behind one in doubt',
    file: 'server/documents/queue/held-back.ts',
    from: `  and open.recipient_rut = waiting.recipient_rut
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document behind an uncertain one says so once, and goes on when that one waits for a person',
    },
  },
  {
    name: 'the same amount of another day waits behind one in doubt',
    file: 'server/documents/queue/held-back.ts',
    from: `  and open.issue_day = waiting.issue_day
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'another amount to the same client waits behind one in doubt',
    file: 'server/documents/queue/held-back.ts',
    from: `  and open.total_clp = waiting.total_clp
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a document of another company waits behind one in doubt',
    file: 'server/documents/queue/held-back.ts',
    from: `  and (open.kind = 'boletaHonorarios' or open_company.rut = waiting_company.rut)
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a word said before the latest try answers for it',
    file: 'server/documents/queue/held-back.ts',
    from: `select max(intended_at)`,
    to: `select min(intended_at)`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a document of another person waits behind one in doubt',
    file: 'server/documents/queue/held-back.ts',
    from: `(open.person_rut = waiting.person_rut
  and (open`,
    to: `((open`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a person decides about what is not in doubt',
    file: 'server/documents/queue/doubt.ts',
    from: `  if (row.state !== 'uncertain') return false
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a document in doubt never says that nothing was issued, however the SII is away',
    },
  },
  {
    name: 'a person decides before the lost session is closed',
    file: 'server/documents/queue/doubt.ts',
    from: `  if (endMs === null) return false
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a person decides while looks are still to come',
    file: 'server/documents/queue/doubt.ts',
    from: `return row.next_try_at === null || endMs <= clock.now()`,
    to: `return true`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'the closed session of an earlier try lets a person decide about a later one',
    file: 'server/documents/queue/doubt.ts',
    from: `.orderBy('number', 'desc')`,
    to: `.orderBy('number', 'asc')`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a document of today is late',
    file: 'server/documents/queue/past-date.ts',
    from: `.where('issue_day', '<', today)`,
    to: `.where('issue_day', '<=', today)`,
    caughtBy: { test: 'test/engine/queue/late.test.ts' },
  },
  {
    name: 'a number told by a person is late the next day',
    file: 'server/documents/queue/past-date.ts',
    from: `      .where('told_folio', 'is', null)
`,
    to: ``,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'what a person confirmed is late after midnight',
    file: 'server/documents/queue/past-date.ts',
    from: `        eb('confirmed_day', 'is distinct from', eb.ref('issue_day')),
`,
    to: `        eb('id', '>', 0),
`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a person who orders what is ready at night has it leave with the date they saw',
    },
  },
  {
    name: 'what a stop holds is late before the stop ends',
    file: 'server/documents/queue/past-date.ts',
    from: `eb.or([
          eb('reason', 'is', null),
          eb('reason', 'not in', ['issuingStopped', 'stoppedByUs', 'uploadPaused']),
        ])`,
    to: `eb.lit(true)`,
    caughtBy: { test: 'test/engine/queue/held-back.test.ts' },
  },
  {
    name: 'a try that ended without sending keeps a document from being late',
    file: 'server/documents/queue/past-date.ts',
    from: `
              .where('attempt.outcome', 'is distinct from', 'notSent')`,
    to: ``,
    caughtBy: { test: 'test/engine/departure/dates.test.ts' },
  },
  {
    name: 'what a person ordered is left out after its day',
    file: 'server/documents/queue/past-date.ts',
    from: `    if (await wasOrdered(trx, row)) return false
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/evening-orders.test.ts',
      name: 'asks again, unless its rule',
    },
  },
  {
    name: 'a day that nobody approved is forgotten where its documents move to another',
    file: 'server/documents/queue/past-date.ts',
    from: `  await carryRun(trx, needs.clock, row, day)
`,
    to: ``,
    caughtBy: { test: UNUSUAL, name: 'move to the next one' },
  },
  {
    name: 'an approved day asks again where its documents move to another',
    file: CARRY_RUN,
    from: `
      .where('approved_at', 'is', null)`,
    to: ``,
    caughtBy: { test: UNUSUAL, name: 'takes nothing along' },
  },
  {
    name: 'a usual day takes the brake of another along',
    file: CARRY_RUN,
    from: `      .where('day', '=', day)
`,
    to: ``,
    caughtBy: { test: UNUSUAL, name: 'takes nothing along' },
  },
  {
    name: 'a day that was approved asks again for what was counted in it',
    file: 'server/documents/queue/decide-runs.ts',
    from: `          .where('unusual_run.documents', '<', documents),`,
    to: `          .where('unusual_run.documents', '<=', documents),`,
    caughtBy: { test: UNUSUAL, name: 'move to the next one' },
  },
  {
    name: 'the first of many that go to another day ask nobody there',
    file: 'server/documents/queue/decide-runs.ts',
    from: ` or (d.issue_day = \${from}::date and d.state = 'planned')`,
    to: ` or \${from}::date is null and d.issue_day = \${day}::date`,
    caughtBy: { test: UNUSUAL, name: 'the first of many' },
  },
  {
    name: 'what stays on its day counts for the day to which one went',
    file: 'server/documents/queue/decide-runs.ts',
    from: `d.issue_day = \${from}::date and d.state = 'planned'`,
    to: `d.issue_day = \${from}::date`,
    caughtBy: { test: UNUSUAL, name: 'the last of many' },
  },
  {
    name: 'a document is counted for the next day before it has it',
    file: 'server/documents/actions/renew.ts',
    from: `  await record(trx, needs.clock, user, row, { kind: 'renewed' }, change)
  if (day === own) return null
  await carryRun(trx, needs.clock, row, day)
`,
    to: `  if (day !== own) await carryRun(trx, needs.clock, row, day)
  await record(trx, needs.clock, user, row, { kind: 'renewed' }, change)
  if (day === own) return null
`,
    caughtBy: { test: UNUSUAL, name: 'corrected in the evening' },
  },
  {
    name: 'a day is locked before its company',
    file: CARRY_RUN,
    from: `  await decideRuns(`,
    to: `  await trx.updateTable('unusual_run').set({ usual: 1 }).where('day', '=', to).execute()
  await decideRuns(`,
    caughtBy: { test: UNUSUAL, name: 'planned at the same moment' },
  },
  {
    name: 'a rule catches up after its end',
    file: 'server/documents/queue/past-date.ts',
    from: `return isOver && taken === 'today' ? null : taken`,
    to: `return taken`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a rule that ends does not catch up a day after its end',
    },
  },
  {
    name: 'a rule does not catch up on its last day',
    file: 'server/documents/queue/past-date.ts',
    from: `compare(day, knownDay(rule.end_day)) > 0`,
    to: `compare(day, knownDay(rule.end_day)) >= 0`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a rule that ends catches up on its last day',
    },
  },
  {
    name: 'an older period is caught up beside a later one',
    file: 'server/documents/queue/past-date.ts',
    from: `    .where('emission_day', '>', emission_day),`,
    to: `    .where('emission_day', '<', emission_day),`,
    caughtBy: {
      test: 'test/engine/queue/late.test.ts',
      name: 'never more than one period without a word: when a later one has come, the older asks',
    },
  },
  {
    name: 'what is caught up leaves at night',
    file: 'server/documents/queue/past-date.ts',
    from: `    issue_day: day,
    confirmed_day: null,`,
    to: `    issue_day: day,
    confirmed_day: day,`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'what a person ordered and could not leave that day asks, unless its rule catches up: notify',
    },
  },
  {
    name: 'a document held by one in doubt is never released',
    file: 'server/documents/queue/waiting-behind-uncertain.ts',
    from: `      else reason in ('behindUncertain', 'alikeInDoubt') end`,
    to: `      else false end`,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document held by another organisation’s goes on when that one is settled',
    },
  },
  {
    name: 'one held by the session alone loses its place',
    file: 'server/documents/queue/waiting-behind-uncertain.ts',
    from: `next_try_at: isAsked ? null :`,
    to: `next_try_at: isAsked || reason !== null ? null :`,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'a document behind an uncertain one says so once, and goes on when that one waits for a person',
    },
  },
  {
    name: 'the next step of a document is taken before its time',
    file: 'server/documents/queue/due.ts',
    from: `and next_try_at <= \${now}::timestamptz
          order by next_try_at, id
          limit (`,
    to: `order by next_try_at, id
          limit (`,
    also: { from: `where locked.next_try_at <= \${now}::timestamptz`, to: `where true` },
    caughtBy: {
      test: 'test/engine/queue/held-back.test.ts',
      name: 'not taken before its time',
    },
  },
  {
    name: 'a document that may have been sent is late instead of looked for',
    file: 'server/documents/queue/past-date.ts',
    from: `            .where('attempt.outcome', 'is distinct from', 'notSent'),
`,
    to: `            .where('attempt.outcome', '=', 'issued'),
`,
    caughtBy: {
      test: 'test/engine/queue/held-back.test.ts',
      name: 'is looked for first',
    },
  },
  {
    name: 'what was stopped while the late were listed is late all the same',
    file: 'server/documents/queue/past-date.ts',
    from: `if (row?.state === 'queued') await leaveLate`,
    to: `if (row !== null) await leaveLate`,
    caughtBy: {
      test: 'test/engine/queue/held-back.test.ts',
      name: 'while the late ones are listed',
    },
  },
  {
    name: 'a document issued meanwhile says that it waits',
    file: 'server/documents/queue/waiting-behind-uncertain.ts',
    from: `      if (row?.state !== 'queued') return
`,
    to: `      if (row === null) return
`,
    also: {
      from: `where waiting.state = 'queued' and waiting.next_try_at <=`,
      to: `where waiting.next_try_at <=`,
    },
    caughtBy: {
      test: 'test/engine/queue/held-back.test.ts',
      name: 'issued while those behind one in doubt',
    },
  },
  {
    name: 'who asks about one of another organisation is asked to settle it',
    file: 'server/documents/queue/waiting-behind-uncertain.ts',
    from: `alikeOfOthers: 'alikeInDoubt'`,
    to: `alikeOfOthers: 'behindUncertain'`,
    caughtBy: {
      test: 'test/engine/queue/behind-uncertain.test.ts',
      name: 'holds back of another only what is alike',
    },
  },
]

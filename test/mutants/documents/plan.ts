import type { TestedMutant } from '../mutant.ts'

const ADDED = 'test/engine/plan/added-clients.test.ts'
const RUNS = 'test/engine/plan/unusual-runs.test.ts'

/** Faults in planning: which rules are due, what they make, and what makes a day unusual. */
export const PLAN_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a paused rule is planned',
    file: 'server/rules/due.ts',
    from: `    .where('rule.is_paused', '=', false)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'the month of a paused rule is not planned',
    },
  },
  {
    name: 'a deleted rule is planned',
    file: 'server/rules/due.ts',
    from: `    .where('rule.deleted_at', 'is', null)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'the month of a deleted rule is not planned',
    },
  },
  {
    name: 'a rule that failed is tried at every look',
    file: 'server/rules/due.ts',
    from: `eb.or([eb('rule.plan_again_at', 'is', null), eb('rule.plan_again_at', '<=', now)])`,
    to: `eb.lit(true)`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'a rule being edited is planned as it was before',
    file: 'server/rules/due.ts',
    from: `.forUpdate('rule').skipLocked().execute()`,
    to: `.execute()`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'a rule that is being edited is planned after its edit, and keeps the day that it got',
    },
  },
  {
    name: 'planning waits for a rule that another process has',
    file: 'server/rules/due.ts',
    from: `.forUpdate('rule').skipLocked()`,
    to: `.forUpdate('rule')`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'a rule that is being edited is planned after its edit, and keeps the day that it got',
    },
  },
  {
    name: 'the month of a rule without clients is used up',
    file: 'server/rules/due.ts',
    from: `    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('rule_client')
          .select('rule_client.client_id')
          .whereRef('rule_client.organisation_id', '=', 'rule.organisation_id')
          .whereRef('rule_client.rule_id', '=', 'rule.id'),
      ),
    )
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'the month of a rule without clients is left for when it has one',
    },
  },
  {
    name: 'the emissions of another rule count against its times',
    file: 'server/rules/due.ts',
    from: `            .whereRef('occurrence.rule_id', '=', 'rule.id'),`,
    to: `            .whereRef('occurrence.rule_id', '>', sql.lit(0)),`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'a rule that issues once is planned whatever another rule has issued',
    },
  },
  {
    name: 'a rule stops for ever after twelve missed months',
    file: 'server/rules/due.ts',
    from: `comingEmissions(course, MOST_MISSED_PERIODS + 1)`,
    to: `comingEmissions(course, MOST_MISSED_PERIODS)`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'a rule that nobody planned for twelve months goes on with the month after them',
    },
  },
  {
    name: 'a rule is asked about periods older than a year',
    file: 'server/rules/due.ts',
    from: `compare(next, oldest) < 0 ? oldest : next`,
    to: `next`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'a rule that nobody planned for years is asked about the last twelve months',
    },
  },
  {
    name: 'a day that a new holiday moved within its month is left out',
    file: 'server/rules/due.ts',
    from: `const next = firstDayOf(monthOf(knownDay(row.next_emission_day ?? query.today)))`,
    to: `const next = knownDay(row.next_emission_day ?? query.today)`,
    caughtBy: { test: 'test/flows/calendar.test.ts' },
  },
  {
    name: 'the emission of today is planned tomorrow',
    file: 'server/rules/due.ts',
    from: `days.filter((day) => compare(day, query.today) <= 0)`,
    to: `days.filter((day) => compare(day, query.today) < 0)`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'the month of a rule without clients is left for when it has one',
    },
  },
  {
    name: 'a rule is planned a day late',
    file: 'server/rules/due.ts',
    from: `.where('rule.next_emission_day', '<=', today)`,
    to: `.where('rule.next_emission_day', '<', today)`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'the month of a rule without clients is left for when it has one',
    },
  },
  {
    name: 'the end of a rule is not read',
    file: 'server/rules/due.ts',
    from: `endDay: row.end_day === null ? null : knownDay(row.end_day)`,
    to: `endDay: null`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'every missed period is issued today',
    file: 'server/documents/plan/plan.ts',
    from: `emissionDay === newest`,
    to: `true`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'an unusual day is not noticed',
    file: 'server/documents/plan/plan.ts',
    from: `documents.length > 0 ? days : []`,
    to: `documents.length < 0 ? days : []`,
    caughtBy: { test: 'test/engine/plan/unusual-runs.test.ts' },
  },
  {
    name: 'what is planned in the evening counts for today',
    file: 'server/documents/plan/plan.ts',
    from: `new Set(rules.map(({ companyId }) => departs(companyId).day))`,
    to: `new Set([today])`,
    caughtBy: { test: 'test/engine/plan/unusual-runs.test.ts', name: 'planned in the evening' },
  },
  {
    name: 'a broken rule is planned again at every look',
    file: 'server/documents/plan/plan.ts',
    from: `      await planAgain(needs.db, at, instantText(needs.clock.now() + PLAN_AGAIN_MS))
`,
    to: ``,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'a missed day issued today carries its old date',
    file: 'server/documents/plan/plan-store.ts',
    from: `return taken === 'today' ? day : null`,
    to: `return taken === 'today' ? emissionDay : null`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'a missed day is issued without a word',
    file: 'server/documents/plan/plan-store.ts',
    from: `return taken === 'onItsDay' || taken === 'today'`,
    to: `return true`,
    caughtBy: { test: 'test/engine/plan/plan.test.ts' },
  },
  {
    name: 'what is planned after the approval of a day is approved with it',
    file: 'server/documents/queue/decide-runs.ts',
    from: `documents, usual, decided_at: now, approved_at: null, approved_by: null }`,
    to: `documents, usual, decided_at: now }`,
    caughtBy: { test: 'test/engine/plan/unusual-runs.test.ts' },
  },
  {
    name: 'what was issued today makes today usual',
    file: 'server/documents/queue/decide-runs.ts',
    from: `d.state = 'issued' and not \${IS_ONE_OFF} and d.issue_day < \${day}::date`,
    to: `d.state = 'issued' and not \${IS_ONE_OFF}`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'what was issued today already does not make today usual',
    },
  },
  {
    name: 'what is stopped or failed counts for the day',
    file: 'server/documents/queue/decide-runs.ts',
    from: ` and d.state not in ('skipped', 'failed', 'annulled')`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'documents that are stopped do not count for the day',
    },
  },
  {
    name: 'notas count for the day',
    file: 'server/documents/queue/decide-runs.ts',
    from: `and d.rule_id is not null and`,
    to: `and`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'documents of no rule do not count for the day',
    },
  },
  {
    name: 'the documents of other days count for the day',
    file: 'server/documents/queue/decide-runs.ts',
    from: `d.issue_day = \${day}::date or`,
    to: `true or`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'twelve documents where there was one are an unusual day',
    },
  },
  {
    name: 'an unusual day holds every day of its company',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('day', '=', issue_day)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'an unusual day holds the documents of that day and company until it is approved',
    },
  },
  {
    name: 'an unusual day holds the other companies',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('company_id', '=', company_id)
    .where('day', '=', issue_day)
`,
    to: `    .where('day', '=', issue_day)
`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'an unusual day holds the documents of that day and company until it is approved',
    },
  },
  {
    name: 'an approved day holds on',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `return row !== undefined && row.approved_at === null`,
    to: `return row !== undefined`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'an unusual day holds the documents of that day and company until it is approved',
    },
  },
  {
    name: 'the approval of a day releases what another brake holds',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('reason', '=', 'unusualRun')
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'the approval of a day releases what waits for that day and company alone',
    },
  },
  {
    name: 'the approval of a day releases another company',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('company_id', '=', run.company_id)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'the approval of a day releases what waits for that day and company alone',
    },
  },
  {
    name: 'the approval of a day releases another day',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('issue_day', '=', run.day)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'the approval of a day releases what waits for that day and company alone',
    },
  },
  {
    name: 'a day is approved twice',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `if (run.approved_at !== null || `,
    to: `if (`,
    caughtBy: { test: 'test/engine/plan/unusual-runs.test.ts' },
  },
  {
    name: 'a day approved late leaves with its old date',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `return isOver ? nextDeparture(needs, now, company_id) : null`,
    to: `void nextDeparture
  return null`,
    caughtBy: { test: 'test/engine/plan/unusual-days.test.ts', name: 'after midnight' },
  },
  {
    name: 'a day approved on its evening is dated on the next',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `compare(knownDay(day), dayInChile(now)) < 0`,
    to: `compare(knownDay(day), dayInChile(now)) <= 0`,
    caughtBy: { test: 'test/engine/plan/unusual-days.test.ts', name: 'after the closing hour' },
  },
  {
    name: 'a day is approved with a date that its person did not see',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `  if (shown !== undefined && shown !== (departure?.day ?? run.day)) return 'otherDate'
`,
    to: `  void shown
`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'the date that the person saw',
    },
  },
  {
    name: 'a day whose date is another is approved all the same',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
`,
    to: `    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  if (shown !== undefined && shown !== (departure?.day ?? run.day)) return 'otherDate'
`,
    also: {
      from: `  const departure = departureOfRun(needs, run)
  if (shown !== undefined && shown !== (departure?.day ?? run.day)) return 'otherDate'
`,
      to: `  const departure = departureOfRun(needs, run)
`,
    },
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'the date that the person saw',
    },
  },
  {
    name: 'the date that a person saw is compared with the one that their day had',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `(departure?.day ?? run.day)`,
    to: `run.day`,
    caughtBy: { test: 'test/engine/plan/unusual-days.test.ts', name: 'after midnight' },
  },
  {
    name: 'the date that a person saw does not reach the approval of a day',
    file: 'server/documents/api/routes.ts',
    from: `await approveRun(needs, session, params.id, dayOf(body.date))`,
    to: `await approveRun(needs, session, params.id)`,
    caughtBy: {
      test: 'src/server/documents/api/dated-orders.test.ts',
      name: 'the approval of a day',
    },
  },
  {
    name: 'a new holiday moves what a person put on a day',
    file: 'server/documents/plan/recompute-days.ts',
    from: `if (isPersons || (await wasAskedFor(trx, row))) return false`,
    to: `if (isPersons) return false`,
    caughtBy: { test: 'test/flows/holiday-added.test.ts' },
  },
  {
    name: 'a new holiday moves a month that a person moved',
    file: 'server/documents/plan/recompute-days.ts',
    from: `if (isPersons || (await`,
    to: `if ((await`,
    caughtBy: { test: 'test/flows/holiday-added.test.ts' },
  },
  {
    name: 'an older process undoes the days of a newer table',
    file: 'server/documents/plan/recompute-days.ts',
    from: `return own.localeCompare(known, 'en', { numeric: true }) > 0`,
    to: `return own !== known`,
    caughtBy: { test: 'test/flows/holiday-added.test.ts' },
  },
  {
    name: 'a client added to a paused rule is billed',
    file: 'server/rules/made-documents.ts',
    from: `    .where('rule.is_paused', '=', false)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/added-clients.test.ts',
      name: 'a client who comes to a paused rule is not planned',
    },
  },
  {
    name: 'a client added in the evening is dated today',
    file: 'server/documents/plan/added-clients.ts',
    from: `    taken: 'today',`,
    to: `    taken: 'onItsDay',`,
    caughtBy: {
      test: 'test/engine/plan/added-clients.test.ts',
      name: 'a client who comes in the evening gets a document of the next day, which no policy takes back',
    },
  },
  {
    name: 'who adds a client has said that its document is to be issued',
    file: 'server/documents/plan/added-clients.ts',
    from: `, why: 'clientAdded' }`,
    to: ` }`,
    caughtBy: { test: ADDED, name: 'asks first is asked about too' },
  },
  {
    name: 'adding a client counts as the word that its rule asks for',
    file: 'server/documents/trail/was-asked-for.ts',
    from: `return finds(words.where(sql<boolean>\`data ->> 'why' is distinct from 'clientAdded'\`))`,
    to: `void sql
  return finds(words)`,
    caughtBy: { test: ADDED, name: 'asks first is asked about too' },
  },
  {
    name: 'many clients added at once are no unusual day',
    file: 'server/documents/plan/added-clients.ts',
    from: `  await decideRuns(trx, [occurrence], { now, day: departure.day })
`,
    to: `  void decideRuns
`,
    caughtBy: { test: ADDED, name: 'make the day unusual' },
  },
  {
    name: 'the document of an added client leaves after the last day of its rule',
    file: 'server/documents/departure/judge.ts',
    from: ` and e.data ->> 'why' is distinct from 'clientAdded'))\``,
    to: `))\``,
    caughtBy: { test: ADDED, name: 'once the rule is ended before that date' },
  },
  {
    name: 'who comes back to a rule has spoken of its end',
    file: 'server/documents/actions/restore.ts',
    from: `{ kind: 'restored', ...(why && { why }) }`,
    to: `{ kind: 'restored' }`,
    caughtBy: { test: ADDED, name: 'so is a client who came back' },
  },
  {
    name: 'a client is added with a date after the end of its rule',
    file: 'server/rules/save.ts',
    from: `endDay !== null && day > endDay`,
    to: `endDay === ''`,
    caughtBy: { test: ADDED, name: 'of the rule’s last day is not saved' },
  },
  {
    name: 'a client who comes back in the evening is not asked about',
    file: 'server/documents/actions/restore.ts',
    from: `row, departure, 'clientAdded')`,
    to: `row, departure)`,
    caughtBy: { test: ADDED, name: 'comes back in the evening' },
  },
  {
    name: 'a client who comes back in the evening leaves its unusual day behind',
    file: 'server/documents/actions/restore.ts',
    from: `    await carryRun(trx, moment.clock, row, departure.day)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-runs.test.ts',
      name: 'who come back in the evening',
    },
  },
  {
    name: 'the review tells nothing of a client who comes back',
    file: 'server/rules/made-documents.ts',
    from: `      eb.or([eb('state', '<>', 'skipped'), eb('reason', 'is distinct from', 'clientLeftRule')]),`,
    to: `      eb.lit(true),`,
    caughtBy: { test: 'src/server/rules/forecast.test.ts', name: 'names one who comes back' },
  },
  {
    name: 'the review shows a document for a client who has one',
    file: 'server/rules/made-documents.ts',
    from: `!served.has(client)`,
    to: `served.size >= 0 && client > 0`,
    caughtBy: { test: 'src/server/rules/forecast.test.ts', name: 'names the clients who get' },
  },
  {
    name: 'the review shows documents that a paused rule does not make',
    file: 'server/rules/forecast.ts',
    from: `saved === null || saved.isPaused
        ? null`,
    to: `saved === null
        ? null`,
    caughtBy: { test: 'src/server/rules/forecast.test.ts', name: 'one that is paused' },
  },
  {
    name: 'a client added later is billed for a day gone by',
    file: 'server/rules/made-documents.ts',
    from: `    .where('occurrence.emission_day', '=', today)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/added-clients.test.ts',
      name: 'a client who comes on another day than the rule’s begins with its next one',
    },
  },
  {
    name: 'a rule that failed is never tried again',
    file: 'server/rules/due.ts',
    from: `, eb('rule.plan_again_at', '<=', now)]`,
    to: `]`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'planned again a quarter of an hour later',
    },
  },
  {
    name: 'the emissions made do not count against its times',
    file: 'server/rules/due.ts',
    from: `row.most_emissions - (row.made ?? 0)`,
    to: `row.most_emissions`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'is over after its second month',
    },
  },
  {
    name: 'one broken rule takes the others of its organisation with it',
    file: 'server/rules/due.ts',
    from: `        .where('rule.id', '=', only?.ruleId ?? 0),`,
    to: `        .where('rule.id', '>', 0),`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'a broken rule does not stop an earlier one',
    },
  },
  {
    name: 'a rule takes a missed day for a day after its end',
    file: 'server/documents/plan/plan.ts',
    from: `const isOver = rule.endDay !== null && compare(day, rule.endDay) > 0`,
    to: `const isOver = false`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'ended on its own day asks',
    },
  },
  {
    name: 'a rule does not take its missed day for its last day',
    file: 'server/documents/plan/plan.ts',
    from: `compare(day, rule.endDay) > 0`,
    to: `compare(day, rule.endDay) >= 0`,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'ends today issues what it missed',
    },
  },
  {
    name: 'a month of another rule takes the place of this one',
    file: 'server/documents/plan/plan-store.ts',
    from: `return \`\${organisationId} \${ruleId} \${period}\``,
    to: `return \`\${organisationId} \${period}\``,
    caughtBy: {
      test: 'test/engine/plan/due-rules.test.ts',
      name: 'two rules of one organisation',
    },
  },
  {
    name: 'two who plan for one company at once do not count each other',
    file: 'server/documents/queue/decide-runs.ts',
    from: `  await takeTurns(trx, asked)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'count the documents of each other',
    },
  },
  {
    name: 'an approved day is asked about at every planning',
    file: 'server/documents/queue/decide-runs.ts',
    from: `          .where('unusual_run.documents', '<', documents),`,
    to: `          .where('unusual_run.documents', '<=', documents),`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'stays approved',
    },
  },
  {
    name: 'a full day of another company makes this one usual',
    file: 'server/documents/queue/decide-runs.ts',
    from: `where d.organisation_id = due.organisation_id and d.company_id = due.company_id
`,
    to: `where d.organisation_id = due.organisation_id
`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'a full day of another company',
    },
  },
  {
    name: 'a document frozen while its day is approved waits for ever',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    .where('day', '=', issue_day)
    .forShare()
`,
    to: `    .where('day', '=', issue_day)
`,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'frozen while its day is approved',
    },
  },
  {
    name: 'a day approved in the evening is not remembered as seen',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `    confirmed_day: row.issue_day,
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/plan/unusual-days.test.ts',
      name: 'approved after the closing hour',
    },
  },
  {
    name: 'a holiday taken away moves a day back to one that is over',
    file: 'server/documents/plan/recompute-days.ts',
    from: `  if (compare(day, knownDay(emission_day)) <= 0) return false
`,
    to: ``,
    caughtBy: {
      test: 'test/flows/holiday-added.test.ts',
      name: 'a holiday before it is taken away',
    },
  },
  {
    name: 'an order carries another date than the person saw',
    file: 'server/documents/plan/emit-ordered.ts',
    from: `return nextDeparture(needs, needs.clock.now(), companyId).day !== shown`,
    to: `return false`,
    caughtBy: {
      test: 'test/engine/actions/rule-months.test.ts',
      name: 'another date than its person saw',
    },
  },
  {
    name: 'a day is locked before its documents',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `  const seen = await ofId.executeTakeFirst()
`,
    to: `  const seen = await ofId.forUpdate().executeTakeFirst()
`,
    caughtBy: { test: RUNS, name: 'moves documents to it' },
  },
  {
    name: 'a day that grew while its approval waited is approved',
    file: 'server/documents/plan/unusual-runs.ts',
    from: ` || run.documents > seen.documents`,
    to: ``,
    caughtBy: { test: RUNS, name: 'moves documents to it' },
  },
  {
    name: 'documents of a day are not locked before it',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `.select('id').orderBy('id').forUpdate().execute()`,
    to: `.select('id').orderBy('id').execute()`,
    caughtBy: { test: RUNS, name: 'and leaves those alone' },
  },
  {
    name: 'a document that somebody holds is left to wait for a word that was said',
    file: 'server/documents/plan/unusual-runs.ts',
    from: `all.length > waiting.length`,
    to: `all.length < waiting.length`,
    caughtBy: { test: RUNS, name: 'that somebody holds' },
  },
]

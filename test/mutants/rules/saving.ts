import type { TestedMutant } from '../mutant.ts'

const SAVE = 'server/rules/save.ts'
const PLAN_ANEW = 'server/rules/plan-anew.ts'
const SAVED_COURSE = 'server/rules/saved-course.ts'

const DATED_ORDERS = 'src/server/documents/api/dated-orders.test.ts'
const SAVING_TEST = 'src/server/rules/saving.test.ts'
const CHANGE_TEST = 'src/server/rules/change.test.ts'
const COURSE_TEST = 'src/server/rules/course.test.ts'
const FIRST_DAY_TEST = 'src/server/rules/first-day.test.ts'
const FORECAST_TEST = 'src/server/rules/forecast.test.ts'
const MONTHS_TEST = 'test/engine/actions/rule-months.test.ts'

/** Faults in how a rule is made, changed, paused, resumed and deleted, and in the day that it then waits for. */
export const SAVING_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'one rule more than the limit is saved',
    file: SAVE,
    from: `>= MOST_RULES`,
    to: `> MOST_RULES`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a rule is saved without its clients',
    file: SAVE,
    from: `    await replaceClients(trx, at, rule.clients)
    await replaceLines(trx, at, rule.lines)
    await planAnew`,
    to: `    await replaceLines(trx, at, rule.lines)
    await planAnew`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a rule is saved without its lines',
    file: SAVE,
    from: `    await replaceLines(trx, at, rule.lines)
    await planAnew`,
    to: `    await planAnew`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'the first day is planned before clients and lines are there',
    file: SAVE,
    from: `    await replaceClients(trx, at, rule.clients)
    await replaceLines(trx, at, rule.lines)
    await planAnew(trx, at, today)`,
    to: `    await planAnew(trx, at, today)
    await replaceClients(trx, at, rule.clients)
    await replaceLines(trx, at, rule.lines)`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a new rule waits for no day',
    file: SAVE,
    from: `    await replaceLines(trx, at, rule.lines)
    await planAnew(trx, at, today)
`,
    to: `    await replaceLines(trx, at, rule.lines)
`,
    caughtBy: { test: 'src/server/rules/ask-monthly.test.ts' },
  },
  {
    name: 'a new rule of today that comes too late is not moved',
    file: SAVE,
    from: `    await moveFirstDay(needs, trx, at, rule, { shown, say })
    await record(needs, trx, author, at, 'ruleCreated')`,
    to: `    await record(needs, trx, author, at, 'ruleCreated')`,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'a new rule is not on record',
    file: SAVE,
    from: `    await record(needs, trx, author, at, 'ruleCreated')
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a rule refused at its first day stays stored',
    file: SAVE,
    from: `  return db.transaction().execute(async (trx) => {
    const today`,
    to: `  return db.connection().execute(async (trx) => {
    const today`,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'a change that is refused is half stored',
    file: SAVE,
    from: `  return needs.db.transaction().execute(async (trx) => {
    const stored = await lockRule(trx, at)`,
    to: `  return needs.db.connection().execute(async (trx) => {
    const stored = await lockRule(trx, at)`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a pause is on record as a change too',
    file: SAVE,
    from: `if (Object.keys(change).length > 0) {`,
    to: `if (Object.keys(change).length >= 0) {`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a paused rule is paused again',
    file: SAVE,
    from: `isPaused === true && !stored.isPaused ?`,
    to: `isPaused === true ?`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a rule that runs is resumed by its edit',
    file: SAVE,
    from: `if (isPaused === false && stored.isPaused) await`,
    to: `if (isPaused === false) await`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a paused rule stays paused',
    file: SAVE,
    from: `if (isPaused === false && stored.isPaused) await`,
    to: `if (isPaused === false && !stored.isPaused) await`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a change is put in what waits although nobody asked',
    file: SAVE,
    from: `if (appliesToWaiting !== true) return`,
    to: `if (appliesToWaiting === false) return`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'the document type of a rule is changed',
    file: SAVE,
    from: `change.kind !== undefined && change.kind !== stored.kind`,
    to: `change.kind !== undefined && change.kind.length === 0`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a rule that began cannot be changed any more',
    file: SAVE,
    from: `const context = { today, say, before: known }`,
    to: `const context = { today, say, before: null }`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'changed clients are not stored',
    file: SAVE,
    from: `  if (change.clients !== undefined) await replaceClients(trx, at, rule.clients)
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'changed lines are not stored',
    file: SAVE,
    from: `    await replaceLines(trx, at, rule.lines, shownMonth(stored.nextEmissionDay, today))
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a change of a rule’s own fields is not stored',
    file: SAVE,
    from: `  await updateRule(trx, clock, at, { rule })
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a boleta that is complete now waits for no day',
    file: SAVE,
    from: `(movesDates(before, rule) || isComplete(before) !== isComplete(rule))`,
    to: `movesDates(before, rule)`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'any edit plans a rule anew',
    file: SAVE,
    from: `(movesDates(before, rule) || isComplete(before) !== isComplete(rule))`,
    to: `rule !== undefined`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a changed day is not planned',
    file: SAVE,
    from: `(movesDates(before, rule) || isComplete(before) !== isComplete(rule))`,
    to: `isComplete(before) !== isComplete(rule)`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'another schedule plans no other day',
    file: SAVE,
    from: `    before.businessDayRule !== after.businessDayRule ||
`,
    to: ``,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'another day of the month plans no other day',
    file: SAVE,
    from: `    before.dayOfMonth !== after.dayOfMonth ||
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'another start plans no other day',
    file: SAVE,
    from: `    before.startDay !== after.startDay ||
`,
    to: ``,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'another end plans no other day',
    file: SAVE,
    from: `    before.endDay !== after.endDay ||
`,
    to: ``,
    caughtBy: { test: COURSE_TEST },
  },
  {
    name: 'another number of emissions plans no other day',
    file: SAVE,
    from: `    before.endDay !== after.endDay ||
    before.mostEmissions !== after.mostEmissions
`,
    to: `    before.endDay !== after.endDay
`,
    caughtBy: { test: COURSE_TEST },
  },
  {
    name: 'a rule changed to today in the evening keeps the day',
    file: SAVE,
    from: `    await planAnew(trx, at, today)
    await moveFirstDay(needs, trx, at, rule, { shown, say })
  }`,
    to: `    await planAnew(trx, at, today)
  }`,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'what a rule lacked is not looked at again',
    file: SAVE,
    from: `  await needs.onRuleChanged(trx, at)
`,
    to: ``,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a client who comes to a rule gets no document of today',
    file: SAVE,
    from: `if (change.clients === undefined || stored.isPaused) return`,
    to: `if (change.clients === undefined || !stored.isPaused) return`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a client who comes to a paused rule gets a document',
    file: SAVE,
    from: `if (change.clients === undefined || stored.isPaused) return`,
    to: `if (change.clients === undefined) return`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'every edit makes the documents of today',
    file: SAVE,
    from: `if (change.clients === undefined || stored.isPaused) return`,
    to: `if (stored.isPaused) return`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'an edit is not on record',
    file: SAVE,
    from: `  await record(needs, trx, author, at, 'ruleChanged', { fields: Object.keys(change) })
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a first day that is not today is moved',
    file: PLAN_ANEW,
    from: `  if ((await nextDay(trx, at)) !== today) return
`,
    to: ``,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'a rule may begin after its end',
    file: PLAN_ANEW,
    from: `endDay !== null && day > endDay`,
    to: `endDay !== null && day < today`,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'a rule may not begin on its last day',
    file: PLAN_ANEW,
    from: `endDay !== null && day > endDay`,
    to: `endDay !== null && day >= endDay`,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'a rule begins on another date than was shown',
    file: PLAN_ANEW,
    from: `if (shown !== undefined && shown !== day) {`,
    to: `if (shown !== undefined && shown < today) {`,
    caughtBy: { test: FIRST_DAY_TEST, name: 'person saw another date' },
  },
  {
    name: 'a first day of today is pinned',
    file: PLAN_ANEW,
    from: `  if (day === today) return
`,
    to: ``,
    caughtBy: { test: FIRST_DAY_TEST, name: 'moved to a later day of this month' },
  },
  {
    name: 'a first day put off has no month of its own',
    file: PLAN_ANEW,
    from: `    await setMonthChange(trx, at, month, change)`,
    to: `    void [setMonthChange, month, change]`,
    caughtBy: { test: FIRST_DAY_TEST },
  },
  {
    name: 'a first day put off is planned for today',
    file: PLAN_ANEW,
    from: `  await planAnew(trx, at, day)`,
    to: `  await planAnew(trx, at, today)`,
    caughtBy: { test: FIRST_DAY_TEST, name: 'names the days that planning takes' },
  },
  {
    name: 'a client is added with a date that its person did not see',
    file: SAVE,
    from: `      await refuseDate(trx, at, added, { thisMonth, say })
`,
    to: `      void added
`,
    caughtBy: {
      test: 'test/engine/plan/added-clients.test.ts',
      name: 'another date than its person saw',
    },
  },
  {
    name: 'what waits gets a date that its person did not see',
    file: SAVE,
    from: `    await refuseDate(trx, at, applied, { thisMonth, say })
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST, name: 'no other date than its person saw' },
  },
  {
    name: 'the date that a person saw does not reach the change of a rule',
    file: 'server/rules/routes.ts',
    from: `        thisMonth: shownDay(body.date, 'date'),
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST, name: 'no other date than its person saw' },
  },
  {
    name: 'a change of a rule that names no date is refused',
    file: SAVE,
    from: `if (shown !== undefined && shown !== day)`,
    to: `if (shown !== day)`,
    caughtBy: { test: CHANGE_TEST, name: 'no other date than its person saw' },
  },
  {
    name: 'an order is dated by a wrong clock',
    file: 'server/http/calls.ts',
    from: `      if (call.datesDocuments) await requireRightClock()
`,
    to: `      void requireRightClock
`,
    caughtBy: { test: DATED_ORDERS, name: 'nothing that dates a document is taken' },
  },
  {
    name: 'a clock two seconds off refuses no order',
    file: 'server/http/right-clock.ts',
    from: `isSkewed(await readSkew(needs))`,
    to: `(await readSkew(needs)) > 2_000`,
    caughtBy: { test: DATED_ORDERS, name: 'nothing that dates a document is taken' },
  },
  {
    name: 'a rule is changed by a wrong clock',
    file: 'server/rules/routes.ts',
    from: `      if (change.isPaused !== true) await needs.requireRightClock()
`,
    to: ``,
    caughtBy: { test: DATED_ORDERS, name: 'nothing that dates a document is taken' },
  },
  {
    name: 'a wrong clock keeps a rule from being paused',
    file: 'server/rules/routes.ts',
    from: `if (change.isPaused !== true) await`,
    to: `await`,
    caughtBy: { test: DATED_ORDERS, name: 'a rule can be paused' },
  },
  {
    name: 'a paused rule goes on',
    file: SAVE,
    from: `  await updateRule(trx, needs.clock, at, { isPaused: true })
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a paused rule keeps its day',
    file: SAVE,
    from: `  await setNext(trx, at, null)
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a pause leaves what waits',
    file: SAVE,
    from: `  const stopped = await needs.onRuleStopped(trx, {
    ...at,
    userId: author.userId,
    reason: 'rulePaused',
  })`,
    to: `  const stopped: MadeDocument[] = []`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'what a pause stops is called deleted',
    file: SAVE,
    from: `    reason: 'rulePaused',`,
    to: `    reason: 'ruleDeleted',`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a pause is not on record',
    file: SAVE,
    from: `  await record(needs, trx, author, at, 'rulePaused')
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a resumed rule is planned while it is still paused',
    file: SAVE,
    from: `  await updateRule(trx, needs.clock, at, { isPaused: false })
  await planAnew(trx, at, dayInChile(needs.clock.now()))`,
    to: `  await planAnew(trx, at, dayInChile(needs.clock.now()))
  await updateRule(trx, needs.clock, at, { isPaused: false })`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a resumed rule waits for no day',
    file: SAVE,
    from: `  await planAnew(trx, at, dayInChile(needs.clock.now()))
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a resumption is not on record',
    file: SAVE,
    from: `  await record(needs, trx, author, at, 'ruleResumed')
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a deleted rule stays',
    file: SAVE,
    from: `  await deleteRule(trx, needs.clock, at)
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a deleted rule leaves what waits',
    file: SAVE,
    from: `  const stopped = await needs.onRuleStopped(trx, {
    ...at,
    userId: author.userId,
    reason: 'ruleDeleted',
  })`,
    to: `  const stopped: MadeDocument[] = []`,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a deletion is not on record',
    file: SAVE,
    from: `  await record(needs, trx, author, at, 'ruleDeleted')
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a rule is deleted twice',
    file: SAVE,
    from: `    if ((await lockRule(trx, at)) === null) return false
`,
    to: ``,
    caughtBy: { test: CHANGE_TEST },
  },
  {
    name: 'a rule sends from any mail account',
    file: SAVE,
    from: `    emailAccountId !== null &&
    (await needs.hasEmailAccount(trx, { organisationId, emailAccountId }))`,
    to: `    emailAccountId !== null`,
    caughtBy: { test: 'src/server/rules/check.test.ts', name: 'with a mail account that is not' },
  },
  {
    name: 'a paused rule waits for a day',
    file: PLAN_ANEW,
    from: `saved.isPaused || !saved.isComplete`,
    to: `!saved.isComplete`,
    caughtBy: { test: MONTHS_TEST, name: 'a paused rule of which a month is skipped' },
  },
  {
    name: 'a boleta without its data waits for a day',
    file: PLAN_ANEW,
    from: `saved.isPaused || !saved.isComplete`,
    to: `saved.isPaused`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a changed month takes the turn of a day whose planning is late',
    file: PLAN_ANEW,
    from: `if (next !== null && compare(next, today) < 0) return`,
    to: `if (next !== null && compare(next, today) < -1) return`,
    caughtBy: { test: MONTHS_TEST, name: 'whose planning is late' },
  },
  {
    name: 'a month changed on the rule’s own day is not planned',
    file: PLAN_ANEW,
    from: `if (next !== null && compare(next, today) < 0) return`,
    to: `if (next !== null && compare(next, today) <= 0) return`,
    caughtBy: { test: MONTHS_TEST, name: 'is skipped on its own day' },
  },
  {
    name: 'the day of another rule is the next one',
    file: PLAN_ANEW,
    from: `    .where('id', '=', at.ruleId)
    .executeTakeFirstOrThrow()`,
    to: `    .where('id', '>=', 0)
    .orderBy('id')
    .executeTakeFirstOrThrow()`,
    caughtBy: { test: FIRST_DAY_TEST, name: 'beside an older rule' },
  },
  {
    name: 'a rule is planned while it is edited',
    file: SAVED_COURSE,
    from: `  return (await lockRule(trx, at)) === null ? null : readSavedCourse(trx, at)`,
    to: `  void lockRule
  return readSavedCourse(trx, at)`,
    caughtBy: {
      test: 'test/engine/actions/rule-locks.test.ts',
      name: 'a month skipped while its rule is moved',
    },
  },
  {
    name: 'the forecast of later months has the price of the next emission',
    file: 'server/rules/forecast.ts',
    from: `linesIn(monthOf(emissionDay), request.lines, kept)`,
    to: `linesIn(monthOf(days[0] ?? emissionDay), request.lines, kept)`,
    caughtBy: { test: FORECAST_TEST, name: 'planned from later months' },
  },
  {
    name: 'a deleted rule has a forecast',
    file: SAVED_COURSE,
    from: `    .where('deleted_at', 'is', null)
`,
    to: ``,
    caughtBy: { test: FORECAST_TEST, name: 'of a deleted rule' },
  },
  {
    name: 'emissions made do not count',
    file: SAVED_COURSE,
    from: `row.most_emissions - planned.size`,
    to: `row.most_emissions`,
    caughtBy: { test: COURSE_TEST, name: 'as many emissions as it may have' },
  },
  {
    name: 'a boleta without clients is complete',
    file: SAVED_COURSE,
    from: `(clients.length > 0 && lines.length > 0)`,
    to: `lines.length > 0`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a boleta without lines is complete',
    file: SAVED_COURSE,
    from: `(clients.length > 0 && lines.length > 0)`,
    to: `clients.length > 0`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a factura without lines is incomplete',
    file: SAVED_COURSE,
    from: `kind === 'factura' || (`,
    to: `kind !== 'boletaHonorarios' && (`,
    caughtBy: { test: SAVING_TEST },
  },
  {
    name: 'a factura without clients can be issued',
    file: SAVED_COURSE,
    from: `isIssuable: complete && clients.length > 0`,
    to: `isIssuable: complete`,
    caughtBy: { test: 'test/engine/actions/resume-rule.test.ts', name: 'a rule without a client' },
  },
  {
    name: 'the oldest planned month is the last one',
    file: SAVED_COURSE,
    from: `.toSorted(compare).at(-1) ?? null`,
    to: `.toSorted(compare).at(0) ?? null`,
    caughtBy: { test: SAVING_TEST, name: 'newest of its planned months' },
  },
  {
    name: 'a rule’s end is not known',
    file: SAVED_COURSE,
    from: `endDay: row.end_day === null ? null : knownDay(row.end_day),`,
    to: `endDay: null,`,
    caughtBy: { test: COURSE_TEST, name: 'ends before its day comes' },
  },
  {
    name: 'what a month has different is not known',
    file: SAVED_COURSE,
    from: `months: (await monthChanges(db, [row]))(row),`,
    to: `months: new Map(),`,
    caughtBy: { test: FORECAST_TEST, name: 'leaves out a month skipped' },
  },
  {
    name: 'another rule’s months count as planned',
    file: SAVED_COURSE,
    from: `    .selectFrom('occurrence')
    .select('period')
    .where('organisation_id', '=', at.organisationId)
    .where('rule_id', '=', at.ruleId)`,
    to: `    .selectFrom('occurrence')
    .select('period')
    .where('organisation_id', '=', at.organisationId)`,
    caughtBy: { test: SAVING_TEST, name: 'that another rule has planned' },
  },
  {
    name: 'another rule’s clients and lines complete a boleta',
    file: SAVED_COURSE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('rule_id', '=', ruleId)`,
    to: `    .where('organisation_id', '=', organisationId)`,
    caughtBy: { test: SAVING_TEST },
  },
]

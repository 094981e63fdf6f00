import type { TestedMutant } from '../mutant.ts'

const RENEW = 'server/documents/actions/renew.ts'

/** Faults in what a person orders: to issue, stop, adopt, decide, or to take back by a nota. */
export const ACTIONS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a try whose worker died stays open after a word about it',
    file: 'server/documents/actions/decide.ts',
    from: `attempt.or([attempt('outcome', 'is', null), attempt('outcome', '=', 'uncertain')])`,
    to: `attempt('outcome', '=', 'uncertain')`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a try whose worker died is looked for',
    },
  },
  {
    name: 'a person who says that it was not issued sends it beside what may be there',
    file: 'server/documents/actions/decide.ts',
    from: `    .set({ outcome: 'absent' })
`,
    to: `    .set({ outcome: 'notSent' })
`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a number typed about a try whose worker died is looked for, and a word ends that try',
    },
  },
  {
    name: 'a decision is made by who may not yet',
    file: 'server/documents/actions/decide.ts',
    from: `  if (!(await mayDecide(trx, needs.clock, row))) return false
`,
    to: `  void mayDecide
`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a document in doubt is not decided before the session that sent it is closed',
    },
  },
  {
    name: 'who says that none is it is asked about them again',
    file: 'server/documents/actions/decide.ts',
    from: `row.reason === 'lookAlikes' ? await acceptAlikes(trx, clock, user, row) : row`,
    to: `row`,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'whoever says that none of the alike is the lost one is not asked about them again',
    },
  },
  {
    name: 'a factura is annulled like a boleta',
    file: 'server/documents/actions/actions.ts',
    from: `row.kind === 'boletaHonorarios' && row.state === 'issued'`,
    to: `row.state === 'issued'`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'a factura has nothing of the kind',
    },
  },
  {
    name: 'an annulment asked for twice begins anew',
    file: 'server/documents/actions/actions.ts',
    from: `if (!isPossible || row.annulment !== null) return false`,
    to: `if (!isPossible) return false`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'a boleta is annulled at the SII once, with its trail; asking again changes nothing',
    },
  },
  {
    name: 'what is asked about alone of the queue is issued by a person',
    file: 'server/documents/actions/order-issue.ts',
    from: `if (row.state === 'queued' && !isAskedAboutAlike(row)) return null`,
    to: `if (row.state === 'queued' && row.tries < 0) return null`,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'one made by hand while ours waits stops it on the live list, before any intent, and is asked about once',
    },
  },
  {
    name: 'a person orders another date than they saw',
    file: 'server/documents/actions/order-issue.ts',
    from: `if (shown !== undefined && shown !== ordered.day) return 'otherDate'
  const asked`,
    to: `const asked`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a person who orders what is ready at night has it leave with the date they saw',
    },
  },
  {
    name: 'a total approved on its day is asked about on the next',
    file: 'server/documents/actions/order-issue.ts',
    from: `const approved = await approve(trx, asked)`,
    to: `const approved = asked
    void approve`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'an amount that was approved is not asked about again when only its date is another',
    },
  },
  {
    name: 'what a person ordered is not remembered as seen',
    file: 'server/documents/actions/order-issue.ts',
    from: `    confirmed_day: ordered.day,
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'a person who orders what is ready at night has it leave with the date they saw',
    },
  },
  {
    name: 'a word on a repetition is not kept',
    file: 'server/documents/actions/order-issue.ts',
    from: `isAskedAboutAlike(row) ? await acceptAlikes(trx, clock, user, row) : row`,
    to: `row`,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'one made by hand while ours waits stops it on the live list, before any intent, and is asked about once',
    },
  },
  {
    name: 'what waits for its undo window leaves before its day',
    file: 'server/documents/actions/order-issue.ts',
    from: `own !== null && compare(own, dayInChile(now)) >= 0`,
    to: `own !== null`,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'what is approved after its day is dated on the day it leaves, and not asked about again',
    },
  },
  {
    name: 'a number that nobody was shown is adopted',
    file: 'server/documents/actions/adopt.ts',
    from: `  if (!alikes.some((alike) => alike.documentId === null && alike.folio === folio)) return false
`,
    to: `  void alikes
`,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'a number that the document does not look like is not adopted',
    },
  },
  {
    name: 'what was said not to be issued leaves with its old date',
    file: 'server/documents/actions/decide.ts',
    from: `  if (!isOnItsDay && !isTold) await moveTo(trx, needs, user, queued, departure)
`,
    to: `  void moveTo
`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'is dated anew at once' },
  },
  {
    name: 'what was said not to be issued leaves with a date that its person did not see',
    file: 'server/documents/actions/decide.ts',
    from: `  if (!isTold && shown !== undefined && shown !== day) return 'otherDate'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'no date leaves but the one seen',
    },
  },
  {
    name: 'a decision about another date than was seen ends the tries all the same',
    file: 'server/documents/actions/decide.ts',
    from: `  if (!isTold && shown !== undefined && shown !== day) return 'otherDate'
  await endTries(trx, row)
`,
    to: `  await endTries(trx, row)
  if (!isTold && shown !== undefined && shown !== day) return 'otherDate'
`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'on the evening of its day' },
  },
  {
    name: 'the date of what a person told is compared',
    file: 'server/documents/actions/decide.ts',
    from: `  if (!isTold && shown !== undefined`,
    to: `  if (shown !== undefined`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'is only looked for' },
  },
  {
    name: 'what a person told is prepared anew by a decision',
    file: 'server/documents/actions/decide.ts',
    from: `  if (!isOnItsDay && !isTold) await`,
    to: `  if (!isOnItsDay) await`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'is only looked for' },
  },
  {
    name: 'what was said not to be issued is compared with the next date on its own day',
    file: 'server/documents/actions/decide.ts',
    from: `isOnItsDay ? row.issue_day : departure.day`,
    to: `departure.day`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'on the evening of its day' },
  },
  {
    name: 'what was said not to be issued is compared with its own date on the next day',
    file: 'server/documents/actions/decide.ts',
    from: `isOnItsDay ? row.issue_day : departure.day`,
    to: `row.issue_day`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'no date leaves but the one seen',
    },
  },
  {
    name: 'the date seen by who says that it was not issued is not remembered',
    file: 'server/documents/actions/decide.ts',
    from: `isOnItsDay ? row.issue_day : null`,
    to: `null`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'on the evening of its day' },
  },
  {
    name: 'a date of the past is taken as seen by who says that it was not issued',
    file: 'server/documents/actions/decide.ts',
    from: `isOnItsDay ? row.issue_day : null`,
    to: `row.issue_day`,
    caughtBy: { test: 'test/engine/actions/decisions.test.ts', name: 'is only looked for' },
  },
  {
    name: 'the date that a person saw does not reach their decision',
    file: 'server/documents/api/routes.ts',
    from: `{ decision: 'notIssued', shown: dayOf(body.date) }`,
    to: `{ decision: 'notIssued', shown: undefined }`,
    caughtBy: {
      test: 'src/server/documents/api/dated-orders.test.ts',
      name: 'a decision to issue it again',
    },
  },
  {
    name: 'an annulment covers up the alarm about a second number',
    file: 'server/documents/actions/actions.ts',
    from: `reason: isAlarm ? row.reason : null`,
    to: `reason: null`,
    caughtBy: {
      test: 'test/engine/issued/annulment.test.ts',
      name: 'the alarm about a second number stays while an annulment',
    },
  },
  {
    name: 'the clave of one person resumes the documents of another',
    file: 'server/documents/actions/actions.ts',
    from: `    .where('person_rut', '=', person.personRut)
    .where('next_try_at', 'is', null)`,
    to: `    .where('next_try_at', 'is', null)`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'resumes what waited for it',
    },
  },
  {
    name: 'a clave that works resumes what waits for another word',
    file: 'server/documents/actions/actions.ts',
    from: `return eb.or([waitsForClave, eb.and([isAlarm, isUnderWay])])`,
    to: `return eb.or([waitsForClave, isAlarm, eb('reason', 'is not', null)])`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'resumes what waited for it',
    },
  },
  {
    name: 'a clave that works leaves the files of an alarm behind',
    file: 'server/documents/actions/actions.ts',
    from: `return eb.or([waitsForClave, eb.and([isAlarm, isUnderWay])])`,
    to: `return eb.or([waitsForClave, eb.and([isAlarm, isUnderWay, eb('tries', '<', 0)])])`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'resumes what waited for it',
    },
  },
  {
    name: 'a clave that works makes an alarm that is all done due again',
    file: 'server/documents/actions/actions.ts',
    from: `return eb.or([waitsForClave, eb.and([isAlarm, isUnderWay])])`,
    to: `return eb.or([waitsForClave, isAlarm])`,
    caughtBy: {
      test: 'test/engine/facturators/refused-clave.test.ts',
      name: 'resumes what waited for it',
    },
  },
  {
    name: 'the edit of a rule reaches what is of the past',
    file: RENEW,
    from: `    .where('issue_day', '>=', today)
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/renewed.test.ts', name: 'a day of the past' },
  },
  {
    name: 'a client who left the rule is billed after an edit',
    file: RENEW,
    from: `if (row.client_id === null || !kept.has(row.client_id)) {`,
    to: `if (row.client_id === null) {`,
    caughtBy: {
      test: 'test/engine/actions/renewed.test.ts',
      name: 'a client whom the rule has no longer',
    },
  },
  {
    name: 'what is renewed in the evening keeps a date that it can not meet',
    file: RENEW,
    from: `issue_day: day,`,
    to: `issue_day: own,`,
    caughtBy: { test: 'test/engine/actions/renewed.test.ts', name: 'gives it the next date' },
  },
  {
    name: 'what is renewed in the evening does not tell its new date',
    file: RENEW,
    from: `  await carryRun(trx, needs.clock, row, day)
  return day`,
    to: `  await carryRun(trx, needs.clock, row, day)
  return null`,
    caughtBy: { test: 'test/engine/actions/renewed.test.ts', name: 'changes nothing' },
  },
  {
    name: 'what is renewed in the evening leaves its unusual day behind',
    file: RENEW,
    from: `  await carryRun(trx, needs.clock, row, day)
`,
    to: ``,
    caughtBy: { test: 'test/engine/plan/unusual-runs.test.ts', name: 'corrected in the evening' },
  },
  {
    name: 'what was renewed is left out after its new date',
    file: 'server/documents/trail/was-asked-for.ts',
    from: `      'renewed',
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/renewed.test.ts', name: 'asks, and is not left out' },
  },
  {
    name: 'what was renewed leaves after the last day of its rule',
    file: 'server/documents/departure/judge.ts',
    from: `and e.kind <> 'renewed' and e.data`,
    to: `and e.data`,
    caughtBy: { test: 'test/engine/actions/renewed.test.ts', name: 'is ended before its new date' },
  },
  {
    name: 'a change gives no date on the last day of its rule',
    file: 'server/rules/save.ts',
    from: `endDay !== null && day > endDay`,
    to: `endDay !== null && day >= endDay`,
    caughtBy: { test: 'test/engine/actions/renewed.test.ts', name: 'gives it no later date' },
  },
  {
    name: 'a pause leaves what is queued',
    file: 'server/documents/actions/actions.ts',
    from: `['planned', 'needs_data', 'waiting', 'queued'])
    .orderBy`,
    to: `['planned', 'needs_data', 'waiting'])
    .orderBy`,
    caughtBy: { test: 'test/engine/actions/restore.test.ts', name: 'a pause stops what is queued' },
  },
  {
    name: 'a person tries again on another date than they saw',
    file: 'server/documents/actions/order-issue.ts',
    from: `  if (!isTold && shown !== undefined && shown !== ordered.day) return 'otherDate'
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/departure/dates.test.ts',
      name: 'what was refused and is tried again in the evening',
    },
  },
  {
    name: 'a total that nobody saw is approved',
    file: 'server/documents/actions/order-issue.ts',
    from: `  if (row.state !== 'waiting' && row.state !== 'queued') return row
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/restore.test.ts', name: 'which nobody has approved' },
  },
  {
    name: 'what is planned for another day is ordered for today',
    file: 'server/documents/actions/order-issue.ts',
    from: `return own === null ? departure : null`,
    to: `return departure`,
    caughtBy: {
      test: 'test/engine/issue/issue.test.ts',
      name: 'planned for a day is not ordered for another',
    },
  },
  {
    name: 'a document that asks nothing is adopted',
    file: 'server/documents/actions/adopt.ts',
    from: `if (!isAsked || row.reason !== 'looksRepeated') return false`,
    to: `if (!isAsked) return false`,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'a document that waits for no word',
    },
  },
  {
    name: 'one of our own is adopted',
    file: 'server/documents/actions/adopt.ts',
    from: `alike.documentId === null && alike.folio === folio`,
    to: `alike.folio === folio`,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'is not adopted for another one like it',
    },
  },
  {
    name: 'a nota is ordered over another total than was shown',
    file: 'server/documents/actions/order-nota.ts',
    from: `    if (content.totalClp !== totalClp) return { kind: 'otherTotal', totalClp: content.totalClp }
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/notas.test.ts', name: 'what the person was not shown' },
  },
  {
    name: 'a correction of text goes through the portal',
    file: 'server/documents/actions/order-nota.ts',
    from: `const isByHandOnly = wish.code === 2 || (await`,
    to: `const isByHandOnly = (await`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'a text is never corrected through the portal',
    },
  },
  {
    name: 'a nota told by a person leaves its failed one beside it',
    file: 'server/documents/actions/order-nota.ts',
    from: `    await leaveFailed(trx, clock, userId, at.organisationId, notas)
`,
    to: ``,
    caughtBy: { test: 'test/engine/actions/notas.test.ts', name: 'a number that is on no list' },
  },
  {
    name: 'the first try is looked for in place of the last',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `    .orderBy('number', 'desc')
`,
    to: `    .orderBy('number', 'asc')
`,
    caughtBy: {
      test: 'test/engine/actions/decisions.test.ts',
      name: 'a second try that is lost too',
    },
  },
]

import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/deliveries/reminders'
const PAYMENTS = 'server/db/migrations/0003-payments.sql'
const MIGRATION = 'server/db/migrations/0004-deliveries.sql'
const TEST = 'test/engine/deliveries/reminders.test.ts'
const caughtBy = (name: string): TestedMutant['caughtBy'] => ({ test: TEST, name })

/** Faults in when clients are reminded, what of, and how often. */
export const REMINDER_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'reminders are planned on a day off',
    file: 'domain/reminders.ts',
    from: `return isBusinessDay(day) && hour >=`,
    to: `return hour >=`,
    caughtBy: { test: 'src/domain/reminders.test.ts', name: 'on a holiday' },
  },
  {
    name: 'reminders leave in the evening',
    file: 'domain/reminders.ts',
    from: `hour < REMINDER_HOURS.toHour
}`,
    to: `hour <= REMINDER_HOURS.toHour
}`,
    caughtBy: { test: 'src/domain/reminders.test.ts', name: 'at eighteen' },
  },
  {
    name: 'a step of a day off stays on it',
    file: 'domain/reminders.ts',
    from: `return { step, day: isBusinessDay(day) ? day : nextBusinessDay(day) }`,
    to: `return { step, day: isBusinessDay(day) ? day : day }`,
    caughtBy: { test: 'src/domain/reminders.test.ts', name: 'moves to the next business day' },
  },
  {
    name: 'the step before comes on the due day, too',
    file: 'domain/reminders.ts',
    from: `step !== 'before' || day < dueDay`,
    to: `step !== 'before' || day <= dueDay`,
    caughtBy: { test: 'src/domain/reminders.test.ts', name: 'the step before is left out' },
  },
  {
    name: 'reminders are planned at any hour',
    file: `${ROOM}/plan.ts`,
    from: `if (!isReminderTime(needs.clock.now())) return 0`,
    to: ``,
    caughtBy: caughtBy('nothing is queued'),
  },
  {
    name: 'a company is reminded for without being switched on',
    file: `${ROOM}/mail.ts`,
    from: `if (mail.first_due_day === null) return { day, owing: [] }`,
    to: ``,
    also: {
      from: `const from = knownDay(mail.first_due_day)`,
      to: `const from = knownDay(mail.first_due_day ?? '2026-01-01')`,
    },
    caughtBy: caughtBy('switched off after they were queued'),
  },
  {
    name: 'older debts are reminded of',
    file: `${ROOM}/owing.ts`,
    from: `    .where('receivable.due_day', '>=', from)
`,
    to: ``,
    caughtBy: caughtBy('fell due before they were switched on'),
  },
  {
    name: 'a declared document is reminded of',
    file: `${ROOM}/owing.ts`,
    from: `    .where('receivable.declared_clp', '=', 0)
`,
    to: ``,
    caughtBy: caughtBy('is declared'),
  },
  {
    name: 'a paid document is reminded of',
    file: `${ROOM}/owing.ts`,
    from: `receivable.paid_clp - receivable.refunded_clp
      < receivable.base_clp`,
    to: `receivable.paid_clp - receivable.paid_clp
      < receivable.base_clp`,
    caughtBy: caughtBy('is paid'),
  },
  {
    name: 'a document whose payment was given back is reminded of',
    file: MIGRATION,
    from: `create trigger receivable_mutes_given_back after update of paid_clp, refunded_clp, taken_back_clp`,
    to: `create trigger receivable_mutes_given_back after update of closes_day`,
    caughtBy: caughtBy('whose payment was given back'),
  },
  {
    name: 'a document of which a part was given back is reminded of',
    file: MIGRATION,
    from: `r.refunded_clp > 0 and`,
    to: `r.refunded_clp = r.paid_clp and`,
    caughtBy: caughtBy('given back in part'),
  },
  {
    name: 'what was given back too much of silences a document',
    file: MIGRATION,
    from: ` and r.paid_clp - r.refunded_clp < r.base_clp - r.taken_back_clp;`,
    to: `;`,
    caughtBy: caughtBy('a refund of an excess'),
  },
  {
    name: 'what is given back a second time is reminded of',
    file: MIGRATION,
    from: `new.refunded_clp > old.refunded_clp and is_given_back`,
    to: `old.refunded_clp = 0 and is_given_back`,
    caughtBy: caughtBy('a second refund stops reminders'),
  },
  {
    name: 'a document stays muted once a nota takes back what was given back',
    file: MIGRATION,
    from: `or new.taken_back_clp > old.taken_back_clp and new.refunded_clp <= new.taken_back_clp`,
    to: ``,
    caughtBy: caughtBy('a nota of what was refunded'),
  },
  {
    name: 'a nota of before silences no refund of what was owed after it',
    file: MIGRATION,
    from: `r.refunded_clp > 0 and`,
    to: `r.refunded_clp > r.taken_back_clp and`,
    caughtBy: { test: 'test/contract/api/payments.test.ts', name: 'a refund after a nota' },
  },
  {
    name: 'a document stays muted when money comes again after all was given back',
    file: MIGRATION,
    from: `new.paid_clp > old.paid_clp or not`,
    to: `not`,
    caughtBy: caughtBy('once money comes again'),
  },
  {
    name: 'what a person muted is reminded of when money comes again',
    file: MIGRATION,
    from: `document_id = new.document_id
      and muted_by is null;`,
    to: `document_id = new.document_id;`,
    caughtBy: caughtBy('a person muted stays muted'),
  },
  {
    name: 'a document that is being annulled is reminded of',
    file: `${ROOM}/owing.ts`,
    from: `    .where((eb) => eb.not(isTakenBack))
`,
    to: ``,
    caughtBy: caughtBy('is being annulled'),
  },
  {
    name: 'a muted document or client is reminded',
    file: `${ROOM}/owing.ts`,
    from: `    .where((eb) => eb.not(isMuted))
`,
    to: ``,
    caughtBy: caughtBy('is muted'),
  },
  {
    name: "a client is muted by another company's word",
    file: `${ROOM}/owing.ts`,
    from: `(mute.company_id = receivable.company_id and mute.client_rut = receivable.client_rut)`,
    to: `mute.company_id = receivable.company_id`,
    caughtBy: caughtBy('of another client'),
  },
  {
    name: 'a document that is being paid is reminded of',
    file: `${ROOM}/owing.ts`,
    from: `    .where((eb) => eb.not(isBeingChecked))
`,
    to: ``,
    caughtBy: caughtBy('is being paid'),
  },
  {
    name: 'a document whose payment is in doubt is reminded of',
    file: `${ROOM}/owing.ts`,
    from: `    .where((eb) => eb.not(isInDoubt))
`,
    to: ``,
    caughtBy: caughtBy('is in doubt'),
  },
  {
    name: 'a question that was answered stops reminders for ever',
    file: `${ROOM}/owing.ts`,
    from: `    and question.answered_at is null)`,
    to: `    and question.asked_at is not null)`,
    caughtBy: caughtBy('stops nothing'),
  },
  {
    name: 'a document whose payer came back too late is reminded of',
    file: PAYMENTS,
    from: `(returned is not null or is_verifying)`,
    to: `(returned = 'normal' or is_verifying)`,
    caughtBy: caughtBy('came back too late'),
  },
  {
    name: 'a document whose payment is being verified is reminded of',
    file: PAYMENTS,
    from: `(returned is not null or is_verifying)`,
    to: `(returned is not null)`,
    caughtBy: caughtBy('is being verified'),
  },
  {
    name: 'a payment that was only begun stops reminders',
    file: PAYMENTS,
    from: `(returned is not null or is_verifying)`,
    to: `(true or is_verifying)`,
    caughtBy: caughtBy('stops nothing'),
  },
  {
    name: 'a document whose link was withdrawn is reminded of',
    file: `${ROOM}/owing.ts`,
    from: `    .where((eb) => eb.not(isWithdrawn))
`,
    to: ``,
    caughtBy: caughtBy('whose link was withdrawn'),
  },
  {
    name: 'each document has a mail of its own',
    file: `${ROOM}/group.ts`,
    from: `const key = recipientKey(one, addressed.get(one.documentId)?.people ?? [])`,
    to: `const key = \`\${recipientKey(one, addressed.get(one.documentId)?.people ?? [])} \${one.documentId}\``,
    caughtBy: caughtBy('are one mail'),
  },
  {
    name: 'a client is written to twice a day',
    file: `${ROOM}/plan.ts`,
    from: `      if (mailed.has(mail.clientKey)) continue
`,
    to: ``,
    caughtBy: caughtBy('a second document of a client'),
  },
  {
    name: 'a step that was taken is announced as the next one',
    file: `${ROOM}/mute.ts`,
    from: `const [next] = await withoutTaken(db, at, planned)`,
    to: `const [next] = planned`,
    caughtBy: caughtBy('the next step'),
  },
  {
    name: 'a reminder leaves without being judged again',
    file: 'server/deliveries/held-back.ts',
    from: `if (delivery.purpose === 'reminder') return holdReminder(trx, clock, delivery)`,
    to: `if (delivery.purpose === 'reminder') return null`,
    caughtBy: caughtBy('after it was written'),
  },
  {
    name: 'a reminder leaves after its hours',
    file: `${ROOM}/mail.ts`,
    from: `if (!isReminderTime(now) || dayInChile(now) !== day) return ended('late')`,
    to: ``,
    caughtBy: caughtBy('after its hours'),
  },
  {
    name: 'a reminder of yesterday leaves this morning',
    file: `${ROOM}/mail.ts`,
    from: `!isReminderTime(now) || dayInChile(now) !== day`,
    to: `!isReminderTime(now)`,
    caughtBy: caughtBy('the next morning'),
  },
  {
    name: 'a reminder says what is no longer so',
    file: `${ROOM}/mail.ts`,
    from: `if (subject !== delivery.subject || bodyHtml !== delivery.body_html) {`,
    to: `if (subject === '' || bodyHtml === '') {`,
    caughtBy: caughtBy('is written again'),
  },
  {
    name: 'a document whose due day was moved is reminded of by the old one',
    file: `${ROOM}/mail.ts`,
    from: `owing.filter((one) => dueDays.get(one.documentId) === one.dueDay)`,
    to: `owing`,
    caughtBy: caughtBy('due day is moved'),
  },
  {
    name: 'a reminder does not open the page again',
    file: `${ROOM}/mail.ts`,
    from: `await keepOpenUntil(trx, { organisationId, documentId }, reopenedUntil(day))`,
    to: `if (documentId === 0) await keepOpenUntil(trx, { organisationId, documentId }, reopenedUntil(day))`,
    caughtBy: caughtBy('for 60 days'),
  },
  {
    name: 'reminders are switched on by a list that was not shown',
    file: `${ROOM}/setting.ts`,
    from: `if (seen !== before.digest) throw`,
    to: `if (seen !== before.digest && seen.length > 64) throw`,
    caughtBy: {
      test: 'test/contract/api/payment-reminders.test.ts',
      name: 'another list than was seen',
    },
  },
  {
    name: 'reminders begin with what fell due before',
    file: `${ROOM}/setting.ts`,
    from: `first_due_day: dayInChile(clock.now()),`,
    to: `first_due_day: '2026-01-01',`,
    caughtBy: { test: 'test/contract/api/payment-reminders.test.ts', name: 'from that day on' },
  },
  {
    name: 'the list is shown for what fell due before',
    file: `${ROOM}/setting.ts`,
    from: `setting?.firstDueDay ?? dayInChile(clock.now())`,
    to: `setting?.firstDueDay ?? knownDay('2026-01-01')`,
    caughtBy: {
      test: 'test/contract/api/payment-reminders.test.ts',
      name: 'fell due before today',
    },
  },
  {
    name: 'a reminder leaves while a payment is being recorded',
    file: `${ROOM}/mail.ts`,
    from: `  for (const documentId of documentIds) await lockReceivable(trx, { organisationId, documentId })
`,
    to: ``,
    also: { from: `import { lockReceivable } from '../../payments/owed/receivable.ts'`, to: `` },
    caughtBy: caughtBy('waits for a payment'),
  },
  {
    name: 'reminders are planned while they are being switched off',
    file: `${ROOM}/plan.ts`,
    from: `      .forUpdate()
`,
    to: ``,
    caughtBy: caughtBy('waits for a person who is switching'),
  },
  {
    name: 'who never owed anything is muted',
    file: 'server/deliveries/reminders/muted-clients.ts',
    from: `  if (row === undefined) throw new InvalidInput({ client: ['clientOwesNothing'] })`,
    to: ``,
    caughtBy: {
      test: 'test/contract/api/payment-reminders.test.ts',
      name: 'only a client that owes',
    },
  },
  {
    name: 'the list of reminders is asked for by a parameter for each of its steps',
    file: `${ROOM}/plan.ts`,
    from: `sql<boolean>\`document_id = any(\${stepped.map(({ documentId }) => documentId)}::bigint[])\``,
    to: `'document_id', 'in', stepped.map(({ documentId }) => documentId)`,
    caughtBy: {
      test: 'test/contract/api/payment-reminders.test.ts',
      name: 'more than a statement of the database has parameters',
    },
  },
  {
    name: 'a reminder leads to a page that takes no word of a transfer',
    file: `${ROOM}/text.ts`,
    from: `first.takesTransfers ? texts.ifPaid`,
    to: `first.isPayable ? texts.ifPaid`,
    also: { from: `texts.ifPaidElsewhere`, to: `texts.ifPaid` },
    caughtBy: caughtBy('a company that shows no account'),
  },
]

import type { TestedMutant } from './mutant.ts'

const STORE = 'server/agenda/attention-mail-store.ts'
const MAILS = { test: 'test/engine/agenda/attention-mails.test.ts' }
const LOOKS = { test: 'test/engine/agenda/attention-looks.test.ts' }
const HELD = { test: 'test/engine/deliveries/held-mails.test.ts' }
const ONCE = { test: 'test/engine/agenda/attention-mail-once.test.ts' }

/** Faults in the mails about what waits for a person: when, how often, to whom, and at most once. */
export const ATTENTION_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'what waits is told at once',
    file: STORE,
    from: `  if (!isSettled) return 0
`,
    to: ``,
    caughtBy: MAILS,
  },
  {
    name: 'what waits is told a minute later',
    file: STORE,
    from: `const SETTLED_MS = 10 * 60_000`,
    to: `const SETTLED_MS = 10 * 66_000`,
    caughtBy: MAILS,
  },
  {
    name: 'what was told makes what is new settled',
    file: STORE,
    from: `      mailed_at === null && !isWithin(first_seen_at`,
    to: `      (mailed_at === null || true) && !isWithin(first_seen_at`,
    caughtBy: { ...MAILS, name: 'comes up after a mail waits' },
  },
  {
    name: 'what waits is told again with what is new',
    file: STORE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('mailed_at', 'is', null)
    .executeTakeFirstOrThrow()`,
    to: `    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()`,
    caughtBy: MAILS,
  },
  {
    name: 'what another organisation waits for is told here',
    file: STORE,
    from: `    .where('organisation_id', '=', organisationId)
    .where('mailed_at', 'is', null)
    .executeTakeFirstOrThrow()`,
    to: `    .where('mailed_at', 'is', null)
    .executeTakeFirstOrThrow()`,
    caughtBy: LOOKS,
  },
  {
    name: 'two mails about what waits leave within an hour',
    file: STORE,
    from: `since(HOUR_MS).length > 0 || `,
    to: ``,
    caughtBy: MAILS,
  },
  {
    name: 'five mails about what waits leave in a day',
    file: STORE,
    from: `since(DAY_MS).length >= MAX_MAILS_A_DAY`,
    to: `since(DAY_MS).length > MAX_MAILS_A_DAY`,
    caughtBy: MAILS,
  },
  {
    name: 'an instant to come counts as just now',
    file: STORE,
    from: `return ageMs >= 0 && ageMs < spanMs`,
    to: `return ageMs < spanMs`,
    caughtBy: LOOKS,
  },
  {
    name: 'an hour is over a moment later',
    file: STORE,
    from: `return ageMs >= 0 && ageMs < spanMs`,
    to: `return ageMs >= 0 && ageMs <= spanMs`,
    caughtBy: MAILS,
  },
  {
    name: 'what healed before it was told waits on',
    file: STORE,
    from: `    ...keysOf(absent.filter((row) => row.mailed_at === null)),
`,
    to: ``,
    caughtBy: MAILS,
  },
  {
    name: 'what healed after it was told is forgotten at once',
    file: STORE,
    from: `absent.filter((row) => row.mailed_at === null)`,
    to: `absent`,
    caughtBy: MAILS,
  },
  {
    name: 'what is gone is never known to be gone',
    file: STORE,
    from: `    goneAt: at,`,
    to: `    goneAt: null,`,
    caughtBy: MAILS,
  },
  {
    name: 'what is gone for long counts from each look anew',
    file: STORE,
    from: `row.mailed_at !== null && row.gone_at === null)`,
    to: `row.mailed_at !== null)`,
    caughtBy: MAILS,
  },
  {
    name: 'what came back stays gone',
    file: STORE,
    from: `    keys: keysOf(back.filter((row) => !isOver(row))),
    goneAt: null,`,
    to: `    keys: keysOf(back.filter(isOver)),
    goneAt: null,`,
    caughtBy: MAILS,
  },
  {
    name: 'what comes back later is never told again',
    file: STORE,
    from: `    ...keysOf(back.filter(isOver)),
`,
    to: ``,
    caughtBy: MAILS,
  },
  {
    name: 'what is told by one worker is told by another beside it',
    file: STORE,
    from: `    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (taken === undefined) return beginLooking`,
    to: `    .executeTakeFirst()
  if (taken === undefined) return beginLooking`,
    caughtBy: { ...LOOKS, name: 'passes it by' },
  },
  {
    name: 'one organisation that is being looked at holds up the others',
    file: STORE,
    from: `    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (taken === undefined) return beginLooking`,
    to: `    .forUpdate()
    .executeTakeFirst()
  if (taken === undefined) return beginLooking`,
    caughtBy: { ...LOOKS, name: 'passes it by' },
  },
  {
    name: 'whoever could not take an organisation looks at it all the same',
    file: 'server/agenda/attention-mails.ts',
    from: `if (!(await takeOrganisation(trx, { organisationId, nowMs }))) return false`,
    to: `await takeOrganisation(trx, { organisationId, nowMs })`,
    caughtBy: { ...LOOKS, name: 'passes it by' },
  },
  {
    name: 'those looked at last are looked at first',
    file: STORE,
    from: `then look.looked_at end nulls first,`,
    to: `then look.looked_at end desc nulls first,`,
    caughtBy: { ...LOOKS, name: 'longest ago' },
  },
  {
    name: 'a look by a clock that was wrong puts its organisation last',
    file: STORE,
    from: `order by case when look.looked_at <= \${instantText(nowMs)} then look.looked_at end nulls first,`,
    to: `order by look.looked_at nulls first, \${instantText(nowMs)}::timestamptz,`,
    caughtBy: { ...LOOKS, name: 'longest ago' },
  },
  {
    name: 'that it was looked is not kept',
    file: STORE,
    from: `    .set({ looked_at: instantText(nowMs) })
    .where('organisation_id', '=', organisationId)`,
    to: `    .set({ looked_at: instantText(nowMs) })
    .where('organisation_id', '=', 0)`,
    caughtBy: { ...LOOKS, name: 'goes on with the others' },
  },
  {
    name: 'a refused clave without documents is not looked for',
    file: STORE,
    from: `      select organisation_id from facturator
      where clave_state = 'rejected' or certificate_password_state = 'rejected'
      union
`,
    to: ``,
    caughtBy: MAILS,
  },
  {
    name: 'refused documents are not looked for',
    file: STORE,
    from: `where state in ('failed', 'needs_data')
        or (reason`,
    to: `where state in ('needs_data')
        or (reason`,
    caughtBy: MAILS,
  },
  {
    name: 'documents in doubt are not looked for',
    file: STORE,
    from: `'queued', 'uncertain', 'issued'))`,
    to: `'queued', 'issued'))`,
    caughtBy: MAILS,
  },
  {
    name: 'mails that came back are not looked for',
    file: STORE,
    from: `(state in ('bounced', 'failed', 'unknown')`,
    to: `(state in ('failed', 'unknown')`,
    caughtBy: { test: 'test/engine/deliveries/mails-without-mailbox.test.ts', name: 'came back' },
  },
  {
    name: 'where everything healed nobody looks any more',
    file: STORE,
    from: `
      union
      select organisation_id from attention_item where gone_at is null) asking`,
    to: `) asking`,
    caughtBy: MAILS,
  },
  {
    name: 'what waits still is forgotten with what is gone',
    file: STORE,
    from: `    .where('gone_at', '<', before)`,
    to: `    .where('first_seen_at', '<', before)`,
    caughtBy: { ...LOOKS, name: 'is forgotten' },
  },
  {
    name: 'what was told long ago is asked for no more before its rule',
    file: STORE,
    from: `    .where('mailed_at', '>=', since)`,
    to: `    .where('mailed_at', 'is not', null)`,
    caughtBy: { ...LOOKS, name: 'before the rule issues' },
  },
  {
    name: 'what was told of late is asked for again before its rule',
    file: 'server/agenda/check-ahead.ts',
    from: `items.filter((item) => !told.has(keyOfMatter(item)))`,
    to: `items.filter((item) => told.has('') || item.key !== '')`,
    caughtBy: { ...LOOKS, name: 'before the rule issues' },
  },
  {
    name: 'what waits is told by a clock that is wrong',
    file: 'server/agenda/attention-mails.ts',
    from: `  if (isSkewed(await readSkew(needs))) return 0
`,
    to: `  void isSkewed(await readSkew(needs))
`,
    caughtBy: { ...LOOKS, name: 'differs from the database' },
  },
  {
    name: 'a run over all organisations has no end',
    file: 'server/agenda/attention-mails.ts',
    from: `    if (clock.monotonicMs() >= endsMs) return
`,
    to: ``,
    caughtBy: { ...LOOKS, name: 'after two minutes' },
  },
  {
    name: 'what waits counts as told where nobody can be written to',
    file: 'server/agenda/attention-mails.ts',
    from: `    if (members.length === 0) return false
`,
    to: ``,
    caughtBy: { ...LOOKS, name: 'never activated' },
  },
  {
    name: 'accounts that were never activated are written to',
    file: 'server/users/account/members.ts',
    from: `    .where('app_user.activated_at', 'is not', null)
`,
    to: ``,
    caughtBy: { ...LOOKS, name: 'never activated' },
  },
  {
    name: 'a stop by its own user is mailed',
    file: 'server/agenda/mailed-matters.ts',
    from: `return REFUSALS.has(code) || (documents.length > 0 && !OWN_ACTS.has(code))`,
    to: `return REFUSALS.has(code) || documents.length > 0`,
    caughtBy: { ...MAILS, name: 'is no news' },
  },
  {
    name: 'what a rule lacks long before its day is mailed',
    file: 'server/agenda/mailed-matters.ts',
    from: `return REFUSALS.has(code) || (documents.length > 0 && !OWN_ACTS.has(code))`,
    to: `return REFUSALS.has(code) || !OWN_ACTS.has(code) || documents.length > 0`,
    caughtBy: { ...MAILS, name: 'is no news' },
  },
  {
    name: 'a refused clave is mailed with its documents only',
    file: 'server/agenda/mailed-matters.ts',
    from: `return REFUSALS.has(code) || (documents`,
    to: `return (documents`,
    caughtBy: MAILS,
  },
  {
    name: 'a mail tells what came up after it',
    file: 'server/agenda/attention-mail.ts',
    from: `isMailed(item) && told.has(keyOfMatter(item))`,
    to: `isMailed(item) && told.size > 0`,
    caughtBy: { ...MAILS, name: 'is not in it' },
  },
  {
    name: 'a mail tells what another mail told',
    file: STORE,
    from: `    .where('mailed_at', '=', mailedAt)`,
    to: `    .where('mailed_at', '<=', mailedAt)`,
    caughtBy: MAILS,
  },
  {
    name: 'a mail about nothing leaves',
    file: 'server/mailer/compose-mail.ts',
    from: `  if (told === null) return null
  const { template`,
    to: `  if (told === null) throw new Error('nothing waits')
  const { template`,
    caughtBy: { ...MAILS, name: 'alone it is no mail' },
  },
  {
    name: 'documents in doubt are told to whoever wants no mail of them',
    file: 'server/agenda/attention-mail.ts',
    from: `wish?.isOn === false ? open.filter((item) => !isInDoubt(item)) : open`,
    to: `wish?.isOn === false ? open.filter((item) => item.key !== '') : open`,
    caughtBy: { ...MAILS, name: 'wants no mail' },
  },
  {
    name: 'one kind of matter hides the others',
    file: 'server/agenda/attention-mail.ts',
    from: `return count <= MAX_ROWS_OF_A_CODE`,
    to: `return count <= MAX_ROWS`,
    caughtBy: { ...MAILS, name: 'four mails a day' },
  },
  {
    name: 'a superseded sender sends',
    file: 'server/mailer/store.ts',
    from: `    .set({ begun_at: at })
    .where('id', '=', id)
    .where('tries', '=', tries)`,
    to: `    .set({ begun_at: at })
    .where('id', '=', id)`,
    caughtBy: { ...ONCE, name: 'slept before its intent' },
  },
  {
    name: 'the answer to an intent is not applied',
    file: 'server/mailer/mailer.ts',
    from: `if (!isOurs) return { kind: 'superseded' }`,
    to: `void isOurs`,
    caughtBy: { ...ONCE, name: 'slept before its intent' },
  },
  {
    name: 'a mail that leaves once has no intent',
    file: 'server/mailer/mail-kinds.ts',
    from: `['attention', 'paymentReceived', 'statementPayments'].includes(template)`,
    to: `template === 'activation'`,
    caughtBy: ONCE,
  },
  {
    name: 'every mail leaves at most once',
    file: 'server/mailer/mail-kinds.ts',
    from: `['attention', 'paymentReceived', 'statementPayments'].includes(template)`,
    to: `template.length > 0`,
    caughtBy: { ...ONCE, name: 'a link to get in is' },
  },
  {
    name: 'a mail with an intent and no ending is sent again',
    file: 'server/mailer/mailer.ts',
    from: `  if (claimed.begun_at !== null) return { kind: 'inDoubt', why: 'ended' }
`,
    to: ``,
    caughtBy: { ...ONCE, name: 'ends after its intent' },
  },
  {
    name: 'a mail that may have left is tried again',
    file: 'server/mailer/mailer.ts',
    from: `if (isOver || (ending.kind === 'inDoubt' && isSentOnce(claimed.template))) {`,
    to: `if (isOver) {`,
    caughtBy: { ...ONCE, name: 'may have taken' },
  },
  {
    name: 'a superseded sender has the mail tried again',
    file: 'server/mailer/store.ts',
    from: `    .set({ next_try_at: nextTryAt, begun_at: null })
    .where('id', '=', id)
    .where('tries', '=', tries)`,
    to: `    .set({ next_try_at: nextTryAt, begun_at: null, failed_at: null })
    .where('id', '=', id)`,
    caughtBy: { ...ONCE, name: 'tried again changes nothing' },
  },
  {
    name: 'a superseded sender ends the mail of another',
    file: 'server/mailer/store.ts',
    from: `    .set({ failed_at: at, next_try_at: null, data: null })
    .where('id', '=', id)
    .where('tries', '=', tries)`,
    to: `    .set({ failed_at: at, next_try_at: null, data: null })
    .where('id', '=', id)`,
    caughtBy: { ...ONCE, name: 'refused changes nothing' },
  },
  {
    name: 'a superseded sender drops the mail of another',
    file: 'server/mailer/store.ts',
    from: `deleteFrom('system_mail').where('id', '=', id).where('tries', '=', tries)`,
    to: `deleteFrom('system_mail').where('id', '=', id)`,
    caughtBy: { ...ONCE, name: 'takes no record' },
  },
  {
    name: 'a mail that was refused for now keeps its intent',
    file: 'server/mailer/store.ts',
    from: `    .set({ next_try_at: nextTryAt, begun_at: null })`,
    to: `    .set({ next_try_at: nextTryAt })`,
    caughtBy: { ...ONCE, name: 'refused for now' },
  },
  {
    name: 'a mail known late to have left counts as failed',
    file: 'server/mailer/store.ts',
    from: `    .set({ sent_at: at, failed_at: null, next_try_at: null, data: null })`,
    to: `    .set({ sent_at: at, next_try_at: null, data: null })`,
    caughtBy: { ...ONCE, name: 'slept after its intent' },
  },
  {
    name: 'a server that hung up without an answer took nothing',
    file: 'server/mailer/transport.ts',
    from: `reply > 0 || neverSpoke(error, code) ? 'later' : 'inDoubt'`,
    to: `reply > 0 || neverSpoke(error, code) ? 'later' : 'later'`,
    caughtBy: { test: 'src/server/mailer/transport.test.ts', name: 'hangs up' },
  },
  {
    name: 'a server that said no may have taken it',
    file: 'server/mailer/transport.ts',
    from: `reply > 0 || neverSpoke(error, code) ? 'later' : 'inDoubt'`,
    to: `neverSpoke(error, code) ? 'later' : 'inDoubt'`,
    caughtBy: { test: 'src/server/mailer/transport.test.ts', name: 'there, and may be' },
  },
  {
    name: 'a server that was not reached may have taken it',
    file: 'server/mailer/transport.ts',
    from: `  if ('syscall' in error && error.syscall === 'connect') return true
`,
    to: ``,
    caughtBy: { test: 'src/server/mailer/transport.test.ts', name: 'was reached' },
  },
  {
    name: 'mails held back are asked about with those of annulled documents',
    file: 'server/agenda/mails-that-ask.ts',
    from: `    .where((eb) => eb.not(isTakenBack))
    .groupBy`,
    to: `    .groupBy`,
    caughtBy: { ...HELD, name: 'annulled' },
  },
  {
    name: 'mails that go by themselves are asked about as held back',
    file: 'server/agenda/mails-that-ask.ts',
    from: `    .where('delivery.email_account_id', 'is not', null)
    .where('delivery.next_try_at', 'is', null)`,
    to: `    .where('delivery.email_account_id', 'is not', null)`,
    caughtBy: { ...HELD, name: 'on their way' },
  },
  {
    name: 'mails held back are asked about only where a rule lacks their mailbox',
    file: 'server/agenda/attention.ts',
    from: `  if (mails === 0) return []
`,
    to: `  if (mails === 0 || mailbox.state !== 'connected') return []
`,
    caughtBy: { ...HELD, name: 'without a rule' },
  },
  {
    name: 'an organisation with nothing but late files is not looked at',
    file: 'server/agenda/attention-mail-store.ts',
    from: `        or (state = 'issued' and files_state = 'wanted' and issued_at <= \${lateSince(nowMs)}::timestamptz)
`,
    to: ``,
    caughtBy: { test: 'test/engine/issued/files-late.test.ts', name: 'late six hours after' },
  },
  {
    name: 'files that the SII has not given for days are missing in the inbox',
    file: 'server/agenda/attention.ts',
    from: `    ...lateFilesFindings(documents, clock),
`,
    to: ``,
    caughtBy: { test: 'test/engine/issued/files-late.test.ts', name: 'one matter' },
  },
  {
    name: 'files of each document are a matter of their own',
    file: 'server/agenda/document-findings.ts',
    from: `      group: 'files',
`,
    to: ``,
    caughtBy: { test: 'test/engine/issued/files-late.test.ts', name: 'one matter' },
  },
  {
    name: 'files are late as soon as their document is found',
    file: 'server/agenda/document-findings.ts',
    from: ` && msOf(issuedAt) <= msOf(lateSince(clock.now()))`,
    to: ``,
    caughtBy: { test: 'test/engine/issued/files-late.test.ts', name: 'within hours of finding it' },
  },
  {
    name: 'late files of which nothing else is said are not looked at',
    file: 'server/agenda/store.ts',
    from: `          eb('document.issued_at', '<=', lateSince(needs.clock.now())),`,
    to: `          eb('document.issued_at', '>', lateSince(needs.clock.now())),`,
    caughtBy: { test: 'test/engine/issued/files-late.test.ts', name: 'six hours' },
  },
  {
    name: 'a mailbox that holds nothing back is asked about',
    file: 'server/agenda/attention.ts',
    from: `  if (mails === 0) return []
`,
    to: ``,
    caughtBy: { ...HELD, name: 'asks for nothing' },
  },
]

import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/attempts'
const WAY = 'test/payments/faults/way.test.ts'
const KILLS = 'test/chaos/payments/kills.test.ts'
const WORLDS = { test: 'test/worlds/paying/paying.test.ts', name: 'keep every promise' }

/** Faults that do harm where a request is lost, a process is killed or much happens at once. */
export const PAYMENT_FAULT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'who comes back in the usual way has paid',
    file: `${ROOM}/read.ts`,
    from: `  const applied = await applyState(needs, at, { connection, provider, isWithheld }, reading)`,
    to: `  if (claimed.returned === 'normal') Object.assign(reading, { status: 'succeeded' })
  const applied = await applyState(needs, at, { connection, provider, isWithheld }, reading)`,
    caughtBy: WORLDS,
  },
  {
    name: 'money for what was annulled meanwhile is dropped',
    file: `${ROOM}/apply.ts`,
    from: `    const came = cameOf(attempt, connection, reading)
`,
    to: `    const annulled = await trx.selectFrom('receivable').select('document_id').where('document_id', 'in',
      (await sharesOf(trx, at)).map((one) => one.document_id)).where('is_annulled', '=', true).execute()
    if (annulled.length > 0) return attempt
    const came = cameOf(attempt, connection, reading)
`,
    caughtBy: WORLDS,
  },
  {
    name: 'each reading of what was paid is another payment beside all else',
    file: `${ROOM}/apply.ts`,
    from: `(attempt.payment_id ?? (await recordPayment(trx, clock, attempt, provedBy(read))))`,
    to: `(await recordPayment(trx, clock, attempt, { ...provedBy(read), reading: { ...reading,
        refs: { ...reading.refs, paymentRef: String(Math.random()) } } }))`,
    caughtBy: WORLDS,
  },
  {
    name: 'a nota beside payments lowers nothing of what is owed',
    file: 'server/db/migrations/0003-payments.sql',
    from: `nota.nota_code in (1, 3) and nota.state = 'issued'), 0)
        + taken_back_at_portal`,
    to: `nota.nota_code = 1 and nota.state = 'issued'), 0)
        + taken_back_at_portal`,
    caughtBy: WORLDS,
  },
  {
    name: 'what a nota makes too much of is put before nobody',
    file: 'server/standing/receivable-facts.ts',
    from: `(\${isOverpaid} and \${received} > \${owed} + receivable.agreed_excess_clp)`,
    to: `(\${isOverpaid} and \${received} > receivable.base_clp + receivable.agreed_excess_clp)`,
    caughtBy: WORLDS,
  },
  {
    name: 'reminders are about what fell due before they were switched on',
    file: 'server/deliveries/reminders/owing.ts',
    from: `    .where('receivable.due_day', '>=', from)
`,
    to: ``,
    caughtBy: WORLDS,
  },
  {
    name: 'a document of which its owner mutes reminders is reminded of beside all else',
    file: 'server/deliveries/reminders/owing.ts',
    from: `    .where((eb) => eb.not(isMuted))
`,
    to: ``,
    caughtBy: WORLDS,
  },
  {
    name: 'what a process that died was reading is read by nobody',
    file: `${ROOM}/store.ts`,
    from: `        and (due.claimed_until is null or due.claimed_until <= \${now}::timestamptz)
`,
    to: `        and due.claimed_until is null
`,
    caughtBy: { test: KILLS, name: 'killed at state a' },
  },
  {
    name: 'what a process that died had still to read of a checkout waits for the next reading',
    file: `${ROOM}/store.ts`,
    from: `return planned ?? claimFirst(db, clock, busy, 'claimed_until')`,
    to: `return planned`,
    caughtBy: { test: 'test/payments/paid-again.test.ts', name: 'a process that died' },
  },
  {
    name: 'a refund whose end was not answered is not looked at again',
    file: `${ROOM}/follow-refund.ts`,
    from: `  await changeOrder(db, order, {
    poll_at: instantText(clock.now() + waitMs),`,
    to: `  await changeOrder(db, order, {
    poll_at: isAnswered ? instantText(clock.now() + waitMs) : null,`,
    caughtBy: { test: WAY, name: 'drop at refund followed' },
  },
  {
    name: 'an attempt is read only once its provider has answered',
    file: `${ROOM}/begin.ts`,
    from: `    pollAtMs: nowMs + CREATING_MS,`,
    to: `    pollAtMs: nowMs + 365 * 24 * 3600 * 1000,`,
    caughtBy: { test: KILLS, name: 'killed at checkout answered' },
  },
  {
    name: 'a refund is not looked for before its provider has answered',
    file: `${ROOM}/refund.ts`,
    from: `      poll_at: instantText(clock.now() + ANSWERED_WITHIN_MS),`,
    to: `      poll_at: null,`,
    caughtBy: { test: KILLS, name: 'killed at refund a' },
  },
  {
    name: 'what was given back without an order under way is not put on record',
    file: `${ROOM}/apply.ts`,
    from: `  await refundUpTo(trx, clock, {`,
    to: `  if (first !== null) await refundUpTo(trx, clock, {`,
    caughtBy: { test: WAY, name: 'duplicate at refund asked' },
  },
]

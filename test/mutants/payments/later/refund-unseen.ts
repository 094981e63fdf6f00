import type { TestedMutant } from '../../mutant.ts'

const ROOM = 'server/payments/attempts'
const SCHEMA = 'server/db/migrations/0003-payments.sql'
const caughtBy = (test: string, name: string): TestedMutant['caughtBy'] => {
  return { test: `test/payments/${test}.test.ts`, name }
}
const chargedBack = (name: string) => caughtBy('later/charged-back', name)
const unseen = (name: string) => caughtBy('later/refund-unseen', name)

/** Faults in what is asked about a refund that may have been made, and in what is asked again. */
export const REFUND_UNSEEN_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a refund of which the provider says nothing any more was not made',
    file: `${ROOM}/follow-refund.ts`,
    from: `outcome.refundedClp !== null && (`,
    to: `(`,
    caughtBy: unseen('a refund by transbank that may have been made'),
  },
  {
    name: 'a part of which the provider never says anything was not given back',
    file: `${ROOM}/follow-refund.ts`,
    from: `(isWhole || isPartTold)`,
    to: `(isWhole || !isWhole)`,
    caughtBy: unseen('a refund by khipu that may have been made'),
  },
  {
    name: 'a whole that the provider would show is asked about',
    file: `${ROOM}/follow-refund.ts`,
    from: `(isWhole || isPartTold)`,
    to: `isPartTold`,
    caughtBy: unseen('a refund of the whole at Khipu'),
  },
  {
    name: 'a part that the provider would show is asked about',
    file: `${ROOM}/follow-refund.ts`,
    from: `(isWhole || isPartTold)`,
    to: `isWhole`,
    caughtBy: unseen('a refund of a part at Webpay within seven days'),
  },
  {
    name: 'a refund of which its provider says nothing stays under way',
    file: `${ROOM}/follow-refund.ts`,
    from: `const end = found ?? (isSilent(needs, order) ? GIVEN_UP : null)`,
    to: `const end = found`,
    caughtBy: unseen('says nothing for three days'),
  },
  {
    name: 'a refund is given up at the first look without an answer',
    file: `${ROOM}/follow-refund.ts`,
    from: `since !== null && clock.now() - msOf(since) >= SILENT_FOR_MS`,
    to: `since !== null && clock.now() >= msOf(since)`,
    caughtBy: unseen('says nothing for three days'),
  },
  {
    name: 'what a provider says in between does not count',
    file: `${ROOM}/follow-refund.ts`,
    from: `isAnswered ? null : (`,
    to: `isAnswered && order.silent_since === null ? null : (`,
    caughtBy: unseen('says something in between'),
  },
  {
    name: 'each look without an answer begins the silence anew',
    file: `${ROOM}/follow-refund.ts`,
    from: `(current.silent_since ?? instantText(clock.now()))`,
    to: `instantText(clock.now())`,
    caughtBy: unseen('says nothing for three days'),
  },
  {
    name: 'a word of Khipu that isn’t known says that nothing was given back',
    file: 'server/payments/providers/khipu/state.ts',
    from: `  return status === 'succeeded' ? ZERO_CLP : null`,
    to: `  return ZERO_CLP`,
    caughtBy: { test: 'src/server/payments/providers/khipu/khipu.test.ts' },
  },
  {
    name: 'a refund that may have been made is ordered or noted again',
    file: `${ROOM}/refund-store.ts`,
    from: `['asked', 'pending', 'unseen'] as const`,
    to: `['asked', 'pending'] as const`,
    caughtBy: unseen('a refund by khipu that may have been made'),
  },
  {
    name: 'the database takes another order while nobody knows of one',
    file: SCHEMA,
    from: `  where state in ('asked', 'pending', 'unseen');`,
    to: `  where state in ('asked', 'pending');`,
    caughtBy: caughtBy('schema', 'a refund of a payment of which nobody knows'),
  },
  {
    name: 'a refund that its provider refused is mailed as ordered',
    file: `${ROOM}/refund.ts`,
    from: `if (current.state === 'asked' && TAKEN.has(refund.kind)) await`,
    to: `if (current.state === 'asked') await`,
    caughtBy: { test: 'test/payments/refunds.test.ts', name: 'its provider refused' },
  },
  {
    name: 'a refund is mailed when it is taken and when it is done',
    file: `${ROOM}/refund.ts`,
    from: `if (current.state === 'asked' && TAKEN.has(refund.kind)) await`,
    to: `if (TAKEN.has(refund.kind)) await`,
    caughtBy: { test: 'test/payments/refunds.test.ts', name: 'is mailed once, and not again' },
  },
  {
    name: 'a refund whose answer was lost is mailed to nobody',
    file: `${ROOM}/refund.ts`,
    from: `if (current.state === 'asked' && TAKEN.has(refund.kind)) await`,
    to: `if (current.state === 'asked' && refund.kind === 'pending') await`,
    caughtBy: { test: 'test/payments/refunds.test.ts', name: 'whose answer was lost is mailed' },
  },
  {
    name: 'a refund that may have been made ends without a question',
    file: `${ROOM}/refund.ts`,
    from: `return askQuestion(trx, clock, locked, unseenQuestion(refs, order))`,
    to: `return askQuestion(trx, clock, locked, order.amount_clp > 0 ? null : unseenQuestion(refs, order))`,
    caughtBy: unseen('a refund by transbank that may have been made'),
  },
  {
    name: 'a refund that its owner says was made is not put on record',
    file: `${ROOM}/answer-question.ts`,
    from: `  if (state === 'refused') return changeOrder(`,
    to: `  if (state !== 'refused') return changeOrder(`,
    caughtBy: unseen('a refund by khipu that its owner says was made is their word'),
  },
  {
    name: 'a refund that its owner says was made is taken for all that was given back',
    file: `${ROOM}/answer-question.ts`,
    from: `order.before_clp + order.amount_clp - saidClp)`,
    to: `order.amount_clp - saidClp)`,
    caughtBy: unseen('counts beside one before it'),
  },
  {
    name: 'what its provider has told of since is noted by its owner once more',
    file: `${ROOM}/answer-question.ts`,
    from: `  const upToClp = Math.min(order.amount_clp, order.before_clp + order.amount_clp - saidClp)`,
    to: `  const upToClp = Math.min(order.amount_clp, order.before_clp + order.amount_clp)`,
    caughtBy: unseen('adds nothing to a part that the provider tells of since'),
  },
  {
    name: 'an order that is done is all of the money that was given back of its payment',
    file: `${ROOM}/refunds.ts`,
    from: `  const totalClp = order.before_clp + refundedClp`,
    to: `  const totalClp = refundedClp`,
    caughtBy: { test: 'test/payments/refunds.test.ts', name: 'two parts of a payment by khipu' },
  },
  {
    name: 'a person’s word about a refund reverses the fee',
    file: `${ROOM}/refunds.ts`,
    from: `    source: 'person',
    note,
    recorded_by: userId,`,
    to: `    source: 'provider',
    note,
    recorded_by: userId,`,
    caughtBy: unseen('a refund by khipu that its owner says was made is their word'),
  },
  {
    name: 'money that a bank took back is noted once more by each answer',
    file: `${ROOM}/answer-question.ts`,
    from: `    if (answeredAt !== null) return
    if (answer === 'moneyLost') await`,
    to: `    if (answer !== 'moneyLost' && answeredAt !== null) return
    if (answer === 'moneyLost') await`,
    caughtBy: chargedBack('is noted as lost once, and undone like every other'),
  },
  {
    name: 'a payment that a bank took back is refunded beside that',
    file: `${ROOM}/refund.ts`,
    from: `  await requireNoChargeBack(trx, attempt)\n`,
    to: ``,
    caughtBy: chargedBack('is not refunded before its owner says'),
  },
  {
    name: 'a payment that a bank took back reads as disputed',
    file: 'server/payments/providers/mercado-pago/state.ts',
    from: `  if (detail === 'in_process') return 'disputed'`,
    to: `  if (detail !== 'reimbursed') return 'disputed'`,
    caughtBy: chargedBack('is noted as lost once, and undone like every other'),
  },
  {
    name: 'a refund of the provider’s own site has another day than it says',
    file: `${ROOM}/apply.ts`,
    from: `  const day = dayOf(clock, refundedAtMs)`,
    to: `  const day = dayOf(clock, 0)`,
    caughtBy: caughtBy('later/refund-days', 'of the day'),
  },
  {
    name: 'the opposite answer about a refund is believed too',
    file: `${ROOM}/answer-question.ts`,
    from: `  if (order.state !== 'unseen') throw`,
    to: `  if (order.state === 'asked') throw`,
    caughtBy: unseen('a refund by khipu that its owner says was not made'),
  },
  {
    name: 'the same answer about a refund is refused the second time',
    file: `${ROOM}/answer-question.ts`,
    from: `  if (order.state === state) return
`,
    to: ``,
    caughtBy: unseen('a refund by khipu that its owner says was made is their word'),
  },
  {
    name: 'two answers about a refund are read before either is written',
    file: `${ROOM}/answer-question.ts`,
    from: `  await readAttempt(trx, at, true)
  const shares`,
    to: `  await readAttempt(trx, at)
  const shares`,
    caughtBy: unseen('two answers at once about a refund'),
  },
  {
    name: 'a refund that may have been made is looked into, and nothing more',
    file: `${ROOM}/answer-question.ts`,
    from: `return ['refunded', 'notRefunded']`,
    to: `return ['refunded', 'notRefunded', 'lookedInto']`,
    caughtBy: unseen('is answered by whether it was, not as looked into'),
  },
  {
    name: 'another question is answered as a refund',
    file: `${ROOM}/answer-question.ts`,
    from: `['moneyLost', 'lookedInto'] : ['lookedInto']`,
    to: `['moneyLost', 'lookedInto'] : ['lookedInto', 'refunded']`,
    caughtBy: caughtBy('mismatches', 'a question that was only looked into records no refund'),
  },
  {
    name: 'what was answered is asked again by each reading',
    file: `${ROOM}/questions.ts`,
    from: `  if (answered !== undefined) return
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'are answered one by one, for good'),
  },
  {
    name: 'what differs from what was answered is not asked about',
    file: `${ROOM}/questions.ts`,
    from: `    .where('about', '=', sql<string>\`\${about}::jsonb\`)
    .executeTakeFirst()`,
    to: `    .executeTakeFirst()`,
    caughtBy: caughtBy('mismatches', 'money that differs otherwise'),
  },
  {
    name: 'a question says what was seen first, and its answer is not about what was seen last',
    file: `${ROOM}/questions.ts`,
    from: `        .where('payment_question.about', '<>', sql<string>\`\${about}::jsonb\`),`,
    to: `        .where('payment_question.about', '=', sql<string>\`\${about}::jsonb\`),`,
    caughtBy: caughtBy('mismatches', 'money that differs otherwise'),
  },
  {
    name: 'a dispute that ended stays answered when it is opened again',
    file: `${ROOM}/questions.ts`,
    from: `  if (over.length === 0) return
`,
    to: `  if (over.length < 100) return
`,
    caughtBy: caughtBy('mismatches', 'a dispute is asked about again once it ended'),
  },
  {
    name: 'what is still seen is over once it was answered',
    file: `${ROOM}/questions.ts`,
    from: `.$if(shown !== null, `,
    to: `.$if(shown?.kind === 'unread', `,
    caughtBy: caughtBy('mismatches', 'money that differs otherwise'),
  },
  {
    name: 'a dispute that could not be read is over',
    file: `${ROOM}/apply.ts`,
    from: `  if (!isIncomplete) await endAnswered(`,
    to: `  if (isIncomplete || !isIncomplete) await endAnswered(`,
    caughtBy: caughtBy('later/aftermath', 'is not asked about again, read or not'),
  },
  {
    name: 'a second dispute at Fintoc is the first',
    file: 'server/payments/providers/fintoc/aftermath.ts',
    from: `    disputeRef: found?.id ?? null,`,
    to: `    disputeRef: found === null ? null : 'one',`,
    caughtBy: caughtBy('later/aftermath', 'is not asked about again, read or not'),
  },
  {
    name: 'a charge back at Mercado Pago is the mediation before it',
    file: 'server/payments/providers/mercado-pago/state.ts',
    from: `status === 'disputed' || status === 'chargedBack' ? read.status : null,`,
    to: `null,`,
    caughtBy: caughtBy('mismatches', 'a dispute is asked about again once it ended'),
  },
  {
    name: 'the database takes a second open question about one matter',
    file: SCHEMA,
    from: `create unique index payment_question_one on`,
    to: `create index payment_question_one on`,
    caughtBy: caughtBy('schema', 'a second open question about one matter'),
  },
]

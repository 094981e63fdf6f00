import type { TestedMutant } from '../mutant.ts'

const ROOM = 'server/payments/attempts'
const caughtBy = (test: string, name: string): TestedMutant['caughtBy'] => {
  return { test: `test/payments/${test}.test.ts`, name }
}
const PURE = { test: `src/${ROOM}/progress.test.ts` }

/** Faults in payments by a provider: what is money, once, and whose word counts. */
export const ATTEMPT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a return is refused where requests of its address are used up',
    file: `${ROOM}/browser-routes.ts`,
    from: `  try {
    return await find()`,
    to: `  try {
    await limits.consume('sharedMissNetwork', network)
    return await find()`,
    caughtBy: caughtBy('returns', 'a return is taken from an address'),
  },
  {
    name: 'returns of orders that are none of ours are not counted',
    file: `${ROOM}/browser-routes.ts`,
    from: `    if (error instanceof NotFound) await limits.consume('sharedMissNetwork', network)
`,
    to: ``,
    caughtBy: caughtBy('returns', 'none of ours, counts against'),
  },
  {
    name: 'a payment that is being checked is told after one that was paid before',
    file: `${ROOM}/present.ts`,
    from: `    .orderBy('attempt.is_checking', 'desc')
`,
    to: `    .orderBy(sql\`attempt.state = 'succeeded'\`, 'desc')
`,
    caughtBy: caughtBy('attempts', 'a part that is being checked is told'),
  },
  {
    name: 'a payment whose payer is still at the provider counts as being checked',
    file: 'server/db/migrations/0003-payments.sql',
    from: `(state = 'pending' and (returned is not null or is_verifying))`,
    to: `(state = 'pending')`,
    caughtBy: caughtBy('attempts', 'a part that was paid is told before'),
  },
  {
    name: 'a refused payment that its payer came back from counts as being checked',
    file: 'server/db/migrations/0003-payments.sql',
    from: `(state = 'pending' and (returned is not null or is_verifying))`,
    to: `(returned is not null or is_verifying)`,
    caughtBy: caughtBy('attempts', 'a part that was paid is told before'),
  },
  {
    name: 'a payment is told by when it was begun',
    file: `${ROOM}/present.ts`,
    from: `    .orderBy(toldSince, 'desc')
`,
    to: ``,
    caughtBy: caughtBy('attempts', 'a part that was paid is told before'),
  },
  {
    name: 'what was paid is told before what is refused later',
    file: `${ROOM}/present.ts`,
    from: `    .orderBy(toldSince, 'desc')
`,
    to: `    .orderBy(sql\`attempt.state = 'succeeded'\`, 'desc')
`,
    caughtBy: caughtBy('attempts', 'is refused after one was paid'),
  },
  {
    name: 'a payment of several documents that is being checked is told after one begun later',
    file: 'server/payments/together/present.ts',
    from: `    .orderBy('attempt.is_checking', 'desc')
`,
    to: ``,
    caughtBy: caughtBy('joint', 'several documents that is being checked'),
  },
  {
    name: 'a transfer that is being verified is not told after a day',
    file: `${ROOM}/present.ts`,
    from: `eb('attempt.is_checking', '=', true), `,
    to: ``,
    caughtBy: caughtBy('attempts', 'told as being checked, and after a day'),
  },
  {
    name: 'what the provider says of verifying is not kept',
    file: `${ROOM}/apply.ts`,
    from: `    is_verifying: reading.isVerifying,
`,
    to: ``,
    caughtBy: caughtBy('attempts', 'told as being checked'),
  },
  {
    name: 'a payment that is being checked is begun again unasked',
    file: `${ROOM}/start.ts`,
    from: ` || (await receivableHas(trx, link, isBeingChecked))`,
    to: ``,
    caughtBy: caughtBy('attempts', 'is not paid again unless'),
  },
  {
    name: 'what was declared is asked for again',
    file: `${ROOM}/start.ts`,
    from: `: undeclaredClp(receivable)`,
    to: `: openClp(receivable)`,
    caughtBy: caughtBy('attempts', 'is for what is left'),
  },
  {
    name: 'a document that is being checked is paid again with others',
    file: 'server/payments/together/open-documents.ts',
    from: ` && !isChecking`,
    to: ``,
    caughtBy: caughtBy('joint', 'several documents that is being checked'),
  },
  {
    name: 'a payer who leaves cancels a transfer that the bank verifies',
    file: `${ROOM}/return.ts`,
    from: `    if (attempt.is_verifying) return
`,
    to: ``,
    caughtBy: caughtBy('attempts', 'not cancelled by a payer who leaves'),
  },
  {
    name: 'what a company marked as paid at its provider came',
    file: `${ROOM}/progress.ts`,
    from: `'expired', 'markedPaid'].includes`,
    to: `'expired'].includes`,
    caughtBy: PURE,
  },
  {
    name: 'what a company marked as paid at its provider waits on',
    file: `${ROOM}/progress.ts`,
    from: ` || status === 'markedPaid') return 'mismatch'`,
    to: `) return 'mismatch'`,
    caughtBy: PURE,
  },
  {
    name: 'what a company marked as paid at its provider is put before nobody',
    file: `${ROOM}/apply.ts`,
    from: `  return status === 'markedPaid' ? { kind: status, refs, seen: {} } : null`,
    to: `  return null`,
    caughtBy: caughtBy('mismatches', 'marked as paid at Khipu'),
  },
  {
    name: 'money of another amount, order or receiver is taken',
    file: `${ROOM}/apply.ts`,
    from: `  if (judged.kind === 'proved' || judged.kind === 'mismatch') return judged
`,
    to: `  if (judged.kind !== 'notPaid') return { kind: 'proved' }
`,
    caughtBy: caughtBy('bad-input/bad-input', 'amount by'),
  },
  {
    name: 'a state is applied without the lock on its attempt',
    file: `${ROOM}/apply.ts`,
    from: `    const attempt = await readAttempt(trx, at, true)
`,
    to: `    const attempt = await readAttempt(trx, at)
`,
    caughtBy: caughtBy('at-once', 'an old state that is applied beside a success'),
  },
  {
    name: 'each reading of a success is another payment',
    file: `${ROOM}/money.ts`,
    from: `  if (known !== null) return known
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'states of three payments applied at once'),
  },
  {
    name: 'a payment whose name comes later is another payment',
    file: `${ROOM}/apply.ts`,
    from: `(attempt.payment_id ?? (await recordPayment(trx, clock, attempt, provedBy(read))))`,
    to: `(await recordPayment(trx, clock, attempt, provedBy(read)))`,
    caughtBy: caughtBy('paid-again', 'a payment whose name comes later'),
  },
  {
    name: 'what differs is put before nobody',
    file: `${ROOM}/apply.ts`,
    from: `  if (came.kind === 'mismatch') {
    const { buyOrder`,
    to: `  if (came.kind === 'no') {
    const { buyOrder`,
    caughtBy: caughtBy('mismatches', 'its owner is asked to look into it'),
  },
  {
    name: 'a second payment of a paid checkout is taken for the first',
    file: `${ROOM}/apply.ts`,
    from: `    const paymentId = isAnotherPayment(attempt, reading)
`,
    to: `    const paymentId = attempt.id === 0 && isAnotherPayment(attempt, reading)
`,
    caughtBy: caughtBy('paid-again', 'a second payment of one checkout'),
  },
  {
    name: 'a second payment is money, whatever it differs in',
    file: `${ROOM}/apply.ts`,
    from: `  if (came.kind === 'proved') return recordPayment(`,
    to: `  if (came.kind !== 'no') return recordPayment(`,
    caughtBy: caughtBy('paid-again', 'a second payment that differs'),
  },
  {
    name: 'what was paid beside the payment just read is left to its notice',
    file: `${ROOM}/read.ts`,
    from: `  if (named.paymentRef === null) {
`,
    to: `  if (named.paymentRef !== null) {
`,
    caughtBy: caughtBy('paid-again', 'three payments whose notices are lost'),
  },
  {
    name: 'a payment that was read by its name is taken for the only one',
    file: `${ROOM}/further.ts`,
    from: `    isByName && provider.capabilities.canBePaidAgain
`,
    to: `    isByName && !provider.capabilities.canBePaidAgain
`,
    caughtBy: caughtBy('paid-again', 'three payments whose notices are lost'),
  },
  {
    name: 'a listed payment that could not be read is taken for read',
    file: `${ROOM}/further.ts`,
    from: `reading.refs.paymentRef !== name) return false`,
    to: `reading.refs.paymentRef !== name) return true`,
    caughtBy: caughtBy('paid-again', 'a listed payment is no money before'),
  },
  {
    name: 'payments are read when the claim of their attempt is over',
    file: `${ROOM}/further.ts`,
    from: `needs.clock.now() <= msOf(claimedUntil) - READING_MS`,
    to: `needs.clock.now() <= msOf(claimedUntil) + READING_MS`,
    caughtBy: caughtBy('paid-again', 'payments that are read slowly'),
  },
  {
    name: 'a reading begins that may end after the claim of its attempt',
    file: `${ROOM}/further.ts`,
    from: `msOf(claimedUntil) - READING_MS`,
    to: `msOf(claimedUntil) - 1`,
    caughtBy: caughtBy('paid-again', 'payments that are read slowly'),
  },
  {
    name: 'a payment that there was no time to read waits as long as money that came',
    file: `${ROOM}/further.ts`,
    from: `    if (!isInTime || !(await readOne(needs, attempt, found, name))) unread.push(name)`,
    to: `    if (isInTime && !(await readOne(needs, attempt, found, name))) unread.push(name)`,
    caughtBy: caughtBy('paid-again', 'payments that are read slowly'),
  },
  {
    name: 'payments on record take the time of those that nobody has read yet',
    file: `${ROOM}/further.ts`,
    from: `Number(known.has(one)) - Number(known.has(other))`,
    to: `Number(known.has(other)) - Number(known.has(one))`,
    caughtBy: caughtBy('paid-again', 'payments that are read slowly'),
  },
  {
    name: 'a list that could not be read is taken for an empty one',
    file: `${ROOM}/further.ts`,
    from: `  return list.kind === 'notFound' ? [] : null`,
    to: `  return []`,
    caughtBy: caughtBy('paid-again', 'the list that nobody could read'),
  },
  {
    name: 'a listed payment that could not be read waits as long as money that came',
    file: `${ROOM}/further.ts`,
    from: `      await changeAttempt(trx, at, { poll_at: instantText(soonMs) })
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'a listed payment is no money before'),
  },
  {
    name: 'a list that could not be read once later is put before its owner',
    file: `${ROOM}/further.ts`,
    from: `    if (isLater && nextMs !== null) return
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'a list that cannot be read later'),
  },
  {
    name: 'a payment that was given back is not listed',
    file: 'server/payments/providers/mercado-pago/state.ts',
    from: `isPaid: CAME.includes(status)`,
    to: `isPaid: status === 'approved'`,
    caughtBy: caughtBy('paid-again', 'a payment that was given back before'),
  },
  {
    name: 'an answer to one question answers the others',
    file: `${ROOM}/answer-question.ts`,
    from: `answered_by: userId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', questionId)
`,
    to: `answered_by: userId })
      .where('organisation_id', '=', organisationId)
`,
    caughtBy: caughtBy('paid-again', 'questions of one attempt'),
  },
  {
    name: 'a refund of the second payment goes to the first',
    file: `${ROOM}/money.ts`,
    from: `  if (paymentId === attempt.payment_id) return`,
    to: `  if (paymentId !== 0) return`,
    caughtBy: caughtBy('paid-again', 'a refund of the second payment'),
  },
  {
    name: 'a refund under way holds back those of other payments of its checkout',
    file: `${ROOM}/refund-store.ts`,
    from: `    .select(['document_id', 'state'])
    .where('organisation_id', '=', organisationId)
    .where('payment_id', '=', paymentId)
    .where('state', 'in', UNSETTLED)
`,
    to: `    .select(['document_id', 'state'])
    .where('organisation_id', '=', organisationId)
    .where('state', 'in', UNSETTLED)
`,
    caughtBy: caughtBy('paid-again', 'each payment of a checkout has its refund'),
  },
  {
    name: 'a success is left for a later failure',
    file: `${ROOM}/progress.ts`,
    from: `  if (state === 'succeeded' || came.kind === 'proved') return 'succeeded'`,
    to: `  if (came.kind === 'proved') return 'succeeded'`,
    caughtBy: PURE,
  },
  {
    name: 'an attempt is read for ever',
    file: `${ROOM}/progress.ts`,
    from: `  if (ageMs >= longMs) return null
`,
    to: ``,
    caughtBy: PURE,
  },
  {
    name: 'who is being read by another is read as well',
    file: `${ROOM}/store.ts`,
    from: `    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
`,
    to: ``,
    caughtBy: caughtBy('at-once', 'returns in two processes commit once'),
  },
  {
    name: 'a slow connection takes every reader',
    file: `${ROOM}/store.ts`,
    from: `            and busy.claimed_until >`,
    to: `            and busy.claimed_until is null and busy.started_at >`,
    caughtBy: caughtBy('at-once', 'of one connection one attempt is read at a time'),
  },
  {
    name: 'the poller reads nothing',
    file: `${ROOM}/store.ts`,
    from: `      where \${dueAt} <= \${now}::timestamptz
`,
    to: `      where \${dueAt} > \${now}::timestamptz
`,
    caughtBy: caughtBy('faults/way', 'drop at notice'),
  },
  {
    name: 'whatever way its payer came back is settled',
    file: `${ROOM}/read.ts`,
    from: `claimed.returned === 'normal' && !isSettled(claimed.state)`,
    to: `claimed.returned !== null && !isSettled(claimed.state)`,
    caughtBy: caughtBy('returns', 'an annulled one comes back'),
  },
  {
    name: 'an authorised payment is never settled',
    file: `${ROOM}/read.ts`,
    from: `claimed.returned === 'normal' && !isSettled(claimed.state)`,
    to: `claimed.returned === 'formError' && !isSettled(claimed.state)`,
    caughtBy: caughtBy('attempts', 'that is approved is money once'),
  },
  {
    name: 'a return with the token of another attempt is taken',
    file: `${ROOM}/returned-as.ts`,
    from: `back.kind === 'invalid' || !isOwn(known, back.refs)`,
    to: `back.kind === 'invalid' || isOwn(known, back.refs) === null`,
    caughtBy: caughtBy('bad-input/bad-input', 'token of another link by'),
  },
  {
    name: 'that a payer came back is not on record when this process dies',
    file: `${ROOM}/return.ts`,
    from: `  await noteReturned(db, { organisationId, attemptId }, { returned: kind, poll_at })
`,
    to: `  await changeAttempt(db, { organisationId, attemptId }, { poll_at })
`,
    caughtBy: caughtBy('returns', 'a payer who came back before this process died'),
  },
  {
    name: 'any number of returns of one connection are read at once',
    file: `${ROOM}/return.ts`,
    from: `    if (count >= MAX_OF_CONNECTION) return leaveToPoller(needs, attempt, kind)
`,
    to: ``,
    caughtBy: caughtBy('at-once', 'of one connection sixteen returns'),
  },
  {
    name: 'a return beyond those that are read is not on record',
    file: `${ROOM}/return.ts`,
    from: `  if (!hasResult(needs, attempt)) await noteReturn(needs, attempt, kind, 0)`,
    to: `  if (!hasResult(needs, attempt)) void kind`,
    caughtBy: caughtBy('at-once', 'of one connection sixteen returns'),
  },
  {
    name: 'a return beyond those that are read waits as long as one that is',
    file: `${ROOM}/return.ts`,
    from: `await noteReturn(needs, attempt, kind, 0)`,
    to: `await noteReturn(needs, attempt, kind, SETTLED_WITHIN_MS)`,
    caughtBy: caughtBy('at-once', 'of one connection sixteen returns'),
  },
  {
    name: 'refunds of one connection take both readers',
    file: `${ROOM}/poll.ts`,
    from: `kind === 'refund' ? [connection] : []`,
    to: `kind === 'refund' && connection === 0 ? [connection] : []`,
    caughtBy: caughtBy('refunds', 'refunds of one connection that never answers'),
  },
  {
    name: 'an old address of a return leads to the document',
    file: `${ROOM}/return.ts`,
    from: `clock.now() - startedAtMs(attempt) > LEADS_BACK_MS`,
    to: `clock.now() < startedAtMs(attempt)`,
    caughtBy: caughtBy('returns', 'an old address of a return'),
  },
  {
    name: 'a payer is led to a link that was withdrawn',
    file: `${ROOM}/return.ts`,
    from: `    .where('revoked_at', 'is', null)
`,
    to: ``,
    caughtBy: caughtBy('returns', 'a link that its owner withdrew'),
  },
  {
    name: 'a closed page takes payments',
    file: `${ROOM}/start.ts`,
    from: `    if (paymentClosed(receivable, dayInChile(clock.now())) !== null) {`,
    to: `    if (paymentClosed(receivable, dayInChile(clock.now())) === 'annulled') {`,
    caughtBy: caughtBy('attempts', 'is refused for another amount, a closed page'),
  },
  {
    name: 'a payer chooses the amount',
    file: `${ROOM}/start.ts`,
    from: `isPartial ? amountClp <= toPay : amountClp === toPay`,
    to: `amountClp <= toPay`,
    caughtBy: caughtBy('attempts', 'is refused for another amount, a closed page'),
  },
  {
    name: 'a payer pays more than is open',
    file: `${ROOM}/start.ts`,
    from: `isPartial ? amountClp <= toPay : amountClp === toPay`,
    to: `isPartial || amountClp === toPay`,
    caughtBy: caughtBy('attempts', 'an amount of its payer'),
  },
  {
    name: 'a checkout of another amount is gone on with',
    file: `${ROOM}/begin.ts`,
    from: `          documentId === share.document_id && amountClp === share.amount_clp,`,
    to: `          documentId === share.document_id && amountClp > 0,`,
    caughtBy: caughtBy('attempts', 'another amount ends'),
  },
  {
    name: 'two checkouts are made at once',
    file: `${ROOM}/begin.ts`,
    from: `    if (known.state === 'created' && nowMs`,
    to: `    if (known.state === 'expired' && nowMs`,
    caughtBy: caughtBy('at-once', 'while a checkout is being made'),
  },
  {
    name: 'a test account takes payers of a real installation',
    file: `${ROOM}/begin.ts`,
    from: `(offered.mode === 'test' && !installation.demonstration)`,
    to: `(offered.mode === 'test' && offered.id === 0 && !installation.demonstration)`,
    caughtBy: caughtBy('attempts', 'a test account is offered to nobody'),
  },
  {
    name: 'the answer to the making of a checkout undoes what was paid meanwhile',
    file: `${ROOM}/start.ts`,
    from: `    const isNew = now.state === 'created'
`,
    to: `    const isNew = now.state !== 'failed'
`,
    caughtBy: caughtBy('at-once', 'a notice before the answer'),
  },
  {
    name: 'a notice that is not signed rightly is stored',
    file: `${ROOM}/notices/webhook-routes.ts`,
    from: `  if (notice.kind === 'forged') throw`,
    to: `  if (notice.kind === 'unreadable' && rawBody.length === 0) throw`,
    caughtBy: caughtBy('notifications', 'without a signature'),
  },
  {
    name: 'an address takes the notices of another provider',
    file: `${ROOM}/notices/webhook-routes.ts`,
    from: `found === null || found.connection.provider !== read.data?.provider`,
    to: `found === null`,
    caughtBy: caughtBy('notifications', 'an address that is none of ours'),
  },
  {
    name: 'more is given back through the provider in parts than came',
    file: `${ROOM}/refund.ts`,
    from: `  if (amountClp > share.amount_clp - sumOf(own)) {`,
    to: `  if (amountClp > share.amount_clp) {`,
    caughtBy: caughtBy('refunds', 'a part of a payment by khipu'),
  },
  {
    name: 'what was given back is put on record by each reading',
    file: `${ROOM}/refunds.ts`,
    from: `target.totalClp - knownClp`,
    to: `target.totalClp`,
    caughtBy: caughtBy('refunds', 'a part of a payment by transbank'),
  },
  {
    name: 'what was noted by hand is given back again by the provider',
    file: `${ROOM}/refunds.ts`,
    from: `coveredOf(noted, leftClp - orderedSinceClp)`,
    to: `coveredOf([], leftClp - orderedSinceClp)`,
    also: { from: `share.amount_clp - sumOf(own)`, to: `share.amount_clp - sumOf(own) * 0` },
    caughtBy: caughtBy('refunds', 'a person noted counts once'),
  },
  {
    name: 'what is ordered is taken for what was given back by hand',
    file: `${ROOM}/refunds.ts`,
    from: `coveredOf(noted, leftClp - orderedSinceClp)`,
    to: `coveredOf(noted, leftClp)`,
    caughtBy: caughtBy('refunds', 'what is ordered counts beside'),
  },
  {
    name: 'a refund is noted by hand while the provider gives it back',
    file: 'server/payments/record.ts',
    from: `    if (attempt !== null) await requireSettled(`,
    to: `    if (attempt === null) await requireSettled(`,
    caughtBy: caughtBy('refunds', 'nothing is noted by hand while'),
  },
  {
    name: 'a refund whose answer was lost is ordered again where it would be done twice',
    file: `${ROOM}/follow-refund.ts`,
    from: `  if (capabilities.refund.isIdempotent) return`,
    to: `  if (!capabilities.refund.isIdempotent) return`,
    caughtBy: caughtBy('refunds', 'a refund by Webpay that never arrived'),
  },
]

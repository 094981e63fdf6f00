import type { TestedMutant } from '../../mutant.ts'

const ROOM = 'server/payments/attempts'
const FINTOC = 'server/payments/providers/fintoc'
const caughtBy = (test: string, name: string): TestedMutant['caughtBy'] => {
  return { test: `test/payments/${test}.test.ts`, name }
}
const CLIENT = { test: `src/${FINTOC}/fintoc.test.ts` }

/** Faults in what becomes of a payment later, at the provider's own site, and in how long its notices name its payer. */
export const AFTERMATH_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'what was given back at Fintoc itself is never listed',
    file: `${FINTOC}/fintoc.ts`,
    from: `if (state.kind !== 'found' || refs.paymentRef === null) return state`,
    to: `if (state.kind !== 'found' || refs.paymentRef !== '') return state`,
    caughtBy: caughtBy('later/aftermath', 'made in the dashboard of Fintoc'),
  },
  {
    name: 'a refund of any payment at Fintoc is taken for one of ours',
    file: `${FINTOC}/aftermath.ts`,
    from: `if (of !== paymentRef || status`,
    to: `if (of === null || status`,
    caughtBy: CLIENT,
  },
  {
    name: 'a refund that failed at Fintoc counts',
    file: `${FINTOC}/aftermath.ts`,
    from: ` || status !== 'succeeded') continue`,
    to: `) continue`,
    caughtBy: CLIENT,
  },
  {
    name: 'only the first page of refunds at Fintoc is read',
    file: `${FINTOC}/aftermath.ts`,
    from: `if (read.length < PER_PAGE) return`,
    to: `if (read.length < PER_PAGE * 2) return`,
    caughtBy: CLIENT,
  },
  {
    name: 'refunds at Fintoc that were not read to their end count as all',
    file: `${FINTOC}/aftermath.ts`,
    from: `if (read.length < PER_PAGE) return {`,
    to: `if (read.length < PER_PAGE || page === MAX_PAGES) return {`,
    caughtBy: CLIENT,
  },
  {
    name: 'refunds at Fintoc that could not be read are none',
    file: `${FINTOC}/aftermath.ts`,
    from: `refunded === null || dispute === 'unread'
`,
    to: `dispute === 'unread'
`,
    caughtBy: CLIENT,
  },
  {
    name: 'disputes at Fintoc that could not be read are none',
    file: `${FINTOC}/aftermath.ts`,
    from: `refunded === null || dispute === 'unread'
`,
    to: `refunded === null
`,
    caughtBy: CLIENT,
  },
  {
    name: 'a dispute that was won is asked about',
    file: `${FINTOC}/aftermath.ts`,
    from: ` && status !== 'won')`,
    to: `)`,
    caughtBy: CLIENT,
  },
  {
    name: 'a dispute of any payment is one of ours',
    file: `${FINTOC}/aftermath.ts`,
    from: `of === paymentRef && status !== 'won'`,
    to: `of !== null && status !== 'won'`,
    caughtBy: CLIENT,
  },
  {
    name: 'a list of disputes that is refused is an empty one',
    file: `${FINTOC}/aftermath.ts`,
    from: `if (read === undefined) return 'unread'
`,
    to: `if (answer.kind === 'answered' && (answer.status === 403 || answer.status === 404)) return null
  if (read === undefined) return 'unread'
`,
    caughtBy: CLIENT,
  },
  {
    name: 'a dispute that Fintoc notifies is about nothing of ours',
    file: `${FINTOC}/notification.ts`,
    from: `topic === 'refund' || topic === 'dispute'`,
    to: `topic === 'refund'`,
    caughtBy: { test: `src/${FINTOC}/notification.test.ts` },
  },
  {
    name: 'a notice whose refunds could not be read is done with',
    file: `${ROOM}/read.ts`,
    from: `  if (reading.isIncomplete) return { kind: 'unread', attempt }
`,
    to: ``,
    caughtBy: caughtBy('later/aftermath', 'whose list can’t be read'),
  },
  {
    name: 'a payment is followed no longer than others are read',
    file: `${ROOM}/progress.ts`,
    from: `state === 'succeeded' ? FOLLOW_FOR_MS[provider] : READ_FOR_MS`,
    to: `READ_FOR_MS`,
    caughtBy: caughtBy('later/aftermath', 'that nothing notified is found'),
  },
  {
    name: 'what was given back beside an order is not looked for when the order is done',
    file: `${ROOM}/follow-refund.ts`,
    from: `if (found?.kind === 'done' || found?.kind === 'partly')`,
    to: `if (found?.kind === 'unknown')`,
    caughtBy: caughtBy('later/aftermath', 'that nothing notifies, are each'),
  },
  {
    name: 'the provider is not asked what it gave back before an order',
    file: `${ROOM}/refund.ts`,
    from: `        saidClp ?? 0,
`,
    to: `        0,
`,
    caughtBy: caughtBy('refunds', 'a lost order is not taken for what'),
  },
  {
    name: 'what is on record as given back is not counted before an order',
    file: `${ROOM}/refund.ts`,
    from: `        sumOf(refunds.filter(({ source }) => source === 'provider')),
`,
    to: `        refunds.length * 0,
`,
    caughtBy: caughtBy('refunds', 'two parts of a payment by khipu'),
  },
  {
    name: 'a lost order took effect as soon as anything was given back',
    file: `${ROOM}/follow-refund.ts`,
    from: `>= order.before_clp + order.amount_clp`,
    to: `>= order.amount_clp`,
    caughtBy: caughtBy('refunds', 'a lost order is not taken for what'),
  },
  {
    name: 'what was given back before an order counts as its effect',
    file: `${ROOM}/refund-store.ts`,
    from: `Math.max(0, totalClp - beforeClp)`,
    to: `Math.max(0, totalClp - beforeClp * 0)`,
    caughtBy: caughtBy('refunds', 'a lost order is not taken for what its owner'),
  },
  {
    name: 'an order that is done is taken for what was given back since',
    file: `${ROOM}/refunds.ts`,
    from: `(await orderedClp(trx, { ...target, totalClp: knownClp }))`,
    to: `0`,
    caughtBy: caughtBy('refunds', 'beyond an order that is done'),
  },
  {
    name: 'all of a refund by hand is the provider’s, whatever it gave back',
    file: `${ROOM}/refunds.ts`,
    from: `    const amountClp = Math.min(leftClp, row.amount_clp)
`,
    to: `    const amountClp = row.amount_clp
`,
    caughtBy: caughtBy(
      'refunds',
      'a refund that a person noted is the provider’s as far as it gave that back, and theirs beyond',
    ),
  },
  {
    name: 'what remains of a refund by hand is lost',
    file: `${ROOM}/refunds.ts`,
    from: `  if (row.amount_clp === amountClp) return
`,
    to: `  if (row.amount_clp >= amountClp) return
`,
    caughtBy: caughtBy(
      'refunds',
      'a refund that a person noted is the provider’s as far as it gave that back, and theirs beyond',
    ),
  },
  {
    name: 'the oldest refund by hand is the provider’s, whatever its amount',
    file: `${ROOM}/refunds.ts`,
    from: `Number(b.amount_clp === upToClp) - Number(a.amount_clp === upToClp)`,
    to: `a.id - b.id`,
    caughtBy: caughtBy(
      'refunds',
      'a provider’s refund replaces the one of its amount among several that a person noted',
    ),
  },
  {
    name: 'a refund by hand that the provider made stands beside the provider’s',
    file: `${ROOM}/refunds.ts`,
    from: `    .set({ undone_at: instantText(clock.now()) })
`,
    to: `    .set({ undone_at: null })
`,
    caughtBy: caughtBy('refunds', 'a person noted counts once'),
  },
  {
    name: 'a refund of one of several documents locks none of them',
    file: `${ROOM}/refunds.ts`,
    from: `  await lockDocuments(trx, at)
`,
    to: ``,
    caughtBy: caughtBy('joint', 'waits for each of them in their order'),
  },
  {
    name: 'a payment on record is asked about still',
    file: `${ROOM}/money.ts`,
    from: `  await closeUnread(trx, clock, attempt, [paymentRef, ...checkoutNames(attempt)])
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'that is read by its name answers'),
  },
  {
    name: 'a checkout is asked about by our own name still',
    file: `${ROOM}/questions.ts`,
    from: `[nameOf(attempt, NO_REFS), attempt.order_id]`,
    to: `[nameOf(attempt, NO_REFS)]`,
    caughtBy: caughtBy('mismatches', 'under a name learnt later'),
  },
  {
    name: 'what was read after all, and is no money, is asked about still',
    file: `${ROOM}/apply.ts`,
    from: `    if (reading.status !== 'pending') {
`,
    to: `    if (reading.status === 'pending') {
`,
    caughtBy: caughtBy('paid-again', 'and differs, is asked about as that alone'),
  },
  {
    name: 'what is read after all answers questions of every kind',
    file: `${ROOM}/questions.ts`,
    from: `    .where('kind', '=', 'unread')
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'questions of one attempt stand side by side'),
  },
  {
    name: 'what is read of one payment answers questions about others',
    file: `${ROOM}/questions.ts`,
    from: `    .where('payment_ref', 'in', [...names])
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'that can be read after its owner was asked is money'),
  },
  {
    name: 'a list that was read after all is asked about still',
    file: `${ROOM}/further.ts`,
    from: `  else if (found.reading.status !== 'pending') {`,
    to: `  else if (found.reading.status === 'pending') {`,
    caughtBy: caughtBy('paid-again', 'and names nothing new'),
  },
  {
    name: 'a reading without an end answers the question about it',
    file: `${ROOM}/further.ts`,
    from: `  else if (found.reading.status !== 'pending') {`,
    to: `  else {`,
    caughtBy: caughtBy('mismatches', 'after its owner was asked how it ended'),
  },
  {
    name: 'a payment on record that cannot be read is its owner’s to note',
    file: `${ROOM}/further.ts`,
    from: `      if (name !== null && (await paymentNamed(trx, at, name)) !== null) continue
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'a listed payment on record'),
  },
  {
    name: 'a transfer costs as a card where cards are offered',
    file: `${ROOM}/apply.ts`,
    from: `    case 'transfer':
      return 'transfer'
`,
    to: ``,
    caughtBy: caughtBy('paid-again', 'with a transfer is recorded and charged'),
  },
  {
    name: 'whatever is paid where cards are offered is a transfer unless it is one',
    file: `${ROOM}/apply.ts`,
    from: `    default:
      return offered
`,
    to: `    default:
      return 'transfer'
`,
    caughtBy: caughtBy('paid-again', 'with something else is recorded and charged'),
  },
  {
    name: 'keys are kept as long as payments are followed',
    file: 'server/payments/connections/erase-ended.ts',
    from: `(attempt.state <> 'succeeded' or attempt.started_at >`,
    to: `(attempt.state is not null or attempt.started_at >`,
    caughtBy: caughtBy('later/aftermath', 'followed for longer than a week keeps no keys'),
  },
  {
    name: 'a notice that waits is shortened',
    file: `${ROOM}/notices/shorten-notices.ts`,
    from: `notice.processed_at < \${before}::timestamptz`,
    to: `notice.received_at < \${before}::timestamptz`,
    caughtBy: caughtBy('later/short-notices', 'waits to be processed is never shortened'),
  },
  {
    name: 'a notice in short is shortened again',
    file: `${ROOM}/notices/shorten-notices.ts`,
    from: `where notice.shortened_at is null and`,
    to: `where`,
    caughtBy: caughtBy('later/short-notices', 'is shortened thirty days after'),
  },
  {
    name: 'a notice is shortened although the use of its data is suspended',
    file: `${ROOM}/notices/shorten-notices.ts`,
    from: ` and o.blocked_at is null`,
    to: ``,
    caughtBy: caughtBy('later/short-notices', 'whose data is not to be used'),
  },
  {
    name: 'what a provider adds to its notices is kept',
    file: `${ROOM}/notices/shorten-notices.ts`,
    from: `KEPT_FIELDS.has(name) && isShort`,
    to: `isShort`,
    caughtBy: caughtBy('later/short-notices', 'nothing that names its payer'),
  },
  {
    name: 'the payer’s account stays in a notice in short',
    file: `${ROOM}/notices/shorten-notices.ts`,
    from: `if (KEPT_OBJECTS.has(name))`,
    to: `if (typeof content === 'object')`,
    caughtBy: caughtBy('later/short-notices', 'a shortened notice of Fintoc keeps neither account'),
  },
  {
    name: 'a notice in short can’t be proved to be the same',
    file: `${ROOM}/notices/shorten-notices.ts`,
    from: `JSON.stringify({ sha256, bytes`,
    to: `JSON.stringify({ sha256: sha256.length, bytes`,
    caughtBy: caughtBy('later/short-notices', 'nothing that names its payer'),
  },
]

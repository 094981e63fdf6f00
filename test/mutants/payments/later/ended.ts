import type { TestedMutant } from '../../mutant.ts'

const ROOM = 'server/payments/attempts'
const FOLLOW = 'server/payments/follow.ts'
const CLOSE = 'server/own-data/close-store.ts'
const caughtBy = (test: string, name: string): TestedMutant['caughtBy'] => {
  return { test: `test/payments/${test}.test.ts`, name }
}
const unsettled = (name: string): TestedMutant['caughtBy'] => {
  return { test: `src/${ROOM}/progress.test.ts`, name }
}
const closing = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/walls/closing.test.ts', name }
}

/** Faults in sales that nobody settled, in what stops being followed, and in what an account's closing waits for. */
export const ENDED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a sale that nobody settled and the bank undid is money that came and went back',
    file: `${ROOM}/apply.ts`,
    from: `isSettled })) return reading`,
    to: `isSettled }) || found !== null) return reading`,
    also: {
      from: `function withoutUnsettled(`,
      to: `const found: unknown = {}\nfunction withoutUnsettled(`,
    },
    caughtBy: caughtBy('returns', 'nobody settled and the bank undid'),
  },
  {
    name: 'a trial that nobody settled and the bank undid was paid',
    file: 'server/payments/trials/read.ts',
    from: `  if (isUndone) return 'failed'
`,
    to: `  void isUndone
`,
    caughtBy: caughtBy('trials', 'nobody settled and the bank undid'),
  },
  {
    name: 'what was taken back of a payment on record never came',
    file: `${ROOM}/progress.ts`,
    from: `&& needsSettling && !isSettled`,
    to: `&& needsSettling`,
    caughtBy: unsettled('was undone unsettled'),
  },
  {
    name: 'what a provider took back without our settling never came',
    file: `${ROOM}/progress.ts`,
    from: `&& needsSettling && !isSettled`,
    to: `&& !isSettled`,
    caughtBy: unsettled('was undone unsettled'),
  },
  {
    name: 'a refund of a removed connection is ordered',
    file: `${ROOM}/refund.ts`,
    from: `  if (opened === null) throw new Refused(409, 'refundDisconnected')`,
    to: `  if (opened === null) return null`,
    caughtBy: caughtBy('refunds', 'of a connection that was removed'),
  },
  {
    name: 'a removed connection is offered for refunds',
    file: `${ROOM}/present.ts`,
    from: `is_disconnected: row.secret_id === null,`,
    to: `is_disconnected: false,`,
    caughtBy: caughtBy('refunds', 'of a connection that was removed'),
  },
  {
    name: 'a document whose payer is at its provider stops being followed',
    file: FOLLOW,
    from: `attempt.state = 'failed' and`,
    to: `attempt.state in ('failed', 'pending') and`,
    caughtBy: caughtBy('unfollow', 'payer is at Webpay'),
  },
  {
    name: 'a document whose payer went back stops being followed',
    file: FOLLOW,
    from: `attempt.state = 'failed' and`,
    to: `attempt.state in ('failed', 'cancelled') and`,
    caughtBy: caughtBy('unfollow', 'payer went back'),
  },
  {
    name: 'a document that was refused where it may still be paid stops being followed',
    file: FOLLOW,
    from: `or attempt.provider = 'transbank')`,
    to: `or attempt.provider <> '')`,
    caughtBy: caughtBy('unfollow', 'may still be paid'),
  },
  {
    name: 'a document whose attempt its provider never took stays followed',
    file: FOLLOW,
    from: `(attempt.provider_ref is null or`,
    to: `(false or`,
    caughtBy: caughtBy('unfollow', 'never took'),
  },
  {
    name: 'a document whose refused attempt asks something stops being followed',
    file: FOLLOW,
    from: `question.attempt_id = attempt.id)`,
    to: `question.attempt_id < 0)`,
    caughtBy: caughtBy('unfollow', 'asks its owner something'),
  },
  {
    name: 'an attempt for several documents goes with one of them',
    file: FOLLOW,
    from: `      = array[\${documentId}]::bigint[])\``,
    to: `      @> array[\${documentId}]::bigint[])\``,
    caughtBy: caughtBy('unfollow', 'together with another one'),
  },
  {
    name: 'an account is closed while money is on its way',
    file: CLOSE,
    from: `return (await countMoneyInFlight(needs, organisationId)) > 0`,
    to: `return false`,
    caughtBy: closing('money on its way'),
  },
  {
    name: 'an account is closed while a payer is at the provider',
    file: CLOSE,
    from: `(returned is not null or expires_at >`,
    to: `(returned is not null and expires_at >`,
    caughtBy: closing('a payer who is at the provider'),
  },
  {
    name: 'an account is closed while the payment of a payer who is back is checked',
    file: CLOSE,
    from: `(returned is not null or expires_at >`,
    to: `(expires_at >`,
    caughtBy: closing('a payer who is back'),
  },
  {
    name: 'an account stays open for a payer who never came back',
    file: CLOSE,
    from: `(returned is not null or expires_at >`,
    to: `(returned is null or expires_at >`,
    caughtBy: closing('did not come back in time'),
  },
  {
    name: 'an account is closed while a refund is asked for',
    file: CLOSE,
    from: `state in ('asked', 'pending')) as count`,
    to: `state in ('pending')) as count`,
    caughtBy: closing('a refund that was asked for'),
  },
  {
    name: 'an account is closed while a refund is under way',
    file: CLOSE,
    from: `state in ('asked', 'pending')) as count`,
    to: `state in ('asked')) as count`,
    caughtBy: closing('a refund under way'),
  },
  {
    name: 'a payment begins while its account is closed',
    file: 'server/own-data/erase-organisation.ts',
    from: `    await lockReceivables(trx, organisationId)
`,
    to: `    void lockReceivables
`,
    caughtBy: closing('just begun'),
  },
  {
    name: 'a payer without the document is led to the first page',
    file: `${ROOM}/return.ts`,
    from: `return \`\${publicUrl()}/paid/\${attempt.order_id}\``,
    to: `return publicUrl()`,
    caughtBy: caughtBy('returns', 'its owner withdrew meanwhile'),
  },
  {
    name: 'orders are guessed without a limit',
    file: `${ROOM}/returned-payment.ts`,
    from: `      await limits.consume('sharedNetwork', network)
`,
    to: ``,
    caughtBy: caughtBy('returns', 'guesses are limited'),
  },
]

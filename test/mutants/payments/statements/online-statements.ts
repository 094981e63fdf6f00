import type { TestedMutant } from '../../mutant.ts'

const ONLINE = 'server/payments/reconcile/online.ts'
const DOUBT = 'server/payments/attempts/doubt-matches.ts'
const REQUESTED = 'server/payments/reconcile/match-requested.ts'
const STANDING = 'server/standing/maybe-counted-twice.ts'
const STORY = { test: 'test/payments/statement/online-statements.test.ts' }
const CASES = { test: 'src/server/payments/reconcile/online.test.ts' }

/** Faults in what keeps a transfer that a statement and a provider both bring from being two payments. */
export const ONLINE_STATEMENT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a payment under way holds no movement',
    file: 'server/payments/reconcile/facts.ts',
    from: `    ...[...online.keys()].map((id) => [id, 'maybeOnline'] as const),
`,
    to: ``,
    caughtBy: { ...STORY, name: 'a payment under way holds its movement' },
  },
  {
    name: 'a payment that its provider knows of is no more under way',
    file: ONLINE,
    from: `under_way.state in ('created', 'pending')`,
    to: `under_way.state in ('created')`,
    caughtBy: { ...STORY, name: 'a payment under way holds its movement' },
  },
  {
    name: 'a payment that ended unread holds nothing',
    file: ONLINE,
    from: `question.kind in ('mismatch', 'unread')`,
    to: `question.kind in ('mismatch')`,
    caughtBy: { ...STORY, name: 'a payment that ended as unread' },
  },
  {
    name: 'a payment of another kind than was asked for holds nothing',
    file: ONLINE,
    from: `question.kind in ('mismatch', 'unread')`,
    to: `question.kind in ('unread')`,
    caughtBy: { ...STORY, name: 'a payment that ended as mismatch' },
  },
  {
    name: 'an answered question holds its movement still',
    file: ONLINE,
    from: ` and question.answered_at is null`,
    to: ``,
    caughtBy: { ...STORY, name: 'a payment that ended as unread' },
  },
  {
    name: 'a payment that came is told as one under way',
    file: ONLINE,
    from: ` and attempt.payment_id is null`,
    to: ``,
    caughtBy: { ...STORY, name: 'a payment under way holds its movement' },
  },
  {
    name: 'a payment that ended without money holds its movement still',
    file: ONLINE,
    from: `under_way.state in ('created', 'pending')`,
    to: `under_way.state in ('created', 'pending', 'failed', 'cancelled', 'expired')`,
    caughtBy: { ...STORY, name: 'a payment that ended without money' },
  },
  {
    name: 'a payment by card holds a transfer',
    file: ONLINE,
    from: `attempt.provider in ('khipu', 'fintoc') and`,
    to: ``,
    caughtBy: { ...STORY, name: 'a payment by card under way' },
  },
  {
    name: 'a movement of before a payment began may be its money',
    file: ONLINE,
    from: `daysAfter >= 0`,
    to: `daysAfter >= -1`,
    caughtBy: { ...CASES, name: 'of the day before it began' },
  },
  {
    name: 'a movement of any day after a payment began may be its money',
    file: ONLINE,
    from: `daysAfter <= MAX_DAYS_AFTER`,
    to: `daysAfter <= MAX_DAYS_AFTER + 1`,
    caughtBy: { ...CASES, name: 'of fifteen days after' },
  },
  {
    name: 'the last day on which a payment’s money may come is not counted',
    file: ONLINE,
    from: `daysAfter <= MAX_DAYS_AFTER`,
    to: `daysAfter < MAX_DAYS_AFTER`,
    caughtBy: { ...CASES, name: 'of fourteen days after' },
  },
  {
    name: 'a movement of any amount may be the payment under way',
    file: ONLINE,
    from: `Number(attempt.amountClp) === amountClp && `,
    to: ``,
    caughtBy: { ...STORY, name: 'is told of a stranger’s movement' },
  },
  {
    name: 'a stranger’s movement is held by a client’s payment',
    file: ONLINE,
    from: `attempt.clientRuts.some((client) => mayPay(payerRut, client))`,
    to: `attempt.clientRuts.length > 0`,
    caughtBy: { ...CASES, name: 'of a stranger' },
  },
  {
    name: 'nobody’s movement is no payment under way',
    file: ONLINE,
    from: `(payerRut === null || attempt`,
    to: `(payerRut !== null && attempt`,
    caughtBy: { ...CASES, name: 'of nobody known' },
  },
  {
    name: 'a stranger’s movement says nothing of the payment under way of its document',
    file: 'server/payments/reconcile/list.ts',
    from: `      (mayBeOnline(came, one) && one.documentIds.some((document) => documents.has(document))),`,
    to: `      false,`,
    caughtBy: { ...STORY, name: 'is told of a stranger’s movement' },
  },
  {
    name: 'a payment begun while a statement waits is not seen',
    file: 'server/payments/reconcile/automatic.ts',
    from: ` && isOwn && !isBegun`,
    to: ` && isOwn`,
    caughtBy: { ...STORY, name: 'a payment begun while a statement waits' },
  },
  {
    name: 'payments under way are read before the documents are locked',
    file: 'server/payments/reconcile/automatic.ts',
    from: `  const open = await lockOpen(trx, at, ids)
  const declared = await declaredOf(trx, at, ids)
  const online = await onlineAttempts(trx, at)
`,
    to: `  const online = await onlineAttempts(trx, at)
  const open = await lockOpen(trx, at, ids)
  const declared = await declaredOf(trx, at, ids)
`,
    caughtBy: { ...STORY, name: 'a payment begun while a statement waits' },
  },
  {
    name: 'a payment confirmed after its statement’s is just too much',
    file: 'server/payments/attempts/money.ts',
    from: `  if (way === 'transfer' &&`,
    to: `  if (way !== 'transfer' &&`,
    caughtBy: { ...STORY, name: 'a payment that comes after its statement’s' },
  },
  {
    name: 'a payment by card is asked about as if it were a transfer',
    file: 'server/payments/attempts/money.ts',
    from: `  if (way === 'transfer' && PROVIDER_METHODS[attempt.provider] === 'transfer') {`,
    to: `  {`,
    caughtBy: { ...STORY, name: 'a payment by card is another' },
  },
  {
    name: 'a transfer to an account at its provider is asked about as if a bank had it',
    file: 'server/payments/attempts/money.ts',
    from: ` && PROVIDER_METHODS[attempt.provider] === 'transfer'`,
    to: ``,
    caughtBy: { ...STORY, name: 'a payment by transfer to the account' },
  },
  {
    name: 'what a statement matches meanwhile is looked for before the documents are locked',
    file: 'server/payments/attempts/money.ts',
    from: `export async function lockDocuments(trx: Db, at: AttemptAt): Promise<void> {
`,
    to: `export async function lockDocuments(trx: Db, at: AttemptAt): Promise<void> {
  if (at.attemptId > 0) return
`,
    also: {
      from: `  await trx
    .insertInto('payment_share')
    .values(
      shares.map(({ document_id, amount_clp: share }) => ({
        organisation_id,
        payment_id: id,
        document_id,
        amount_clp: share,
      })),
    )
    .execute()
  // A transfer to an account at the provider is no movement of the company's bank.
  if (way === 'transfer' && PROVIDER_METHODS[attempt.provider] === 'transfer') {
    const confirmed = { paymentId: id, shares, amountClp: amount_clp, day }
    await doubtMatches(trx, organisation_id, confirmed)
  }
`,
      to: `  await doubtMatches(trx, organisation_id, { paymentId: id, shares, amountClp: amount_clp, day })
  await trx
    .insertInto('payment_share')
    .values(
      shares.map(({ document_id, amount_clp: share }) => ({
        organisation_id,
        payment_id: id,
        document_id,
        amount_clp: share,
      })),
    )
    .execute()
`,
    },
    caughtBy: { ...STORY, name: 'a payment confirmed while its statement is matched' },
  },
  {
    name: 'a movement of another amount is asked about',
    file: DOUBT,
    from: `
      and movement.amount_clp = \${amountClp}::bigint`,
    to: ``,
    caughtBy: { ...STORY, name: 'one of a movement of another amount' },
  },
  {
    name: 'a part that a movement paid is asked about',
    file: DOUBT,
    from: ` and made.amount_clp = \${amountClp}::bigint`,
    to: ``,
    caughtBy: { ...STORY, name: 'one of a part' },
  },
  {
    name: 'a payment by hand is asked about as if a statement had made it',
    file: DOUBT,
    from: `made.source = 'statement' and `,
    to: ``,
    caughtBy: { ...STORY, name: 'one by hand that its movement was linked with' },
  },
  {
    name: 'a movement of long before is asked about',
    file: DOUBT,
    from: `const MAX_DAYS_APART = 7`,
    to: `const MAX_DAYS_APART = 8`,
    caughtBy: { ...STORY, name: 'one more than a week before' },
  },
  {
    name: 'a movement of a week before is not asked about',
    file: DOUBT,
    from: `const MAX_DAYS_APART = 7`,
    to: `const MAX_DAYS_APART = 6`,
    caughtBy: { ...STORY, name: 'a payment a week after its statement’s' },
  },
  {
    name: 'a movement of another document is asked about',
    file: DOUBT,
    from: ` and share.document_id = any(\${documents}::bigint[])`,
    to: ` and share.document_id <> any(array[-1]::bigint[] || \${documents}::bigint[])`,
    caughtBy: { ...STORY, name: 'one of another document' },
  },
  {
    name: 'a payment that a person said is another is asked about again',
    file: STANDING,
    from: `and refusal.payment_id = match.maybe_payment_id
    and refusal`,
    to: `and refusal.payment_id = -1
    and refusal`,
    caughtBy: { ...STORY, name: 'is another than its statement’s is too much' },
  },
  {
    name: 'a no that was taken back stays a no',
    file: STANDING,
    from: `
    and refusal.taken_back_at is null`,
    to: ``,
    caughtBy: { ...STORY, name: 'is another than its statement’s is too much' },
  },
  {
    name: 'a payment that was given back is asked about still',
    file: STANDING,
    from: `and refund.payment_id = match.maybe_payment_id`,
    to: `and refund.payment_id = -1`,
    caughtBy: { ...STORY, name: 'a payment that was given back' },
  },
  {
    name: 'a payment of which a part was given back is asked about no more',
    file: STANDING,
    from: `< (select confirmed.amount_clp`,
    to: `< (select least(1, confirmed.amount_clp)`,
    caughtBy: { ...STORY, name: 'of which a part was given back' },
  },
  {
    name: 'a payment that is another movement’s is asked about still',
    file: STANDING,
    from: `and linked.payment_id = match.maybe_payment_id`,
    to: `and linked.payment_id = -1`,
    caughtBy: { ...STORY, name: 'one of another document' },
  },
  {
    name: 'a movement matched with a document is linked with any payment',
    file: 'server/payments/reconcile/link.ts',
    from: `const isMade = made?.maybe_payment_id === paymentId`,
    to: `const isMade = made !== null`,
    caughtBy: { ...STORY, name: 'one of another document' },
  },
  {
    name: 'what a statement’s payment confirmed waits again once another is linked',
    file: 'server/payments/reconcile/link.ts',
    from: `of confirmed.filter(isPaid)) {`,
    to: `of confirmed.slice(0, 0)) {`,
    caughtBy: { ...STORY, name: 'takes over what' },
  },
  {
    name: 'a payment that is the same is told as too much, too',
    file: 'server/agenda/payments-that-ask.ts',
    from: `state !== 'overpaid' || !ids.has(id)`,
    to: `state !== 'overpaid' || ids.size >= 0`,
    caughtBy: { ...STORY, name: 'a payment that comes after its statement’s' },
  },
  {
    name: 'a payment that ended without money requests no match',
    file: 'server/db/migrations/0003-payments.sql',
    from: `    and new.state in ('failed', 'cancelled', 'expired', 'mismatch'))`,
    to: `    and new.state in ('expired', 'mismatch'))`,
    caughtBy: { ...STORY, name: 'has its movement matched by a worker, once' },
  },
  {
    name: 'an answered question requests no match',
    file: 'server/db/migrations/0003-payments.sql',
    from: `new.kind in ('mismatch', 'unread') and old.answered_at is null`,
    to: `new.kind = 'disputed' and old.answered_at is null`,
    caughtBy: { ...STORY, name: 'holds its movement until a person looked into it' },
  },
  {
    name: 'movements are matched again beside a statement that is being stored',
    file: REQUESTED,
    from: `  await lockStatements(trx, at)
`,
    to: ``,
    caughtBy: { ...STORY, name: 'that is stored while the payment that holds it ends' },
  },
  {
    name: 'a request to match is deleted once movements were read',
    file: REQUESTED,
    from: `  return matched.size
`,
    to: `  await trx.deleteFrom('match_request').where('company_id', '=', at.companyId).execute()
  return matched.size
`,
    caughtBy: { ...STORY, name: 'made while movements are matched is left for the next run' },
  },
  {
    name: 'movements whose use is suspended are matched again',
    file: REQUESTED,
    from: `    .where(notBlocked('match_request.organisation_id'))
`,
    to: ``,
    caughtBy: { ...STORY, name: 'whose data are not to be used are matched once they are again' },
  },
]

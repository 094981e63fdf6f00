import type { TestedMutant } from '../mutant.ts'

const RECORD = 'server/payments/record.ts'
const DECIDE = 'server/payments/decide.ts'
const DECLARE = 'server/payments/declare.ts'
const VOUCHERS = 'server/payments/vouchers.ts'
const AGREE_EXCESS = 'server/payments/agree-excess.ts'
const DUE_DAY = 'server/payments/due-day.ts'
const FOLLOW = 'server/payments/follow.ts'
const TERMS = 'server/payments/terms.ts'
const RECEIVABLE = 'domain/receivable.ts'
const CALLS = { test: 'test/contract/api/payments.test.ts' }
const PURE = { test: 'src/domain/receivable.test.ts' }

/** Faults in what is owed, what came of it and whose word counts. */
export const PAYMENT_MONEY_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document falls due before it was issued',
    file: DUE_DAY,
    from: `  if (dueDay < knownDay(issue_day)) throw new InvalidInput({ due_day: ['dueDayTooEarly'] })
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'before the document was issued' },
  },
  {
    name: 'a document never falls due on the day of its issue',
    file: DUE_DAY,
    from: `dueDay < knownDay(issue_day)`,
    to: `dueDay <= knownDay(issue_day)`,
    caughtBy: { ...CALLS, name: 'before the document was issued' },
  },
  {
    name: 'letters of a document use up what may be sent again',
    file: 'server/deliveries/again.ts',
    from: `    .where('purpose', '=', row.purpose)
    .where('nth', '>', 1)`,
    to: `    .where('nth', '>', 1)`,
    caughtBy: { test: 'test/engine/deliveries/mail-again.test.ts', name: 'take nothing from' },
  },
  {
    name: 'a nota de crédito is offered of a factura that is paid',
    file: 'web/screens/document/payment/offers-nota.ts',
    from: `open > 0 && refunded > takenBack`,
    to: `refunded > takenBack`,
    caughtBy: { test: 'src/web/screens/document/payment/offers-nota.test.ts' },
  },
  {
    name: 'money of a day to come is recorded',
    file: RECORD,
    from: `  if (day > dayInChile(clock.now())) throw new InvalidInput({ day: ['dayInFuture'] })
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'not for a day to come' },
  },
  {
    name: 'a payment is undone twice',
    file: RECORD,
    from: `  if (payment.undone_at !== null) throw new Refused(409, 'paymentUndone')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'is undone once' },
  },
  {
    name: 'a payment that was given back is undone',
    file: RECORD,
    from: `  if (refunds.length > 0) throw new Refused(409, 'paymentRefunded')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'no more is given back than came' },
  },
  {
    name: 'more is given back in parts than came',
    file: RECORD,
    from: `if (refund.amountClp > leftClp)`,
    to: `if (refund.amountClp > share.amount_clp)`,
    caughtBy: { ...CALLS, name: 'no more is given back than came' },
  },
  {
    name: 'what was given back of one document counts against another of the same transfer',
    file: RECORD,
    from: `refunds.filter(({ document_id: document }) => document === documentId)`,
    to: `refunds.filter(({ document_id: document }) => document > 0)`,
    caughtBy: {
      test: 'test/payments/statement/movements.test.ts',
      name: 'given back for each',
    },
  },
  {
    name: 'an undone refund still counts as given back',
    file: 'server/payments/attempts/refunds.ts',
    from: `    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
`,
    to: `    .where('payment_id', '=', paymentId)
`,
    caughtBy: { ...CALLS, name: 'no more is given back than came' },
  },
  {
    name: 'a corrected payment counts beside its correction',
    file: RECORD,
    from: `const sendsReceipt = await undo(trx, clock, by, paymentId)`,
    to: `const sendsReceipt = false`,
    caughtBy: { ...CALLS, name: 'a correction undoes' },
  },
  {
    name: 'an earlier due day shortens how long its page takes payments',
    file: 'server/payments/owed/keep-open.ts',
    from: `
    .where('closes_day', '<', until)`,
    to: ``,
    caughtBy: { ...CALLS, name: 'another due day' },
  },
  {
    name: 'more is left to the client than came beyond what is owed',
    file: AGREE_EXCESS,
    from: `    if (agreedClp > excessClp(receivable)) throw new Refused(409, 'excessChanged')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'leaves it to the client' },
  },
  {
    name: 'the word about an excess is recorded again with each call',
    file: AGREE_EXCESS,
    from: `    if (numUpdatedRows === 0n) return
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'leaves it to the client' },
  },
  {
    name: 'a part that is left to the client answers for the whole excess',
    file: 'server/standing/receivable-facts.ts',
    from: ' + receivable.agreed_excess_clp)`',
    to: ' and receivable.agreed_excess_clp = 0)`',
    caughtBy: { ...CALLS, name: 'leaves it to the client' },
  },
  {
    name: 'what is paid is reopened',
    file: DUE_DAY,
    from: `    if (openClp(receivable) === 0) throw new Refused(409, 'nothingToPay')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'reopening early' },
  },
  {
    name: 'a declaration is confirmed again by whoever read it before',
    file: DECIDE,
    from: `  if (said.state !== 'open') return { id, outcome: 'already' }
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'which is no money until its owner confirms it' },
  },
  {
    name: 'a rejected declaration becomes money',
    file: DECIDE,
    from: `if (word === 'reject')`,
    to: `if (amountClp === 0)`,
    caughtBy: { ...CALLS, name: 'a rejected declaration' },
  },
  {
    name: 'a transfer of a part is declared where parts are not taken',
    file: DECLARE,
    from: `amountClp <= left : amountClp === left`,
    to: `amountClp <= left : amountClp <= left`,
    caughtBy: { ...CALLS, name: 'exactly what is open' },
  },
  {
    name: 'more than is open is declared where parts are taken',
    file: DECLARE,
    from: `amountClp <= left : amountClp === left`,
    to: `true : amountClp === left`,
    caughtBy: { ...CALLS, name: 'exactly what is open' },
  },
  {
    name: 'a transfer is declared on a closed page',
    file: DECLARE,
    from: `    if (paymentClosed(receivable, today) !== null) throw new Refused(409, 'paymentClosed')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'cannot say it once it is paid' },
  },
  {
    name: 'any file is a proof of a transfer',
    file: VOUCHERS,
    from: `  return starts('255044462d') ? 'application/pdf' : null`,
    to: `  return 'application/pdf'`,
    caughtBy: { ...CALLS, name: 'adds a picture or a PDF' },
  },
  {
    name: 'the proof of a decided declaration is replaced',
    file: VOUCHERS,
    from: `      .where('state', '=', 'open')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'adds a picture or a PDF' },
  },
  {
    name: 'what is not issued yet is owed',
    file: FOLLOW,
    from: ` and document.state = 'issued' and document.kind`,
    to: ` and document.kind`,
    caughtBy: { ...CALLS, name: 'neither what is not issued nor a nota' },
  },
  {
    name: 'a nota de crédito is owed',
    file: FOLLOW,
    from: ` and document.kind <> 'notaCredito'`,
    to: ``,
    caughtBy: { ...CALLS, name: 'neither what is not issued nor a nota' },
  },
  {
    name: 'what was issued before the chosen day is followed',
    file: FOLLOW,
    from: ` and document.issue_day >= \${from}::date`,
    to: ``,
    caughtBy: { ...CALLS, name: 'until its company takes payments' },
  },
  {
    name: 'a document with money on record is not followed any more',
    file: FOLLOW,
    from: `    if (!(await canUnfollow(trx, by))) throw new Refused(409, 'paymentOnRecord')
`,
    to: ``,
    also: { from: `or exists (select from payment_declaration where \${of})`, to: `` },
    caughtBy: { ...CALLS, name: 'stays followed' },
  },
  {
    name: 'another account is written to nobody',
    file: TERMS,
    from: `if (accountOf(before) !== accountOf(after)) await`,
    to: `if (accountOf(before) === '') await`,
    caughtBy: { ...CALLS, name: 'another account is on record' },
  },
  {
    name: 'it is overdue on its due day',
    file: RECEIVABLE,
    from: `return today > receivable.dueDay ?`,
    to: `return today >= receivable.dueDay ?`,
    caughtBy: PURE,
  },
  {
    name: 'its page is closed on its last day',
    file: RECEIVABLE,
    from: `return today > receivable.closesDay ?`,
    to: `return today >= receivable.closesDay ?`,
    caughtBy: PURE,
  },
  {
    name: 'what was annulled is owed',
    file: RECEIVABLE,
    from: `isAnnulled ? clp(0) : clp(baseClp - takenBackClp)`,
    to: `clp(isAnnulled ? baseClp : baseClp - takenBackClp)`,
    caughtBy: PURE,
  },
  {
    name: 'what was given back counts as paid',
    file: RECEIVABLE,
    from: `clp(paidClp - refundedClp)`,
    to: `clp(Math.max(paidClp, refundedClp))`,
    caughtBy: PURE,
  },
  {
    name: 'more is open than is owed',
    file: RECEIVABLE,
    from: `Math.max(0, receivedClp(receivable))))`,
    to: `receivedClp(receivable)))`,
    caughtBy: PURE,
  },
]

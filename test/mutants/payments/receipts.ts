import type { TestedMutant } from '../mutant.ts'

const inApi = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/receipts.test.ts', name }
}
const inPost = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/engine/deliveries/receipt-mails.test.ts', name }
}
const inStatements = (name: string): TestedMutant['caughtBy'] => {
  return { test: 'test/payments/statement/told.test.ts', name }
}

/** Faults in who is mailed of a payment, how often, and whether it is still so. */
export const RECEIPT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a payment that is read again tells its owner again',
    file: 'server/payments/attempts/money.ts',
    from: `  if (known !== null) return known
`,
    to: `  if (known !== null) {
    await mailPaymentReceived(trx, clock, {
      organisationId: at.organisationId,
      documentIds: (await sharesOf(trx, at)).map(({ document_id }) => document_id),
      amountClp: attempt.amount_clp,
      day,
      way,
      provider: attempt.provider,
    })
    return known
  }
`,
    caughtBy: {
      test: 'test/payments/paid-again.test.ts',
      name: 'states of three payments applied at once',
    },
  },
  {
    name: 'payments that a statement brings are mailed to nobody',
    file: 'server/payments/reconcile/automatic.ts',
    from: `  await mailStatementPayments(trx, clock, at, { payments, seenBy })
`,
    to: ``,
    caughtBy: inStatements('one mail to every member but who uploaded it'),
  },
  {
    name: 'who uploads a statement is written to of its payments',
    file: 'server/mailer/queue-for-members.ts',
    from: `    if (userId === seenBy) continue
`,
    to: ``,
    caughtBy: inStatements('one mail to every member but who uploaded it'),
  },
  {
    name: 'a statement without payments is told of',
    file: 'server/payments/receipt/mail-statement-payments.ts',
    from: `  if (count === 0) return
`,
    to: ``,
    caughtBy: inStatements('brings no payment tells nobody'),
  },
  {
    name: 'a wish for a receipt is forgotten',
    file: 'server/payments/record.ts',
    from: `      wants_receipt: sendsReceipt,`,
    to: `      wants_receipt: false,`,
    caughtBy: inApi('whose receipt is wished for'),
  },
  {
    name: 'a correction forgets that its payment had a receipt',
    file: 'server/payments/record.ts',
    from: `correctsId: paymentId, sendsReceipt }`,
    to: `correctsId: paymentId, sendsReceipt: false }`,
    caughtBy: inApi('and so does its correction'),
  },
  {
    name: 'a corrected declaration sends no receipt',
    file: 'server/payments/record.ts',
    from: `payment.wants_receipt || payment.source === 'declaration'`,
    to: `payment.wants_receipt`,
    caughtBy: inApi('confirmed and then corrected, twice'),
  },
  {
    name: 'a confirmed declaration sends no notice',
    file: 'server/payments/decide.ts',
    from: `  await mailPaymentReceived(trx, clock, { ...told, way: 'transfer', provider: null })`,
    to: ``,
    caughtBy: inApi('a declaration that is confirmed'),
  },
  {
    name: 'a receipt leaves although its payment was undone on the way',
    file: 'server/deliveries/held-back.ts',
    from: `    .where('undone_at', 'is', null)`,
    to: ``,
    caughtBy: inPost('while its receipt is on its way'),
  },
  {
    name: 'a receipt counts as a mail of the day',
    file: 'server/agenda/digests.ts',
    from: `where purpose = 'document' and (`,
    to: `where (`,
    caughtBy: inPost("none of the document's own mails"),
  },
  {
    name: 'a receipt without a mailbox is held for a person',
    file: 'server/deliveries/store.ts',
    from: `case when \${isLetter} then 'failed' else 'queued' end`,
    to: `case when \${isLetter} then 'queued' else 'queued' end`,
    caughtBy: inPost('ends and is not held'),
  },
  {
    name: 'a receipt lists what was undone',
    file: 'server/payments/receipt/read.ts',
    from: `    .where('payment.undone_at', 'is', null)
    .orderBy('payment.id')`,
    to: `    .orderBy('payment.id')`,
    caughtBy: inApi('lists each payment that was not undone'),
  },
  {
    name: "a receipt shows the token that reads Transbank's transaction",
    file: 'server/payments/receipt/read.ts',
    from: `provider === 'transbank' ? order_id : (payment_ref ?? provider_ref)`,
    to: `payment_ref ?? provider_ref ?? order_id`,
    caughtBy: inApi('what was paid, when, how'),
  },
  {
    name: 'a receipt leaves while its payment is being undone',
    file: 'server/deliveries/held-back.ts',
    from: `    .forShare()`,
    to: ``,
    caughtBy: inPost('being undone as it leaves'),
  },
]

import type { TestedMutant } from '../../mutant.ts'

const AUTOMATIC = 'server/payments/reconcile/automatic.ts'
const TAKE = 'server/payments/reconcile/take.ts'
const DECIDE = 'server/payments/reconcile/decide.ts'
const TAKE_BACK = 'server/payments/reconcile/take-back.ts'
const STORE = 'server/payments/reconcile/store.ts'
const TAKEN_BACK = 'server/standing/taken-back-by-bank.ts'
const INSERT = 'server/payments/reconcile/insert-payments.ts'
const STORED = 'server/payments/reconcile/movements-store.ts'
const FACTS = 'server/payments/reconcile/facts.ts'
const ON_RECORD = 'server/payments/reconcile/on-record-store.ts'
const SUMS = 'server/payments/statement/match/recorded-sums.ts'
const RECORDED = 'server/payments/reconcile/recorded.ts'
const STATEMENTS = { test: 'test/payments/statement/statements.test.ts' }
const MOVEMENTS = { test: 'test/payments/statement/movements.test.ts' }
// Read in a thread of its own otherwise, where no fault is planted.
const UPLOAD = { test: 'src/server/payments/statement/read-upload.test.ts' }

/** Faults in what is stored of a bank's statement, what is paid by it and whose word counts. */
export const MOVEMENT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'two uploads at once don’t wait for each other',
    file: TAKE,
    from: `    await lockStatements(trx, at)
    const other`,
    to: `    const other`,
    caughtBy: { ...STATEMENTS, name: 'uploaded twice at once is taken once' },
  },
  {
    name: 'a document issued while a statement waits is not seen',
    file: TAKE,
    from: `=== before.state ? before.open : undefined`,
    to: `=== before.state ? before.open : before.open`,
    caughtBy: { ...MOVEMENTS, name: 'a document issued while a statement waits' },
  },
  {
    name: 'a statement adds what another one had',
    file: TAKE,
    from: `identifyMovements(movements, known)`,
    to: `identifyMovements(movements, known.slice(0, 0))`,
    caughtBy: { ...STATEMENTS, name: 'uploaded twice, or one that overlaps it' },
  },
  {
    name: 'a file without an account is compared with none',
    file: STORED,
    from: `.$if(account !== '', (query) => query.where('movement.account', 'in', [account, '']))`,
    to: `.where('movement.account', '=', account)`,
    caughtBy: { ...STATEMENTS, name: 'a file that names no account' },
  },
  {
    name: 'the columns that a person answered are forgotten',
    file: 'server/payments/statement/read-upload.ts',
    from: `toRemember: isAnswered ? remember(columns) : null`,
    to: `toRemember: isAnswered ? null : null`,
    caughtBy: { ...UPLOAD, name: 'columns that a person answered' },
  },
  {
    name: 'of two accounts the one chosen last is taken for the next file',
    file: 'server/payments/statement/read-upload.ts',
    from: `    account,
  }
}`,
    to: `    account: account ?? '222',
  }
}`,
    caughtBy: { ...UPLOAD, name: 'an account that a person chose' },
  },
  {
    name: 'whom a company pays is kept',
    file: TAKE,
    from: `if (movement.amountClp > 0 || saysReversal(movement.description)) return movement`,
    to: `if (movement.amountClp !== 0 || saysReversal(movement.description)) return movement`,
    caughtBy: { ...STATEMENTS, name: 'keeps of money that left' },
  },
  {
    name: 'what was paid while the statement was read is paid again',
    file: AUTOMATIC,
    from: `return open.get(documentId) === amountClp && isOwn`,
    to: `return open.has(documentId) && isOwn`,
    caughtBy: { ...MOVEMENTS, name: 'a payment recorded while a statement waits' },
  },
  {
    name: 'the receivables are not locked before they are paid',
    file: AUTOMATIC,
    from: `    order by document_id for update`,
    to: `    order by document_id`,
    caughtBy: { ...MOVEMENTS, name: 'a payment recorded while a statement waits' },
  },
  {
    name: 'a declaration is left waiting by the transfer that it says',
    file: AUTOMATIC,
    from: `    if (declared === undefined) continue
    const ofDocument`,
    to: `    if (declared !== undefined) continue
    const ofDocument`,
    caughtBy: { ...MOVEMENTS, name: 'that pays what was declared' },
  },
  {
    name: 'a declaration of another amount is passed over',
    file: 'server/payments/statement/match/judge.ts',
    from: `declaredClps.some((declared) => declared !== openClp)`,
    to: `declaredClps.some((declared) => declared < 0)`,
    caughtBy: {
      test: 'src/server/payments/statement/match.test.ts',
      name: 'another transfer than this one is declared',
    },
  },
  {
    name: 'a refused pair comes back',
    file: STORE,
    from: `      and refusal.taken_back_at is null
    union all`,
    to: `      and refusal.taken_back_at is null and false
    union all`,
    caughtBy: { ...MOVEMENTS, name: 'whose proposal was refused' },
  },
  {
    name: 'an undone match is made again',
    file: STORE,
    from: `and match.undone_at is not null and match.how <> 'recorded'`,
    to: `and match.undone_at is not null and match.how = 'none'`,
    caughtBy: { ...MOVEMENTS, name: 'that was undone stays undone' },
  },
  {
    name: 'a link to a payment that was undone is proposed again',
    file: STORE,
    from: `and match.undone_at is not null and match.how = 'recorded'`,
    to: `and match.undone_at is not null and match.how = 'none'`,
    caughtBy: { ...MOVEMENTS, name: 'of the day and amount of a payment recorded by hand' },
  },
  {
    name: 'money like what a person took back is counted again',
    file: FACTS,
    from: `    decided: new Set(),
    held,
`,
    to: `    decided: new Set(),
    held: new Map(),
`,
    caughtBy: { ...MOVEMENTS, name: 'like a payment by hand that was undone' },
  },
  {
    name: 'a payment by hand is the movement of its very day alone',
    file: RECORDED,
    from: `(payment.day, day)) > maxDaysApart(payment)`,
    to: `(payment.day, day)) > 0`,
    caughtBy: { ...MOVEMENTS, name: 'up to sixty days from a payment of its client' },
  },
  {
    name: 'a payment by hand is a movement of its very week alone',
    file: RECORDED,
    from: `return isByHand && !isUndone ? MAX_DAYS_APART_BY_HAND : MAX_DAYS_APART`,
    to: `return isByHand && isUndone ? MAX_DAYS_APART_BY_HAND : MAX_DAYS_APART`,
    caughtBy: { ...MOVEMENTS, name: 'up to sixty days from a payment of its client' },
  },
  {
    name: 'a payment by hand that was undone is asked about for two months',
    file: RECORDED,
    from: `return isByHand && !isUndone ?`,
    to: `return isByHand ?`,
    caughtBy: { ...MOVEMENTS, name: 'that was undone, or of another client, is its own' },
  },
  {
    name: 'a payment by hand is a movement of two months and a day',
    file: SUMS,
    from: `const MAX_DAYS_APART_BY_HAND = 60`,
    to: `const MAX_DAYS_APART_BY_HAND = 61`,
    caughtBy: { ...MOVEMENTS, name: 'sixty days after a payment by hand' },
  },
  {
    name: 'a person’s word is none of a payment by hand',
    file: ON_RECORD,
    from: `payment.source in ('person', 'declaration') as is_by_hand`,
    to: `payment.source in ('declaration') as is_by_hand`,
    caughtBy: { ...MOVEMENTS, name: 'up to sixty days from a payment of its client' },
  },
  {
    name: 'payments by hand of more than a week before are not read',
    file: FACTS,
    from: `const from = addDays(first, -MAX_DAYS_APART_BY_HAND)`,
    to: `const from = addDays(first, -7)`,
    caughtBy: { ...MOVEMENTS, name: 'sixty days after a payment by hand' },
  },
  {
    name: 'any payment of that week and amount may be the movement’s',
    file: RECORDED,
    from: `return payment.clientRuts.some((client) => mayPay(payerRut, client))`,
    to: `return payment.clientRuts.length > 0`,
    caughtBy: { ...MOVEMENTS, name: 'that was undone, or of another client, is its own' },
  },
  {
    name: 'a payment by hand that was undone is made by the statement',
    file: FACTS,
    from: `[...alike.keys()].map(`,
    to: `[...recorded.keys()].map(`,
    caughtBy: { ...MOVEMENTS, name: 'like a payment by hand that was undone' },
  },
  {
    name: 'two accept the same movement at once',
    file: DECIDE,
    from: `  await lockStatements(trx, at)
  return matchable`,
    to: `  return matchable`,
    caughtBy: { ...MOVEMENTS, name: 'accepted by two at once' },
  },
  {
    name: 'a movement pays twice',
    file: DECIDE,
    from: `  if ((await liveMatch(trx, at, id)) !== null) throw new Refused(409, 'movementMatched')
`,
    to: ``,
    caughtBy: { ...MOVEMENTS, name: 'accepted by two at once' },
  },
  {
    name: 'more is divided than came',
    file: DECIDE,
    from: `  if (total > came) throw new InvalidInput({ shares: ['sharesTooMuch'] })
`,
    to: ``,
    caughtBy: { ...MOVEMENTS, name: 'pays neither more than came' },
  },
  {
    name: 'more is paid than is open',
    file: DECIDE,
    from: `    if (amountClp > left) throw new Refused(409, 'lessIsOpen')
`,
    to: ``,
    caughtBy: { ...MOVEMENTS, name: 'pays neither more than came' },
  },
  {
    name: 'what was set aside is matched',
    file: DECIDE,
    from: `  if (row.set_aside_at !== null) throw new Refused(409, 'movementSetAside')
`,
    to: ``,
    caughtBy: { ...MOVEMENTS, name: 'set aside is proposed for nothing' },
  },
  {
    name: 'what was set aside is proposed',
    file: STORE,
    from: `    .where('movement.set_aside_at', 'is', null)
`,
    to: ``,
    caughtBy: { ...MOVEMENTS, name: 'set aside is proposed for nothing' },
  },
  {
    name: 'what the bank took back in a later statement goes unseen',
    file: TAKE,
    from: `storedMovements(trx, at, account, withNeighbours(period))`,
    to: `storedMovements(trx, at, account, period)`,
    caughtBy: { ...MOVEMENTS, name: 'that the bank takes back in a later statement' },
  },
  {
    name: 'what earlier statements left undecided makes nothing ambiguous',
    file: TAKE,
    from: `withNewCredits(await undecidedCredits(trx, at, today), stored, today)`,
    to: `withNewCredits((await undecidedCredits(trx, at, today)).slice(0, 0), stored, today)`,
    caughtBy: { ...MOVEMENTS, name: 'like one of an earlier statement' },
  },
  {
    name: 'what its own statement takes back is paid',
    file: TAKE,
    from: `reversal: found.get(one.id) ?? null`,
    to: `reversal: found.get(-one.id) ?? null`,
    caughtBy: { ...MOVEMENTS, name: 'that the bank takes back in a later statement' },
  },
  {
    name: 'what a later statement takes back is not marked',
    file: TAKE,
    from: `  await saveReversals(trx, at, changed)
`,
    to: `  await saveReversals(trx, at, changed.slice(0, 0))
`,
    caughtBy: { ...MOVEMENTS, name: 'that the bank takes back in a later statement' },
  },
  {
    name: 'an undone match leaves its payment',
    file: TAKE_BACK,
    from: `  await trx
    .updateTable('payment')
    .set({ undone_at: instantText(clock.now()), undone_by: by.userId })`,
    to: `  await trx
    .updateTable('movement_match')
    .set({ undone_at: instantText(clock.now()), undone_by: by.userId })
    .where('payment_id', '=', payment_id)
    .execute()
  await trx
    .updateTable('payment')
    .set({ undone_at: null })`,
    caughtBy: { ...MOVEMENTS, name: 'that was undone stays undone' },
  },
  {
    name: 'a person’s acceptance leaves the declaration of that amount waiting',
    file: DECIDE,
    from: `      if (said === null) continue
`,
    to: `      if (said !== null) continue
`,
    caughtBy: { ...MOVEMENTS, name: 'pays a document in part' },
  },
  {
    name: 'two movements that a person accepts together confirm one declaration twice',
    file: DECIDE,
    from: `waiting.filter((one) => one !== said)`,
    to: `waiting`,
    caughtBy: { ...MOVEMENTS, name: 'two movements of the amount that was declared' },
  },
  {
    name: 'a declaration that a statement confirms sends no receipt',
    file: INSERT,
    from: `payments.map(({ isDeclared }) => isDeclared)`,
    to: `payments.map(({ isDeclared }) => isDeclared && false)`,
    caughtBy: { ...MOVEMENTS, name: 'that pays what was declared' },
  },
  {
    name: 'a declaration that a person’s acceptance confirms sends no receipt',
    file: DECIDE,
    from: `declarationOf(share, declared) !== null`,
    to: `declarationOf(share, declared) === null`,
    caughtBy: { ...MOVEMENTS, name: 'pays a document in part' },
  },
  {
    name: 'what nobody declared sends a receipt',
    file: AUTOMATIC,
    from: `payable.declared.has(documentId)`,
    to: `!payable.declared.has(-documentId)`,
    caughtBy: { ...MOVEMENTS, name: 'pays what nobody declared' },
  },
  {
    name: 'what came and seems a reversal is not thought of when its statement is taken',
    file: STORE,
    from: `added.filter(({ day, amountClp }) => day >= from && amountClp > 0)`,
    to: `added.filter((one) => one.day >= from && one.amountClp > 0 && one.reversal === null)`,
    caughtBy: { ...MOVEMENTS, name: 'that seems a reversal' },
  },
  {
    name: 'what came and seems a reversal is out of sight',
    file: STORE,
    from: `    .where('movement.amount_clp', '>', 0)
`,
    to: `    .where('movement.amount_clp', '>', 0)
    .where('movement.reversal', 'is', null)
`,
    caughtBy: { ...MOVEMENTS, name: 'that seems a reversal' },
  },
  {
    name: 'who matched what the bank took back is asked about it for ever',
    file: TAKEN_BACK,
    from: `(match.matched_by is not null and`,
    to: `(match.matched_by is null and`,
    caughtBy: { ...MOVEMENTS, name: 'that seems a reversal' },
  },
  {
    name: 'what the bank takes back after a person matched it goes unseen',
    file: TAKEN_BACK,
    from: `told.uploaded_at < match.matched_at`,
    to: `told.uploaded_at is not null`,
    caughtBy: { ...MOVEMENTS, name: 'that a person matched before the bank takes it back' },
  },
]

import type { TestedMutant } from '../mutant.ts'

const SUMS = 'server/payments/statement/match/recorded-sums.ts'
const JUDGE = 'server/payments/statement/match/judge.ts'
const FACTS = 'server/payments/reconcile/facts.ts'
const STORE = 'server/payments/reconcile/on-record-store.ts'
const TAKE_BACK = 'server/payments/reconcile/take-back.ts'
const LIST = 'server/payments/reconcile/list.ts'
const STORY = { test: 'test/payments/statement/recorded-sums.test.ts' }
const CASES = { test: 'src/server/payments/statement/match/recorded-sums.test.ts' }
const SYNTHETIC = { test: 'src/server/payments/statement/synthetic.test.ts' }

/** Faults in what keeps money that is on record in other amounts from being counted again. */
export const RECORDED_SUM_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'what is on record in other amounts is paid again',
    file: JUDGE,
    from: `decisions.isRecordedOtherwise(movement, () => smallerClps(movement, index))`,
    to: `decisions.isRecordedOtherwise({ ...movement, payerRut: null }, () => [])`,
    caughtBy: { ...SYNTHETIC, name: 'automatic matches in statements of 5,000' },
  },
  {
    name: 'documents make up no sum with what is on record',
    file: JUDGE,
    from: `() => smallerClps(movement, index)`,
    to: `() => []`,
    caughtBy: { ...STORY, name: 'a document that was recorded and one that is open' },
  },
  {
    name: 'what one transfer paid by hand is no sum',
    file: SUMS,
    from: `        sum > 0 && (`,
    to: `        sum > 0 && sum !== movement.amountClp && (`,
    caughtBy: { ...CASES, name: 'a movement may be a sum of two payments' },
  },
  {
    name: 'a part of what was recorded at once is not thought of',
    file: SUMS,
    from: `arrived.has(sum - movement.amountClp) || owed`,
    to: `owed`,
    caughtBy: { ...STORY, name: 'two transfers that were recorded as one payment' },
  },
  {
    name: 'documents alone are a sum on record',
    file: SUMS,
    from: `sum > 0 && (arrived`,
    to: `sum >= 0 && (arrived`,
    caughtBy: { ...CASES, name: 'a movement may be a sum of documents alone' },
  },
  {
    name: 'the movement itself is the rest of its payment',
    file: SUMS,
    from: `id !== movement.id && isNear`,
    to: `id > 0 && isNear`,
    caughtBy: { ...CASES, name: 'a movement may be half of a payment by itself' },
  },
  {
    name: 'of too many amounts the sums are none',
    file: SUMS,
    from: `if (terms.length > MAX_TERMS) return null`,
    to: `if (terms.length > MAX_TERMS) return new Set([0])`,
    caughtBy: { ...CASES, name: 'as many payments, movements or documents' },
  },
  {
    name: 'of too many payments none are thought of',
    file: SUMS,
    from: `if (recorded === null) return true`,
    to: `if (recorded === null) return false`,
    caughtBy: { ...CASES, name: 'as many payments, movements or documents' },
  },
  {
    name: 'of too many movements or documents none are thought of',
    file: SUMS,
    from: `if (arrived === null || owed === null) return true`,
    to: `if (arrived === null || owed === null) return false`,
    caughtBy: { ...CASES, name: 'as many payments, movements or documents' },
  },
  {
    name: 'of too many sums those found are all',
    file: SUMS,
    from: `if (sums.size > MAX_SUMS) return null`,
    to: `if (sums.size > MAX_SUMS) return sums`,
    caughtBy: { ...CASES, name: 'where the sums are too many' },
  },
  {
    name: 'the rest of a payment that no statement tells of yet is not waited for',
    file: SUMS,
    from: `if (isUntold || this`,
    to: `if (this`,
    caughtBy: { ...STORY, name: 'waits for the statement that may tell of the rest' },
  },
  {
    name: 'the rest of a payment is waited for when its day is told',
    file: SUMS,
    from: `day > this.#needs.knownThrough`,
    to: `day >= this.#needs.knownThrough`,
    caughtBy: { ...STORY, name: 'waits for the statement that may tell of the rest' },
  },
  {
    name: 'the rest of a smaller payment is waited for',
    file: SUMS,
    from: `amountClp > movement.amountClp && day >`,
    to: `amountClp > 0 && day >`,
    caughtBy: { ...CASES, name: 'while no statement tells of the day' },
  },
  {
    name: 'what a person said is not the payment is a part of it',
    file: SUMS,
    from: `isNear(payment, day) && refused?.has(payment.id) !== true`,
    to: `isNear(payment, day) && refused?.has(-payment.id) !== true`,
    caughtBy: { ...STORY, name: 'that a person said is none of those payments' },
  },
  {
    name: 'payments of any time are a sum',
    file: SUMS,
    from: `(payment.day, day)) <= MAX_DAYS_APART_BY_HAND`,
    to: `(payment.day, day)) <= 10 * MAX_DAYS_APART_BY_HAND`,
    caughtBy: { ...STORY, name: 'in spite of payments by hand of more than sixty days before' },
  },
  {
    name: 'payments of the very day alone are a sum',
    file: SUMS,
    from: `(payment.day, day)) <= MAX_DAYS_APART_BY_HAND`,
    to: `(payment.day, day)) <= 0`,
    caughtBy: { ...STORY, name: 'one of another statement that were recorded as one' },
  },
  {
    name: 'whom a client’s owner lets pay is in no sum',
    file: SUMS,
    from: `clientRuts.flatMap((client) => [client, ...this.#needs.payersOf(client)])`,
    to: `[...clientRuts]`,
    caughtBy: { ...STORY, name: 'a payer whom its owner authorised may be one payment' },
  },
  {
    name: 'money that nobody knows the payer of is no part of a payment',
    file: SUMS,
    from: `[...unknown, ...byPayers]`,
    to: `byPayers`,
    caughtBy: { ...STORY, name: 'one that nobody knows the payer of' },
  },
  {
    name: 'what the bank took back is a part of a payment',
    file: SUMS,
    from: `movements.filter((one) => !isTakenBack(one))`,
    to: `movements`,
    caughtBy: { ...STORY, name: 'that the bank took back is no part' },
  },
  {
    name: 'payments that were undone are in sums',
    file: FACTS,
    from: `isByHand && !isUndone)`,
    to: `isByHand || isUndone)`,
    caughtBy: { ...STORY, name: 'in spite of payments by hand that were undone' },
  },
  {
    name: 'what a person said is on record is a part of nothing',
    file: FACTS,
    from: `[...all, ...facts.onRecord]`,
    to: `all`,
    caughtBy: { ...STORY, name: 'still is a part of its payment' },
  },
  {
    name: 'what is no client’s payment is a part of one',
    file: STORE,
    from: `.where('movement.set_aside_why', '=', 'recorded')`,
    to: `.where('movement.set_aside_why', 'is not', null)`,
    caughtBy: { ...STORY, name: 'still is a part of its payment' },
  },
  {
    name: 'statements are thought to tell of today',
    file: STORE,
    from: `return last === null ? today : knownDay(last)`,
    to: `return last === null ? knownDay(today) : today`,
    caughtBy: { ...STORY, name: 'waits for the statement that may tell of the rest' },
  },
  {
    name: 'why a movement was set aside is lost',
    file: TAKE_BACK,
    from: `set_aside_why: why,`,
    to: `set_aside_why: 'notOfClient',`,
    caughtBy: { ...STORY, name: 'still is a part of its payment' },
  },
  {
    name: 'the payments that a movement without a document may be are not shown',
    file: LIST,
    from: `!reasons.includes('maybeRecorded') && !sums`,
    to: `!reasons.includes('maybeRecorded') || !sums`,
    caughtBy: { ...STORY, name: 'that fits no document shows the payments' },
  },
]

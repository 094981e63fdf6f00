import type { TestedMutant } from '../../mutant.ts'

const STANDING = 'server/standing/taken-back-by-bank.ts'
const TAKE_BACK = 'server/payments/reconcile/take-back.ts'
const LIST_STORE = 'server/payments/reconcile/list-store.ts'
const CASES = { test: 'test/payments/statement/taken-back.test.ts' }
const TOLD = { ...CASES, name: 'that a later statement takes back is counted' }
const STAYED = { ...CASES, name: 'of which a person said that it stayed' }

/** Faults in what is asked about a payment whose money the bank took back. */
export const TAKEN_BACK_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a payment that was undone is asked about',
    file: STANDING,
    from: '(match.undone_at is null and movement',
    to: '(movement',
    caughtBy: TOLD,
  },
  {
    name: 'a payment that the bank may have taken back goes unseen',
    file: STANDING,
    from: `match.undone_at is null and movement.reversal in ('reversed', 'doubtful')`,
    to: `match.undone_at is null and movement.reversal in ('reversed')`,
    caughtBy: STAYED,
  },
  {
    name: 'a payment that the bank took back goes unseen',
    file: STANDING,
    from: `match.undone_at is null and movement.reversal in ('reversed', 'doubtful')`,
    to: `match.undone_at is null and movement.reversal in ('doubtful')`,
    caughtBy: TOLD,
  },
  {
    name: 'a person’s word that the money stayed is worth nothing',
    file: STANDING,
    from: `or told.uploaded_at <= match.kept_at`,
    to: `or told.uploaded_at <= match.undone_at`,
    caughtBy: STAYED,
  },
  {
    name: 'a person’s word that the money stayed is about later statements, too',
    file: STANDING,
    from: `or told.uploaded_at <= match.kept_at`,
    to: `or match.kept_at is not null`,
    caughtBy: STAYED,
  },
  {
    name: 'a person’s word is about every payment',
    file: TAKE_BACK,
    from: `      .where('id', '=', match.id)
      .execute()
    const event = { kind: 'movementKept'`,
    to: `      .execute()
    const event = { kind: 'movementKept'`,
    caughtBy: STAYED,
  },
  {
    name: 'money that pays nothing is said to have stayed',
    file: TAKE_BACK,
    from: `    if (match === null) throw new Refused(409, 'movementUnmatched')
    await trx`,
    to: `    if (match === null) return
    await trx`,
    caughtBy: { ...CASES, name: 'money that nothing pays with' },
  },
  {
    name: 'a statement that takes a payment back says that nothing is left to a person',
    file: 'server/payments/reconcile/take.ts',
    from: `made.proposed.has(id)).length + reversals.length`,
    to: `made.proposed.has(id)).length`,
    caughtBy: TOLD,
  },
  {
    name: 'reversals of other statements are counted again',
    file: LIST_STORE,
    from: `and movement.reversal_id = any(\${[...ids]}::bigint[]) and`,
    to: `and`,
    caughtBy: STAYED,
  },
  {
    name: 'a transfer said to be on record that the bank took back is told to nobody',
    file: 'server/agenda/attention.ts',
    from: `    ...takenBack.map((company) => movementsFinding(company)),
`,
    to: ``,
    caughtBy: { test: 'test/payments/statement/taken-back.test.ts', name: 'said to be on record' },
  },
  {
    name: 'a transfer that was set aside knowing that the bank took it back is told again',
    file: 'server/standing/taken-back-by-bank.ts',
    from: `      and told.uploaded_at <= movement.set_aside_at))`,
    to: `      and told.uploaded_at > now() + interval '100 years'))`,
    caughtBy: { test: 'test/payments/statement/taken-back.test.ts', name: 'said to be on record' },
  },
  {
    name: 'a transfer that was said to be on record is looked into without an effect',
    file: 'server/payments/reconcile/take-back.ts',
    from: `eb.or([eb('set_aside_at', 'is', null), isRecordedTakenBack])`,
    to: `eb('set_aside_at', 'is', null)`,
    caughtBy: { test: 'test/payments/statement/taken-back.test.ts', name: 'said to be on record' },
  },
]

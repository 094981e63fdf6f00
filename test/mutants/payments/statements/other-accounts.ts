import type { TestedMutant } from '../../mutant.ts'

const OTHER = 'server/payments/reconcile/other-account.ts'
const TAKE = 'server/payments/reconcile/take.ts'
const FACTS = 'server/payments/reconcile/facts.ts'
const DECIDE = 'server/payments/reconcile/decide.ts'
const STORE = 'server/payments/reconcile/store.ts'
const CASES = { test: 'test/payments/statement/other-account.test.ts' }
const SAME_FILE = { ...CASES, name: 'is taken for another company at a person’s word' }
const ACCOUNT = { ...CASES, name: 'another file of another company’s account' }
const TERMS = { ...CASES, name: 'an account that clients are not told' }
const PAID = { ...CASES, name: 'that pays a document of one company pays none of another' }
const OTHER_MONEY = { ...CASES, name: 'of the same account is other money' }

/** Faults in what keeps a statement of one company's account from paying another's documents. */
export const OTHER_ACCOUNT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a file of another account is taken without a word',
    file: TAKE,
    from: `if (other !== null && !answers.isOwnAccount) return other`,
    to: `if (other !== null && answers.isOwnAccount) return other`,
    caughtBy: SAME_FILE,
  },
  {
    name: 'a person’s yes to another account is not on record',
    file: TAKE,
    from: `...(other === null ? {} : { confirmed: other.why }),`,
    to: ``,
    caughtBy: SAME_FILE,
  },
  {
    name: 'the very file of another company is taken',
    file: OTHER,
    from: `if (said.file_of !== null && !said.is_own_file) {`,
    to: `if (said.file_of !== null && said.is_own_file) {`,
    caughtBy: SAME_FILE,
  },
  {
    name: 'a file that a person said is this company’s is asked about again',
    file: OTHER,
    from: `if (said.file_of !== null && !said.is_own_file) {`,
    to: `if (said.file_of !== null) {`,
    caughtBy: SAME_FILE,
  },
  {
    name: 'another company’s account is taken',
    file: OTHER,
    from: `if (said.account_of !== null) {`,
    to: `if (said.account_of !== null && said.is_own_account) {`,
    caughtBy: ACCOUNT,
  },
  {
    name: 'an account that a person said is this company’s is asked about again',
    file: OTHER,
    from: `if (account === '' || said.is_own_account) return null`,
    to: `if (account === '') return null`,
    caughtBy: ACCOUNT,
  },
  {
    name: 'a file that names no account is of every other that names none',
    file: OTHER,
    from: `if (account === '' || said.is_own_account) return null`,
    to: `if (said.is_own_account) return null`,
    caughtBy: { ...CASES, name: 'files without an account' },
  },
  {
    name: 'an account that clients are not told is taken',
    file: OTHER,
    from: `return isOwn ? null : {`,
    to: `return isOwn || true ? null : {`,
    caughtBy: TERMS,
  },
  {
    name: 'an account is written in one way alone',
    file: OTHER,
    from: `return account.replaceAll(/\\D/g, '').replace(/^0+/, '')`,
    to: `return account`,
    caughtBy: TERMS,
  },
  {
    name: 'two companies take one file at once',
    file: STORE,
    from: 'const key = `bank_statement ${organisationId}`',
    to: 'const key = `bank_statement ${organisationId} ${Math.random()}`',
    caughtBy: { ...CASES, name: 'two companies that take one file at once' },
  },
  {
    name: 'money that pays in another company pays by itself',
    file: FACTS,
    from: `all.filter(({ id }) => !elsewhere.has(id))`,
    to: `all.filter(({ id }) => !elsewhere.has(-id))`,
    caughtBy: PAID,
  },
  {
    name: 'a statement is judged before it is known to share its account',
    file: OTHER,
    from: `with shared as materialized (\${sharedAccounts(at)}),
    came`,
    to: `with shared as materialized (\${sharedAccounts({ ...at, companyId: 0 })}),
    came`,
    caughtBy: PAID,
  },
  {
    name: 'a person matches money that pays in another company',
    file: DECIDE,
    from: `if ((await paidElsewhere(trx, at, [id])).size > 0) {`,
    to: `if ((await paidElsewhere(trx, at, [id])).size > 1) {`,
    caughtBy: PAID,
  },
  {
    name: 'money that was undone in another company pays nowhere',
    file: OTHER,
    from: `
      and match.undone_at is null\``,
    to: `\``,
    caughtBy: PAID,
  },
  {
    name: 'files without an account are never the same',
    file: OTHER,
    from: `and (mine.account <> '' or other.sha256 = mine.sha256)`,
    to: `and mine.account <> ''`,
    caughtBy: PAID,
  },
  {
    name: 'money of another account is the same',
    file: OTHER,
    from: `and twin.account = shared.account and twin.day`,
    to: `and twin.day`,
    caughtBy: { ...CASES, name: 'money of an account that one company alone has' },
  },
  {
    name: 'money of another day is the same',
    file: OTHER,
    from: ` and twin.day = came.day
`,
    to: `
`,
    caughtBy: OTHER_MONEY,
  },
  {
    name: 'money of another amount is the same',
    file: OTHER,
    from: `and twin.amount_clp = came.amount_clp and`,
    to: `and`,
    caughtBy: OTHER_MONEY,
  },
  {
    name: 'money of another operation is the same',
    file: OTHER,
    from: ` and twin.operation = came.operation
`,
    to: `
`,
    caughtBy: OTHER_MONEY,
  },
  {
    name: 'of two alike lines both are the one that is paid',
    file: OTHER,
    from: ` and twin.ordinal = came.ordinal
`,
    to: `
`,
    caughtBy: { ...CASES, name: 'the second of two alike lines' },
  },
]

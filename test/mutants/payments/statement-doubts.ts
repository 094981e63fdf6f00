import type { TestedMutant } from '../mutant.ts'

const READ = 'src/server/payments/statement/read-upload.test.ts'
const NOT_FOLLOWED = { test: 'test/payments/statement/not-followed.test.ts' }
const NOT_FOLLOWED_FILE = 'server/payments/reconcile/not-followed.ts'

/** Faults in what keeps a statement from being taken, and its movements from being matched, without a person. */
export const STATEMENT_DOUBT_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'an answer that all amounts came is remembered',
    file: 'server/payments/statement/read-upload.ts',
    from: `columns: { ...columns, onlyCredits: false, account: null }`,
    to: `columns: { ...columns, account: null }`,
    caughtBy: { test: READ, name: 'that all amounts came is for that file alone' },
  },
  {
    name: 'an answer that all amounts came is taken from earlier files',
    file: 'server/payments/statement/read-upload.ts',
    from: `    onlyCredits,
    account,`,
    to: `    onlyCredits: onlyCredits || columns.onlyCredits,
    account,`,
    caughtBy: { test: READ, name: 'as it was remembered once' },
  },
  {
    name: 'a like document that is not followed is not thought of',
    file: 'server/payments/reconcile/facts.ts',
    from: `    ...[...notFollowed].map((id) => [id, 'otherNotFollowed'] as const),
`,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'of the month before that is not followed' },
  },
  {
    name: 'a document of another amount that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `and document.total_clp = meant.clp
`,
    to: `
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of another amount that is not followed' },
  },
  {
    name: 'a document of another client that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: ` and document.recipient_rut = meant.rut`,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'of another client that is not followed' },
  },
  {
    name: 'a document issued later that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: ` and document.issue_day <= meant.day`,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued later that is not followed' },
  },
  {
    name: 'a document issued that very day is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `document.issue_day <= meant.day`,
    to: `document.issue_day < meant.day`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of the same day that is not followed' },
  },
  {
    name: 'a document of 400 days before is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `const MAX_DAYS_SINCE_ISSUE = 400`,
    to: `const MAX_DAYS_SINCE_ISSUE = 399`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of 400 days before that is not followed' },
  },
  {
    name: 'a document of any time that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `    and document.issue_day >= meant.day - \${MAX_DAYS_SINCE_ISSUE}::int
`,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'of more than 400 days before' },
  },
  {
    name: 'an annulled document holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: ` and not \${isTakenBack}`,
    to: ` and document.folio is not null`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was annulled that is not followed' },
  },
  {
    name: 'a document that is followed counts as one that is not',
    file: NOT_FOLLOWED_FILE,
    from: `    and not exists (select from receivable where`,
    to: `    and not exists (select from receivable where false and`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that is not followed is not in the way' },
  },
  {
    name: 'the retention that a boleta’s client keeps back is thought to be paid',
    file: NOT_FOLLOWED_FILE,
    from: `(document.content ->> 'liquidoClp')::bigint = meant.clp`,
    to: `document.total_clp = meant.clp`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of which a retention is kept back' },
  },
  {
    name: 'what was issued outside is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `listed.document_id is null`,
    to: `listed.document_id is not null`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued outside that is not followed' },
  },
  {
    name: 'what was issued outside for any amount holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `and listed.total_clp = meant.clp `,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued outside for another amount' },
  },
  {
    name: 'what was issued outside and annulled holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `and not listed.is_annulled `,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued outside and annulled' },
  },
  {
    name: 'for whom a payer may pay is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `where \${of('allowed')})`,
    to: `where false)`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of a client for whom the payer may pay' },
  },
]

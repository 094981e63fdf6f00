import type { TestedMutant } from '../../mutant.ts'

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
    from: `    ...[...notFollowed.keys()].map((id) => [id, 'otherNotFollowed'] as const),
`,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'of the month before that is not followed' },
  },
  {
    name: 'a document of another amount that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: ` and document.total_clp = meant.clp
`,
    to: `
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of another amount that is not followed' },
  },
  {
    name: 'a document of another client that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `sql\`\${sql.ref(\`\${table}.recipient_rut\`)} = meant.rut and \${sql`,
    to: `sql\`\${sql`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of another client that is not followed' },
  },
  {
    name: 'a document issued later that is not followed holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `.issue_day\`)} <= meant.day`,
    to: `.issue_day\`)} <= meant.day + 400`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued later that is not followed' },
  },
  {
    name: 'a document issued that very day is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `.issue_day\`)} <= meant.day`,
    to: `.issue_day\`)} < meant.day`,
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
    from: `>= meant.day - \${MAX_DAYS_SINCE_ISSUE}::int`,
    to: `>= meant.day - 4000`,
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
    from: `and listed.total_clp = meant.clp offset`,
    to: `offset`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued outside for another amount' },
  },
  {
    name: 'what was issued outside and annulled holds a movement',
    file: NOT_FOLLOWED_FILE,
    from: `and not listed.is_annulled
`,
    to: `
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that was issued outside and annulled' },
  },
  {
    name: 'for whom a payer may pay is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `where \${of('allowed')})`,
    to: `where false)`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of a client for whom the payer may pay' },
  },
  {
    name: 'what notas leave of a factura issued outside is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `listed.total_clp - listed.lowered_clp = meant.clp`,
    to: `listed.total_clp + listed.lowered_clp = meant.clp`,
    caughtBy: { ...NOT_FOLLOWED, name: 'issued outside and lowered that is not followed' },
  },
  {
    name: 'a factura issued outside and lowered holds any movement',
    file: NOT_FOLLOWED_FILE,
    from: `and listed.total_clp - listed.lowered_clp = meant.clp`,
    to: ``,
    caughtBy: { ...NOT_FOLLOWED, name: 'issued outside and lowered to another amount' },
  },
  {
    name: 'what a retention leaves of a boleta issued outside is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `listed.total_clp between meant.clp and meant.clp * 2
          and meant`,
    to: `listed.total_clp = meant.clp
          and meant`,
    caughtBy: { ...NOT_FOLLOWED, name: 'as a boleta, by what a retention leaves' },
  },
  {
    name: 'the retention of a boleta is that of the movement’s year',
    file: NOT_FOLLOWED_FILE,
    from: `rate.year = extract(year from listed.issue_day)`,
    to: `rate.year = extract(year from meant.day)`,
    caughtBy: { ...NOT_FOLLOWED, name: 'as a boleta of the year before' },
  },
  {
    name: 'a retention is kept of a factura issued outside',
    file: NOT_FOLLOWED_FILE,
    from: `and listed.kind = 'boletaHonorarios'
`,
    to: `
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'as a factura of which a retention would leave' },
  },
  {
    name: 'what a nota leaves of a factura is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `and nota.state = 'issued'
`,
    to: `and nota.state = 'planned'
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that a nota lowered that is not followed' },
  },
  {
    name: 'a nota that failed lowers its factura',
    file: NOT_FOLLOWED_FILE,
    from: ` and nota.state = 'issued'
`,
    to: `
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of which the nota that lowers it failed' },
  },
  {
    name: 'a nota that corrects a text lowers its factura',
    file: NOT_FOLLOWED_FILE,
    from: ` and nota.nota_code = 3 and`,
    to: ` and`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of which a nota corrects the text alone' },
  },
  {
    name: 'a lowered factura holds any movement of its client',
    file: NOT_FOLLOWED_FILE,
    from: ` and lowered.clp = meant.clp)`,
    to: `)`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that a nota lowered to another amount' },
  },
  {
    name: 'what a nota of the portal leaves of a factura is not thought of',
    file: NOT_FOLLOWED_FILE,
    from: `and nota.about is not null and about.code = 3`,
    to: `and nota.about is null and about.code = 3`,
    caughtBy: { ...NOT_FOLLOWED, name: 'that a nota of the portal lowered that' },
  },
  {
    name: 'a nota of the portal that corrects a text lowers its factura',
    file: NOT_FOLLOWED_FILE,
    from: ` and about.code = 3
`,
    to: `
`,
    caughtBy: { ...NOT_FOLLOWED, name: 'of which a nota of the portal corrects' },
  },
  {
    name: 'a transfer that may pay a document that is not followed is matched by itself',
    file: 'server/payments/statement/match/judge.ts',
    from: `if (held !== undefined) return held`,
    to: `if (held !== undefined && held !== 'otherNotFollowed') return held`,
    caughtBy: {
      test: 'src/server/payments/statement/synthetic.test.ts',
      name: 'automatic matches in statements of 5,000 movements',
    },
  },
]

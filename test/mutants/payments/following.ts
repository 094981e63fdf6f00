import type { TestedMutant } from '../mutant.ts'

const TERMS = 'server/payments/terms.ts'
const DUE_DAY = 'server/payments/due-day.ts'
const OWED = 'server/documents/reconcile/notas-of-owed.ts'
const CALLS = { test: 'test/contract/api/payments.test.ts' }
const NOTAS = { test: 'test/engine/reconcile/owed-notas.test.ts' }

/** Faults in since when a company's payments are followed, who is told of its account and which notas count. */
export const FOLLOWING_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a rule that is renamed forgets its days to pay',
    file: 'server/rules/store.ts',
    from: `dueDays: row.due_days`,
    to: `dueDays: null`,
    caughtBy: { ...CALLS, name: 'a document falls due by the days of its rule' },
  },
  {
    name: 'a client loses its days to pay with its name',
    file: 'server/parties/client-routes.ts',
    from: `due_days: dueDays = known.dueDays`,
    to: `due_days: dueDays = null`,
    caughtBy: {
      test: 'src/server/parties/client-routes.test.ts',
      name: 'keeps its days to pay',
    },
  },
  {
    name: 'a form of before undoes what somebody else saved',
    file: TERMS,
    from: `    if (before.updated_at !== wanted.seen) throw new Refused(409, 'termsChanged')
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'a form of before somebody' },
  },
  {
    name: 'what its owner stopped following is followed again',
    file: TERMS,
    from: `before === null || after < before ?`,
    to: `before === null || after !== '' ?`,
    caughtBy: { ...CALLS, name: 'saved again it follows nothing' },
  },
  {
    name: 'an earlier day follows nothing more',
    file: TERMS,
    from: `before === null || after < before ?`,
    to: `before === null ?`,
    caughtBy: { ...CALLS, name: 'unless from an earlier day' },
  },
  {
    name: 'what becomes issued while payments are switched on is forgotten',
    file: TERMS,
    from: `    await sql\`select lock_terms(\${by.organisationId}, \${companyId}, true)\`.execute(trx)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'becomes issued while payments are switched on' },
  },
  {
    name: 'another holder of the account is written to nobody',
    file: TERMS,
    from: `[bank, account_type, account_number, holder_name, holder_rut, notice_email]`,
    to: `[bank, account_type, account_number, holder_rut, notice_email]`,
    caughtBy: { ...CALLS, name: 'another holder_name' },
  },
  {
    name: 'another address for the proof is written to nobody',
    file: TERMS,
    from: `[bank, account_type, account_number, holder_name, holder_rut, notice_email]`,
    to: `[bank, account_type, account_number, holder_name, holder_rut]`,
    caughtBy: { ...CALLS, name: 'another email' },
  },
  {
    name: 'a nota is forgotten while its factura begins to be followed',
    file: 'server/documents/issue/apply-nota.ts',
    from: `  await sql\`select follow_receivable(\${at.organisationId}, \${at.id})\`.execute(trx)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'begins to be followed lowers it' },
  },
  {
    name: 'a due day of any year is taken',
    file: DUE_DAY,
    from: `    await requireNear(trx, by, dueDay)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'more than two years' },
  },
  {
    name: 'a due day of two years is refused',
    file: DUE_DAY,
    from: `dueDay > addDays(`,
    to: `dueDay >= addDays(`,
    caughtBy: { ...CALLS, name: 'more than two years' },
  },
  {
    name: 'notas made at the portal are not asked about',
    file: 'server/documents/reconcile/sweep.ts',
    from: `      facturas,
      notas: () =>`,
    to: `      facturas: [],
      notas: () =>`,
    caughtBy: { ...NOTAS, name: 'lowers what is owed' },
  },
  {
    name: 'a second nota made at the portal is not counted',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `        lowered_clp: sql\`greatest(excluded.lowered_clp, sii_issued.lowered_clp)\`,
`,
    to: ``,
    caughtBy: { ...NOTAS, name: 'lowers what is owed' },
  },
  {
    name: 'what notas take back of a factura that is not listed is not kept',
    file: 'server/documents/reconcile/sweep.ts',
    from: `older.push({ ...rowOf(company, 'factura', factura), ...back })`,
    to: `continue`,
    caughtBy: { ...NOTAS, name: 'older than those that are listed' },
  },
  {
    name: 'notas to clients without a newer factura are not asked about',
    file: OWED,
    from: `    .where('document.recipient_rut', 'in', [...clients])
`,
    to: `    .where('document.recipient_rut', 'in', [...clients])
    .where('document.issue_day', '>=', '2027-01-01')
`,
    caughtBy: { ...NOTAS, name: 'though its client got no newer one' },
  },
  {
    name: 'what lowered an older factura before the listed days is forgotten',
    file: OWED,
    from: `compare(factura.issueDate, from) < 0`,
    to: `compare(factura.issueDate, from) < -9`,
    caughtBy: { ...NOTAS, name: 'months apart' },
  },
  {
    name: 'what notas of ours lower is forgotten beside those made at the portal',
    file: OWED,
    from: `clp(back.loweredClp + factura.ownClp)`,
    to: `clp(back.loweredClp)`,
    caughtBy: { ...NOTAS, name: 'of ours and those made at the portal' },
  },
  {
    name: 'the notas of ours are read at the SII too',
    file: OWED,
    from: `notas.value.filter(({ folio }) => !ours.has(folio))`,
    to: `notas.value.filter(({ folio }) => !ours.has(-folio))`,
    caughtBy: { ...NOTAS, name: 'of ours and those made at the portal' },
  },
  {
    name: 'a list that was read is asked for again',
    file: 'server/documents/reconcile/sweep.ts',
    from: `  if (listed.kind === 'ok') lists.set(kind, listed.value)
`,
    to: ``,
    caughtBy: { ...NOTAS, name: 'of ours and those made at the portal' },
  },
  {
    name: 'an annulled older factura has all its notas listed',
    file: OWED,
    from: `back.annulledBy === null && back.loweredClp > 0`,
    to: `back.loweredClp >= 0`,
    caughtBy: { ...NOTAS, name: 'that a sweep reads anyway' },
  },
  {
    name: 'a list is read for the sake of older facturas alone',
    file: OWED,
    from: `!lists.hasNotas && !(await isAnyOwed(`,
    to: `lists.hasNotas && !(await isAnyOwed(`,
    caughtBy: { ...NOTAS, name: 'for the sake of older facturas alone' },
  },
]

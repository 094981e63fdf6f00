import type { TestedMutant } from '../mutant.ts'

const TERMS = 'server/payments/terms.ts'
const DUE_DAY = 'server/payments/due-day.ts'
const PAYMENTS = 'server/db/migrations/0003-payments.sql'
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
    from: `    await requireAllowed(trx, by, dueDay)
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
    name: 'what a sweep read of a nota is not kept',
    file: 'server/documents/reconcile/sweep.ts',
    from: `    await keepPortalNotas(trx, clock, at, notas)
`,
    to: ``,
    caughtBy: { ...NOTAS, name: 'lowers what is owed' },
  },
  {
    name: 'a nota of ours takes the place of one made at the portal',
    file: PAYMENTS,
    from: `        + taken_back_at_portal(org, receivable.document_id)
`,
    to: ``,
    caughtBy: { ...CALLS, name: 'whenever one of ours follows' },
  },
  {
    name: 'a nota that was read before its answer came counts twice',
    file: PAYMENTS,
    from: `
    and not exists (select from document own where own.organisation_id = org and own.company_id = nota.company_id
      and own.kind = 'notaCredito' and own.folio = nota.folio)`,
    to: ``,
    caughtBy: { ...CALLS, name: 'before its answer came' },
  },
  {
    name: 'a nota made at the portal that corrects a text lowers what is owed',
    file: PAYMENTS,
    from: ` and about.code in (1, 3)`,
    to: ``,
    caughtBy: { ...CALLS, name: 'corrects its text lowers nothing' },
  },
  {
    name: 'a nota made at the portal lowers a factura of another day',
    file: PAYMENTS,
    from: ` and about.day = document.issue_day`,
    to: ``,
    caughtBy: { ...CALLS, name: 'of another day' },
  },
  {
    name: 'a nota made at the portal lowers the factura of another client',
    file: PAYMENTS,
    from: `
    and nota.recipient_rut = document.recipient_rut`,
    to: ``,
    caughtBy: { ...CALLS, name: 'is to another client' },
  },
  {
    name: 'a nota that annuls at the portal takes its own amount back',
    file: PAYMENTS,
    from: `case about.code when 1 then document.total_clp else nota.total_clp end`,
    to: `nota.total_clp`,
    caughtBy: { ...CALLS, name: 'that annuls it leaves nothing owed' },
  },
  {
    name: 'what was agreed of an excess covers a later one',
    file: PAYMENTS,
    from: `least(before.agreed_excess_clp, greatest(0, said.paid_clp - said.refunded_clp
      - case when said.is_annulled then 0 else before.base_clp - said.taken_back_clp end))`,
    to: `before.agreed_excess_clp`,
    caughtBy: { ...CALLS, name: 'does not cover another' },
  },
  {
    name: 'a nota that is read later lowers nothing',
    file: PAYMENTS,
    from: `create trigger portal_nota_read after update on portal_nota referencing new table as changed
  for each statement execute function follow_portal_notas();
`,
    to: ``,
    caughtBy: { ...NOTAS, name: 'are read by the next' },
  },
  {
    name: 'notas beyond those that one sweep reads are forgotten',
    file: OWED,
    from: `[...read.value, ...rest.value, ...later]`,
    to: `[...read.value, ...rest.value, ...later.slice(0, 0)]`,
    also: { from: `    .slice(0, left)`, to: `    .filter(({ totalClp }) => totalClp > 1_190)` },
    caughtBy: { ...NOTAS, name: 'are read by the next' },
  },
  {
    name: 'what could not be read is tried before what is new',
    file: OWED,
    from: `a.triedAt.localeCompare(b.triedAt) || `,
    to: ``,
    caughtBy: { ...NOTAS, name: 'wait for those that were never tried' },
  },
  {
    name: 'a nota that was just read is read again with older ones',
    file: OWED,
    from: `  for (const { folio } of read.value) done.add(folio)
`,
    to: ``,
    caughtBy: { ...NOTAS, name: 'of which the first was not seen' },
  },
  {
    name: 'a nota that was read is read again',
    file: OWED,
    from: `known?.isRead === true) return null`,
    to: `known?.isRead === null) return null`,
    caughtBy: { ...NOTAS, name: 'is read once' },
  },
  {
    name: 'notas to clients without a newer factura are not asked about',
    file: OWED,
    from: `    .groupBy('document.recipient_rut')
`,
    to: `    .where('document.issue_day', '>=', '2027-01-01')
    .groupBy('document.recipient_rut')
`,
    caughtBy: { ...NOTAS, name: 'though its client got no newer one' },
  },
  {
    name: 'what lowered an older factura before the listed days is forgotten',
    file: OWED,
    from: `compare(day, from) < 0`,
    to: `compare(day, from) < -9`,
    caughtBy: { ...NOTAS, name: 'of which the first was not seen' },
  },
  {
    name: 'the notas of ours are read at the SII too',
    file: OWED,
    from: `notas.filter(({ folio }) => !done.has(folio))`,
    to: `notas.filter(({ folio }) => !done.has(-folio))`,
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
    from: `(about ?? []).filter(({ code }) => code === 3)`,
    to: `(about ?? []).filter(({ code }) => code >= 1)`,
    caughtBy: { ...NOTAS, name: 'that a sweep reads anyway' },
  },
  {
    name: 'a list is read for the sake of older facturas alone',
    file: OWED,
    from: `lists.hasNotas || (await isAnyOwed(db, of, lists.facturas))`,
    to: `lists.hasNotas || !(await isAnyOwed(db, of, []))`,
    caughtBy: { ...NOTAS, name: 'for the sake of older facturas alone' },
  },
]

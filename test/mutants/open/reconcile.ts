import type { Mutant } from '../mutant.ts'

/** Faults in what became of a lost answer, and in the nightly lists. */
export const OPEN_RECONCILE_MUTANTS: readonly Mutant[] = [
  {
    name: 'the session is closed while the request may still be on its way',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `  if (!isOver) return comeBack(needs, document, deadlineMs)
`,
    to: ``,
  },
  {
    name: 'the list is read before the quiet time is over',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `  if (quietUntilMs > needs.clock.now()) return comeBack(needs, document, quietUntilMs)
`,
    to: ``,
  },
  {
    name: 'one of two that can be it is taken for the lost one',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `isUnsigned && found.length === 1 ? found[0]`,
    to: `isUnsigned ? found[0]`,
  },
  {
    name: 'a person is asked about what became known meanwhile',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `    if (row?.state !== 'uncertain') return
    if (found`,
    to: `    if (row === null) return
    if (found`,
  },
  {
    name: 'the earlier try is looked at instead of the latest',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()`,
    to: `    .orderBy('number', 'asc')
    .limit(1)
    .executeTakeFirstOrThrow()`,
  },
  {
    name: 'a number told by a person counts as found by ourselves',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `own.folio === attempt.pointed_folio ? 'person' : 'reconciled'`,
    to: `own.folio < 0 ? 'person' : 'reconciled'`,
  },
  {
    name: 'a number that another document has is adopted',
    file: 'server/documents/reconcile/confirm-adopted.ts',
    from: `return claimed.has(folio) ? { kind: 'ok', value: null } : read`,
    to: `return read`,
  },
  {
    name: 'a told nota of another document is believed',
    file: 'server/documents/reconcile/confirm-nota.ts',
    from: `      if (claimed.size > 0) return { kind: 'ok', value: { kind: 'ofAnother' } }
`,
    to: ``,
  },
  {
    name: 'a told nota is looked for without end',
    file: 'server/documents/reconcile/confirm-nota.ts',
    from: `document.row.tries + 1 < MOST_LOOKS`,
    to: `document.row.tries >= 0`,
  },
  {
    name: 'a number of another organisation is called a double',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    .where('document.folio', '=', row.folio)
`,
    to: `    .where('document.folio', '=', row.folio)
    .where('document.organisation_id', '=', organisationId)
`,
  },
  {
    name: 'one to another client is called a double',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    .where('document.recipient_rut', '=', recipient)
    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    to: `    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
  },
  {
    name: 'one of another day is called a double',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    to: `    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
  },
  {
    name: 'one of another amount is called a double',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    to: `    .where('attempt`,
  },
  {
    name: 'an annulled document is annulled again by the list',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `  if (row?.state !== 'issued') return
  const change`,
    to: `  if (row === null) return
  const change`,
  },
  {
    name: 'a sweep that gave way counts as failed',
    file: 'server/documents/reconcile/sweep.ts',
    from: `  if (read.kind === 'busy') await forgiveTurn(db, 'sweep', at)
`,
    to: ``,
  },
]

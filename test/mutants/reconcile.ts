import type { TestedMutant } from './mutant.ts'

/** Faults in what became of a lost answer, and in the nightly lists. */
export const RECONCILE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a number that another open document signed is a candidate',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `new Set([...claimed, ...others])`,
    to: `claimed`,
    caughtBy: { test: 'test/engine/contested.test.ts' },
  },
  {
    name: 'a boleta that two open documents could be is taken',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `const isOnly = only !== undefined && !(await`,
    to: `const isOnly = only !== undefined || !(await`,
    caughtBy: { test: 'test/engine/contested.test.ts' },
  },
  {
    name: 'who adopted a number that is not there is never asked again',
    file: 'server/documents/reconcile/confirm-adopted.ts',
    from: `  await askAgain(needs, lease, row)
`,
    to: ``,
    caughtBy: { test: 'test/engine/adopted.test.ts' },
  },
  {
    name: 'a document adopted in vain keeps the number',
    file: 'server/documents/reconcile/confirm-adopted.ts',
    from: `{ ...asked, told_folio: null }`,
    to: `asked`,
    caughtBy: { test: 'test/engine/adopted.test.ts' },
  },
  {
    name: 'a double is called an alarm at every sweep',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `if (twinOf !== null && known?.twin_of !== twinOf) {`,
    to: `if (twinOf !== null) {`,
    caughtBy: { test: 'test/engine/sweep.test.ts' },
  },
  {
    name: 'one made before ours is called its double',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    .where('document.total_clp', '=', totalClp)
    .where('attempt.highest_folio', '<', folio)
    .orderBy`,
    to: `    .where('document.total_clp', '=', totalClp)
    .orderBy`,
    caughtBy: { test: 'test/engine/sweep.test.ts' },
  },
  {
    name: 'what a lost answer may have issued is written down as made outside',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    if (holder === null && (await isLookedAtAgain(trx, clock, row))) continue
`,
    to: ``,
    caughtBy: { test: 'test/engine/sweep.test.ts' },
  },
  {
    name: 'what a person was asked about is not looked at again',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    if (one.next_try_at !== null || !isNews || !isAsked(one.reason)) continue`,
    to: `    continue`,
    caughtBy: { test: 'test/engine/sweep.test.ts' },
  },
  {
    name: 'a boleta annulled at the portal stays issued here',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `await markAnnulled(trx, clock, actor, { organisationId, id: documentId }, row.annulled.on)`,
    to: `void markAnnulled`,
    caughtBy: { test: 'test/engine/sweep.test.ts' },
  },
  {
    name: 'the month before is not swept',
    file: 'server/documents/reconcile/sweep.ts',
    from: `const MONTHS_BACK = 1`,
    to: `const MONTHS_BACK = 0`,
    caughtBy: { test: 'test/engine/sweep.test.ts' },
  },
]

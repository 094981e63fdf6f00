import type { TestedMutant } from '../mutant.ts'
import { TWIN_MUTANTS } from './twins.ts'

/** Faults in what became of a lost answer, and in the nightly lists. */
export const RECONCILE_MUTANTS: readonly TestedMutant[] = [
  ...TWIN_MUTANTS,
  {
    name: 'a number that another open document signed is a candidate',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `new Set([...claimed, ...others])`,
    to: `claimed`,
    caughtBy: {
      test: 'test/engine/reconcile/contested.test.ts',
      name: 'a number that another open document signed is no candidate for this one',
    },
  },
  {
    name: 'a boleta that two open documents could be is taken',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `const isOnly = only !== undefined && !(await`,
    to: `const isOnly = only !== undefined || !(await`,
    caughtBy: {
      test: 'test/engine/reconcile/contested.test.ts',
      name: 'a boleta on the list that two open documents could be is taken for neither',
    },
  },
  {
    name: 'who adopted a number that is not there is never asked again',
    file: 'server/documents/reconcile/confirm-adopted.ts',
    from: `  await askAgain(needs, lease, row)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'an adopted number that another document has meanwhile is not taken, and its user is asked again',
    },
  },
  {
    name: 'a document adopted in vain keeps the number',
    file: 'server/documents/reconcile/confirm-adopted.ts',
    from: `{ ...asked, told_folio: null }`,
    to: `asked`,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'an adopted number that another document has meanwhile is not taken, and its user is asked again',
    },
  },
  {
    name: 'a double is called an alarm at every sweep',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `if (twinOf !== null && !isTakenBack && known?.twin_of !== twinOf) {`,
    to: `if (twinOf !== null && !isTakenBack) {`,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'what arrived twice at the SII raises one alarm, however often it is swept',
    },
  },
  {
    name: 'one made before ours is called its double',
    file: 'server/documents/reconcile/twins.ts',
    from: `    .where('attempt.highest_folio', '<', folio)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'one like it issued by hand before ours explains itself',
    },
  },
  {
    name: 'what a lost answer may have issued is written down as made outside',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    if (holder === null && (await isLookedAtAgain(trx, clock, row))) continue
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'a factura whose answer was lost, and which the list shows only after a person was asked, is found',
    },
  },
  {
    name: 'what a person was asked about is not looked at again',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    if (one.next_try_at !== null || !isNews || !isAsked(one.reason)) continue`,
    to: `    continue`,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'a factura whose answer was lost, and which the list shows only after a person was asked, is found',
    },
  },
  {
    name: 'a boleta annulled at the portal stays issued here',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `await markAnnulled(trx, clock, actor, { organisationId, id: documentId }, row.annulled.on)`,
    to: `void markAnnulled`,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'a boleta annulled at the SII by hand is annulled here',
    },
  },
  {
    name: 'the month before is not swept',
    file: 'server/documents/reconcile/sweep.ts',
    from: `const MONTHS_BACK = 1`,
    to: `const MONTHS_BACK = 0`,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'every number on the lists is a document of ours or was issued outside',
    },
  },
  {
    name: 'the session is closed while the request may still be on its way',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `  if (!isOver) return comeBack(needs, document, deadlineMs)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/reconcile.test.ts',
      name: 'not closed before the time of its lost request',
    },
  },
  {
    name: 'the list is read before the quiet time is over',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `  if (quietUntilMs > needs.clock.now()) return comeBack(needs, document, quietUntilMs)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/reconcile.test.ts',
      name: 'not read before the quiet time',
    },
  },
  {
    name: 'one of two that can be it is taken for the lost one',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `isUnsigned && found.length === 1 ? found[0]`,
    to: `isUnsigned ? found[0]`,
    caughtBy: {
      test: 'test/engine/issue/boletas.test.ts',
      name: 'two that can be it: a person decides',
    },
  },
  {
    name: 'a person is asked about what became known meanwhile',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `    if (row?.state !== 'uncertain') return
    if (found`,
    to: `    if (row === null) return
    if (found`,
    caughtBy: {
      test: 'test/engine/reconcile/reconcile.test.ts',
      name: 'nobody is asked about a document that was stopped',
    },
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
    caughtBy: {
      test: 'test/engine/reconcile/reconcile.test.ts',
      name: 'whose second answer is lost',
    },
  },
  {
    name: 'a number told by a person counts as found by ourselves',
    file: 'server/documents/reconcile/reconcile.ts',
    from: `own.folio === attempt.pointed_folio ? 'person' : 'reconciled'`,
    to: `own.folio < 0 ? 'person' : 'reconciled'`,
    caughtBy: {
      test: 'test/engine/issue/boletas.test.ts',
      name: 'two that can be it: a person decides',
    },
  },
  {
    name: 'a number that another document has is adopted',
    file: 'server/documents/reconcile/confirm-adopted.ts',
    from: `return claimed.has(folio) ? { kind: 'ok', value: null } : read`,
    to: `return read`,
    caughtBy: {
      test: 'test/engine/reconcile/adopted.test.ts',
      name: 'that another document of ours took is not adopted',
    },
  },
  {
    name: 'a told nota of another document is believed',
    file: 'server/documents/reconcile/confirm-nota.ts',
    from: `      if (claimed.size > 0) return { kind: 'ok', value: { kind: 'ofAnother' } }
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'the number of another nota of ours is not believed',
    },
  },
  {
    name: 'a told nota is looked for without end',
    file: 'server/documents/reconcile/confirm-nota.ts',
    from: `document.row.tries + 1 < MOST_LOOKS`,
    to: `document.row.tries >= 0`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'on no list is asked about after an hour',
    },
  },
  {
    name: 'a number of another organisation is called a double',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `    .where('document.folio', '=', row.folio)
`,
    to: `    .where('document.folio', '=', row.folio)
    .where('document.organisation_id', '=', organisationId)
`,
    caughtBy: {
      test: 'test/engine/reconcile/explain-listed.test.ts',
      name: 'of another organisation has is no double',
    },
  },
  {
    name: 'one to another client is called a double',
    file: 'server/documents/reconcile/twins.ts',
    from: `    .where('document.recipient_rut', '=', recipient)
    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    to: `    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    caughtBy: {
      test: 'test/engine/reconcile/explain-listed.test.ts',
      name: 'to another client is no double',
    },
  },
  {
    name: 'one of another day is called a double',
    file: 'server/documents/reconcile/twins.ts',
    from: `    .where('document.issue_day', '=', issueDate)
    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    to: `    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    caughtBy: {
      test: 'test/engine/reconcile/explain-listed.test.ts',
      name: 'of another day is no double',
    },
  },
  {
    name: 'one of another amount is called a double',
    file: 'server/documents/reconcile/twins.ts',
    from: `    .where('document.total_clp', '=', totalClp)
    .where('attempt`,
    to: `    .where('attempt`,
    caughtBy: {
      test: 'test/engine/reconcile/explain-listed.test.ts',
      name: 'over another amount is no double',
    },
  },
  {
    name: 'an annulled document is annulled again by the list',
    file: 'server/documents/reconcile/explain-listed.ts',
    from: `  if (row?.state !== 'issued') return
  const change`,
    to: `  if (row === null) return
  const change`,
    caughtBy: {
      test: 'test/engine/reconcile/explain-listed.test.ts',
      name: 'when the list shows it annulled',
    },
  },
  {
    name: 'a sweep that gave way counts as failed',
    file: 'server/documents/reconcile/sweep.ts',
    from: `  if (read.kind === 'busy') await forgiveTurn(db, 'sweep', at)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/reconcile/sweep.test.ts',
      name: 'finds the session in use counts as no failure',
    },
  },
]

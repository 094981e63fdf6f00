import { CLOSING_MUTANTS } from '../facturators/closing.ts'
import type { TestedMutant } from '../mutant.ts'

const LATE = 'server/documents/reconcile/late-arrivals.ts'
const sweep = { test: 'test/engine/reconcile/sweep.test.ts' }
const closing = { test: 'test/engine/departure/closing-hour.test.ts' }

/** Faults in what arrives late, in sessions that cannot be closed, and in what is signed after hours. */
export const LATE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a discarded document stays so when its number is listed',
    file: LATE,
    from: `['planned', 'needs_data', 'waiting', 'failed', 'skipped'] as const`,
    to: `['planned', 'needs_data', 'waiting', 'failed'] as const`,
    caughtBy: sweep,
  },
  {
    name: 'a listed number is of the document that signed it, whoever received it',
    file: LATE,
    from: `    content.recipient.rut === listed.recipient &&
`,
    to: ``,
    caughtBy: sweep,
  },
  {
    name: 'a listed number is of the document that signed it, whatever its date',
    file: LATE,
    from: `    content.issueDate === listed.issueDate &&
`,
    to: ``,
    caughtBy: sweep,
  },
  {
    name: 'a listed number is of the document that signed it, whatever its total',
    file: LATE,
    from: ` &&
    contentTotal(content) === listed.totalClp`,
    to: ``,
    caughtBy: sweep,
  },
  {
    name: 'a late arrival is of any number',
    file: LATE,
    from: `    .where('attempt.signed_folio', '=', listed.folio)
`,
    to: ``,
    caughtBy: sweep,
  },
  ...CLOSING_MUTANTS,
  {
    name: 'a document is signed after the closing hour',
    file: 'server/documents/portal/signed-adapter.ts',
    from: `  if (!(await mayStillLeave())) return { kind: 'ok', value: { kind: 'held' } }
`,
    to: `  void mayStillLeave
`,
    caughtBy: closing,
  },
  {
    name: 'a document that may not leave opens a session',
    file: 'server/documents/issue/issue.ts',
    from: `  if (!(await mayStillLeave(needs, actorOf(lease), keyOf(document)))) return
`,
    to: ``,
    caughtBy: closing,
  },
]

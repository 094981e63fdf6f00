import type { TestedMutant } from './mutant.ts'

const LATE = 'server/documents/reconcile/late-arrivals.ts'
const RECONCILE = 'server/documents/reconcile/reconcile.ts'
const sweep = { test: 'test/engine/sweep.test.ts' }
const unclosed = { test: 'test/engine/unclosed-sessions.test.ts' }
const closing = { test: 'test/engine/closing-hour.test.ts' }

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
  {
    name: 'a session that cannot be closed is tried for ever',
    file: RECONCILE,
    from: `if (isGivenUp) await abandonSession`,
    to: `if (!isGivenUp && closed.kind === 'sessionExpired') await abandonSession`,
    caughtBy: unclosed,
  },
  {
    name: 'a session is given up at its first failure',
    file: RECONCILE,
    from: `needs.clock.now() >= deadlineMs + MAX_CLOSING_MS`,
    to: `needs.clock.now() >= deadlineMs`,
    caughtBy: unclosed,
  },
  {
    name: 'a session that was given up counts as dead at once',
    file: RECONCILE,
    from: `  if (diesMs !== null && diesMs > needs.clock.now()) return comeBack(needs, document, diesMs)
`,
    to: ``,
    caughtBy: unclosed,
  },
  {
    name: 'a session given up before the attempt proves that its own is dead',
    file: RECONCILE,
    from: `diesMs !== null && diesMs - IDLE_SESSION_MS >= deadlineMs ? diesMs : null`,
    to: `diesMs`,
    caughtBy: unclosed,
  },
  {
    name: 'a session that was given up stays in use',
    file: 'server/documents/reconcile/abandoned-session.ts',
    from: `    await eraseSession(trx, vault, person, null)
    await trx
      .updateTable('portal_person')
      .set({ session_dies_at:`,
    to: `    await trx
      .updateTable('portal_person')
      .set({ session_dies_at:`,
    caughtBy: unclosed,
  },
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

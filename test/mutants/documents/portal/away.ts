import type { TestedMutant } from '../../mutant.ts'

/** Faults in when the portal is said to be away. */
export const PORTAL_AWAY_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a portal away for hours is not told apart',
    file: 'server/documents/portal/portal-step.ts',
    from: `return isSilent && (await isPortalAway(trx, needs, row)) ? 'portalAway' : reason`,
    to: `return reason`,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'however few tries' },
  },
  {
    name: 'a portal away for hours is told of what is to be issued alone',
    file: 'server/documents/portal/portal-away.ts',
    from: `if (row.reason !== reason) return false`,
    to: `if (row.state !== 'queued' || row.reason !== reason) return false`,
    caughtBy: { test: 'test/engine/issued/annulment-waits.test.ts', name: 'while an annulment is' },
  },
  {
    name: 'whatever the portal answers for hours is said to be its silence',
    file: 'server/documents/portal/portal-step.ts',
    from: `const isSilent = reason === 'portalUnavailable'`,
    to: `const isSilent = true`,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'until it answers' },
  },
  {
    name: 'a portal is said to be away after one hour',
    file: 'server/documents/portal/portal-away.ts',
    from: `HELD_AFTER_MS = 2 * 60`,
    to: `HELD_AFTER_MS = 1 * 60`,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'however few tries' },
  },
  {
    name: 'a portal is said to be away after more than two hours only',
    file: 'server/documents/portal/portal-away.ts',
    from: `>= HELD_AFTER_MS`,
    to: `> HELD_AFTER_MS`,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'however few tries' },
  },
  {
    name: 'the night counts as silence of the portal',
    file: 'server/documents/portal/portal-away.ts',
    from: `row.state === 'queued' ? Math.max(sinceMs, lastOpening(window, now)) : sinceMs`,
    to: `sinceMs`,
    caughtBy: {
      test: 'test/engine/portal/portal-away.test.ts',
      name: 'does not count as its silence',
    },
  },
  {
    name: 'a portal that is away is no longer said to be so the next morning',
    file: 'server/documents/portal/portal-away.ts',
    from: `if (row.reason === 'portalAway') return true`,
    to: ``,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'stays so the next morning' },
  },
  {
    name: 'an answer of the portal does not end the count of its silence',
    file: 'server/documents/portal/portal-away.ts',
    from: `(other.kind <> 'held' or other.data ->> 'reason' <> \${reason})`,
    to: `other.kind <> 'held'`,
    caughtBy: {
      test: 'test/engine/portal/portal-away.test.ts',
      name: 'any other answer of the portal',
    },
  },
  {
    name: 'a document that went on does not end the count of the silence',
    file: 'server/documents/portal/portal-away.ts',
    from: `(other.kind <> 'held' or other.data ->> 'reason' <> \${reason})`,
    to: `other.data ->> 'reason' <> \${reason}`,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'that went on meanwhile' },
  },
  {
    name: 'the silence that another document met is counted',
    file: 'server/documents/portal/portal-away.ts',
    from: `where held.organisation_id = \${organisationId} and held.document_id = \${id}`,
    to: `where held.organisation_id = \${organisationId}`,
    caughtBy: { test: 'test/engine/portal/portal-away.test.ts', name: 'another document met' },
  },
  {
    name: 'what happened to another document ends the count of the silence',
    file: 'server/documents/portal/portal-away.ts',
    from: `where other.organisation_id = \${organisationId} and other.document_id = \${id}`,
    to: `where other.organisation_id = \${organisationId}`,
    caughtBy: {
      test: 'test/engine/portal/portal-away.test.ts',
      name: 'answers to another document',
    },
  },
]

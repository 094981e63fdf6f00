import type { TestedMutant } from '../mutant.ts'

const FILE = 'server/documents/trail/trail.ts'

function caughtBy(name: string): TestedMutant['caughtBy'] {
  return { test: 'test/engine/trail/document-lock.test.ts', name }
}

/** Faults in how a document is locked, and in how an event changes it. */
export const TRAIL_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'two workers have the same document at once',
    file: FILE,
    from: `
    .forUpdate()`,
    to: ``,
    caughtBy: caughtBy('waits for whoever has it'),
  },
  {
    name: 'a document is locked for reading alone',
    file: FILE,
    from: `.forUpdate()`,
    to: `.forShare()`,
    caughtBy: caughtBy('waits for whoever has it'),
  },
  {
    name: 'a document that another worker has is taken for gone',
    file: FILE,
    from: `.forUpdate()`,
    to: `.forUpdate().skipLocked()`,
    caughtBy: caughtBy('waits for whoever has it'),
  },
  {
    name: 'the document of another organisation with that number is locked',
    file: FILE,
    from: `    .where('organisation_id', '=', organisationId)
`,
    to: ``,
    caughtBy: caughtBy('of no other with that number'),
  },
  {
    name: 'a lock takes every document of its organisation',
    file: FILE,
    from: `    .where('id', '=', id)
`,
    to: ``,
    caughtBy: caughtBy('holds up no other'),
  },
  {
    name: 'an event moves the document of another organisation with that number',
    file: FILE,
    from: `where "organisation_id" = $2 and "id" = $3`,
    to: `where "id" = $3`,
    caughtBy: caughtBy('changes no document of another organisation'),
  },
  {
    name: 'a trail goes on from that of another organisation',
    file: FILE,
    from: `where organisation_id = $2::bigint and document_id = $3::bigint`,
    to: `where document_id = $3::bigint`,
    caughtBy: caughtBy('changes no document of another organisation'),
  },
  {
    name: 'an event that cannot happen is recorded',
    file: FILE,
    from: `const state = stateAfter(document.state, event)`,
    to: `const state = stateAfter(document.state, event) ?? document.state`,
    caughtBy: caughtBy('cannot happen to a document'),
  },
  {
    name: 'the events of a planned document stand each alone',
    file: FILE,
    from: `    previousHash = row.hash
`,
    to: ``,
    caughtBy: { test: 'test/engine/plan/plan.test.ts', name: 'skips what it missed' },
  },
]

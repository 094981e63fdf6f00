import type { TestedMutant } from './mutant.ts'

/** Faults in what is taken for a document at the portal, and in setbacks there. */
export const PORTAL_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a number of another kind is claimed',
    file: 'server/documents/portal/portal-step.ts',
    from: `    .where('document.kind', '=', row.kind)
    .where('document.folio', 'in', [...folios])`,
    to: `    .where('document.folio', 'in', [...folios])`,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'a number of another company is claimed',
    file: 'server/documents/portal/portal-step.ts',
    from: `    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'the boleta of another person with that number is claimed',
    file: 'server/documents/portal/portal-step.ts',
    from: `    .$if(row.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', row.person_rut),
    )
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'a setback hides that a document is in doubt',
    file: 'server/documents/portal/portal-step.ts',
    from: `  if (setback.kind !== 'later') return setback.reason
  if`,
    to: `  return setback.reason
  if`,
    caughtBy: { test: 'test/engine/decisions.test.ts' },
  },
  {
    name: 'a portal away for hours is not told apart',
    file: 'server/documents/portal/portal-step.ts',
    from: `return isLong && setback.reason === 'portalUnavailable' ? 'portalAway' : setback.reason`,
    to: `return setback.reason`,
    caughtBy: { test: 'test/engine/faults.test.ts' },
  },
  {
    name: 'what only its user can mend is tried again',
    file: 'server/documents/portal/portal-step.ts',
    from: `  if (setback.kind === 'hold') return null
`,
    to: ``,
    caughtBy: { test: 'test/engine/faults.test.ts' },
  },
  {
    name: 'the waits after a setback do not grow',
    file: 'server/documents/portal/portal-step.ts',
    from: `FIRST_WAIT_MS * 2 ** Math.min(tries, 10)`,
    to: `FIRST_WAIT_MS`,
    caughtBy: { test: 'src/server/documents/portal/portal-step.test.ts' },
  },
  {
    name: 'the waits after twelve tries do not grow',
    file: 'server/documents/portal/portal-step.ts',
    from: `const wait = tries + 1 < MOST_TRIES ? growing : RARE_WAIT_MS`,
    to: `const wait = growing`,
    caughtBy: { test: 'test/engine/faults.test.ts' },
  },
]

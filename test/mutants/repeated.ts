import type { TestedMutant } from './mutant.ts'

/** Faults in the last look before issuing: earlier tries, repetitions, rivals and unused numbers. */
export const REPEATED_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a boleta of another open document is taken for an earlier try',
    file: 'server/documents/issue/earlier-attempts.ts',
    from: `value: isOfAnother ? null : first`,
    to: `value: first`,
    caughtBy: { test: 'test/engine/contested.test.ts' },
  },
  {
    name: 'one that the portal annulled keeps ours from being issued',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `return annulledBy === null && (totalClp`,
    to: `return (totalClp`,
    caughtBy: { test: 'test/engine/taken-back.test.ts' },
  },
  {
    name: 'what is left of a lowered factura is repeated',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `(totalClp === ownClp || totalClp - loweredClp === ownClp)`,
    to: `totalClp === ownClp`,
    caughtBy: { test: 'test/engine/taken-back.test.ts' },
  },
  {
    name: 'what was asked about is not kept for the person to see',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `    if (kept.length > 0) await keepListed(trx, clock, row, kept)
`,
    to: ``,
    caughtBy: { test: 'test/engine/alike.test.ts' },
  },
  {
    name: 'a factura lowered at the portal is not looked at',
    file: 'server/documents/issue/repeated-at-sii.ts',
    from: `(content.kind === 'factura' ? totalClp >= ownClp : totalClp === ownClp)`,
    to: `totalClp === ownClp`,
    caughtBy: { test: 'test/engine/taken-back.test.ts' },
  },
  {
    name: 'four numbers are spent before a person is asked',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `if (company.unused_numbers >= MAX_UNUSED_NUMBERS) return tooMany(null)`,
    to: `if (company.unused_numbers > MAX_UNUSED_NUMBERS) return tooMany(null)`,
    caughtBy: { test: 'test/engine/unused-numbers.test.ts' },
  },
  {
    name: 'signing is tried again before its pause is over',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `return until !== null && msOf(until) > clock.now() ? later(msOf(until), null) : null`,
    to: `return null`,
    caughtBy: { test: 'test/engine/unused-numbers.test.ts' },
  },
  {
    name: 'a refused password counts as an unused number',
    file: 'server/documents/issue/unused-numbers.ts',
    from: `  if (setback.kind !== 'later') return setback
`,
    to: ``,
    caughtBy: { test: 'test/engine/unused-numbers.test.ts' },
  },
  {
    name: 'a try that sent nothing contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where((eb) =>
      eb.or([eb('attempt.outcome', 'is', null), eb('attempt.outcome', '=', 'uncertain')]),
    )
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'an open factura contests a boleta',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.kind', '=', row.kind)
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'a document that is settled contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.state', 'in', ['issuing', 'uncertain'])
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'an open document of another company contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .$if(row.kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', company))
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'an open document to another client contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.recipient_rut', '=', content.recipient.rut)
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'an open document of another day contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.issue_day', '=', content.issueDate)
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'an open document of another amount contests a number',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('document.total_clp', '=', contentTotal(content))
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'a number below the mark of an open document is contested',
    file: 'server/documents/issue/open-rivals.ts',
    from: `    .where('attempt.highest_folio', '<', folio)
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
  {
    name: 'a signed number is contested',
    file: 'server/documents/issue/open-rivals.ts',
    from: `  if (signedFolio !== null) return false
`,
    to: ``,
    caughtBy: { test: 'test/engine/similar-documents.test.ts' },
  },
]

import type { TestedMutant } from '../mutant.ts'

/** Faults in what a document seems to repeat, and in the UF of a day. */
export const ALIKE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'another rule is repeated by what waits for its undo window',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `['waiting', 'queued', 'issuing', 'uncertain', 'issued']`,
    to: `['queued', 'issuing', 'uncertain', 'issued']`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'what a lost answer may have issued is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `['waiting', 'queued', 'issuing', 'uncertain', 'issued']`,
    to: `['waiting', 'queued', 'issuing', 'issued']`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'what is being issued is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `['waiting', 'queued', 'issuing', 'uncertain', 'issued']`,
    to: `['waiting', 'queued', 'uncertain', 'issued']`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'what is stopped counts as repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `['waiting', 'queued', 'issuing', 'uncertain', 'issued']`,
    to: `['waiting', 'queued', 'issuing', 'uncertain', 'issued', 'skipped']`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'the same month issued long before is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `return eb.or([sameMonth, eb.and([near, ofOther])])`,
    to: `return eb.and([near, ofOther])`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one issued days apart by another rule is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `return eb.or([sameMonth, eb.and([near, ofOther])])`,
    to: `return sameMonth`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'a rule is held as a repetition of its own late month',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `return eb.or([sameMonth, eb.and([near, ofOther])])`,
    to: `return eb.or([sameMonth, near])`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'a factura of another company is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .$if(content.kind !== 'boletaHonorarios', (of) =>
      of.where('company.rut', '=', content.issuer.rut),
    )
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'a factura repeats a nota of its amount',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('document.kind', '=', content.kind)
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'another client is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('document.recipient_rut', '=', content.recipient.rut)
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'another amount is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('document.total_clp', '=', contentTotal(content))
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'the factura of another organisation is shown as a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('document.organisation_id', '=', document.organisation_id)
    .where('document.id', '<>', document.id)
`,
    to: `    .where('document.id', '<>', document.id)
`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'an annulled one at the portal is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('is_annulled', '=', false)
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one that a nota annuls at the portal is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('annulled_by', 'is', null)
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'what is left of one lowered at the portal is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `        eb(eb('total_clp', '-', eb.ref('lowered_clp')), '=', contentTotal(content)),
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one of our own read on the list is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('document_id', 'is', null)
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal for another client is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('recipient_rut', '=', content.recipient.rut)
    .where((eb) =>
`,
    to: `    .where((eb) =>
`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal for another company is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('company_id', '=', document.company_id)
`,
    to: ``,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'a boleta made at the portal holds a factura of its amount',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('company_id', '=', document.company_id)
    .where('kind', '=', content.kind)
`,
    to: `    .where('company_id', '=', document.company_id)
`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal months before is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('issue_day', '>=', from)
    .where('issue_day', '<=', to)
    .orderBy('issue_day'`,
    to: `    .where('issue_day', '<=', to)
    .orderBy('issue_day'`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal in another month is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('issue_day', '<=', to)
    .orderBy('issue_day'`,
    to: `    .orderBy('issue_day'`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal early in the month is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `return { from: compare(from, first) < 0 ? from : first, to: compare(to, last) > 0 ? to : last }`,
    to: `return { from, to }`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal days before the month is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `return { from: compare(from, first) < 0 ? from : first, to:`,
    to: `return { from: first, to:`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'one made at the portal days after the month is repeated',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `to: compare(to, last) > 0 ? to : last }`,
    to: `to: last }`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'a word about one document answers for another',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .where('document_id', '=', id)
    .where('kind', '=', 'alikeAccepted')`,
    to: `    .where('kind', '=', 'alikeAccepted')`,
    caughtBy: { test: 'test/engine/freeze/similar-documents.test.ts' },
  },
  {
    name: 'a word about one number answers for every number',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `folio !== null && folios.includes(folio)`,
    to: `folio !== null && folios.length > 0`,
    caughtBy: { test: 'test/engine/issue/alike.test.ts' },
  },
  {
    name: 'a UF that two sources dispute is taken',
    file: 'server/documents/content/uf.ts',
    from: `if ((others.get(day) ?? value) === value) agreed`,
    to: `if (others.size >= 0) agreed`,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'a UF that documents were issued with is overwritten',
    file: 'server/documents/content/uf.ts',
    from: `.onConflict((conflict) => conflict.column('day').doNothing())`,
    to: `.onConflict((conflict) => conflict.column('day').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))`,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'a table of the SII that cannot be read is told as complete',
    file: 'server/documents/content/uf.ts',
    from: `sync.isMissing ||= own.kind !== 'notFound'`,
    to: `sync.isMissing ||= false`,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'the year that is not published yet is told as missing',
    file: 'server/documents/content/uf.ts',
    from: `sync.isMissing ||= own.kind !== 'notFound'`,
    to: `sync.isMissing = true`,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'in December the UF of January is not read',
    file: 'server/documents/content/uf.ts',
    from: `...(month === 12 ? [year + 1] : [])`,
    to: ``,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'in January the UF of December is not read',
    file: 'server/documents/content/uf.ts',
    from: `...(month === 1 ? [year - 1] : []), `,
    to: ``,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'the UF of another day stands in',
    file: 'server/documents/content/uf.ts',
    from: `    .where('day', '=', day)
`,
    to: `    .where('day', '<=', day)
    .orderBy('day', 'desc')
`,
    caughtBy: { test: 'test/engine/content/uf-sync.test.ts' },
  },
  {
    name: 'a boleta of another person is a repetition',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `    .$if(content.kind === 'boletaHonorarios', (of) =>
      of.where('document.person_rut', '=', document.person_rut),
    )
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a boleta does not repeat one of another person',
    },
  },
  {
    name: 'a word about one of ours answers for every other',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `: documents.includes(documentId),`,
    to: `: documents.length > 0,`,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'after another was accepted',
    },
  },
]

import type { TestedMutant } from '../mutant.ts'

const ALIKE = 'domain/alike.ts'
const REPEATABLE = 'server/documents/freeze/repeatable.ts'
const SIMILAR = 'server/documents/freeze/similar-documents.ts'

/** Faults in what a document seems to repeat, and in the UF of a day. */
export const ALIKE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'another rule is repeated by what waits for its undo window',
    file: REPEATABLE,
    from: `  'waiting',
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document repeats one that waits for its undo window',
    },
  },
  {
    name: 'what a lost answer may have issued is repeated',
    file: REPEATABLE,
    from: `  'uncertain',
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document repeats one whose answer is lost',
    },
  },
  {
    name: 'what is being issued is repeated',
    file: REPEATABLE,
    from: `  'issuing',
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document repeats one that is being issued',
    },
  },
  {
    name: 'what is stopped counts as repeated',
    file: REPEATABLE,
    from: `  'issued',
`,
    to: `  'issued',
  'skipped',
`,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one that is stopped',
    },
  },
  {
    name: 'the same month issued long before is repeated',
    file: ALIKE,
    from: `  if (other.serviceMonth === serviceMonth) return true
`,
    to: `  void serviceMonth
`,
    caughtBy: { test: 'src/domain/alike.test.ts', name: 'a document repeats one that is queued' },
  },
  {
    name: 'one issued days apart by another rule is repeated',
    file: ALIKE,
    from: `return !other.isOfSameRule && isWithin`,
    to: `return other.isOfSameRule && isWithin`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document repeats one of another rule from days before, whatever its month',
    },
  },
  {
    name: 'a rule is held as a repetition of its own late month',
    file: ALIKE,
    from: `return !other.isOfSameRule && isWithin`,
    to: `return isWithin`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document does not repeat one of the month before that the same rule issued late',
    },
  },
  {
    name: 'a factura of another company is a repetition',
    file: REPEATABLE,
    from: `    .$if(kind !== 'boletaHonorarios', (of) => of.where('company.rut', '=', companyRut))
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one of another company',
    },
  },
  {
    name: 'a factura repeats a nota of its amount',
    file: REPEATABLE,
    from: `    .where('document.kind', '=', kind)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one of another kind',
    },
  },
  {
    name: 'another client is a repetition',
    file: REPEATABLE,
    from: `    .where('document.recipient_rut', 'in', ruts)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one to another recipient',
    },
  },
  {
    name: 'another amount is a repetition',
    file: ALIKE,
    from: `return isNear(own, other) && mayBeOfSameAmount(own, other)`,
    to: `return isNear(own, other)`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document does not repeat one over another total',
    },
  },
  {
    name: 'the factura of another organisation is shown as a repetition',
    file: REPEATABLE,
    from: `    .where('document.organisation_id', '=', organisationId)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document repeats none of another organisation',
    },
  },
  {
    name: 'an annulled one at the portal is a repetition',
    file: REPEATABLE,
    from: `    .where('is_annulled', '=', false)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one made at the portal that is annulled there',
    },
  },
  {
    name: 'one that a nota annuls at the portal is a repetition',
    file: REPEATABLE,
    from: `
    .where('annulled_by', 'is', null)`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one made at the portal that a nota annuls',
    },
  },
  {
    name: 'what is left of one lowered at the portal is repeated',
    file: ALIKE,
    from: ` || totalClp - loweredClp === own.totalClp`,
    to: ``,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document repeats one made at the portal of which its total is left',
    },
  },
  {
    name: 'one of our own read on the list is a repetition',
    file: REPEATABLE,
    from: `    .where('document_id', 'is', null)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one made at the portal that is a document of ours',
    },
  },
  {
    name: 'one made at the portal for another client is a repetition',
    file: REPEATABLE,
    from: `    .where('recipient_rut', 'in', ruts)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one made at the portal to another recipient',
    },
  },
  {
    name: 'one made at the portal for another company is a repetition',
    file: REPEATABLE,
    from: `    .where('company_id', '=', companyId)
`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one made at the portal of another company',
    },
  },
  {
    name: 'a boleta made at the portal holds a factura of its amount',
    file: REPEATABLE,
    from: `    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
`,
    to: `    .where('company_id', '=', companyId)
`,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a document does not repeat one made at the portal of another kind',
    },
  },
  {
    name: 'one made at the portal months before is a repetition',
    file: ALIKE,
    from: `return compare(day, from) >= 0 && compare(day, to) <= 0`,
    to: `return compare(day, to) <= 0`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document does not repeat one made at the portal months before',
    },
  },
  {
    name: 'one made at the portal in another month is a repetition',
    file: ALIKE,
    from: `return compare(day, from) >= 0 && compare(day, to) <= 0`,
    to: `return compare(day, from) >= 0`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document does not repeat one made at the portal months after',
    },
  },
  {
    name: 'one made at the portal early in the month is repeated',
    file: ALIKE,
    from: `return { from: compare(from, first) < 0 ? from : first, to: compare(to, last) > 0 ? to : last }`,
    to: `return { from, to }`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document repeats one made at the portal of the first day of its month',
    },
  },
  {
    name: 'one made at the portal days before the month is repeated',
    file: ALIKE,
    from: `return { from: compare(from, first) < 0 ? from : first, to:`,
    to: `return { from: first, to:`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document repeats one made at the portal the day before the month of one dated on its first day',
    },
  },
  {
    name: 'one made at the portal days after the month is repeated',
    file: ALIKE,
    from: `to: compare(to, last) > 0 ? to : last }`,
    to: `to: last }`,
    caughtBy: {
      test: 'src/domain/alike.test.ts',
      name: 'a document repeats one made at the portal the day after the month of one dated on its last day',
    },
  },
  {
    name: 'a word about one document answers for another',
    file: SIMILAR,
    from: `    .where('document_id', '=', id)
    .where('kind', 'in'`,
    to: `    .where('kind', 'in'`,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'what a person said of another document is asked about of this one too',
    },
  },
  {
    name: 'a word about one number answers for every number',
    file: SIMILAR,
    from: `folio <> all(\${folios}::bigint[])`,
    to: `(folio <> all(\${folios}::bigint[]) and cardinality(\${folios}::bigint[]) = 0)`,
    caughtBy: {
      test: 'test/engine/issue/alike.test.ts',
      name: 'another one made by hand after a word is another question',
    },
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
    file: REPEATABLE,
    from: `
    .$if(kind === 'boletaHonorarios', (of) => of.where('document.person_rut', '=', personRut))`,
    to: ``,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'a boleta does not repeat one of another person',
    },
  },
  {
    name: 'a word about one of ours answers for every other',
    file: SIMILAR,
    from: `document.id <> all(\${documents}::bigint[])`,
    to: `cardinality(\${documents}::bigint[]) = 0`,
    caughtBy: {
      test: 'test/engine/freeze/similar-documents.test.ts',
      name: 'after another was accepted',
    },
  },
]

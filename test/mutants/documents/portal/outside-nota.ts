import type { TestedMutant } from '../../mutant.ts'

const FILE = 'server/documents/portal/outside-nota.ts'

function caughtBy(name: string): TestedMutant['caughtBy'] {
  return { test: 'test/engine/portal/outside-nota.test.ts', name }
}

/** Faults in looking for a nota that annuls the factura already, and in what a nota made by hand is about. */
export const OUTSIDE_NOTA_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a nota of ours is taken for one made by hand',
    file: FILE,
    from: `whole.filter(({ folio }) => !ours.has(folio))`,
    to: `whole`,
    caughtBy: caughtBy('a nota of ours that annuls'),
  },
  {
    name: 'a nota that lowers the whole amount is taken for one that annuls',
    file: FILE,
    from: `taken.value?.content.reference.code === 1`,
    to: `taken.value !== null`,
    caughtBy: caughtBy('lowers the factura by all of it'),
  },
  {
    name: 'a nota made at the portal before today is not seen',
    file: FILE,
    from: `{ from: reference.issueDate, to: issueDate }`,
    to: `{ from: issueDate, to: issueDate }`,
    caughtBy: caughtBy('between the day of the factura and that of ours'),
  },
  {
    name: 'partial notas keep a nota from being issued',
    file: FILE,
    from: `listed.value.filter(({ totalClp }) => totalClp === reference.totalClp)`,
    to: `listed.value`,
    caughtBy: caughtBy('notas of other amounts are not read'),
  },
  {
    name: 'twenty notas are too many to be read',
    file: FILE,
    from: `others.length > MOST_READ`,
    to: `others.length >= MOST_READ`,
    caughtBy: caughtBy('twenty notas are read'),
  },
  {
    name: 'any number of notas is read',
    file: FILE,
    from: `  if (others.length > MOST_READ) return { kind: 'tooManyDocuments' }
`,
    to: ``,
    caughtBy: caughtBy('twenty notas are read'),
  },
  {
    name: 'a nota is issued beside one that cannot be read',
    file: FILE,
    from: `    if (taken.kind !== 'ok') return taken
`,
    to: `    if (taken.kind !== 'ok') continue
`,
    caughtBy: caughtBy('a nota whose XML'),
  },
  {
    name: 'a nota is issued though the list of notas cannot be read',
    file: FILE,
    from: `  if (listed.kind !== 'ok') return listed
`,
    to: `  if (listed.kind !== 'ok') return { kind: 'ok', value: null }
`,
    caughtBy: caughtBy('a list of notas that cannot be read'),
  },
  {
    name: 'the XML of another nota is believed',
    file: FILE,
    from: `read.value.folio === folio ? contentOf(read.value, own) : null`,
    to: `contentOf(read.value, own)`,
    caughtBy: caughtBy('with another number of its own'),
  },
  {
    name: 'a nota of another issuer annuls the factura',
    file: FILE,
    from: `    document.issuer.rut === own.issuer.rut &&
`,
    to: ``,
    caughtBy: caughtBy('a nota of another issuer'),
  },
  {
    name: 'a nota to another client annuls the factura',
    file: FILE,
    from: `    document.recipient.rut === own.recipient.rut &&
`,
    to: ``,
    caughtBy: caughtBy('a nota to another client'),
  },
  {
    name: 'a nota about two documents annuls the factura',
    file: FILE,
    from: `    others.length === 0 &&
`,
    to: ``,
    caughtBy: caughtBy('a nota about two documents'),
  },
  {
    name: 'a nota about a document of another type annuls the factura',
    file: FILE,
    from: `    to?.documentType === String(TIPO_DTE.factura) &&
`,
    to: `    to !== undefined &&
`,
    caughtBy: caughtBy('about another type of document'),
  },
  {
    name: 'a nota about another number annuls the factura',
    file: FILE,
    from: `    to.folio === String(folio) &&
`,
    to: ``,
    caughtBy: caughtBy('about another number'),
  },
  {
    name: 'a nota about another day annuls the factura',
    file: FILE,
    from: ` &&
    to.issueDate === issueDate`,
    to: ``,
    caughtBy: caughtBy('about another day'),
  },
  {
    name: 'what a nota made by hand is for is what its person said',
    file: FILE,
    from: `{ ...own.reference, code, reason: to.reason }`,
    to: `{ ...own.reference, reason: to.reason }`,
    caughtBy: { test: 'test/engine/actions/notas.test.ts', name: 'told as something else' },
  },
  {
    name: 'a nota made by hand lowers by what its person said',
    file: FILE,
    from: `    ...asIssued(document, own),
`,
    to: `    ...own,
`,
    caughtBy: {
      test: 'test/engine/actions/notas.test.ts',
      name: 'what it lowers is what its own file says',
    },
  },
]

import type { TestedMutant } from '../../mutant.ts'

const FILE = 'server/documents/portal/notas-of-facturas.ts'

function caughtBy(name: string): TestedMutant['caughtBy'] {
  return { test: 'test/engine/portal/notas-of-facturas.test.ts', name }
}

/** Faults in what notas on the SII's list took back of facturas there. */
export const NOTAS_OF_FACTURAS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'notas are listed from the first factura that is given',
    file: FILE,
    from: `facturas.toSorted((a, b) => a.issueDate.localeCompare(b.issueDate))`,
    to: `facturas`,
    caughtBy: caughtBy('of facturas of several days and amounts'),
  },
  {
    name: 'the nota of a larger factura is not read',
    file: FILE,
    from: `Math.max(...facturas`,
    to: `Math.min(...facturas`,
    caughtBy: caughtBy('of facturas of several days and amounts'),
  },
  {
    name: 'corrected texts hide a nota that annuls',
    file: FILE,
    from: `totalClp > 0 && totalClp <= most`,
    to: `totalClp <= most`,
    caughtBy: caughtBy('notas over nothing'),
  },
  {
    name: 'notas over more than any factura are read',
    file: FILE,
    from: `totalClp > 0 && totalClp <= most`,
    to: `totalClp > 0`,
    caughtBy: caughtBy('notas over nothing'),
  },
  {
    name: 'a nota over all of a factura is not read',
    file: FILE,
    from: `totalClp <= most`,
    to: `totalClp < most`,
    caughtBy: caughtBy('a nota annuls the factura'),
  },
  {
    name: 'of many notas the oldest are read',
    file: FILE,
    from: `b.folio - a.folio`,
    to: `a.folio - b.folio`,
    caughtBy: caughtBy('the twenty made last'),
  },
  {
    name: 'every nota on the list is read',
    file: FILE,
    from: `newest.slice(0, MOST_READ)`,
    to: `newest`,
    caughtBy: caughtBy('the twenty made last'),
  },
  {
    name: 'while notas cannot be read nothing was taken back',
    file: FILE,
    from: `    else if (!UNREADABLE.has(read.kind)) return read
`,
    to: ``,
    caughtBy: caughtBy('nothing is told of any factura'),
  },
  {
    name: 'one nota that cannot be read hides the others',
    file: FILE,
    from: `    else if (!UNREADABLE.has(read.kind)) return read
`,
    to: `    else return read
`,
    caughtBy: caughtBy('hides no other'),
  },
  {
    name: 'a list of notas that cannot be read has none',
    file: FILE,
    from: `takenBackBy(portal, facturas, listed.value) : listed
`,
    to: `takenBackBy(portal, facturas, listed.value) : { kind: 'ok', value: new Map() }
`,
    caughtBy: caughtBy('nothing is told of any factura'),
  },
  {
    name: 'a nota takes back the factura of another day with that number',
    file: FILE,
    from: `String(one.folio) === to.folio && one.issueDate === to.issueDate`,
    to: `String(one.folio) === to.folio`,
    caughtBy: caughtBy('about another day'),
  },
  {
    name: 'the XML of another nota takes back a factura',
    file: FILE,
    from: `      nota.folio === folio &&
`,
    to: ``,
    caughtBy: caughtBy('with another number of its own'),
  },
  {
    name: 'a nota to another client takes back a factura',
    file: FILE,
    from: `      factura.recipient === nota.recipient.rut &&
`,
    to: ``,
    caughtBy: caughtBy('a nota to another client'),
  },
  {
    name: 'a nota about a document of another type takes back a factura',
    file: FILE,
    from: ` &&
      to.documentType === String(TIPO_DTE.factura)`,
    to: ``,
    caughtBy: caughtBy('about another type of document'),
  },
  {
    name: 'a text that was corrected lowers its factura',
    file: FILE,
    from: `to.code === 3 ? totalClp : 0`,
    to: `totalClp`,
    caughtBy: caughtBy('lowers nothing'),
  },
  {
    name: 'of several partial notas one counts',
    file: FILE,
    from: `clp(loweredClp + (to.code === 3 ? totalClp : 0))`,
    to: `clp(to.code === 3 ? totalClp : 0)`,
    caughtBy: caughtBy('lowered and then annulled'),
  },
  {
    name: 'a partial nota hides the one that annuls',
    file: FILE,
    from: `{ annulledBy, loweredClp: clp(`,
    to: `{ annulledBy: null, loweredClp: clp(`,
    caughtBy: caughtBy('lowered and then annulled'),
  },
]

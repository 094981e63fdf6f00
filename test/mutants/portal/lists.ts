import type { TestedMutant } from '../mutant.ts'

const ISSUED_LIST = { test: 'src/sii/documents/issued-list.test.ts' }
const COMPANIES = { test: 'src/sii/session/companies.test.ts' }

/** Faults in what is taken for a whole list of the SII's. */
export const LIST_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a list with an apology is taken for an empty one',
    file: 'sii/documents/issued-list.ts',
    from: ` || isTroubled(frame)) return`,
    to: `) return`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'the name of a client makes a list trouble',
    file: 'sii/documents/issued-list.ts',
    from: `isTroubled(frame)`,
    to: `isTroubled(visit)`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'a page that brings nothing new ends the list though another led to it',
    file: 'sii/documents/issued-list.ts',
    from: `    if (fresh.length === 0 && number > 1 && number <= linked) break
`,
    to: ``,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'an empty list is incomplete',
    file: 'sii/documents/issued-list.ts',
    from: `fresh.length === 0 && number > 1 && number <= linked`,
    to: `fresh.length === 0 && number <= linked`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'a page beyond the last makes the list incomplete',
    file: 'sii/documents/issued-list.ts',
    from: ` && number > 1 && number <= linked`,
    to: ` && number > 1`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'the last page that was led to is not asked for anything new',
    file: 'sii/documents/issued-list.ts',
    from: `number <= linked) break`,
    to: `number < linked) break`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'only the latest page says how far a list goes',
    file: 'sii/documents/issued-list.ts',
    from: `Math.max(linked, lastPageIn(page.text))`,
    to: `lastPageIn(page.text)`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'a chooser with an apology says that a person has no company',
    file: 'sii/session/companies.ts',
    from: `companies.length === 0 && isTroubled(visit)`,
    to: `false`,
    caughtBy: COMPANIES,
  },
  {
    name: 'the name of a company makes the chooser trouble',
    file: 'sii/session/companies.ts',
    from: `companies.length === 0 && isTroubled(visit)`,
    to: `isTroubled(visit)`,
    caughtBy: COMPANIES,
  },
]

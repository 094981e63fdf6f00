import type { TestedMutant } from '../../mutant.ts'

const ISSUED_LIST = { test: 'src/sii/documents/issued-list.test.ts' }
const HIDDEN = { test: 'src/sii/pages/hidden.test.ts' }
const COMPANIES = { test: 'src/sii/session/companies.test.ts' }

/** Faults in what is taken for a whole list of the SII's. */
export const LIST_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a list with an apology is taken for an empty one',
    file: 'sii/documents/issued-list.ts',
    from: `? isTroubled(frame) :`,
    to: `? false :`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'the name of a client makes a list trouble',
    file: 'sii/documents/issued-list.ts',
    from: `isBroken(frame.page)`,
    to: `isTroubled(visit)`,
    caughtBy: ISSUED_LIST,
  },
  {
    name: 'a list with rows is refused for what it announces',
    file: 'sii/documents/issued-list.ts',
    from: `isBroken(frame.page)`,
    to: `isTroubled(frame)`,
    caughtBy: { ...ISSUED_LIST, name: 'that announces maintenance is whole' },
  },
  {
    name: 'a list with rows is whole whatever it says',
    file: 'sii/documents/issued-list.ts',
    from: `isBroken(frame.page)`,
    to: `false`,
    caughtBy: { ...ISSUED_LIST, name: 'that apologises beside its rows' },
  },
  {
    name: 'a list is refused for a dialog that nobody sees',
    file: 'sii/documents/issued-list.ts',
    from: `withoutHidden(text + page.text.slice(at))`,
    to: `text + page.text.slice(at)`,
    caughtBy: { ...ISSUED_LIST, name: 'hidden dialog' },
  },
  {
    name: 'a dialog that is shown is left out',
    file: 'sii/pages/hidden.ts',
    from: ` && !classes.includes('in')`,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'a shown dialog' },
  },
  {
    name: 'a dialog that is shown in the newer way is left out',
    file: 'sii/pages/hidden.ts',
    from: ` && !classes.includes('show')`,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'another shown dialog' },
  },
  {
    name: 'a class that sounds like a dialog hides',
    file: 'sii/pages/hidden.ts',
    from: `classes.includes('modal') &&`,
    to: `classes.some((name) => name.startsWith('modal')) &&`,
    caughtBy: { ...HIDDEN, name: 'only sounds like one' },
  },
  {
    name: 'a hidden attribute hides nothing',
    file: 'sii/pages/hidden.ts',
    from: `attributes.has('hidden') || `,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'its attribute hides' },
  },
  {
    name: 'what no reader is told is shown',
    file: 'sii/pages/hidden.ts',
    from: ` || attributes.get('aria-hidden') === 'true'`,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'attribute hides' },
  },
  {
    name: 'a display of none hides nothing',
    file: 'sii/pages/hidden.ts',
    from: `display\\s*:\\s*none|`,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'its style hides' },
  },
  {
    name: 'a hidden visibility hides nothing',
    file: 'sii/pages/hidden.ts',
    from: `|visibility\\s*:\\s*hidden`,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'its visibility hides' },
  },
  {
    name: 'a cell that never ends hides the page',
    file: 'sii/pages/hidden.ts',
    from: `  if (!CONTAINERS.has(name)) return false
`,
    to: ``,
    caughtBy: { ...HIDDEN, name: 'a cell' },
  },
  {
    name: 'a list with rows is whole though its company is lost',
    file: 'sii/http/answer-class.ts',
    from: `const isGone = isCompanyLost(words) || isLoginPage`,
    to: `const isGone = isLoginPage`,
    caughtBy: { ...ISSUED_LIST, name: 'tells a lost company' },
  },
  {
    name: 'an error is hidden by an announcement beside it',
    file: 'sii/http/answer-class.ts',
    from: ` || tellsError(words) || tellsError(alert)`,
    to: ` || tellsError(alert)`,
    caughtBy: { ...ISSUED_LIST, name: 'an error and maintenance' },
  },
  {
    name: 'an element that never closes hides the page',
    file: 'sii/pages/hidden.ts',
    from: `return shown + html.slice(at)`,
    to: `return shown + html.slice(at, hidden?.start)`,
    caughtBy: { ...HIDDEN, name: 'never closes' },
  },
  {
    name: 'a hidden element ends at the first end of one inside',
    file: 'sii/pages/hidden.ts',
    from: `if (hidden.depth > 0) continue`,
    to: `if (hidden.depth > 1) continue`,
    caughtBy: { ...HIDDEN, name: 'its dialog hides' },
  },
  {
    name: 'a script in a hidden element is left out',
    file: 'sii/pages/hidden.ts',
    from: `html.slice(at, hidden.start) + hidden.scripts`,
    to: `html.slice(at, hidden.start)`,
    caughtBy: { ...HIDDEN, name: 'a script inside stays' },
  },
  {
    name: 'a list with rows is whole though its session is gone',
    file: 'sii/http/answer-class.ts',
    from: `isLoginPage(page, words) || tellsLostSession(alert)
  return isGone`,
    to: `tellsLostSession(alert)
  return isGone`,
    caughtBy: { ...ISSUED_LIST, name: 'that tells a lost session' },
  },
  {
    name: 'a list with rows is whole though a script says that its session is gone',
    file: 'sii/http/answer-class.ts',
    from: `isLoginPage(page, words) || tellsLostSession(alert)
  return isGone`,
    to: `isLoginPage(page, words)
  return isGone`,
    caughtBy: { ...ISSUED_LIST, name: 'lost session by a script' },
  },
  {
    name: 'a list with rows is whole though its title is an error',
    file: 'sii/http/answer-class.ts',
    from: `return isGone || hasErrorMark(page, words) ||`,
    to: `return isGone ||`,
    caughtBy: { ...ISSUED_LIST, name: 'an error by its title' },
  },
  {
    name: 'a list with rows is whole though a script tells an error',
    file: 'sii/http/answer-class.ts',
    from: ` || tellsError(alert)`,
    to: ``,
    caughtBy: { ...ISSUED_LIST, name: 'an error by a script' },
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

import type { TestedMutant } from '../mutant.ts'

const TEST = 'src/server/documents/many/decide-together.test.ts'
const FILES_TEST = 'test/contract/api/documents-at-once.test.ts'

/** Faults in what is done with many documents by one word. */
export const DOCUMENTS_AT_ONCE_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document that must be looked at by itself is decided with others',
    file: 'server/documents/many/routes.ts',
    from: `  if (!jointDecisions(row).includes(decision)) return false
`,
    to: ``,
    caughtBy: { test: TEST },
  },
  {
    name: 'documents that look like others are issued by one word',
    file: 'domain/decided-together.ts',
    from: `looksRepeated: ['skip']`,
    to: `looksRepeated: ['issue', 'skip']`,
    caughtBy: { test: TEST, name: 'one that looks like another is decided' },
  },
  {
    name: 'one that looks like another at the SII is not left with others',
    file: 'domain/decided-together.ts',
    from: `'waiting', 'queued', 'failed'],`,
    to: `'waiting', 'failed'],`,
    caughtBy: { test: TEST, name: 'documents that look like others are left together' },
  },
  {
    name: 'a joint word is good for a document in doubt',
    file: 'domain/decided-together.ts',
    from: `  return allowed.filter((decision) => STATES[decision].includes(state))`,
    to: `  return allowed.filter((decision) => STATES[decision].length > 0 || state === 'issued')`,
    caughtBy: { test: 'src/domain/decided-together.test.ts' },
  },
  {
    name: 'a document is issued with another date than was shown',
    file: 'server/documents/many/routes.ts',
    from: `      return actions.issueNow(at, user, shown)`,
    to: `      return actions.issueNow(at, user)`,
    caughtBy: { test: TEST },
  },
  {
    name: 'some are decided although one is not theirs',
    file: 'server/documents/many/routes.ts',
    from: `  if (rows.length !== ids.size) throw new NotFound()
`,
    to: ``,
    caughtBy: { test: TEST },
  },
  {
    name: 'a list that is too long ends without a word',
    file: 'server/documents/many/list-workbook.ts',
    from: `> MAX_LISTED_DOCUMENTS) {`,
    to: `> 2 * MAX_LISTED_DOCUMENTS) {`,
    caughtBy: { test: FILES_TEST, name: 'a list is whole' },
  },
  {
    name: 'a list ends after five thousand documents',
    file: 'server/documents/many/list-workbook.ts',
    from: `page < MAX_LISTED_DOCUMENTS / PAGE`,
    to: `page < 10`,
    caughtBy: { test: FILES_TEST, name: 'a list is whole' },
  },
  {
    name: 'mails are sent although one is not theirs',
    file: 'server/deliveries/again-together.ts',
    from: `      await requireOwnDeliveries(needs.db, session, body.mails)
`,
    to: ``,
    caughtBy: { test: FILES_TEST },
  },
  {
    name: 'many mails are sent again past the limit of the day',
    file: 'server/deliveries/again-together.ts',
    from: `if (!(await isWithin(needs.limits, 'mailAgainAccount', key))) return 'dayLimit'`,
    to: `await isWithin(needs.limits, 'mailAgainAccount', key)`,
    caughtBy: { test: FILES_TEST, name: 'past the limit of the day' },
  },
  {
    name: 'a mail that was sent again already is said to be past the limit',
    file: 'server/deliveries/again-together.ts',
    from: `if (await isSentAgain(needs.db, session, delivery, wish)) return null`,
    to: `void isSentAgain`,
    caughtBy: { test: FILES_TEST, name: 'past the limit of the day' },
  },
  {
    name: 'a mail that is no more to be sent again is said to be sent',
    file: 'server/deliveries/again-together.ts',
    from: `if (error instanceof Refused) return reasonOf(error)`,
    to: `if (error instanceof Refused) return null`,
    caughtBy: { test: FILES_TEST, name: 'a mail that changed meanwhile' },
  },
  {
    name: 'files of one name in an archive',
    file: 'server/documents/many/archive.ts',
    from: `for (let nth = 2; taken.has(unique.toLowerCase()); nth += 1)`,
    to: `for (let nth = 2; taken.has(unique); nth += 1)`,
    caughtBy: { test: FILES_TEST },
  },
  {
    name: 'a mail that came back is sent again to another address than was shown',
    file: 'server/deliveries/decide.ts',
    from: `decision === 'resend' &&`,
    to: `decision === 'leave' &&`,
    caughtBy: { test: FILES_TEST, name: 'to whom they were shown to go' },
  },
  {
    name: 'a mail in doubt is decided with those that came back',
    file: 'server/deliveries/decide-together.ts',
    from: `  if (!(await hasComeBack(needs.db, session, delivery))) return false
`,
    to: `  void hasComeBack
`,
    caughtBy: { test: FILES_TEST, name: 'a mail in doubt is not decided' },
  },
  {
    name: 'mails are decided before all of them are known to be one’s own',
    file: 'server/deliveries/store.ts',
    from: `  if (rows.length !== ids.length) throw new NotFound()
`,
    to: `  if (rows.length === 0) throw new NotFound()
`,
    caughtBy: { test: FILES_TEST, name: 'no mail that came back is decided' },
  },
  {
    name: 'mails that were left are offered again',
    file: 'server/deliveries/decide-together.ts',
    from: `    .where('delivery.left_at', 'is', null)
`,
    to: ``,
    caughtBy: { test: FILES_TEST, name: 'are left together' },
  },
]

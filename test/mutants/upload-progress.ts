import type { TestedMutant } from './mutant.ts'

const PROGRESS = 'server/uploads/ordered/order-standing.ts'
const API = 'test/contract/api/upload-orders.test.ts'
const TEST = 'src/server/uploads/issue/progress.test.ts'

/** Of what is said of an upload's documents while they go. */
export const UPLOAD_PROGRESS_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a document that waits for its person counts as not issued',
    file: PROGRESS,
    from: `return asksItsPerson(standing) ? 'asking' : 'planned'`,
    to: `return asksItsPerson(standing) ? 'failed' : 'planned'`,
    caughtBy: { test: TEST, name: 'a document whose person must act' },
  },
  {
    name: 'a document in doubt that waits for its person counts as being found out',
    file: PROGRESS,
    from: `return asksItsPerson(standing) ? 'asking' : 'uncertain'`,
    to: `return 'uncertain'`,
    caughtBy: { test: TEST, name: 'a document whose person must act' },
  },
  {
    name: 'a document in doubt that waits for nobody counts as asking',
    file: PROGRESS,
    from: `return asksItsPerson(standing) ? 'asking' : 'uncertain'`,
    to: `return 'asking'`,
    caughtBy: { test: TEST, name: 'a document that goes on by itself' },
  },
  {
    name: 'a document that lacks what comes by itself counts as asking',
    file: PROGRESS,
    from: `return asksItsPerson(standing) ? 'asking' : 'planned'`,
    to: `return 'asking'`,
    caughtBy: { test: TEST, name: 'a document that goes on by itself' },
  },
  {
    name: 'a document that is held until its person decides counts as on its way',
    file: PROGRESS,
    from: `return asksItsPerson(standing) ? 'asking' : state`,
    to: `return state`,
    caughtBy: { test: TEST, name: 'a document whose person must act' },
  },
  {
    name: 'a document that waits for the SII counts as asking',
    file: PROGRESS,
    from: `return standing?.actor === 'user' &&`,
    to: `return standing?.reason !== null &&`,
    caughtBy: { test: TEST, name: 'a document that goes on by itself' },
  },
  {
    name: 'a document that is held by a pause counts as asking',
    file: PROGRESS,
    from: ` && !isStopReason(standing.reason)
}`,
    to: `
}`,
    caughtBy: { test: TEST, name: 'counts where it waits' },
  },
  {
    name: 'a file says of no ordered document that it asks its person',
    file: 'server/uploads/present.ts',
    from: `partOf(standing) === 'asking'`,
    to: `partOf(standing) === 'failed'`,
    caughtBy: { test: API, name: 'why a document waits' },
  },
  {
    name: 'a file says the date of an order where its document has another',
    file: 'server/uploads/present.ts',
    from: `standing?.day ?? issueDay`,
    to: `issueDay`,
    caughtBy: { test: API, name: 'why a document waits' },
  },
  {
    name: 'every document of a file says that it asks its person',
    file: 'server/uploads/issue/present.ts',
    from: `partOf(document) === 'asking',`,
    to: `totals.asking > 0,`,
    caughtBy: { test: TEST, name: 'each document that asks its person' },
  },
]

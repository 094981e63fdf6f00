import type { TestedMutant } from './mutant.ts'

const PROGRESS = 'server/uploads/ordered/order-standing.ts'
const API = 'test/contract/api/upload-orders.test.ts'
const ANNOTATED = 'test/engine/uploads/annotated.test.ts'
const PAUSE = 'test/engine/uploads/pause.test.ts'
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
    from: `asks: standing !== undefined && isAsking(standing)`,
    to: `asks: standing !== undefined && !isAsking(standing)`,
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
    from: `asks: isAsking(document),`,
    to: `asks: totals.asking > 0,`,
    caughtBy: { test: TEST, name: 'each document that asks its person' },
  },
  {
    name: 'the annotated file says of a document that waits for its person only where it stands',
    file: 'server/uploads/issue/annotations.ts',
    from: `texts.states[isAsking(document) ? 'asks' : state]`,
    to: `texts.states[isAsking(document) ? state : state]`,
    caughtBy: { test: ANNOTATED, name: 'in the word of the screen' },
  },
  {
    name: 'fewer documents are said to be cancelled than are',
    file: 'server/uploads/issue/present.ts',
    from: `documents.filter(({ isCancellable }) => isCancellable)`,
    to: `documents.filter((one) => one.isCancellable && !isAsking(one))`,
    caughtBy: { test: PAUSE, name: 'as many as are cancelled' },
  },
  {
    name: 'an order without a document is not said to be cancelled',
    file: 'server/uploads/issue/progress.ts',
    from: `isCancellable: row.order_state === 'ordering' || row.is_cancellable`,
    to: `isCancellable: row.is_cancellable`,
    caughtBy: { test: PAUSE, name: 'as many as are cancelled' },
  },
  {
    name: 'a document whose number its person told is cancelled',
    file: 'server/uploads/issue/store.ts',
    from: `
  and document.told_folio is null, false)`,
    to: `, false)`,
    caughtBy: { test: PAUSE, name: 'whose number its person told' },
  },
  {
    name: 'the list says of no file that it waits for its person',
    file: 'server/uploads/ordered/summaries.ts',
    from: `asking: asking.get(upload.id) ?? 0`,
    to: `asking: asking.get(-upload.id) ?? 0`,
    caughtBy: { test: API, name: 'why a document waits' },
  },
  {
    name: 'the list counts documents that failed as on their way',
    file: 'server/uploads/store.ts',
    from: `(o.state = 'refused' or d.state = 'failed')`,
    to: `(o.state = 'refused')`,
    caughtBy: { test: API, name: 'why a document waits' },
  },
]

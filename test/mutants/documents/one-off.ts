import type { TestedMutant } from '../mutant.ts'

const ORDER = 'server/documents/actions/order-one-off.ts'
const TEST = 'test/engine/actions/one-off.test.ts'
const ROUTES = 'src/server/documents/api/one-off-routes.test.ts'
const WIZARD = 'src/web/screens/rule-wizard/wizard.test.ts'
const TEMPLATE = 'src/server/documents/content/template-lines.test.ts'
const SCHEMA = 'server/db/migrations/0002-documents.sql'
const DAYS = 'test/engine/plan/unusual-days.test.ts'

/** Faults in documents that no rule makes: their identity, their date, and what an edit leaves behind. */
export const ONE_OFF_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'a request sent again is judged as a new one',
    file: ORDER,
    from: `    if (before !== null) return before
`,
    to: `    void before
`,
    caughtBy: { test: TEST, name: 'a request sent again orders nothing more' },
  },
  {
    name: 'a document that is repeated loses the addresses of no contact',
    file: 'server/documents/api/template.ts',
    from: `map((detail) => ({ ...detail, mailboxes }))`,
    to: `map((detail) => ({ ...detail, mailboxes: { ...mailboxes, to: [] } }))`,
    caughtBy: { test: ROUTES, name: 'addresses of no contact' },
  },
  {
    name: 'an order goes to no address of no contact',
    file: 'server/documents/api/one-off-routes.ts',
    from: `mailboxes === undefined ? client : { ...client, mailboxes }`,
    to: `mailboxes === undefined ? client : { ...client }`,
    caughtBy: { test: ROUTES, name: 'addresses of no contact' },
  },
  {
    name: 'an order leaves out the addresses that its person was shown',
    file: 'web/screens/rule-wizard/payload.ts',
    from: `mailboxes: state.clients[index]?.mailboxes }`,
    to: `mailboxes: state.clients[-index - 1]?.mailboxes }`,
    caughtBy: { test: WIZARD, name: 'keeps its mail addresses' },
  },
  {
    name: 'a request sent twice at the same moment fails',
    file: 'server/rules/one-off.ts',
    from: `    .onConflict((conflict) => conflict.columns(['organisation_id', 'request_key']).doNothing())
`,
    to: ``,
    caughtBy: { test: TEST, name: 'a request sent twice at the same moment' },
  },
  {
    name: 'a request sent twice at the same moment orders two',
    file: SCHEMA,
    from: `  unique (organisation_id, request_key),
`,
    to: `  unique (organisation_id, id, request_key),
`,
    caughtBy: { test: TEST, name: 'a request sent twice at the same moment' },
  },
  {
    name: 'a document is ordered with another date than its person saw',
    file: ORDER,
    from: `  if (departure.day !== issueDay) throw new InvalidInput({ issue_date: ['otherDate'] })
`,
    to: ``,
    caughtBy: { test: TEST, name: 'a document is not ordered for today' },
  },
  {
    name: 'a document ordered for a later day is prepared at once',
    file: ORDER,
    from: `      issue_day: issueDay,
`,
    to: `      issue_day: dayInChile(needs.clock.now()),
`,
    also: {
      from: `import type { Day, Month } from '#domain/day.ts'`,
      to: `import { dayInChile, type Day, type Month } from '#domain/day.ts'`,
    },
    caughtBy: { test: TEST, name: 'a document ordered for a later day' },
  },
  {
    name: 'an edited document goes on beside the one in its place',
    file: ORDER,
    from: `    if (order.replaces !== null) {
      await replace(`,
    to: `    if (order.replaces === -1) {
      await replace(`,
    caughtBy: { test: TEST, name: 'an edited document is stopped for good' },
  },
  {
    name: 'a document that was cancelled or edited may be put back',
    file: 'server/documents/actions/restore.ts',
    from: `  if (isOneOff(row)) return null
`,
    to: `  void isOneOff
`,
    caughtBy: { test: TEST, name: 'a document cancelled before it leaves' },
  },
  {
    name: 'a document whose number was told is edited',
    file: ORDER,
    from: `isOneOff(row) && row.told_folio === null`,
    to: `isOneOff(row)`,
    caughtBy: { test: TEST, name: 'a document whose number its person told' },
  },
  {
    name: 'another is ordered in place of a document that has left',
    file: ORDER,
    from: `  if (!isStopped) throw new Refused(409, 'notInThisState')`,
    to: `  void isStopped`,
    also: {
      from: `import { InvalidInput, Refused } from '../../http/errors.ts'`,
      to: `import { InvalidInput } from '../../http/errors.ts'`,
    },
    caughtBy: { test: TEST, name: 'a document that has left is not edited' },
  },
  {
    name: 'a rule’s document is edited into a one-off',
    file: ORDER,
    from: `const isOpen = isOneOff(row) && row`,
    to: `const isOpen = isOneOff(row) !== null && row`,
    caughtBy: { test: TEST, name: 'no rule’s document and nobody else’s' },
  },
  {
    name: 'a missed one-off is issued on another day unasked',
    file: 'server/rules/one-off.ts',
    from: `    catchUp: 'notify',`,
    to: `    catchUp: 'issue_today',`,
    caughtBy: { test: TEST, name: 'whose day went by while issuing was stopped' },
  },
  {
    name: 'the row behind a one-off is deleted as a rule',
    file: 'server/rules/store.ts',
    from: `    .where('request_key', 'is', null)
    .forUpdate()`,
    to: `    .forUpdate()`,
    caughtBy: { test: TEST, name: 'the row behind a document is no rule' },
  },
  {
    name: 'the row behind a one-off is listed as a rule',
    file: 'server/rules/view.ts',
    from: `.where('rule.deleted_at', 'is', null).where('rule.request_key', 'is', null)`,
    to: `.where('rule.deleted_at', 'is', null)`,
    caughtBy: { test: TEST, name: 'the row behind a document is no rule' },
  },
  {
    name: 'the database lets the row behind a one-off be planned',
    file: SCHEMA,
    from: `    or (next_emission_day is null and not is_paused and deleted_at is null and not needs_approval)),`,
    to: `    or (not is_paused and deleted_at is null and not needs_approval)),`,
    caughtBy: { test: TEST, name: 'the database takes no day, pause or deletion' },
  },
  {
    name: 'documents ordered one by one make a day unusual',
    file: 'server/documents/queue/decide-runs.ts',
    from: `        and d.rule_id is not null and not \${IS_ONE_OFF} and d.state`,
    to: `        and d.rule_id is not null and d.state`,
    caughtBy: { test: DAYS, name: 'ordered one by one do not count' },
  },
  {
    name: 'documents ordered one by one make later days usual',
    file: 'server/documents/queue/decide-runs.ts',
    from: `and d.state = 'issued' and not \${IS_ONE_OFF} and d.issue_day`,
    to: `and d.state = 'issued' and d.issue_day`,
    caughtBy: { test: DAYS, name: 'makes no later day usual' },
  },
  {
    name: 'what a one-off says outlives its document',
    file: 'server/own-data/forget-old.ts',
    from: `  if (gone > 0) await forgetOneOffsOfNone(needs.db)
`,
    to: `  void forgetOneOffsOfNone
`,
    caughtBy: { test: 'test/walls/forget.test.ts', name: 'what a one-off says' },
  },
  {
    name: 'what a one-off says is erased before its document',
    file: 'server/own-data/forget-old.ts',
    from: `    and not exists (select from document where document.organisation_id = rule.organisation_id
      and document.rule_id = rule.id)\`.execute(db)`,
    to: `    and not exists (select from document where document.organisation_id = rule.organisation_id
      and document.rule_id <> rule.id)\`.execute(db)`,
    caughtBy: { test: 'test/walls/forget.test.ts', name: 'what a one-off says' },
  },
  {
    name: 'what a one-off that may still be issued needs is deleted',
    file: 'server/parties/in-force.ts',
    from: `of_it.state not in ('issued', 'annulled', 'skipped')`,
    to: `of_it.state in ('issued')`,
    caughtBy: { test: ROUTES, name: 'a product and the only recipient stay' },
  },
  {
    name: 'the key of a request is forgotten with its answer',
    file: 'server/documents/api/one-off-routes.ts',
    from: `requestKey(idempotencyKey ?? randomUUID())`,
    to: `requestKey(randomUUID())`,
    also: {
      from: `async ({ body, session, language, idempotencyKey }) =>`,
      to: `async ({ body, session, language }) =>`,
    },
    caughtBy: { test: ROUTES, name: 'the key is the identity' },
  },
  {
    name: 'an issued document is repeated as its rule is now',
    file: 'server/documents/content/template-lines.ts',
    from: `  if (content === null) {`,
    to: `  if (content === null || content.kind === 'factura') {`,
    caughtBy: { test: ROUTES, name: 'is repeated as it was issued' },
  },
  {
    name: 'a boleta in UF is repeated with the price that its rule has by now',
    file: 'server/documents/content/template-lines.ts',
    from: `    return unit !== null && lineAmount({ quantity: quantity(count), price: unit }) === grossClp`,
    to: `    return unit !== null && lineAmount({ quantity: quantity(count), price: unit }) !== null`,
    caughtBy: { test: TEMPLATE, name: 'whose price rose' },
  },
  {
    name: 'a line of own words is repeated with pesos of its day',
    file: 'server/documents/content/template-lines.ts',
    from: `own.productId === (product?.id ?? null)`,
    to: `own.productId === product?.id`,
    caughtBy: { test: TEMPLATE, name: 'own words has them with its price in UF' },
  },
  {
    name: 'a document that is not frozen yet is repeated with the price of a later month',
    file: 'server/documents/content/template-lines.ts',
    from: `price: priceIn(line.prices, known.period)`,
    to: `price: line.price ?? priceIn(line.prices, known.period)`,
    caughtBy: { test: TEMPLATE, name: 'not frozen yet has the prices' },
  },
  {
    name: 'words beside a product are ordered',
    file: 'server/documents/api/one-off-routes.ts',
    from: `    productId,
    ...(productId === null && own !== undefined`,
    to: `    productId: own === undefined ? productId : null,
    ...(own !== undefined`,
    caughtBy: { test: ROUTES, name: 'words beside a product' },
  },
]

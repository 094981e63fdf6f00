import type { TestedMutant } from './mutant.ts'

const ORDERS = 'test/engine/uploads/orders.test.ts'
const REPEATS = 'test/engine/uploads/repeats.test.ts'
const PAUSE = 'test/engine/uploads/pause.test.ts'
const ANNOTATED = 'test/engine/uploads/annotated.test.ts'
const CONTENT = 'src/server/uploads/content.test.ts'
const RECIPIENT = 'src/server/uploads/recipients.test.ts'
const SHEETS = 'src/server/sheets/annotate.test.ts'
const ISSUE = 'server/uploads/issue'
const SCHEMA = 'server/db/migrations/0006-uploads.sql'

/** Faults in how documents of uploaded files are ordered, made, paused, taken back and known again. */
export const UPLOAD_ORDER_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'two orders of one file at the same moment are both recorded',
    file: 'server/uploads/ordered/orders.ts',
    from: `    .where('id', '=', id)
    .forNoKeyUpdate()`,
    to: `    .where('id', '=', id)`,
    caughtBy: { test: ORDERS, name: 'sent twice at the same moment' },
  },
  {
    name: 'a cancellation and the making of a document wait for each other',
    file: 'server/uploads/ordered/orders.ts',
    from: `    .forNoKeyUpdate()`,
    to: `    .forUpdate()`,
    caughtBy: { test: PAUSE, name: 'waits for the document that is being made' },
  },
  {
    name: 'what was ordered before is ordered again',
    file: `${ISSUE}/order.ts`,
    from: `if (keys.some((key) => !mayBeOrdered(before.get(key)))) {`,
    to: `if (keys.every((key) => !mayBeOrdered(before.get(key)))) {`,
    caughtBy: { test: ORDERS, name: 'of two tabs' },
  },
  {
    name: 'a document like another is ordered without a word',
    file: `${ISSUE}/repeats.ts`,
    from: `if (isUnsaid || (`,
    to: `if ((`,
    caughtBy: { test: REPEATS, name: 'is not ordered again without a word' },
  },
  {
    name: 'two of one file that look the same are ordered without a word',
    file: `${ISSUE}/repeats.ts`,
    from: ` || (repeatsEarlier && said === undefined)`,
    to: ` || (repeatsEarlier && said === null)`,
    caughtBy: { test: REPEATS, name: 'two documents of one file and amount' },
  },
  {
    name: 'the first of two that look the same waits for a word about the second',
    file: `${ISSUE}/repeats.ts`,
    from: `          ...ofFile.map((one) => keyOf(one.document, repeating)),
`,
    to: ``,
    caughtBy: { test: REPEATS, name: 'two documents of one file and amount' },
  },
  {
    name: 'what was confirmed is forgotten before its document is made',
    file: `${ISSUE}/make.ts`,
    from: `      besides: held.besides,
`,
    to: ``,
    caughtBy: { test: REPEATS, name: 'is not ordered again without a word' },
  },
  {
    name: 'a rule’s coming document is called otherwise than the one that it becomes',
    file: 'server/uploads/others.ts',
    from: `to_char(rule.next_emission_day, 'YYYY-MM')`,
    to: `to_char(rule.next_emission_day, 'YYYY-MM-DD')`,
    caughtBy: { test: REPEATS, name: 'rule’s coming document' },
  },
  {
    name: 'a word about a document of unknown amount is lost',
    file: `${ISSUE}/repeats.ts`,
    from: `const seen = alike.filter(isSaid)`,
    to: `const seen = alike.filter((other) => other.totalClp !== null && isSaid(other))`,
    caughtBy: { test: REPEATS, name: 'rule’s coming document' },
  },
  {
    name: 'what a rule will issue is no other document',
    file: 'server/uploads/others.ts',
    from: `      ...(await comingOfRules(db, of, to, today)),
`,
    to: ``,
    caughtBy: { test: REPEATS, name: 'rule’s coming document' },
  },
  {
    name: 'a word about a number outside lets every other one pass',
    file: 'server/documents/freeze/similar-documents.ts',
    from: `...folios, ...besides.folios]`,
    to: `...folios, ...besides.folios, ...besides.folios.map((one) => one + 1)]`,
    caughtBy: { test: REPEATS, name: 'that appears after the word' },
  },
  {
    name: 'a word about a document is one about what is ordered under its key later',
    file: 'server/documents/freeze/repeatable.ts',
    from: `document.key || '#' || document.revision`,
    to: `document.key || '#1'`,
    caughtBy: { test: REPEATS, name: 'ordered again after its cancellation' },
  },
  {
    name: 'other content than its person saw is ordered',
    file: `${ISSUE}/order.ts`,
    from: `seen.get(document.key) === contentOf(document, recipients.get(document.key), issuing),`,
    to: `seen.has(document.key),`,
    caughtBy: { test: ORDERS, name: 'other content than its person saw' },
  },
  {
    name: 'the number that its person confirmed is not compared',
    file: `${ISSUE}/order.ts`,
    from: `  if (order.count !== keys.length) throw new InvalidInput({ count: ['invalid'] })
`,
    to: ``,
    caughtBy: { test: ORDERS, name: 'a count that is not' },
  },
  {
    name: 'a document with a fault is ordered',
    file: `${ISSUE}/order.ts`,
    from: `if (!chosen.every(({ isValid }) => isValid)) {`,
    to: `if (chosen.length === 0) {`,
    caughtBy: { test: ORDERS, name: 'a document with a fault' },
  },
  {
    name: 'documents are ordered for a day that their person did not see',
    file: `${ISSUE}/order.ts`,
    from: `  refuseOtherDate(needs, { issueDay, draft: { companyId } })
`,
    to: `  void refuseOtherDate
  void companyId
`,
    caughtBy: { test: ORDERS, name: 'documents are not ordered for the day before' },
  },
  {
    name: 'a document is due before its date',
    file: `${ISSUE}/order.ts`,
    from: `chosen.filter(({ dueDay }) => isDueBefore(dueDay, issueDay))`,
    to: `chosen.filter(({ dueDay }) => isDueBefore(dueDay, issueDay) && dueDay === null)`,
    caughtBy: { test: ORDERS, name: 'due before their date' },
  },
  {
    name: 'the preview says nothing of what the company lacks',
    file: 'server/uploads/open.ts',
    from: `lacksOf(issuing, documents)`,
    to: `lacksOf(issuing, documents.slice(0, 0))`,
    caughtBy: { test: ORDERS, name: 'facturas of a company without its city' },
  },
  {
    name: 'facturas of a company without its city are ordered',
    file: 'server/uploads/issuing.ts',
    from: `? null : 'issuerCityMissing'`,
    to: `? null : null`,
    caughtBy: { test: ORDERS, name: 'facturas of a company without its city' },
  },
  {
    name: 'documents are ordered of another issuer than their person saw',
    file: 'server/uploads/content.ts',
    from: `recipient, issuer, shown, account]`,
    to: `recipient, account]`,
    caughtBy: { test: ORDERS, name: 'of another issuer than its person saw' },
  },
  {
    name: 'documents are mailed from another mailbox than their person saw',
    file: 'server/uploads/content.ts',
    from: `recipient, issuer, shown, account]`,
    to: `recipient, issuer, shown]`,
    caughtBy: { test: ORDERS, name: 'from another mailbox than its person saw' },
  },
  {
    name: 'documents are ordered to another address than their person saw',
    file: 'server/uploads/content.ts',
    from: `priced, recipient, issuer`,
    to: `priced, issuer`,
    caughtBy: { test: ORDERS, name: 'to another address than its person saw' },
  },
  {
    name: 'an order takes what its person saw of some of its documents for all',
    file: `${ISSUE}/order.ts`,
    from: `if (chosen.length < keys.length)`,
    to: `if (chosen.length === 0)`,
    caughtBy: { test: ORDERS, name: 'a document that the file does not have' },
  },
  {
    name: 'the content says nothing of who gets the mail',
    file: 'server/uploads/content.ts',
    from: `JSON.stringify([said, `,
    to: `JSON.stringify([{ ...said, to: [] }, `,
    caughtBy: { test: CONTENT, name: 'changes with all that decides' },
  },
  {
    name: 'the content says nothing of lines',
    file: 'server/uploads/content.ts',
    from: `[said, priced, recipient`,
    to: `[said, priced.length, recipient`,
    caughtBy: { test: CONTENT, name: 'changes with all that decides' },
  },
  {
    name: 'the content changes with what is not issued',
    file: 'server/uploads/content.ts',
    from: `    written: _written,
`,
    to: ``,
    caughtBy: { test: CONTENT, name: 'is the same when nothing' },
  },
  {
    name: 'the preview shows what the rows say of a client that the SII named',
    file: 'server/uploads/present.ts',
    from: `recipient: recipient ?? null`,
    to: `recipient: document.written`,
    caughtBy: {
      test: 'test/engine/uploads/look-ups.test.ts',
      name: 'shown with the SII’s address',
    },
  },
  {
    name: 'what is stored of a deleted client goes before what the rows say',
    file: 'server/uploads/recipients.ts',
    from: `if (isDeleted && isWhole) return written`,
    to: `if (isDeleted && isWhole && false) return written`,
    caughtBy: { test: ORDERS, name: 'a document to a deleted client' },
  },
  {
    name: 'the preview names another issuer than its rules have',
    file: 'server/uploads/issuing.ts',
    from: `    newest === undefined
      ? await`,
    to: `    newest !== undefined
      ? await`,
    caughtBy: { test: ORDERS, name: 'the issuer that a preview names' },
  },
  {
    name: 'a new client is made without the city of its row',
    file: `${ISSUE}/client.ts`,
    from: `{ street, commune, city })`,
    to: `{ street, commune, city: '' })`,
    caughtBy: { test: ORDERS, name: 'the whole address of its row' },
  },
  {
    name: 'a known client stays without the city of its row',
    file: 'server/uploads/recipients.ts',
    from: `(isBoleta ? '' : city)`,
    to: `''`,
    caughtBy: { test: ORDERS, name: 'that lacks its city gets' },
  },
  {
    name: 'a boleta completes its client’s address',
    file: 'server/uploads/recipients.ts',
    from: `(isBoleta ? '' : city)`,
    to: `city`,
    caughtBy: { test: RECIPIENT, name: 'a boleta takes' },
  },
  {
    name: 'facturas of a company without an activity are ordered',
    file: 'server/uploads/issuing.ts',
    from: `if (addressId === null || activityId === null) return`,
    to: `if (addressId === null) return`,
    caughtBy: { test: ORDERS, name: 'a boleta needs nothing of the company' },
  },
  {
    name: 'a boleta waits for what a factura says of its issuer',
    file: 'server/uploads/issuing.ts',
    from: `documents.some(({ kind }) => kind === 'factura')`,
    to: `documents.length > 0`,
    caughtBy: { test: ORDERS, name: 'a boleta needs nothing of the company' },
  },
  {
    name: 'a mail is ordered without a mailbox',
    file: 'server/uploads/issuing.ts',
    from: `account === null && documents.some(({ sendsEmail }) => sendsEmail)`,
    to: `account !== null && documents.some(({ sendsEmail }) => sendsEmail)`,
    caughtBy: { test: ORDERS, name: 'a mail is not ordered without a mailbox' },
  },
  {
    name: 'documents are ordered that can’t leave before the closing hour',
    file: `${ISSUE}/order.ts`,
    from: `  if (count <= fits) return
`,
    to: `  if (count <= fits + 9) return
`,
    caughtBy: { test: ORDERS, name: 'before its closing hour' },
  },
  {
    name: 'any number of documents may be on their way',
    file: `${ISSUE}/order.ts`,
    from: `if (open + chosen.length > MAX_OPEN_OF_UPLOADS) {`,
    to: `if (open > MAX_OPEN_OF_UPLOADS) {`,
    caughtBy: { test: ORDERS, name: 'no more are ordered' },
  },
  {
    name: 'two processes make one document at once',
    file: `${ISSUE}/store.ts`,
    from: `    .where('state', '=', 'ordering')
    .forUpdate()
    .executeTakeFirst()`,
    to: `    .where('state', '<>', 'cancelled')
    .executeTakeFirst()`,
    caughtBy: { test: PAUSE, name: 'waits for the document that is being made' },
  },
  {
    name: 'an order is done before its document is made',
    file: `${ISSUE}/make.ts`,
    from: `    const fault = await needs.db.transaction().execute((trx) => make(trx, needs, at))`,
    to: `    const fault = await make(needs.db, needs, at)`,
    caughtBy: { test: ORDERS, name: 'any statement of making a document' },
  },
  {
    name: 'an order is recorded a document at a time',
    file: `${ISSUE}/order.ts`,
    from: `    await writeOrders(
      trx,
      once.clock,`,
    to: `    await writeOrders(
      needs.db,
      once.clock,`,
    caughtBy: { test: ORDERS, name: 'any statement of an order' },
  },
  {
    name: 'one document of a file is planned twice',
    file: SCHEMA,
    from: `  primary key (organisation_id, upload_id, group_key),
  unique (organisation_id, id),`,
    to: `  primary key (organisation_id, id),
  unique (organisation_id, upload_id, group_key),`,
    also: {
      from: `  id bigint generated by default as identity,
  -- Ordered again`,
      to: `  id bigint not null default 1,
  -- Ordered again`,
    },
    caughtBy: { test: ORDERS, name: 'becomes documents of its keys' },
  },
  {
    name: 'a price that changes later reaches what was ordered',
    file: 'server/rules/load.ts',
    from: `eb.fn.coalesce('rule_line.own_name', 'product.name')`,
    to: `eb.fn.coalesce('product.name', 'rule_line.own_code')`,
    caughtBy: { test: ORDERS, name: 'nothing that changes after an order' },
  },
  {
    name: 'the month that a row names is that of its date',
    file: 'domain/freeze.ts',
    from: `  return own ?? serviceMonth(emissionDay, monthOffset)`,
    to: `  return serviceMonth(emissionDay, own === undefined ? monthOffset : monthOffset)`,
    caughtBy: { test: ORDERS, name: 'the month, the due day and the recipients' },
  },
  {
    name: 'what a row says of a known client is added to it',
    file: 'server/uploads/recipients.ts',
    from: `if (own === undefined) return written`,
    to: `return written`,
    caughtBy: { test: ORDERS, name: 'a known client is not changed' },
  },
  {
    name: 'a pause answers while an intent is being written',
    file: `${ISSUE}/pause.ts`,
    from: `    await waitForIntents(trx, by.organisationId)
`,
    to: `    void waitForIntents
`,
    caughtBy: { test: PAUSE, name: 'waits for an intent' },
  },
  {
    name: 'a pause holds nothing that is about to be sent',
    file: 'server/documents/departure/judge.ts',
    from: `sql\`d.person_rut\`, sql\`d.upload_id\`)`,
    to: `sql\`d.person_rut\`, sql\`null\`)`,
    caughtBy: { test: PAUSE, name: 'a pause that comes after the preview' },
  },
  {
    name: 'a pause of one file holds the others',
    file: 'server/standing/stop-case.ts',
    from: `      and s.upload_id = \${upload}) then`,
    to: `      and s.upload_id is not null and \${upload} > 0) then`,
    caughtBy: { test: PAUSE, name: 'holds no other' },
  },
  {
    name: 'a pause of a file holds its whole company',
    file: 'server/standing/stop-case.ts',
    from: `      and s.upload_id is null and (s.company_id`,
    to: `      and (s.company_id`,
    caughtBy: { test: PAUSE, name: 'holds no other' },
  },
  {
    name: 'the release of a company ends the pauses of its files',
    file: 'server/documents/stops/stops.ts',
    from: `      .where('upload_id', 'is', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows`,
    to: `      .executeTakeFirstOrThrow()
    if (numDeletedRows`,
    caughtBy: { test: PAUSE, name: 'ends no pause of a file' },
  },
  {
    name: 'a document that waits in a paused file leaves late',
    file: 'server/documents/departure/hold-stopped.ts',
    from: `'stoppedByUs', 'uploadPaused')
    and`,
    to: `'stoppedByUs')
    and`,
    caughtBy: { test: PAUSE, name: 'all of it once it is resumed' },
  },
  {
    name: 'a cancellation leaves the orders that have no document',
    file: `${ISSUE}/pause.ts`,
    from: `    const orders = await cancelOrders(trx, at)
`,
    to: `    const orders = 0
    void cancelOrders
`,
    caughtBy: { test: PAUSE, name: 'orders without a document yet' },
  },
  {
    name: 'a cancellation looks at documents before orders',
    file: `${ISSUE}/pause.ts`,
    from: `    const orders = await cancelOrders(trx, at)
    const documents = await skipDocuments(trx, clock, at, by.userId)`,
    to: `    const documents = await skipDocuments(trx, clock, at, by.userId)
    const orders = await cancelOrders(trx, at)`,
    caughtBy: { test: PAUSE, name: 'waits for the document that is being made' },
  },
  {
    name: 'a document that was tried is ordered again',
    file: 'server/uploads/ordered/orders.ts',
    from: `d.told_folio is null and not exists (select from attempt a`,
    to: `d.told_folio is null and exists (select from document a`,
    also: {
      from: `a.document_id = d.id), false)`,
      to: `a.id = d.id), false)`,
    },
    caughtBy: { test: PAUSE, name: 'a document that was tried' },
  },
  {
    name: 'a document that another took the place of is ordered again',
    file: 'server/uploads/ordered/orders.ts',
    from: `d.reason is distinct from 'replaced' and `,
    to: ``,
    caughtBy: { test: PAUSE, name: 'took the place of' },
  },
  {
    name: 'what is ordered again is the document that was cancelled',
    file: `${ISSUE}/store.ts`,
    from: `          revision: sql\`upload_order.revision + 1\`,
`,
    to: ``,
    caughtBy: { test: PAUSE, name: 'ordered again, as another document' },
  },
  {
    name: 'rows that a person added are missing in the annotated file',
    file: `${ISSUE}/annotations.ts`,
    from: `  writeTyped(judged, language, put)
`,
    to: `  void writeTyped
`,
    caughtBy: { test: ANNOTATED, name: 'come back below those of the file' },
  },
  {
    name: 'an added row that was taken out comes back in the annotated file',
    file: `${ISSUE}/annotations.ts`,
    from: `if (row > lastRow && isOut.has(row)) continue`,
    to: `if (row > lastRow && isOut.has(-row)) continue`,
    caughtBy: { test: ANNOTATED, name: 'took out again' },
  },
  {
    name: 'added rows of a csv are written nowhere',
    file: 'server/sheets/annotate.ts',
    from: `  return bytesOfText(whole + addedRecords(whole, cells, read), encoding)`,
    to: `  void addedRecords
  return bytesOfText(whole, encoding)`,
    caughtBy: { test: SHEETS, name: 'rows that a sheet or a csv lacks' },
  },
  {
    name: 'an annotated file that is uploaded again is new',
    file: 'server/uploads/ordered/claims.ts',
    from: `if (isSure && !isClaimed(first.key))`,
    to: `if (isSure && isClaimed(first.key))`,
    caughtBy: { test: ANNOTATED, name: 'is known and not ordered again' },
  },
  {
    name: 'a user’s own column is written over',
    file: 'server/uploads/annotated-columns.ts',
    from: `if (column !== -1 && isEmpty(column)) known[name] = column`,
    to: `if (column !== -1 || isEmpty(column)) known[name] = column`,
    caughtBy: {
      test: 'src/server/uploads/annotated-columns.test.ts',
      name: 'a column of the user’s own',
    },
  },
  {
    name: 'a user’s own column of ids is taken for Folio’s',
    file: 'server/uploads/annotated-columns.ts',
    from: `(key, column) => isNamed('id')(key, column) && holdsOnly(rows, column, isId),`,
    to: `(key, column) => isNamed('id')(key, column) && column >= 0,`,
    caughtBy: {
      test: 'src/server/uploads/annotated-columns.test.ts',
      name: 'a column of the user’s own ids',
    },
  },
  {
    name: 'a user’s own column of the same name is written over in an annotated file',
    file: 'server/uploads/annotated-columns.ts',
    from: `: keys.findLastIndex(isNamed(name))`,
    to: `: keys.findIndex(isNamed(name))`,
    caughtBy: {
      test: 'src/server/uploads/annotated-columns.test.ts',
      name: 'in an annotated file',
    },
  },
  {
    name: 'a text of the SII becomes a formula of a csv',
    file: 'server/sheets/annotate.ts',
    from: `FORMULA.test(value) ? \`'\${value}\` : value`,
    to: `FORMULA.test(value) ? value : value`,
    caughtBy: { test: SHEETS, name: 'begins like a formula' },
  },
  {
    name: 'a cell that is written loses its format',
    file: 'server/sheets/annotate-sheet.ts',
    from: `  const text = cellXml(column, value, open, style)`,
    to: `  const text = cellXml(column, value, open, null)`,
    caughtBy: { test: SHEETS, name: 'with its format' },
  },
  {
    name: 'documents of a file make a day unusual',
    file: 'server/documents/trail/origin.ts',
    from: `(starts_with(d.key, 'request:') or starts_with(d.key, 'upload:'))`,
    to: `starts_with(d.key, 'request:')`,
    caughtBy: { test: ORDERS, name: 'make no day of the rules unusual' },
  },
  {
    name: 'a request’s key with another body answers the first document',
    file: 'server/documents/actions/order-one-off.ts',
    from: `const isSame = digest === null || row.request_digest?.equals(digest) === true`,
    to: `const isSame = digest === null || row.request_digest !== undefined`,
    caughtBy: { test: 'src/server/documents/api/one-off-routes.test.ts', name: 'another body' },
  },
  {
    name: 'what was ordered of a file stays after its time',
    file: 'server/uploads/forget.ts',
    from: `  await forgetOrderedContent(db)
`,
    to: ``,
    caughtBy: { test: 'test/walls/forget.test.ts', name: 'erases an uploaded file' },
  },
  {
    name: 'what an ordered document says is not handed over',
    file: 'server/own-data/upload-files.ts',
    from: `  order: ['upload_id', 'group_key'],`,
    to: `  order: ['upload_id', 'group_key'],
  without: ['content'],`,
    caughtBy: { test: 'test/walls/own-data.test.ts', name: 'what was ordered of an uploaded file' },
  },
]

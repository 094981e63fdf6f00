import type { TestedMutant } from './mutant.ts'

const SHORT = 'src/server/uploads/short-documents.test.ts'
const COLUMNS = 'src/server/uploads/find-columns.test.ts'
const AMOUNTS = 'src/server/uploads/amounts.test.ts'
const MISTAKES = 'src/server/uploads/mistakes.test.ts'
const CORRECTED = 'src/server/uploads/corrections.test.ts'
const NUMBERS = 'src/server/uploads/cells/read-number.test.ts'
const PAIRS = 'src/server/directory/files/pair.test.ts'
const PASTED = 'src/web/screens/uploads/grid/tsv.test.ts'
const DIRECTORY = 'test/contract/api/directory/files.test.ts'
const NAMES = 'src/server/uploads/judge/same-name.test.ts'
const THREAD = 'src/server/sheets/work-thread.test.ts'
const API = 'test/contract/api/upload-corrections.test.ts'
const LOOK_UPS = 'test/engine/uploads/look-ups.test.ts'
const UPLOADS = 'server/uploads'
const JUDGE = `${UPLOADS}/judge`
const LOOK_UP = `${UPLOADS}/look-up`

/** Faults in what keeps a document from being issued short, in corrections, and in the look-up of clients. */
export const UPLOAD_READING_MUTANTS: readonly TestedMutant[] = [
  {
    name: 'remembered columns are those of a file with more headings',
    file: `${UPLOADS}/find-columns.ts`,
    from: `    if (isMore) continue
`,
    to: ``,
    caughtBy: { test: COLUMNS, name: 'a quantity, too' },
  },
  {
    name: 'a column of kinds is left out for the kind of all rows',
    file: `${UPLOADS}/find-columns.ts`,
    from: `leftOut.includes(key) && !(defaultKind !== null && ROLE_OF.get(key) === 'kind')`,
    to: `leftOut.includes(key)`,
    caughtBy: { test: COLUMNS, name: 'but never the kind' },
  },
  {
    name: 'a sheet of documents that is not read is not named',
    file: `${UPLOADS}/find-columns.ts`,
    from: `other !== table && !HELP.has(other.name)`,
    to: `other !== table && HELP.has(other.name)`,
    caughtBy: { test: COLUMNS, name: 'other visible sheets with rows' },
  },
  {
    name: 'an empty kind takes that of all rows',
    file: `${UPLOADS}/find-columns.ts`,
    from: `defaultKind: columns.kind === undefined ? found.defaultKind : null`,
    to: `defaultKind: found.defaultKind`,
    caughtBy: { test: COLUMNS, name: 'an empty cell of a column of kinds' },
  },
  {
    name: 'of two alike groups the first is right',
    file: `${JUDGE}/groups.ts`,
    from: `      [other, group],
`,
    to: ``,
    caughtBy: { test: SHORT, name: 'groups that only case tells apart' },
  },
  {
    name: 'a row without group and client belongs to nobody',
    file: `${JUDGE}/groups.ts`,
    from: `return !faulty.has('rut') || faults.isMerged(sheetRow, 'rut')`,
    to: `return false`,
    caughtBy: { test: SHORT, name: 'a row without group and client' },
  },
  {
    name: 'a client merged over rows belongs to nobody',
    file: `${JUDGE}/groups.ts`,
    from: `return !faulty.has('rut') || faults.isMerged(sheetRow, 'rut')`,
    to: `return !faulty.has('rut')`,
    caughtBy: { test: SHORT, name: 'a client merged over rows' },
  },
  {
    name: 'a group that cannot be read belongs to nobody',
    file: `${JUDGE}/groups.ts`,
    from: `if (faulty.has('group')) return true`,
    to: `if (faulty.has('group')) return false`,
    caughtBy: { test: SHORT, name: 'a group whose cell' },
  },
  {
    name: 'a group that a formula shows is that of the row above',
    file: `${JUDGE}/groups.ts`,
    from: `return shown === undefined ? [beside(place, -1), beside(place, 1)] : [shown]`,
    to: `return [beside(place, -1)]`,
    caughtBy: { test: SHORT, name: 'a group that a formula shows' },
  },
  {
    name: 'a merged cell takes the default',
    file: `${JUDGE}/read-row.ts`,
    from: `if (this.#faults.isMerged(sheetRow, role)) merged.push(role)`,
    to: ``,
    caughtBy: { test: SHORT, name: 'a merged cell of an optional column' },
  },
  {
    name: 'cells merged within a row take the default',
    file: 'server/sheets/sheet.ts',
    from: `if (!isTall && !(isStrict && merge.toColumn > merge.fromColumn)) return`,
    to: `if (!isTall) return`,
    caughtBy: { test: SHORT, name: 'a cell merged with the one beside' },
  },
  {
    name: 'merged cells beyond those that are looked at are empty',
    file: 'server/sheets/sheet.ts',
    from: `else if (isStrict) throw new Refused('tooManyMerges')`,
    to: ``,
    caughtBy: { test: SHORT, name: 'more merged cells' },
  },
  {
    name: 'a comma that splits a number shifts the row',
    file: `${JUDGE}/judge.ts`,
    from: `if (count > headings) faults`,
    to: `if (count < 0) faults`,
    caughtBy: { test: SHORT, name: 'a comma that splits' },
  },
  {
    name: 'a known RUT may have any name',
    file: `${JUDGE}/judge-document.ts`,
    from: `if (known !== undefined) checkName(rows, known, faults)`,
    to: ``,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'names with one word in common are one client',
    file: `${JUDGE}/same-name.ts`,
    from: `return fewer.every((word) =>`,
    to: `return fewer.some((word) =>`,
    caughtBy: { test: NAMES, name: 'is not' },
  },
  {
    name: 'a document whose client is asked for may be issued',
    file: `${JUDGE}/judge.ts`,
    from: `document.isValid = isRight && !document.waits`,
    to: `document.isValid = isRight`,
    caughtBy: { test: AMOUNTS, name: 'a client is known, is made from its row' },
  },
  {
    name: 'a client that the SII does not know is waited for',
    file: `${JUDGE}/judge-document.ts`,
    from: ` && failed !== 'unknown'`,
    to: ``,
    caughtBy: { test: AMOUNTS, name: 'of a client that the SII' },
  },
  {
    name: 'a typed cell is passed over',
    file: `${JUDGE}/faults.ts`,
    from: `if (typed !== undefined) return typed`,
    to: `if (typed !== undefined && typed !== null) return typed`,
    caughtBy: { test: CORRECTED, name: 'an empty typed cell' },
  },
  {
    name: 'a row that was taken out is issued',
    file: `${UPLOADS}/corrections.ts`,
    from: `.filter(({ row }) => !removed.has(row))`,
    to: ``,
    caughtBy: { test: CORRECTED, name: 'a row that was taken out' },
  },
  {
    name: 'cells of an ordered document are corrected',
    file: `${UPLOADS}/correct.ts`,
    from: `rows.some((row) => touched.has(row)) || `,
    to: ``,
    caughtBy: { test: API, name: 'no cell of a document that was ordered' },
  },
  {
    name: 'rows are added to an ordered document',
    file: `${UPLOADS}/correct.ts`,
    from: ` || rows.join() !== (after.get(key) ?? []).join()`,
    to: ``,
    caughtBy: { test: API, name: 'no cell of a document that was ordered' },
  },
  {
    name: 'a document that was taken back is never corrected again',
    file: `${UPLOADS}/correct.ts`,
    from: `(mayBeOrdered(order) ? [] : [order.groupKey])`,
    to: `[order.groupKey]`,
    caughtBy: { test: API, name: 'a document whose order was taken back' },
  },
  {
    name: 'columns are answered under what was ordered',
    file: `${UPLOADS}/uploads.ts`,
    from: `if ((await ordersOf(trx, at)).size > 0) throw alreadyOrdered()`,
    to: ``,
    caughtBy: { test: API, name: 'the columns of a file of which something was ordered' },
  },
  {
    name: 'corrections are of the rows of another sheet',
    file: `${UPLOADS}/uploads.ts`,
    from: `      await forgetCorrections(trx, at)
`,
    to: ``,
    caughtBy: { test: API, name: 'corrections of other headings' },
  },
  {
    name: 'of two corrections at once the counts are of one',
    file: `${UPLOADS}/store.ts`,
    from: `
    .where('revision', '=', revision)`,
    to: ``,
    caughtBy: { test: API, name: 'two corrections at once' },
  },
  {
    name: 'any row may be corrected',
    file: `${UPLOADS}/correct.ts`,
    from: `row <= headerRow || row > lastRow + MAX_UPLOAD_ROWS`,
    to: `row < 0`,
    caughtBy: { test: API, name: 'a row that cannot be' },
  },
  {
    name: 'a deleted file is forgotten',
    file: `${UPLOADS}/store.ts`,
    from: `earlier.id < this.id`,
    to: `earlier.id < this.id and earlier.bytes is not null`,
    caughtBy: { test: API, name: 'a deleted file is known again' },
  },
  {
    name: 'kept files have no limit in all',
    file: `${UPLOADS}/uploads.ts`,
    from: `kept + bytes.length > MAX_KEPT_UPLOAD_BYTES`,
    to: `bytes.length > MAX_KEPT_UPLOAD_BYTES`,
    caughtBy: { test: API, name: 'files beyond what is kept' },
  },
  {
    name: 'a document of the last days is no other',
    file: `${UPLOADS}/others.ts`,
    from: `eb('document.issue_day', '>=', daysAround(today).from)`,
    to: `eb('document.issue_day', '>', today)`,
    also: {
      from: `eb('document.service_month', '>=', monthOf(today))`,
      to: `eb('document.service_month', '>', monthOf(today))`,
    },
    caughtBy: { test: API, name: 'lists documents that the file may repeat from today on' },
  },
  {
    name: 'the time of a task begins while it waits',
    file: 'server/sheets/work-thread.ts',
    from: `      this.#queue.push({ task, wasCutOff: false, resolve, reject })
`,
    to: `      this.#queue.push({ task, wasCutOff: false, resolve, reject })
      setTimeout(() => void this.#worker?.terminate(), this.#limits.workingMs)
`,
    caughtBy: { test: THREAD, name: 'the time of a task begins' },
  },
  {
    name: 'a task is run again for ever',
    file: 'server/sheets/work-thread.ts',
    from: `if (isLate || of.wasCutOff) return`,
    to: `if (isLate) return`,
    caughtBy: { test: THREAD, name: 'ended under twice' },
  },
  {
    name: 'a client is asked for again at each look at its file',
    file: `${LOOK_UP}/store.ts`,
    from: `=== 'found')
}`,
    to: `!== '')
}`,
    caughtBy: { test: LOOK_UPS, name: 'tried three times' },
  },
  {
    name: 'deleting an upload gives its look-ups of the day back',
    file: `${LOOK_UP}/daily-limit.ts`,
    from: `const left = MAX_LOOK_UPS_A_DAY - (rows[0]?.requested ?? 0)`,
    to: `const counted = await trx.selectFrom('upload_look_up').select('rut').execute()
  const left = MAX_LOOK_UPS_A_DAY - Math.min(rows[0]?.requested ?? 0, counted.length)`,
    caughtBy: { test: LOOK_UPS, name: 'gives no look-up of the day back' },
  },
  {
    name: 'any number of clients is looked up in a day',
    file: `${LOOK_UP}/daily-limit.ts`,
    from: `Math.min(wanted, left)`,
    to: `Math.min(wanted, Math.abs(left) + wanted)`,
    caughtBy: { test: LOOK_UPS, name: 'more clients a day' },
  },
  {
    name: 'the look-ups of a day are not counted',
    file: `${LOOK_UP}/daily-limit.ts`,
    from: `eb('requested', '+', count)`,
    to: `eb('requested', '+', 0 * count)`,
    caughtBy: { test: LOOK_UPS, name: 'gives no look-up of the day back' },
  },
  {
    name: 'the look-ups of a day count on the next',
    file: `${LOOK_UP}/daily-limit.ts`,
    from: `case when stored.day < excluded.day then 0 else stored.requested end`,
    to: `stored.requested`,
    caughtBy: { test: LOOK_UPS, name: 'before the next day' },
  },
  {
    name: 'clients over the limit of the day are looked up again the same day',
    file: `${LOOK_UP}/store.ts`,
    from: `failed.slice(0, allowed), {`,
    to: `failed, {`,
    caughtBy: { test: LOOK_UPS, name: 'before the next day' },
  },
  {
    name: 'an order of a file with a client to be requested begins a second transaction',
    file: `${LOOK_UP}/store.ts`,
    from: `if (db.isTransaction) await request(db)`,
    to: `if (ruts.size > 500) await request(db)`,
    caughtBy: {
      test: 'test/engine/uploads/orders.test.ts',
      name: 'found and deleted, is requested again',
    },
  },
  {
    name: 'the look-ups of a day are counted before they are locked',
    file: `${LOOK_UP}/daily-limit.ts`,
    from: `const { rows } = await sql<`,
    to: `const rows = await trx.selectFrom('look_up_day').select('requested').execute()
  await sql<`,
    caughtBy: { test: LOOK_UPS, name: 'waits for another that takes the last' },
  },
  {
    name: 'each look at a file takes its look-ups of the day again',
    file: `${LOOK_UP}/store.ts`,
    from: `const wanted = await notRequested(trx, at, ruts)`,
    to: `const wanted = [...ruts]`,
    also: { from: `(await notRequested(db, at, ruts)).length === 0`, to: `ruts.has('')` },
    caughtBy: { test: LOOK_UPS, name: 'takes no second look-up' },
  },
  {
    name: 'two workers take the same client',
    file: `${LOOK_UP}/store.ts`,
    from: `for update of l skip locked`,
    to: `for update of l`,
    caughtBy: { test: LOOK_UPS, name: 'two workers take different clients' },
  },
  {
    name: 'the upload that came first has all turns',
    file: `${LOOK_UP}/store.ts`,
    from: `order by (select max(o.claimed_at) from upload_look_up o
          where o.organisation_id = l.organisation_id and o.upload_id = l.upload_id) nulls first,
        l.next_try_at, l.rut`,
    to: `order by l.asked_at, l.next_try_at, l.rut`,
    caughtBy: { test: LOOK_UPS, name: 'have their turns' },
  },
  {
    name: 'clients of an organisation that suspended its data are asked for',
    file: `${LOOK_UP}/store.ts`,
    from: `
        and \${notBlocked('l.organisation_id')}`,
    to: ``,
    caughtBy: { test: LOOK_UPS, name: 'an organisation that suspended its data' },
  },
  {
    name: 'a client of two files is asked for twice',
    file: `${LOOK_UP}/worker.ts`,
    from: `if (await isLookedUp(needs.db, company, rut)) return { kind: 'known' }`,
    to: `void isLookedUp`,
    caughtBy: { test: LOOK_UPS, name: 'a client of two uploads' },
  },
  {
    name: 'a refused clave is tried again',
    file: `${LOOK_UP}/worker.ts`,
    from: `      return settleLookUp(needs, claimed, 'clave')`,
    to: `      return tryLater(needs, claimed)`,
    caughtBy: { test: LOOK_UPS, name: 'a clave that the SII refused' },
  },
  {
    name: 'the SII is asked without end',
    file: `${LOOK_UP}/worker.ts`,
    from: `if (tries >= MAX_TRIES) return`,
    to: `if (tries < 0) return`,
    caughtBy: { test: LOOK_UPS, name: 'tried three times' },
  },
  {
    name: 'giving way is a failed try',
    file: `${LOOK_UP}/worker.ts`,
    from: `return putOffLookUp(db, claimed, { untilMs: now + GIVE_WAY_MS, tries })`,
    to: `return tryLater(needs, claimed)`,
    caughtBy: { test: LOOK_UPS, name: 'gives way' },
  },
  {
    name: 'numbers with any space between them are one',
    file: 'domain/decimal.ts',
    from: `GROUPED_BY_SPACES.test(trimmed) ? trimmed.replace(/\\s/g, '') : trimmed`,
    to: `trimmed.replace(/\\s/g, '')`,
    caughtBy: { test: NUMBERS, name: 'two numbers, or two signs' },
  },
  {
    name: 'spaces that do not break group no thousands',
    file: 'domain/decimal.ts',
    from: `(?:[ \\u00a0\\u202f]\\d{3})+`,
    to: `(?: \\d{3})+`,
    caughtBy: { test: NUMBERS, name: 'pesos written' },
  },
  {
    name: 'thousands apart have any number of digits',
    file: 'domain/decimal.ts',
    from: `[-−]?\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+`,
    to: `[-−]?\\d+(?:[ \\u00a0\\u202f]\\d+)+`,
    caughtBy: { test: NUMBERS, name: 'two numbers, or two signs' },
  },
  {
    name: 'every sign of pesos is left out',
    file: `${UPLOADS}/cells/read-number.ts`,
    from: `sign: /^(?:\\$|CLP)|(?:\\$|CLP)$/i`,
    to: `sign: /\\$|CLP/gi`,
    caughtBy: { test: NUMBERS, name: 'two numbers, or two signs' },
  },
  {
    name: 'a second sign is left to the next reader',
    file: `${UPLOADS}/cells/read-number.ts`,
    from: `return rest !== text && /[^\\d.,\\s−-]/.test(rest) ? null : rest.trim()`,
    to: `return rest.trim()`,
    caughtBy: { test: NUMBERS, name: 'two numbers, or two signs' },
  },
  {
    name: 'a quantity bears the sign of a currency',
    file: `${UPLOADS}/cells/read-number.ts`,
    from: `sign: null,`,
    to: `sign: /^(?:\\$|UF)/i,`,
    caughtBy: { test: NUMBERS, name: 'is no quantity' },
  },
  {
    name: '1,000 is one',
    file: `${UPLOADS}/cells/read-number.ts`,
    from: `(?:\\d{1,3}\\.|[1-9]\\d{0,2},)\\d{3}$`,
    to: `\\d{1,3}\\.\\d{3}$`,
    caughtBy: { test: NUMBERS, name: 'may be' },
  },
  {
    name: '0,125 may be a thousand',
    file: `${UPLOADS}/cells/read-number.ts`,
    from: `|[1-9]\\d{0,2},)`,
    to: `|\\d{1,3},)`,
    caughtBy: { test: NUMBERS, name: 'is one number' },
  },
  {
    name: 'what is offered for a doubtful number is doubtful',
    file: `${UPLOADS}/cells/read-number.ts`,
    from: `mayBeDecimal(\`\${clean},\${rest}\`) ? \`\${clean},\${rest}0\` : \`\${clean},\${rest}\``,
    to: `\`\${clean},\${rest}\``,
    caughtBy: { test: NUMBERS, name: 'each of which can be typed' },
  },
  {
    name: 'UF10 says no currency',
    file: `${JUDGE}/judge-line.ts`,
    from: `^(?:uf|clf)(?![a-z])`,
    to: `^(?:uf|clf)\\b`,
    caughtBy: { test: NUMBERS, name: 'says the currency' },
  },
  {
    name: 'a sign of pesos behind the number says no currency',
    file: `${JUDGE}/judge-line.ts`,
    from: `(?:\\$|clp|pesos)$`,
    to: `(?:clp|pesos)$`,
    caughtBy: { test: NUMBERS, name: 'says the currency' },
  },
  {
    name: 'a price of zero is right',
    file: `${JUDGE}/judge-line.ts`,
    from: `if (isZero(price)) {`,
    to: `if (isZero(price) && sheetRow.row < 0) {`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'zero UF are a price',
    file: `${JUDGE}/judge-line.ts`,
    from: `price.unitClp === 0 : isZeroUf(price.unitUf)`,
    to: `price.unitClp === 0 : false && isZeroUf(price.unitUf)`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'zero pesos are a price',
    file: `${JUDGE}/judge-line.ts`,
    from: `price.unitClp === 0 : isZeroUf`,
    to: `price.unitClp < 0 : isZeroUf`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'a new client of a factura has no city',
    file: `${JUDGE}/judge-document.ts`,
    from: `'street', 'commune', 'city'] as const`,
    to: `'street', 'commune'] as const`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'a copy of what is not sent goes to nobody',
    file: `${JUDGE}/judge-document.ts`,
    from: `const cause = contacts.length === 0 ? 'copyWithoutAddress' : 'copyUnsent'
      faults`,
    to: `const cause = contacts.length === 0 ? 'copyWithoutAddress' : 'copyUnsent'
      if (contacts.length === 0) faults`,
    caughtBy: { test: MISTAKES, name: 'each mistake in a file' },
  },
  {
    name: 'a copy is a fault where the row sends nothing',
    file: `${JUDGE}/judge-document.ts`,
    from: `      values.sendEmail === undefined &&
`,
    to: ``,
    caughtBy: { test: AMOUNTS, name: 'a mail goes to whom the row says' },
  },
  {
    name: 'a new client has two names',
    file: `${JUDGE}/judge.ts`,
    from: `  refuseOtherClients(documents, rowOf, facts, faults)
`,
    to: `  void refuseOtherClients
`,
    caughtBy: { test: MISTAKES, name: 'two names of one new client' },
  },
  {
    name: 'names of one new client are compared letter by letter',
    file: `${JUDGE}/one-client.ts`,
    from: `role === 'name' ? mayBeSameName(one, other) : plain(one) === plain(other)`,
    to: `plain(one) === plain(other)`,
    caughtBy: { test: MISTAKES, name: 'two names of one new client' },
  },
  {
    name: 'addresses of one new client may differ',
    file: `${JUDGE}/one-client.ts`,
    from: `role === 'name' ? mayBeSameName(one, other) : plain(one) === plain(other)`,
    to: `role !== 'name' || mayBeSameName(one, other)`,
    caughtBy: { test: MISTAKES, name: 'two addresses and two lines' },
  },
  {
    name: 'addresses are compared with their dots and spaces',
    file: `${JUDGE}/one-client.ts`,
    from: `return searchKey(text).replaceAll(/[^a-z\\d]/g, '')`,
    to: `return text.toLowerCase()`,
    caughtBy: { test: MISTAKES, name: 'two addresses and two lines' },
  },
  {
    name: 'of a stored client the rows are compared with each other',
    file: `${JUDGE}/one-client.ts`,
    from: `if (rut === null || clients.has(rut)) continue`,
    to: `if (rut === null) continue`,
    caughtBy: { test: MISTAKES, name: 'rows of a stored client' },
  },
  {
    name: 'the cells of a text with delimiters are not counted',
    file: 'server/sheets/csv.ts',
    from: `      counter.countCell()
`,
    to: ``,
    caughtBy: { test: 'src/server/uploads/hostile.test.ts', name: 'is refused by its reason' },
  },
  {
    name: 'numbers below each other are pasted as one',
    file: 'web/screens/uploads/grid/tsv.ts',
    from: `.replaceAll(/(?<!\\d) {2}| {2}(?!\\d)/g, ' ')`,
    to: `.replaceAll('  ', ' ')`,
    caughtBy: { test: PASTED, name: 'numbers over two lines' },
  },
  {
    name: 'an address that is added has the city of its last row',
    file: 'server/directory/files/plan-addresses.ts',
    from: `if (made.city !== '' && keyOfText(made.city)`,
    to: `if (made.city === '' && keyOfText(made.city)`,
    caughtBy: { test: DIRECTORY, name: 'another city of the same address' },
  },
  {
    name: 'a city in other letters is another one',
    file: 'server/directory/files/plan-addresses.ts',
    from: `keyOfText(made.city) !== keyOfText(first.made.city)`,
    to: `made.city !== first.made.city.toUpperCase()`,
    caughtBy: { test: DIRECTORY, name: 'another city of the same address' },
  },
  {
    name: 'of two cities of a stored address the first is taken without a word',
    file: 'server/directory/files/plan-addresses.ts',
    from: `else if (first.city !== read.value) refuseOtherCity`,
    to: `else if (first.city === '') refuseOtherCity`,
    caughtBy: { test: DIRECTORY, name: 'two cities of one stored address' },
  },
  {
    name: 'a stored product is paired with two rows',
    file: 'server/directory/files/pair.ts',
    from: `    this.#taken.add(place)
`,
    to: ``,
    caughtBy: { test: PAIRS, name: 'each with another' },
  },
  {
    name: 'one client may have any number of rows',
    file: 'server/directory/files/plan-clients.ts',
    from: `const over = group[MAX_ROWS_OF_CLIENT]`,
    to: `const over = group[MAX_ROWS_OF_CLIENT * 200]`,
    caughtBy: { test: DIRECTORY, name: 'more rows of one client' },
  },
]

import type { TestedMutant } from './mutant.ts'

const SHORT = 'src/server/uploads/short-documents.test.ts'
const COLUMNS = 'src/server/uploads/find-columns.test.ts'
const AMOUNTS = 'src/server/uploads/amounts.test.ts'
const MISTAKES = 'src/server/uploads/mistakes.test.ts'
const CORRECTED = 'src/server/uploads/corrections.test.ts'
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
    caughtBy: { test: MISTAKES, name: 'each of 75 mistakes' },
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
    name: 'the content says nothing of who gets the mail',
    file: `${JUDGE}/content.ts`,
    from: `JSON.stringify([document, `,
    to: `JSON.stringify([{ ...document, to: [] }, `,
    caughtBy: { test: CORRECTED, name: 'the content changes with each correction' },
  },
  {
    name: 'the content says nothing of lines',
    file: `${JUDGE}/content.ts`,
    from: `of, said]))`,
    to: `of, said.length]))`,
    caughtBy: { test: CORRECTED, name: 'the content changes with each correction' },
  },
  {
    name: 'the content changes with the answer of the SII',
    file: `${JUDGE}/content.ts`,
    from: `client?.kind === 'fromRow' ? client : client !== null`,
    to: `client`,
    caughtBy: { test: CORRECTED, name: 'the content changes with each correction' },
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
    from: `if (corrections === NOTHING) await forgetCorrections(trx, at)`,
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
    name: 'a document of the month before is no other',
    file: `${UPLOADS}/likes.ts`,
    from: `compare(from, first) < 0 ? from : first`,
    to: `first`,
    caughtBy: { test: API, name: 'a document of the last days' },
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
]

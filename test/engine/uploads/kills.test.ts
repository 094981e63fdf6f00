import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { correctUpload } from '#server/uploads/correct.ts'
import { pauseUpload, resumeUpload } from '#server/uploads/issue/pause.ts'
import { readProgress } from '#server/uploads/issue/progress.ts'
import { answerColumns, forgetUpload, takeUpload } from '#server/uploads/uploads.ts'
import { documentsOf } from '../house.ts'
import { checkInvariants } from '../invariants.ts'
import { dyingAt, HEADINGS, KNOWN_RUT, openUploadHouse, type UploadHouse } from './upload-house.ts'

// A process that is killed at any statement of what a person does with a file leaves all of it or nothing, and what is
// done again then is done once. Orders, making and cancelling are in their own files.

let own: UploadHouse
beforeEach(async () => {
  own = await openUploadHouse()
})
afterEach(async () => {
  await checkInvariants(own.house)
  await own.close()
})

const ROWS = ['A', 'B'].map(
  (name, n) => `${name};Factura;${KNOWN_RUT};Servicio ${name};1;${n + 5}0000;CLP`,
)
const MOST_STATEMENTS = 200

/** Kills it before its first statement, its second, … until it has done something, which `after` says. */
async function killEverywhere(
  act: (needs: UploadHouse['house']) => Promise<unknown>,
  facts: () => Promise<unknown>,
): Promise<{ deaths: number; after: unknown }> {
  const before = JSON.stringify(await facts())
  for (let number = 1; number < MOST_STATEMENTS; number += 1) {
    const dying = dyingAt(own.house.db, number)
    await act({ ...own.house, db: dying.db }).catch(() => null)
    const after = await facts()
    if (JSON.stringify(after) !== before) return { deaths: number - 1, after }
    expect(dying.died()).toBe(true)
  }
  throw new Error('It never came to an end')
}

const audits = async (id: number, kind: string) => {
  const { rows } = await sql`select from audit_event
    where kind = ${kind} and subject = ${`upload:${id}`}`.execute(own.house.db)
  return rows.length
}

const isPaused = async (id: number) =>
  (await readProgress(own.house, { organisationId: own.rule.organisationId, id })).isPaused

test('a pause and a resumption that are killed hold the file or let it go, each once on record', async () => {
  const id = await own.upload(ROWS)
  await own.order(id)
  const worker = own.house.worker('w1')
  await own.house.settle(worker)
  const paused = await killEverywhere(
    (needs) => pauseUpload(needs, own.by, id),
    async () => [await isPaused(id), await audits(id, 'uploadPaused')],
  )
  expect(paused.after).toEqual([true, 1])
  expect(paused.deaths).toBeGreaterThan(2)
  await own.house.live(worker, 60, 30)
  expect((await documentsOf(own.house)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  const resumed = await killEverywhere(
    (needs) => resumeUpload(needs, own.by, id),
    async () => [await isPaused(id), await audits(id, 'uploadResumed')],
  )
  expect(resumed.after).toEqual([false, 1])
  await own.house.live(worker, 60, 10)
  expect((await documentsOf(own.house)).map(({ state }) => state)).toEqual(['issued', 'issued'])
})

test('an upload that is killed is stored with the rows that were taken out before, or not at all', async () => {
  const heading = `${HEADINGS};Estado;Folio;Error;Id Folio`
  const bytes = Buffer.from([heading, `${ROWS[0]};;;;`, `${ROWS[1]};Quitada;;;`].join('\r\n'))
  const { after, deaths } = await killEverywhere(
    (needs) => takeUpload(needs, own.by, own.companyId, { bytes, fileName: 'otra vez.csv' }),
    async () => {
      const { db } = own.house
      const { rows } = await sql`select from audit_event where kind = 'fileUploaded'`.execute(db)
      return [
        await db.selectFrom('upload').select(['documents', 'valid']).execute(),
        await db.selectFrom('upload_removed_row').select('row_number').execute(),
        rows.length,
      ]
    },
  )
  expect(after).toEqual([[{ documents: 1, valid: 1 }], [{ row_number: 3 }], 1])
  expect(deaths).toBeGreaterThan(5)
})

/** Everything that a correction writes. */
async function corrected(id: number) {
  const { db } = own.house
  const { revision, valid, faults, documents } = await db
    .selectFrom('upload')
    .select(['revision', 'valid', 'faults', 'documents'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const cells = await db.selectFrom('upload_cell').select(['row_number', 'role', 'typed']).execute()
  const removed = await db.selectFrom('upload_removed_row').select('row_number').execute()
  return {
    revision,
    valid,
    faults,
    documents,
    cells,
    removed,
    audits: await audits(id, 'uploadCorrected'),
  }
}

test('corrections that are killed while they are saved are kept whole or not at all', async () => {
  const id = await own.upload([...ROWS, `C;Factura;${KNOWN_RUT};Sin precio;1;;CLP`])
  const correction = {
    typed: [{ row: 4, role: 'price' as const, text: '70000' }],
    cleared: [],
    removed: [3],
    restored: [],
  }
  const { after, deaths } = await killEverywhere(
    (needs) => correctUpload(needs, own.by, id, correction),
    () => corrected(id),
  )
  expect(after).toMatchObject({
    documents: 2,
    valid: 2,
    faults: 0,
    cells: [{ row_number: 4, role: 'price', typed: '70000' }],
    removed: [{ row_number: 3 }],
    audits: 1,
  })
  expect(deaths).toBeGreaterThan(10)
  await own.order(id)
  await own.house.live(own.house.worker('w1'), 60, 10)
  expect((await documentsOf(own.house)).map(({ key, total_clp }) => [key, total_clp])).toEqual([
    [`upload:${id}:g:A`, 59_500],
    [`upload:${id}:g:C`, 83_300],
  ])
})

test('columns that are killed while they are answered are the file’s and the company’s, or nobody’s', async () => {
  const id = await own.upload(ROWS)
  const columns = { kind: 1, rut: 2, description: 3, price: 5 }
  const answer = { sheet: 'facturas', headerRow: 1, columns, defaultKind: null }
  const { after } = await killEverywhere(
    (needs) => answerColumns(needs, own.by, id, answer),
    async () => {
      const { rows } = await sql`select answer is not null as "isAnswered",
        (select count(*)::int from upload_columns) as remembered from upload`.execute(own.house.db)
      return [rows[0], await audits(id, 'uploadColumnsAnswered')]
    },
  )
  expect(after).toEqual([{ isAnswered: true, remembered: 1 }, 1])
})

test('a deletion that is killed leaves the file, or nothing of it', async () => {
  const id = await own.upload(ROWS)
  const { after } = await killEverywhere(
    (needs) => forgetUpload(needs, own.by, id),
    async () => {
      const { rows } = await sql`select bytes is null as "isGone" from upload`.execute(own.house.db)
      return [rows[0], await audits(id, 'uploadDeleted')]
    },
  )
  expect(after).toEqual([{ isGone: true }, 1])
})

import {
  MAX_KEPT_EDIT_CHARACTERS,
  MAX_KEPT_EDITS,
  MAX_UPLOAD_ROWS,
  type UploadRole,
} from '#domain/upload.ts'
import { audit } from '../audit.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { saveCorrection, type Correction } from './correction-store.ts'
import type { Corrections, TypedCell } from './corrections.ts'
import { openFile, presentRead, type Needs, type Opened } from './open.ts'
import { lockUpload, mayBeOrdered, ordersOf } from './ordered/orders.ts'
import type { Presented } from './present.ts'
import type { UploadJudged, UploadRead } from './read-upload.ts'
import { saveReading, type UploadAt } from './store.ts'
import { alreadyOrdered, changedMeanwhile, countsOf, type By, type Refusal } from './uploads.ts'

/** Two people who type at once each have their turn. */
const MAX_TRIES = 5

/**
 * Takes what a person typed over a file's cells, and says everything of it again; or why nothing could be read of what it
 * would be then, in which case nothing is taken. The file is read before the upload is locked: whoever corrects it
 * meanwhile makes us read it again.
 */
export async function correctUpload(
  needs: Needs,
  by: By,
  id: number,
  correction: Correction,
): Promise<Refusal | ({ kind: 'corrected' } & Presented)> {
  const at = { organisationId: by.organisationId, id }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const opened = await openFile(needs, at)
    const corrections = correctedBy(opened.file.corrections, correction)
    const read = await opened.read({ corrections })
    if (read.kind === 'refused') return read
    checkRows(read, correction)
    const ordered = await orderedKeys(needs, at)
    const touched = ordered.length === 0 ? null : await rowsOf(opened, ordered)
    if (touched !== null && changes(touched, read, ordered, correction)) throw alreadyOrdered()
    if (await save(needs, by, { opened, correction, read, ordered })) {
      return { kind: 'corrected', ...(await presentRead(needs, opened, read)) }
    }
  }
  throw changedMeanwhile()
}

/** The later word on a cell or a row is the one that counts. */
function correctedBy(before: Corrections, correction: Correction): Corrections {
  const typed = new Map(before.typed.map((cell) => [placeOf(cell), cell]))
  for (const cell of correction.cleared) typed.delete(placeOf(cell))
  for (const cell of correction.typed) typed.set(placeOf(cell), cell)
  const removed = new Set(before.removed)
  for (const row of correction.restored) removed.delete(row)
  for (const row of correction.removed) removed.add(row)
  const cells: TypedCell[] = [...typed.values()]
  const characters = cells.reduce((sum, { text }) => sum + text.length, 0)
  if (cells.length > MAX_KEPT_EDITS || characters > MAX_KEPT_EDIT_CHARACTERS) {
    throw new Refused(400, 'uploadTooManyEdits')
  }
  return { typed: cells, removed: [...removed] }
}

function placeOf({ row, role }: { row: number; role: UploadRole }): string {
  return `${row} ${role}`
}

/** Rows are added below the last one, as many as a file may have. */
function checkRows(read: Exclude<UploadRead, Refusal>, { typed, removed }: Correction): void {
  if (read.kind === 'columns') throw new Refused(400, 'uploadRowUnknown')
  const { headerRow, lastRow } = read
  const rows = [...typed.map(({ row }) => row), ...removed]
  if (rows.some((row) => row <= headerRow || row > lastRow + MAX_UPLOAD_ROWS)) {
    throw new Refused(400, 'uploadRowUnknown')
  }
}

async function orderedKeys({ db }: Pick<Needs, 'db'>, at: UploadAt): Promise<string[]> {
  const orders = [...(await ordersOf(db, at)).values()]
  return orders.flatMap((order) => (mayBeOrdered(order) ? [] : [order.groupKey])).toSorted()
}

/** Of each document that was ordered, as the file stands: its rows. */
async function rowsOf(
  opened: Opened,
  ordered: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const read = await opened.read()
  const documents = read.kind === 'judged' ? read.documents : []
  const keys = new Set(ordered)
  return new Map(
    documents.flatMap(({ key, rows }) => (keys.has(key) ? [[key, rows] as const] : [])),
  )
}

/** Whether a document that was ordered would have other rows, or other cells in them. */
function changes(
  before: ReadonlyMap<string, readonly number[]>,
  read: UploadRead,
  ordered: readonly string[],
  { typed, cleared, removed, restored }: Correction,
): boolean {
  const touched = new Set([
    ...[...typed, ...cleared].map(({ row }) => row),
    ...removed,
    ...restored,
  ])
  const after = new Map(documentsOf(read).map(({ key, rows }) => [key, rows]))
  return ordered.some((key) => {
    const rows = before.get(key) ?? []
    return rows.some((row) => touched.has(row)) || rows.join() !== (after.get(key) ?? []).join()
  })
}

function documentsOf(read: UploadRead): UploadJudged['documents'] {
  return read.kind === 'judged' ? read.documents : []
}

interface Saved {
  opened: Opened
  correction: Correction
  read: UploadRead
  ordered: readonly string[]
}

/** False when somebody corrected or ordered something of the file since it was read. */
function save(
  { db, clock }: Needs,
  by: By,
  { opened, correction, read, ordered }: Saved,
): Promise<boolean> {
  const { of: at, file } = opened
  return db.transaction().execute(async (trx) => {
    if ((await lockUpload(trx, at)) === null) throw new NotFound()
    if ((await orderedKeys({ db: trx }, at)).join('\n') !== ordered.join('\n')) return false
    const said = { answer: null, counts: countsOf(read) }
    if (!(await saveReading(trx, at, file.revision, said))) return false
    await saveCorrection(trx, at, correction, { userId: by.userId, clock })
    const { typed, cleared, removed, restored } = correction
    await audit(trx, clock, by, {
      kind: 'uploadCorrected',
      subject: `upload:${at.id}`,
      data: { cells: typed.length + cleared.length, rows: removed.length + restored.length },
    })
    return true
  })
}

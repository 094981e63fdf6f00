import { createHash } from 'node:crypto'
import { UPLOAD_ALREADY_ORDERED } from '#contract/upload-orders.ts'
import { MAX_KEPT_UPLOAD_BYTES } from '#domain/upload.ts'
import { audit } from '../audit.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { forgetCorrections, saveCorrection } from './correction-store.ts'
import { withOrders, type UploadKnown } from './ordered/claims.ts'
import type { Corrections } from './corrections.ts'
import { companyOf, readFacts } from './facts.ts'
import type { ColumnsAnswer } from './find-columns.ts'
import { askAgain } from './look-up/store.ts'
import { openFile, presentRead, type Needs, type Opened } from './open.ts'
import { lockUpload, ordersOf } from './ordered/orders.ts'
import type { Presented } from './present.ts'
import { readInThread } from './reader.ts'
import type { UploadRead } from './read-upload.ts'
import {
  insertUpload,
  keptBytes,
  rememberColumns,
  rememberedColumns,
  removeFile,
  saveReading,
  type Db,
  type UploadAt,
  type UploadCounts,
} from './store.ts'

export type { Needs } from './open.ts'

export interface By {
  organisationId: number
  userId: number
}

export type Refusal = Extract<UploadRead, { kind: 'refused' }>

const NOTHING: Corrections = { typed: [], removed: [] }
const BYTES_A_MB = 1024 * 1024

/** Stores a file that can be read, and says everything of it. One that can't is not kept. */
export async function takeUpload(
  needs: Needs,
  by: By,
  companyId: number,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
): Promise<Refusal | ({ kind: 'stored' } & Presented)> {
  const { db, clock } = needs
  const of = { organisationId: by.organisationId, companyId }
  const company = await companyOf(db, of)
  const facts = await readFacts(needs, of, company)
  const kept = await keptBytes(db, by.organisationId)
  if (kept + bytes.length > MAX_KEPT_UPLOAD_BYTES) {
    return { kind: 'refused', reason: 'tooManyKept', count: Math.floor(kept / BYTES_A_MB) }
  }
  const remembered = await rememberedColumns(db, of)
  const said = { bytes, fileName, answer: null, remembered, facts }
  const { read, corrections } = await readNew(async (corrections) =>
    withOrders(db, { ...of, id: null }, await readInThread({ ...said, corrections })),
  )
  if (read.kind === 'refused') return read
  const file = { fileName, bytes, uploadedBy: by.userId }
  const id = await db.transaction().execute(async (trx) => {
    const made = await insertUpload(trx, clock, of, file, countsOf(read))
    await takeOut(needs, trx, by, made, corrections)
    const data = { upload: made, documents: countsOf(read).documents }
    await audit(trx, clock, by, { kind: 'fileUploaded', subject: `company:${companyId}`, data })
    return made
  })
  return {
    kind: 'stored',
    ...(await presentRead(needs, { of: { ...of, id }, company, facts }, read)),
  }
}

/** Reads what nobody corrected yet, without the rows that an annotated file says were taken out. */
async function readNew(
  read: (corrections: Corrections) => Promise<UploadKnown>,
): Promise<{ read: UploadKnown; corrections: Corrections }> {
  const whole = await read(NOTHING)
  const removed = whole.kind === 'judged' ? whole.annotated.takenOut : []
  if (removed.length === 0) return { read: whole, corrections: NOTHING }
  const corrections = { typed: [], removed }
  return { read: await read(corrections), corrections }
}

async function takeOut(
  { clock }: Needs,
  trx: Db,
  { organisationId, userId }: By,
  id: number,
  { removed }: Corrections,
): Promise<void> {
  const correction = { typed: [], cleared: [], removed, restored: [] }
  await saveCorrection(trx, { organisationId, id }, correction, { userId, clock })
}

/** Reads a stored file again. 404 for one that is gone or somebody else's. */
export async function openUpload(needs: Needs, at: UploadAt): Promise<Presented> {
  const opened = await openFile(needs, at)
  return presentRead(needs, opened, await opened.read())
}

/**
 * Takes what a person says of the columns, for this file and for the company's next ones. What was typed into rows of
 * another sheet, or below other headings, is forgotten.
 */
export async function answerColumns(
  needs: Needs,
  by: By,
  id: number,
  answer: ColumnsAnswer,
): Promise<Presented> {
  const { db, clock } = needs
  const at = { organisationId: by.organisationId, id }
  const opened = await openFile(needs, at)
  const { file } = opened
  const isSame = await isSameSheet(opened, answer)
  const { read, corrections } = isSame
    ? { read: await opened.read({ answer }), corrections: file.corrections }
    : await readNew((said) => opened.read({ answer, corrections: said }))
  if (read.kind !== 'judged') return presentRead(needs, opened, read)
  await db.transaction().execute(async (trx) => {
    if ((await lockUpload(trx, at)) === null) throw new NotFound()
    if ((await ordersOf(trx, at)).size > 0) throw alreadyOrdered()
    const said = { answer, counts: countsOf(read) }
    if (!(await saveReading(trx, at, file.revision, said))) throw changedMeanwhile()
    if (!isSame) {
      await forgetCorrections(trx, at)
      await takeOut(needs, trx, by, id, corrections)
    }
    await audit(trx, clock, by, { kind: 'uploadColumnsAnswered', subject: `upload:${id}` })
    if (read.toRemember === null) return
    const remembered = { userId: by.userId, columns: read.toRemember }
    await rememberColumns(trx, clock, opened.of, remembered)
  })
  return presentRead(needs, opened, read)
}

async function isSameSheet({ read }: Opened, answer: ColumnsAnswer): Promise<boolean> {
  const before = await read()
  if (before.kind !== 'judged') return false
  return before.sheet === answer.sheet && before.headerRow === answer.headerRow
}

/** Asks the SII again for clients of whom it gave no answer: one, or all of the file. */
export async function lookUpAgain(
  needs: Needs,
  by: By,
  id: number,
  ruts: readonly string[] | null,
): Promise<Presented> {
  const at = { organisationId: by.organisationId, id }
  await askAgain(needs.db, needs.clock, at, { userId: by.userId, ruts })
  return openUpload(needs, at)
}

/** The file goes, and what was said of it; that it was uploaded stays, so that the same file is known again. */
export async function forgetUpload({ db, clock }: Needs, by: By, id: number): Promise<void> {
  const at = { organisationId: by.organisationId, id }
  await db.transaction().execute(async (trx) => {
    if (!(await removeFile(trx, clock, at))) throw new NotFound()
    await audit(trx, clock, by, { kind: 'uploadDeleted', subject: `upload:${id}` })
  })
}

export function alreadyOrdered(): Refused {
  return new Refused(409, 'uploadAlreadyOrdered', { code: UPLOAD_ALREADY_ORDERED })
}

export function changedMeanwhile(): Refused {
  return new Refused(409, 'uploadChangedMeanwhile')
}

export function countsOf(read: UploadRead): UploadCounts {
  if (read.kind !== 'judged') return { documents: 0, valid: 0, faults: 0, contentSha256: null }
  const { documents, faultCount } = read
  return {
    documents: documents.length,
    valid: documents.filter(({ isValid, waits }) => isValid || waits).length,
    faults: faultCount,
    contentSha256: digestOf(documents),
  }
}

/** Of what the documents say, in any order: the same rows in another file, or moved, are the same. */
function digestOf(documents: Extract<UploadRead, { kind: 'judged' }>['documents']): Uint8Array {
  const said = documents.map(({ kind, rut, serviceMonth, lines }) =>
    JSON.stringify([
      kind,
      rut,
      serviceMonth,
      lines.map(({ code, description, quantity, price }) => [code, description, quantity, price]),
    ]),
  )
  return createHash('sha256').update(said.toSorted().join('\n')).digest()
}

import { createHash } from 'node:crypto'
import { audit } from '../audit.ts'
import type { Clock } from '../clock.ts'
import { NotFound } from '../http/errors.ts'
import { readFacts } from './facts.ts'
import type { ColumnsAnswer } from './find-columns.ts'
import { readLikes } from './likes.ts'
import type { Presented } from './present.ts'
import type { UploadRead } from './read-upload.ts'
import { knownOrders, lockUpload, ordersOf } from './orders.ts'
import { readInThread } from './reader.ts'
import {
  earlierThan,
  fileOf,
  findUpload,
  forgetFile,
  insertUpload,
  rememberColumns,
  rememberedColumns,
  removeUpload,
  saveAnswer,
  type Db,
  type OfCompany,
  type UploadAt,
  type UploadCounts,
} from './store.ts'

export interface Needs {
  db: Db
  clock: Clock
}

export interface By {
  organisationId: number
  userId: number
}

type Refusal = Extract<UploadRead, { kind: 'refused' }>

/** Stores a file that can be read, and says everything of it. One that can't is not kept. */
export async function takeUpload(
  needs: Needs,
  by: By,
  companyId: number,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
): Promise<Refusal | ({ kind: 'stored' } & Presented)> {
  const { db, clock } = needs
  const of = { organisationId: by.organisationId, companyId }
  const facts = await readFacts(needs, of)
  const remembered = await rememberedColumns(db, of)
  const read = await readInThread({ bytes, fileName, answer: null, remembered, facts })
  if (read.kind === 'refused') return read
  const file = { fileName, bytes, uploadedBy: by.userId }
  const id = await db.transaction().execute(async (trx) => {
    const made = await insertUpload(trx, clock, of, file, countsOf(read))
    const data = { upload: made, documents: countsOf(read).documents }
    await audit(trx, clock, by, { kind: 'fileUploaded', subject: `company:${companyId}`, data })
    return made
  })
  return { kind: 'stored', ...(await present(needs, { ...of, id }, read, facts)) }
}

/** Reads a stored file again. 404 for one that is gone or somebody else's. */
export async function openUpload(
  needs: Needs,
  at: UploadAt,
  given: ColumnsAnswer | null = null,
): Promise<Presented> {
  const upload = await findUpload(needs.db, at)
  const file = upload === null ? null : await fileOf(needs.db, at)
  if (upload === null || file === null) throw new NotFound()
  const of = { organisationId: at.organisationId, companyId: upload.companyId }
  const facts = await readFacts(needs, of)
  const remembered = await rememberedColumns(needs.db, of)
  const answer = given ?? file.answer
  const { bytes } = file
  const read = await readInThread({ bytes, fileName: upload.fileName, answer, remembered, facts })
  return present(needs, { ...of, id: at.id }, read, facts)
}

/** Takes what a person says of the columns, for this file and for the company's next ones. */
export async function answerColumns(
  needs: Needs,
  by: By,
  id: number,
  answer: ColumnsAnswer,
): Promise<Presented> {
  const { db, clock } = needs
  const at = { organisationId: by.organisationId, id }
  const presented = await openUpload(needs, at, answer)
  const { read, upload } = presented
  if (read.kind !== 'judged') return presented
  const of = { organisationId: by.organisationId, companyId: upload.companyId }
  await db.transaction().execute(async (trx) => {
    await saveAnswer(trx, at, answer, countsOf(read))
    await audit(trx, clock, by, { kind: 'uploadColumnsAnswered', subject: `upload:${id}` })
    if (read.toRemember === null) return
    await rememberColumns(trx, clock, of, { userId: by.userId, columns: read.toRemember })
  })
  const saved = await findUpload(db, at)
  if (saved === null) throw new NotFound()
  return { ...presented, upload: saved, earlier: await earlierThan(db, at) }
}

export async function forgetUpload({ db, clock }: Needs, by: By, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const at = { organisationId: by.organisationId, id }
    if ((await lockUpload(trx, at)) === null) throw new NotFound()
    // What was ordered of it stays known, so that nothing of the same file is taken for new.
    if ((await ordersOf(trx, at)).size > 0) await forgetFile(trx, clock, at)
    else await removeUpload(trx, at)
    await audit(trx, clock, by, { kind: 'uploadDeleted', subject: `upload:${id}` })
  })
}

async function present(
  { db }: Needs,
  { id, ...of }: OfCompany & UploadAt,
  read: UploadRead,
  facts: Awaited<ReturnType<typeof readFacts>>,
): Promise<Presented> {
  const at = { organisationId: of.organisationId, id }
  const upload = await findUpload(db, at)
  if (upload === null) throw new NotFound()
  const documents = read.kind === 'judged' ? read.documents : []
  return {
    upload,
    earlier: await earlierThan(db, at),
    read,
    likes: await readLikes(db, of, documents, facts.today),
    orders:
      read.kind === 'judged' ? await knownOrders(db, { ...of, id }, read) : new Map(),
    ufToday: facts.ufRates.DAY_OF,
  }
}

function countsOf(read: UploadRead): UploadCounts {
  if (read.kind !== 'judged') return { documents: 0, valid: 0, faults: 0, contentSha256: null }
  const { documents, faultCount } = read
  return {
    documents: documents.length,
    valid: documents.filter(({ isValid }) => isValid).length,
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

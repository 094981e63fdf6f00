import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import { MAX_UPLOAD_COLUMNS, UPLOAD_ROLES } from '#domain/upload.ts'
import { instantText, type Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import type { Corrections } from './corrections.ts'
import type { ColumnsAnswer, RememberedColumns } from './find-columns.ts'

export type Db = Kysely<Schema>

export interface OfCompany {
  organisationId: number
  companyId: number
}

export interface UploadAt {
  organisationId: number
  id: number
}

export interface NewUpload {
  fileName: string
  bytes: Uint8Array
  uploadedBy: number
}

/** What came of reading it, for the list. */
export interface UploadCounts {
  documents: number
  valid: number
  faults: number
  contentSha256: Uint8Array | null
}

export async function insertUpload(
  db: Db,
  clock: Clock,
  { organisationId, companyId }: OfCompany,
  { fileName, bytes, uploadedBy }: NewUpload,
  { documents, valid, faults, contentSha256 }: UploadCounts,
): Promise<number> {
  const { id } = await db
    .insertInto('upload')
    .values({
      organisation_id: organisationId,
      company_id: companyId,
      file_name: fileName,
      bytes: Buffer.from(bytes),
      sha256: createHash('sha256').update(bytes).digest(),
      content_sha256: contentSha256 === null ? null : Buffer.from(contentSha256),
      documents,
      valid,
      faults,
      uploaded_by: uploadedBy,
      uploaded_at: instantText(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Null answer: the one there is stays. False when somebody said something of the file since that revision. */
export async function saveReading(
  trx: Db,
  { organisationId, id }: UploadAt,
  revision: number,
  { answer, counts }: { answer: ColumnsAnswer | null; counts: UploadCounts },
): Promise<boolean> {
  const { documents, valid, faults, contentSha256 } = counts
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({
      ...(answer === null ? {} : { answer: JSON.stringify(answer) }),
      revision: revision + 1,
      content_sha256: contentSha256 === null ? null : Buffer.from(contentSha256),
      documents,
      valid,
      faults,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('bytes', 'is not', null)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface StoredUpload {
  id: number
  companyId: number
  fileName: string
  uploadedBy: string | null
  uploadedAt: string
  documents: number
  valid: number
  faults: number
  ordered: number
  issued: number
  failed: number
  isGone: boolean
}

/** The newest first, those before `before`. */
export async function listUploads(
  db: Db,
  { organisationId, companyId }: OfCompany,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredUpload[]> {
  const { rows } =
    await sql<StoredUpload>`select ${SUMMARY} where upload.organisation_id = ${organisationId}
    and company_id = ${companyId} and (${before}::bigint is null or upload.id < ${before}::bigint)
    order by upload.id desc limit ${limit}`.execute(db)
  return rows
}

const SUMMARY = sql`upload.id, company_id as "companyId", file_name as "fileName", app_user.email as "uploadedBy",
  uploaded_at as "uploadedAt", documents, valid, faults, forgotten_at is not null as "isGone",
  (select count(*) from upload_order o where o.organisation_id = upload.organisation_id
    and o.upload_id = upload.id and o.state <> 'cancelled')::int as ordered,
  (select count(*) from upload_order o join document d on d.organisation_id = o.organisation_id and d.id = o.document_id
    where o.organisation_id = upload.organisation_id and o.upload_id = upload.id
      and d.state in ('issued', 'annulled'))::int as issued,
  (select count(*) from upload_order o left join document d on d.organisation_id = o.organisation_id and d.id = o.document_id
    where o.organisation_id = upload.organisation_id and o.upload_id = upload.id
      and (o.state = 'refused' or d.state = 'failed'))::int as failed
  from upload left join app_user on app_user.id = uploaded_by`

export async function findUpload(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<StoredUpload | null> {
  const { rows } =
    await sql<StoredUpload>`select ${SUMMARY} where upload.organisation_id = ${organisationId}
    and upload.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The stored file with all that persons said of it. */
export interface StoredFile {
  bytes: Uint8Array
  answer: ColumnsAnswer | null
  /** Counts what was said of it. */
  revision: number
  corrections: Corrections
}

/** Null once the file is gone. All of one moment: one query reads it. */
export async function fileOf(db: Db, { organisationId, id }: UploadAt): Promise<StoredFile | null> {
  const { rows } = await sql<{
    bytes: Uint8Array | null
    answer: unknown
    revision: number
    typed: unknown
    removed: unknown
  }>`select bytes, answer, revision,
      (select coalesce(json_agg(json_build_array(row_number, role, typed) order by row_number), '[]')
        from upload_cell cell where cell.organisation_id = upload.organisation_id
          and cell.upload_id = upload.id) as typed,
      (select coalesce(json_agg(row_number order by row_number), '[]') from upload_removed_row gone
        where gone.organisation_id = upload.organisation_id and gone.upload_id = upload.id) as removed
    from upload where organisation_id = ${organisationId} and id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined || row.bytes === null) return null
  const answer = storedAnswer.safeParse(row.answer)
  return {
    bytes: row.bytes,
    answer: answer.success ? answer.data : null,
    revision: row.revision,
    corrections: {
      typed: storedCells.parse(row.typed).map(([at, of, text]) => ({ row: at, role: of, text })),
      removed: storedRows.parse(row.removed),
    },
  }
}

/** Of all files of the organisation that are still kept. */
export async function keptBytes(db: Db, organisationId: number): Promise<number> {
  const { rows } = await sql<{
    bytes: string
  }>`select coalesce(sum(octet_length(bytes)), 0)::text as bytes
    from upload where organisation_id = ${organisationId} and bytes is not null`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

export interface EarlierUpload {
  id: number
  fileName: string
  uploadedAt: string
}

/** More are not named. */
const MOST_EARLIER = 100

/** Of the same company, with the same bytes or the same documents. */
export async function earlierThan(
  db: Db,
  { organisationId, id }: UploadAt,
): Promise<EarlierUpload[]> {
  const { rows } = await sql<EarlierUpload>`select earlier.id, earlier.file_name as "fileName",
      earlier.uploaded_at as "uploadedAt"
    from upload this join upload earlier on earlier.organisation_id = this.organisation_id
      and earlier.company_id = this.company_id and earlier.id < this.id
      and (earlier.sha256 = this.sha256 or earlier.content_sha256 = this.content_sha256)
    where this.organisation_id = ${organisationId} and this.id = ${id}
    order by earlier.id desc limit ${MOST_EARLIER}`.execute(db)
  return rows
}

/**
 * The file goes, with all that was said of it; that it was uploaded stays, so that the same file is known again. False
 * when it is gone already.
 */
export async function removeFile(
  trx: Db,
  clock: Clock,
  { organisationId, id }: UploadAt,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('upload')
    .set({ bytes: null, answer: null, forgotten_at: instantText(clock.now()) })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('bytes', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  for (const table of ['upload_cell', 'upload_removed_row', 'upload_look_up'] as const) {
    await trx
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('upload_id', '=', id)
      .execute()
  }
  return true
}

/** How many ways of calling columns are tried on a file. */
const MOST_REMEMBERED = 20

/** The newest first. */
export async function rememberedColumns(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<RememberedColumns[]> {
  const rows = await db
    .selectFrom('upload_columns')
    .select('columns')
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .orderBy('answered_at', 'desc')
    .limit(MOST_REMEMBERED)
    .execute()
  return rows.flatMap(({ columns }) => {
    const parsed = storedColumns.safeParse(columns)
    return parsed.success ? [parsed.data] : []
  })
}

export async function rememberColumns(
  trx: Db,
  clock: Clock,
  { organisationId, companyId }: OfCompany,
  { userId, columns }: { userId: number; columns: RememberedColumns },
): Promise<void> {
  const answered = { answered_by: userId, answered_at: instantText(clock.now()) }
  const headings = UPLOAD_ROLES.map((role) => columns.headings[role] ?? '').join('|')
  const kept = JSON.stringify(columns)
  await trx
    .insertInto('upload_columns')
    .values({
      organisation_id: organisationId,
      company_id: companyId,
      headings,
      columns: kept,
      ...answered,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'company_id', 'headings'])
        .doUpdateSet({ columns: kept, ...answered }),
    )
    .execute()
}

const role = z.enum(UPLOAD_ROLES)
const defaultKind = z.enum(['factura', 'boletaHonorarios']).nullable()
const storedColumns = z.object({
  headings: z.partialRecord(role, z.string()),
  leftOut: z.array(z.string()).default([]),
  defaultKind,
})
const storedCells = z.array(z.tuple([z.int(), role, z.string()]))
const storedRows = z.array(z.int())
const storedAnswer = z.object({
  sheet: z.string(),
  headerRow: z.int(),
  columns: z.partialRecord(
    role,
    z
      .int()
      .min(0)
      .max(MAX_UPLOAD_COLUMNS - 1),
  ),
  defaultKind,
})

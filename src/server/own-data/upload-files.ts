import { z } from 'zod'
import type { OwnDataTexts } from '#texts/own-data.ts'
import type { ExportedTable } from './exported-table.ts'
import { filePages } from './file-pages.ts'
import type { Db, Owner } from './owner.ts'

const upload = z.object({
  id: z.int(),
  file_name: z.string(),
  forgotten_at: z.unknown().optional(),
})

/** The files of documents that were uploaded; what they say of clients stands in them. */
const UPLOAD_TABLE: ExportedTable = {
  table: 'upload',
  order: ['id'],
  // Say nothing but whether a file is the same.
  without: ['sha256', 'content_sha256'],
  file: { column: 'bytes', path: uploadPath },
  sheet: [
    'id',
    'company_id',
    'file_name',
    'bytes',
    'documents',
    'valid',
    'faults',
    'uploaded_by',
    'uploaded_at',
    'forgotten_at',
  ],
}

/** What was ordered of them; what each says is held until the file goes. */
const UPLOAD_ORDER_TABLE: ExportedTable = {
  table: 'upload_order',
  order: ['upload_id', 'group_key'],
  sheet: [
    'upload_id',
    'group_key',
    'position',
    'state',
    'issue_day',
    'document_id',
    'ordered_by',
    'ordered_at',
  ],
}

/** What was said of them beside the files. */
export const UPLOAD_TABLES: readonly ExportedTable[] = [
  UPLOAD_TABLE,
  UPLOAD_ORDER_TABLE,
  {
    table: 'upload_cell',
    order: ['upload_id', 'row_number', 'role'],
    sheet: ['upload_id', 'row_number', 'role', 'typed', 'typed_by', 'typed_at'],
  },
  {
    table: 'upload_removed_row',
    order: ['upload_id', 'row_number'],
    sheet: ['upload_id', 'row_number', 'removed_by', 'removed_at'],
  },
  {
    table: 'upload_look_up',
    order: ['upload_id', 'rut'],
    sheet: ['upload_id', 'rut', 'state', 'reason', 'asked_by', 'asked_at', 'settled_at'],
  },
]
/** Where an uploaded file stands in the archive, with its own ending where that is of a sheet; null: it is gone. */
export function uploadPath(row: unknown, { uploads }: OwnDataTexts): string | null {
  const { id, file_name: name, forgotten_at: forgottenAt } = upload.parse(row)
  if (forgottenAt !== undefined && forgottenAt !== null) return null
  const ending = /\.(xlsx|xlsm|xltx|csv|tsv|txt)$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
  return `${uploads}/${id}.${ending}`
}

/** Of five megabytes each at most. */
const PAGE_SIZE = 2

/** Those that are still kept, a few at a time, each with its place in the archive. */
export async function* uploadsOf(
  db: Db,
  { organisationId }: Owner,
  texts: OwnDataTexts,
): AsyncGenerator<{ path: string; bytes: Uint8Array }> {
  const rows = filePages(organisationId, PAGE_SIZE, (after, size) =>
    db
      .selectFrom('upload')
      .select(['id', 'file_name', 'bytes'])
      .where('organisation_id', '=', organisationId)
      .where('bytes', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(size)
      .execute(),
  )
  for await (const row of rows) {
    const path = uploadPath(row, texts)
    if (path !== null && row.bytes !== null) yield { path, bytes: row.bytes }
  }
}

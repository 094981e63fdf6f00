import { sql } from 'kysely'
import type { UploadRole } from '#domain/upload.ts'
import { instantText, type Clock } from '../clock.ts'
import type { TypedCell } from './corrections.ts'
import type { Db, UploadAt } from './store.ts'

/** What one request corrects. */
export interface Correction {
  typed: readonly TypedCell[]
  /** Cells that are the file's own again. */
  cleared: readonly { row: number; role: UploadRole }[]
  removed: readonly number[]
  restored: readonly number[]
}

interface By {
  userId: number
  clock: Clock
}

export async function saveCorrection(
  trx: Db,
  at: UploadAt,
  { typed, cleared, removed, restored }: Correction,
  by: By,
): Promise<void> {
  await restoreRows(trx, at, restored)
  await clearCells(trx, at, cleared)
  await typeCells(trx, at, typed, by)
  await removeRows(trx, at, removed, by)
}

async function typeCells(
  trx: Db,
  { organisationId, id }: UploadAt,
  cells: readonly TypedCell[],
  { userId, clock }: By,
): Promise<void> {
  if (cells.length === 0) return
  await sql`insert into upload_cell (organisation_id, upload_id, row_number, role, typed, typed_by, typed_at)
    select ${organisationId}, ${id}, cell.row_number, cell.role, cell.typed, ${userId},
      ${instantText(clock.now())}::timestamptz
    from unnest(${cells.map(({ row }) => row)}::int[], ${cells.map(({ role }) => role)}::text[],
      ${cells.map(({ text }) => text)}::text[]) as cell (row_number, role, typed)
    on conflict (organisation_id, upload_id, row_number, role)
      do update set typed = excluded.typed, typed_by = excluded.typed_by, typed_at = excluded.typed_at`.execute(
    trx,
  )
}

async function clearCells(
  trx: Db,
  { organisationId, id }: UploadAt,
  cells: Correction['cleared'],
): Promise<void> {
  if (cells.length === 0) return
  await sql`delete from upload_cell where organisation_id = ${organisationId} and upload_id = ${id}
    and (row_number, role) in (select * from unnest(${cells.map(({ row }) => row)}::int[],
      ${cells.map(({ role }) => role)}::text[]))`.execute(trx)
}

async function removeRows(
  trx: Db,
  { organisationId, id }: UploadAt,
  rows: readonly number[],
  { userId, clock }: By,
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into upload_removed_row (organisation_id, upload_id, row_number, removed_by, removed_at)
    select ${organisationId}, ${id}, row_number, ${userId}, ${instantText(clock.now())}::timestamptz
    from unnest(${rows}::int[]) as gone (row_number) on conflict do nothing`.execute(trx)
}

async function restoreRows(
  trx: Db,
  { organisationId, id }: UploadAt,
  rows: readonly number[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`delete from upload_removed_row where organisation_id = ${organisationId} and upload_id = ${id}
    and row_number = any(${rows}::int[])`.execute(trx)
}

/** Of another sheet, or below other headings, the rows are others. */
export async function forgetCorrections(trx: Db, { organisationId, id }: UploadAt): Promise<void> {
  for (const table of ['upload_cell', 'upload_removed_row'] as const) {
    await trx
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('upload_id', '=', id)
      .execute()
  }
}

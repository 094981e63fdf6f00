import { sql, type Kysely } from 'kysely'
import type { DocumentKind } from '#domain/document.ts'
import { DOCUMENT_REASONS, isDocumentReason, whoActs } from '#domain/reason.ts'
import { instantText, type Clock } from '../../clock.ts'
import type { Schema } from '../../db/schema.ts'
import { ALARMS } from '../portal/portal-step.ts'

/** The SII gives the files of a document within minutes; its outages seldom last longer than this. */
export const LATE_AFTER_HOURS = 6
const MOST_LISTED = 20

export interface UnprovedFiles {
  /** All of them, also those that are not listed. */
  count: number
  /** The first issued first. */
  oldest: UnprovedFile[]
}

export interface UnprovedFile {
  organisationId: number
  documentId: number
  kind: DocumentKind
  folio: number
  issuedAt: string
  /** Null: nothing has been said of it yet. */
  reason: string | null
  /** Of an XML that was not proved, what about it. */
  detail: string | null
}

/**
 * Documents of every organisation that are issued and whose XML was fetched and not proved, or whose files have not
 * been stored for hours: for whoever runs the installation. Those that wait for their user's word or clave are left
 * out, because nobody else can go on with them.
 */
export async function unprovedFiles({
  db,
  clock,
}: {
  db: Kysely<Schema>
  clock: Clock
}): Promise<UnprovedFiles> {
  const { rows } = await sql<
    UnprovedFile & { count: number }
  >`select count(*) over ()::int as count,
      organisation_id as "organisationId", id as "documentId", kind, folio,
      issued_at as "issuedAt", reason, case reason when 'xmlUnproved' then reason_text end as detail
    from document
    where state = 'issued' and files_state = 'wanted'
      and (reason = 'xmlUnproved' or issued_at <= ${lateSince(clock.now())}::timestamptz)
      and (reason is null or reason <> all(${USERS_OWN}::text[]))
    order by issued_at, organisation_id, id
    limit ${MOST_LISTED}`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    oldest: rows.map(fileOf),
  }
}

/** Of documents issued by then the files are late. */
export function lateSince(nowMs: number): string {
  return instantText(nowMs - LATE_AFTER_HOURS * 60 * 60_000)
}

function fileOf(row: UnprovedFile): UnprovedFile {
  const { organisationId, documentId, kind, folio, issuedAt, reason, detail } = row
  return { organisationId, documentId, kind, folio, issuedAt, reason, detail }
}

/** What only its user can mend. An alarm says nothing of its files. */
const USERS_OWN = Object.keys(DOCUMENT_REASONS)
  .filter(isDocumentReason)
  .filter((reason) => whoActs(reason) === 'user' && !ALARMS.has(reason))

import { sql } from 'kysely'
import { z } from 'zod'
import type { OwnDataTexts } from '#texts/own-data.ts'
import { beyondOrganisations, withinOrganisation } from '../db/reach.ts'
import type { Db, Owner } from './owner.ts'
import type { ExportedTable } from './exported-table.ts'

export type Row = Record<string, unknown>
const rows = z.array(z.object({ row: z.record(z.string(), z.unknown()) }))

const account = z.looseObject({ user: z.record(z.string(), z.unknown()) })

const PAGE = 500
const FILES_PAGE = 20
/** More than any tenant has; what would be more is refused instead of cut. */
const MOST_PAGES = 100_000

/** All rows of one table that are the owner's, page by page, in the order of their key. */
export async function* rowsOf(
  db: Db,
  owner: Owner,
  { table, order, without = [], file, ofUser }: ExportedTable,
  texts: OwnDataTexts,
): AsyncGenerator<Row> {
  const apart = file === undefined ? without : [...without, file.column]
  const key = sql.join(order.map((column) => sql.ref(`t.${column}`)))
  let last: unknown[] | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const after: unknown[] | null = last
    const found = await withinOrganisation(owner.organisationId, () =>
      sql`select to_jsonb(t) - ${apart}::text[] as row from ${sql.table(table)} t
        where t.organisation_id = ${owner.organisationId}
          ${ofUser ? sql`and t.user_id = ${owner.userId}` : sql``}
          ${after === null ? sql`` : sql`and (${key}) > (${sql.join(after)})`}
        order by ${key} limit ${PAGE}`.execute(db),
    )
    const read = rows.parse(found.rows)
    for (const { row } of read) {
      yield file === undefined ? row : { ...row, [file.column]: file.path(row, texts) }
    }
    const final = read.at(-1)?.row
    if (final === undefined || read.length < PAGE) return
    last = order.map((column) => final[column])
  }
  throw new Error(`Too many rows of ${table}`)
}

/** What is kept of the user beside any organisation, and of the organisation itself. */
export async function accountOf(
  db: Db,
  { organisationId, userId, email }: Owner,
): Promise<Row & { user: Row }> {
  const found = await withinOrganisation(organisationId, () =>
    sql`select to_jsonb(u) - 'password_hash' as user, to_jsonb(o) as organisation,
        (select coalesce(jsonb_agg(to_jsonb(p) order by p.kind), '[]') from mail_preference p
          where p.user_id = u.id) as mail_preferences,
        (select coalesce(jsonb_agg(to_jsonb(c) - 'session_id' order by c.id), '[]') from email_change c
          where c.user_id = u.id) as changes_of_address
      from app_user u, organisation o where u.id = ${userId} and o.id = ${organisationId}`.execute(
      db,
    ),
  )
  // Written to an address, before and without any organisation: only the workers' side reads them.
  const mails = await beyondOrganisations(() =>
    sql`select template, language, created_at, sent_at, failed_at from system_mail
      where recipient = ${email} order by id desc limit ${PAGE}`.execute(db),
  )
  return { ...account.parse(found.rows[0]), mails_to_you: mails.rows }
}

export interface StoredFile {
  kind: 'pdf' | 'xml'
  bytes: Uint8Array
  issuerRut: string
  documentKind: string
  documentId: number
  folio: number | null
}

/** Every document's files, a few at a time. */
export async function* filesOf(db: Db, { organisationId }: Owner): AsyncGenerator<StoredFile> {
  let last: { id: number; kind: string } | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const after: { id: number; kind: string } | null = last
    const found = await withinOrganisation(organisationId, () => {
      let files = db
        .selectFrom('document_file')
        .innerJoin('document', (join) =>
          join
            .onRef('document.organisation_id', '=', 'document_file.organisation_id')
            .onRef('document.id', '=', 'document_file.document_id'),
        )
        .innerJoin('company', (join) =>
          join
            .onRef('company.organisation_id', '=', 'document.organisation_id')
            .onRef('company.id', '=', 'document.company_id'),
        )
        .select(['document_file.kind', 'bytes', 'company.rut', 'document.kind as documentKind'])
        .select(['document_id', 'folio'])
        .where('document_file.organisation_id', '=', organisationId)
      if (after !== null) {
        files = files.where(
          sql<boolean>`(document_file.document_id, document_file.kind) > (${after.id}, ${after.kind})`,
        )
      }
      return files.orderBy('document_id').orderBy('document_file.kind').limit(FILES_PAGE).execute()
    })
    for (const { kind, bytes, rut, documentKind, document_id: documentId, folio } of found) {
      yield { kind, bytes, issuerRut: rut, documentKind, documentId, folio }
    }
    const final = found.at(-1)
    if (final === undefined || found.length < FILES_PAGE) return
    last = { id: final.document_id, kind: final.kind }
  }
  throw new Error('Too many files')
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './owner.ts'

/** What a breach reached, as far as it says whose data it were. */
export const BREACH_CRITERIA = {
  /** Everything: a copy of the database, say. */
  all: sql<SqlBool>`true`,
  /** A session of the account was begun or used. */
  sessions: during(sql`select created_at as since, coalesce(last_used_at, created_at) as until
    from login_session where organisation_id = o.id and user_id = u.id`),
  /** A clave of the SII or a certificate's password was opened. */
  claves: during(sql`select at as since, at as until from audit_event
    where organisation_id = o.id and kind = 'secretOpened' and data ->> 'kind' in ('clave', 'certificatePassword')`),
  /** A document was issued, or its mail was sent. */
  documents:
    during(sql`select issued_at as since, issued_at as until from document where organisation_id = o.id
    union all select sent_at, sent_at from delivery where organisation_id = o.id`),
  /** A mailbox was connected at some time of it. */
  mailboxes:
    during(sql`select created_at as since, 'infinity'::timestamptz as until from email_account
    where organisation_id = o.id`),
  /** All information of the account was downloaded. */
  exports: during(sql`select at as since, at as until from audit_event
    where organisation_id = o.id and kind = 'dataExported'`),
} satisfies Record<string, RawBuilder<SqlBool> | ((period: Period) => RawBuilder<SqlBool>)>

export type BreachCriterion = keyof typeof BREACH_CRITERIA

/** Instants as ISO 8601 texts; both belong to it. */
export interface Period {
  from: string
  to: string
}

export interface AffectedAccount {
  email: string
  language: string
  organisation: number
  claves: number
  mailboxes: number
  clients: number
  contacts: number
  documents: number
}

/** Whom to write to, with how much of each kind of data there is of them now. Addresses in their order. */
export async function affectedAccounts(
  db: Db,
  criterion: BreachCriterion,
  period: Period,
): Promise<AffectedAccount[]> {
  const found = BREACH_CRITERIA[criterion]
  const isAffected = typeof found === 'function' ? found(period) : found
  const count = (table: RawBuilder<unknown>) =>
    sql`(select count(*)::int from ${table} t where t.organisation_id = o.id)`
  const { rows } = await sql<AffectedAccount>`select u.email, u.language, o.id as organisation,
      (select count(*)::int from facturator t
        where t.organisation_id = o.id and t.clave_secret_id is not null) as claves,
      ${count(sql`email_account`)} as mailboxes, ${count(sql`client`)} as clients,
      ${count(sql`contact`)} as contacts, ${count(sql`document`)} as documents
    from app_user u join membership m on m.user_id = u.id join organisation o on o.id = m.organisation_id
    where ${isAffected} order by u.email, o.id`.execute(db)
  return rows
}

/** Closed accounts whose documents are still kept: their owners' addresses are erased. */
export async function closedWithDocuments(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from organisation o
    where o.closed_at is not null and exists (select from document d where d.organisation_id = o.id)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

function during(events: RawBuilder<unknown>): (period: Period) => RawBuilder<SqlBool> {
  return ({ from, to }) =>
    sql<SqlBool>`exists (select from (${events}) event
      where event.since <= ${to}::timestamptz and event.until >= ${from}::timestamptz)`
}

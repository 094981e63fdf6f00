import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Day } from '#domain/day.ts'
import { foldedText, holdsFolded } from '../db/folded-text.ts'
import type { Schema } from '../db/schema.ts'
import { NotFound } from '../http/errors.ts'
import type { Cursor } from './cursor.ts'

type Db = Kysely<Schema>

export interface OfCompany {
  organisationId: number
  companyId: number
}

/** Throws NotFound for a company that isn't the organisation's. */
export async function requireCompany(db: Kysely<Schema>, of: OfCompany): Promise<void> {
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('organisation_id', '=', of.organisationId)
    .where('id', '=', of.companyId)
    .executeTakeFirst()
  if (row === undefined) throw new NotFound()
}

export interface ClientQuery extends OfCompany {
  search: string
  sort: 'name' | 'owed' | 'latest'
  after: Cursor | null
  limit: number
  today: Day
}

/** Sorted by name; or by what is owed or the newest document, whose keys are numbers, the largest first. */
export async function readClientKeys(db: Db, query: ClientQuery): Promise<Cursor[]> {
  const order = query.sort === 'name' ? sql`asc` : sql`desc`
  const { rows } = await sql<{ key: string | number; id: number }>`
    select key, id from (
      select ${keyOf(query)} as key, client.id from client
      where ${isWanted(query)}
    ) as sorted
    where ${afterCursor(query)}
    order by key ${order}, id ${order}
    limit ${query.limit}`.execute(db)
  return rows.map(({ key: text, id }) => ({ key: String(text), id }))
}

export async function countClientsFound(db: Db, query: ClientQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client where ${isWanted(query)}`.execute(db)
  return rows[0]?.count ?? 0
}

const MAX_SORTED = 100
const sortName = sql`left(${foldedText(sql`client.name`)}, ${MAX_SORTED})`

function keyOf(query: ClientQuery): RawBuilder<unknown> {
  if (query.sort === 'name') return sortName
  if (query.sort === 'owed') return sql`coalesce((${owedBy(query)}), 0)`
  return sql`coalesce((
    select max(${issuedOn}) - date '2000-01-01' from document
    where document.organisation_id = client.organisation_id and document.company_id = client.company_id
      and document.recipient_rut = client.rut and document.state = 'issued'), 0)`
}

function afterCursor({ after, sort }: ClientQuery): RawBuilder<unknown> {
  if (after === null) return sql`true`
  if (sort === 'name') return sql`(key, id) > (${after.key}, ${after.id}::bigint)`
  return sql`(key, id) < (${Number(after.key)}::bigint, ${after.id}::bigint)`
}

function isWanted({ organisationId, companyId, search }: ClientQuery): RawBuilder<boolean> {
  const of = sql<boolean>`client.organisation_id = ${organisationId} and client.company_id = ${companyId}
    and client.deleted_at is null`
  const words = search.split(/\s+/).filter((word) => word !== '')
  return words.reduce((found, word) => sql<boolean>`${found} and ${isFoundBy(word)}`, of)
}

/** By its name or RUT, or a contact's name or address. */
function isFoundBy(word: string): RawBuilder<boolean> {
  const own = holdsFolded(sql`client.name || ' ' || client.rut`, word)
  const said = sql`contact.first_name || ' ' || contact.last_name || ' ' || contact.email`
  return sql<boolean>`(${own} or exists (select from contact
    where contact.organisation_id = client.organisation_id and contact.client_id = client.id
      and ${holdsFolded(said, word)}))`
}

const issuedOn = sql`coalesce(document.issue_day, document.emission_day)`
const open = sql`receivable.base_clp - receivable.taken_back_clp - receivable.paid_clp + receivable.refunded_clp`
/** As `receivable_open` has them. */
const isOpen = sql`not receivable.is_annulled
  and receivable.paid_clp - receivable.refunded_clp < receivable.base_clp - receivable.taken_back_clp`

function owedBy({ organisationId, companyId }: OfCompany): RawBuilder<unknown> {
  return sql`select sum(${open})::bigint from receivable
    where receivable.organisation_id = ${organisationId} and receivable.company_id = ${companyId}
      and receivable.client_rut = client.rut and ${isOpen}`
}

export interface ClientRow {
  id: number
  rut: string
  name: string
  contacts: number
  rules: number
  owed: number
  overdue: number
  documents: number
  last_id: number | null
  last_kind: 'factura' | 'boletaHonorarios' | 'notaCredito' | null
  last_folio: number | null
  last_day: string | null
}

/** What a list's row and a page say of each, in the order of the ids. */
export async function readClientRows(
  db: Db,
  organisationId: number,
  ids: readonly number[],
  today: Day,
): Promise<ClientRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ClientRow>`
    select client.id, client.rut, client.name,
      (select count(*)::int from contact
        where contact.organisation_id = client.organisation_id and contact.client_id = client.id) as contacts,
      (select count(*)::int from rule_client
        join invoice_rule as rule on rule.organisation_id = rule_client.organisation_id and rule.id = rule_client.rule_id
        where rule_client.organisation_id = client.organisation_id and rule_client.client_id = client.id
          and rule.deleted_at is null and rule.request_key is null) as rules,
      coalesce(debt.owed, 0)::bigint as owed, coalesce(debt.overdue, 0)::bigint as overdue,
      debt.documents,
      last.id as last_id, last.kind as last_kind, last.folio as last_folio, last.day as last_day
    from client
    left join lateral (
      select sum(${open}) as owed, sum(${open}) filter (where receivable.due_day < ${today}::date) as overdue,
        count(*)::int as documents
      from receivable
      where receivable.organisation_id = client.organisation_id and receivable.company_id = client.company_id
        and receivable.client_rut = client.rut and ${isOpen}
    ) as debt on true
    left join lateral (
      select document.id, document.kind, document.folio, ${issuedOn} as day from document
      where document.organisation_id = client.organisation_id and document.company_id = client.company_id
        and document.recipient_rut = client.rut and document.state = 'issued'
      order by ${issuedOn} desc, document.id desc limit 1
    ) as last on true
    where client.organisation_id = ${organisationId} and client.id in (${sql.join(ids)})`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

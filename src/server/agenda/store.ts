import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Day, Month } from '#domain/day.ts'
import { GENERIC_RUTS } from '#domain/rut.ts'
import type { Clock } from '../clock.ts'
import type { Schema } from '../db/schema.ts'
import {
  documentsWithCompany,
  documentsWithReceivable,
  listedDocuments,
} from '../documents/trail/document-query.ts'
import { lateSince } from '../documents/issued/unproved-files.ts'
import { paymentAmounts, RECEIVABLE_COLUMNS } from '../standing/receivable-facts.ts'

type Db = Kysely<Schema>
type Needs = { db: Db; clock: Clock }

/** What is listed and asked is of the whole organisation: a connection that isn't active hides nothing. */
export interface OrganisationAt {
  organisationId: number
}

/** More documents of two months than this are counted by nobody's eye. */
const MOST_DOCUMENTS = 20_000

/** Documents that carry, or would carry, a date between the two days. */
export async function documentsBetween(needs: Needs, at: OrganisationAt, first: Day, last: Day) {
  return documentsOf(needs, at)
    .leftJoin('receivable', (join) =>
      join
        .onRef('receivable.organisation_id', '=', 'document.organisation_id')
        .onRef('receivable.document_id', '=', 'document.id'),
    )
    .select(RECEIVABLE_COLUMNS)
    .where((eb) =>
      eb.or([
        eb.between('document.issue_day', first, last),
        eb.and([
          eb('document.issue_day', 'is', null),
          eb.between('document.emission_day', first, last),
        ]),
      ]),
    )
    .orderBy('document.id')
    .limit(MOST_DOCUMENTS)
    .execute()
}

/** Documents that wait for a word, that the SII refused, or whose files are late. */
export async function documentsThatAsk(needs: Needs, at: OrganisationAt) {
  return documentsOf(needs, at)
    .where((eb) =>
      eb.or([
        eb('document.state', 'in', ['failed', 'needs_data']),
        eb.and([
          eb('document.state', 'in', ['planned', 'waiting', 'queued', 'uncertain', 'issued']),
          eb('document.reason', 'is not', null),
        ]),
        eb.and([
          eb('document.state', '=', 'issued'),
          eb('document.files_state', '=', 'wanted'),
          eb('document.issued_at', '<=', lateSince(needs.clock.now())),
        ]),
      ]),
    )
    .orderBy('document.emission_day')
    .orderBy('document.id')
    .limit(MOST_DOCUMENTS)
    .execute()
}

export type AgendaDocument = Awaited<ReturnType<typeof documentsThatAsk>>[number]

/** With what it is owed. */
export type DatedDocument = Awaited<ReturnType<typeof documentsBetween>>[number]

function documentsOf(needs: Needs, { organisationId }: OrganisationAt) {
  return listedDocuments(needs, organisationId).select([
    'document.told_folio',
    'document.annulment',
    'document.files_state',
    'document.id',
    'document.kind',
    'document.state',
    'document.reason',
    'document.reason_text',
    'document.rule_id',
    'document.client_id',
    'document.company_id',
    'document.recipient_rut',
    'document.recipient_name',
    'document.emission_day',
    'document.issue_day',
    'document.service_month',
    'document.content',
    'document.content_digest',
    'document.total_clp',
    'document.wait_until',
    'document.next_try_at',
    'document.folio',
    'document.issued_at',
    'company.facturator_id',
  ])
}

/**
 * Clients with documents issued in at least two of the months from `first` to `until`, and none since: one that was
 * refused, stopped or waits has its own place, and a rule made for it would bill it twice.
 */
export async function regularClients(
  db: Db,
  { organisationId }: OrganisationAt,
  { first, until }: { first: Day; until: Day },
) {
  const [theirs, ours] = [clientOfDocument(sql`now`), clientOfDocument(sql`d`)]
  const { rows } = await sql<{
    company_id: number
    company_rut: string
    company_name: string
    recipient_rut: string
    recipient_name: string
    months: number
    last_date: string
    last_total: number
  }>`
    select d.company_id, c.rut as company_rut, c.name as company_name, d.recipient_rut,
      (array_agg(d.recipient_name order by d.issue_day desc, d.id desc))[1] as recipient_name,
      count(distinct to_char(d.issue_day, 'YYYY-MM')) as months,
      max(d.issue_day) as last_date,
      (array_agg(d.total_clp order by d.issue_day desc, d.id desc))[1] as last_total
    from document d
    join company c on c.organisation_id = d.organisation_id and c.id = d.company_id
    where d.organisation_id = ${organisationId}
      and d.state = 'issued' and d.kind <> 'notaCredito' and d.issue_day >= ${first} and d.issue_day < ${until}
      and not exists (
        select from document now
        where now.organisation_id = d.organisation_id and now.company_id = d.company_id
          and now.recipient_rut = d.recipient_rut and ${theirs} = ${ours}
          and now.kind <> 'notaCredito' and coalesce(now.issue_day, now.emission_day) >= ${until})
    group by d.company_id, c.rut, c.name, d.recipient_rut, ${ours}
    having count(distinct to_char(d.issue_day, 'YYYY-MM')) >= 2
    order by last_total desc, d.recipient_rut, ${ours}
    limit 100`.execute(db)
  return rows
}

/**
 * What tells the recipients of a table's documents apart beside their RUT, as `isSameClient` of this-month.ts does; empty
 * where that is enough. It has no parameters, so that it may be selected and grouped by.
 */
function clientOfDocument(document: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${document}.recipient_rut in (${sql.join(GENERIC_RUTS.map((one) => sql.lit(one)))})
    then lower(btrim(${document}.recipient_name)) else '' end`
}

export interface MonthPayments {
  receivedClp: number
  /** With what is overdue. */
  openClp: number
  overdueClp: number
}

/** What came, and what is still to come, of the documents of each month between the two days whose payment is followed. */
export async function monthPayments(
  db: Db,
  { organisationId }: OrganisationAt,
  { first, last, today }: { first: Day; last: Day; today: Day },
): Promise<(month: Month) => MonthPayments | null> {
  const { received, open, overdue } = paymentAmounts(today)
  const rows = await documentsWithReceivable(db)
    .select([
      sql<string>`to_char(document.issue_day, 'YYYY-MM')`.as('month'),
      sql<number>`sum(${received})::bigint`.as('receivedClp'),
      sql<number>`sum(${open})::bigint`.as('openClp'),
      sql<number>`sum(${overdue})::bigint`.as('overdueClp'),
    ])
    .where('document.organisation_id', '=', organisationId)
    .where((eb) => eb.between('document.issue_day', first, last))
    .groupBy(sql`1`)
    .execute()
  const sums = new Map(rows.map(({ month, ...sum }) => [month, sum]))
  return (month) => sums.get(month) ?? null
}

/** The newest frozen content of each of these rules' clients: what the next one is measured against. */
export async function lastContents(db: Db, organisationId: number, ruleIds: readonly number[]) {
  if (ruleIds.length === 0) return []
  return db
    .selectFrom('document')
    .distinctOn(['rule_id', 'client_id'])
    .select(['id', 'rule_id', 'client_id', 'content', 'content_digest'])
    .where('organisation_id', '=', organisationId)
    .where('rule_id', 'in', [...ruleIds])
    .where('state', '=', 'issued')
    .orderBy('rule_id')
    .orderBy('client_id')
    .orderBy('emission_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export type OpenRuns = Awaited<ReturnType<typeof openRuns>>

/** Unusual days that nobody has approved, with what waits for the word (documents/plan/unusual-runs.ts) and its pesos. */
export async function openRuns(db: Db, organisationId: number) {
  return db
    .selectFrom('unusual_run as run')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('document')
          .select([
            sql<number>`count(*)::int`.as('waiting'),
            sql<number>`coalesce(sum(total_clp), 0)::float8`.as('total'),
          ])
          .where('document.organisation_id', '=', organisationId)
          .whereRef('document.company_id', '=', 'run.company_id')
          .whereRef('document.issue_day', '=', 'run.day')
          .where('document.state', '=', 'waiting')
          .where('document.reason', '=', 'unusualRun')
          .as('held'),
      (join) => join.onTrue(),
    )
    .select(['run.id', 'run.company_id', 'run.day', 'run.documents', 'run.usual'])
    .select(['held.waiting', 'held.total'])
    .where('run.organisation_id', '=', organisationId)
    .where('run.approved_at', 'is', null)
    .orderBy('run.id')
    .limit(1_000)
    .execute()
}

/** The persons behind the rules, whose credentials everything needs. */
export async function personNames(
  db: Db,
  { organisationId }: OrganisationAt,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('facturator')
    .select(['id', 'label'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .limit(MOST_FACTURATORS)
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

/** More than anybody connects. */
const MOST_FACTURATORS = 100

const MOST_CLAIMS = 1_000

/** Valid facturas that their receivers claimed at the SII, as long as no person said that it is dealt with. */
export async function claimsThatAsk(db: Db, { organisationId }: OrganisationAt) {
  return documentsWithCompany(db)
    .innerJoin('receiver_reaction as reaction', (join) =>
      join
        .onRef('reaction.organisation_id', '=', 'document.organisation_id')
        .onRef('reaction.document_id', '=', 'document.id'),
    )
    .select(['document.id', 'document.recipient_name', 'document.folio'])
    .select(['company.id as company_id', 'company.name as company_name'])
    .where('reaction.organisation_id', '=', organisationId)
    .where('reaction.state', '=', 'claimed')
    .where('reaction.settled_at', 'is', null)
    .where('document.state', '=', 'issued')
    .orderBy('document.id', 'desc')
    .limit(MOST_CLAIMS)
    .execute()
}

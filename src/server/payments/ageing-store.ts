import { sql, type RawBuilder } from 'kysely'
import { addMonths, firstDayOf, lastDayOf, monthOf, type Day, type Month } from '#domain/day.ts'
import type { Cursor } from '../directory/cursor.ts'
import { paymentAmounts } from '../standing/receivable-facts.ts'
import { clientKey } from './owed/client-key.ts'
import type { Db } from './owed/receivable.ts'

interface OpenQuery {
  organisationId: number
  today: Day
}

export interface DebtQuery extends OpenQuery {
  /** Payments of documents issued before it say nothing of how long a client takes now. */
  usualSince: Day
}

/** Open amounts by how many days they are overdue. On the due day itself it is not due yet. */
export interface Ageing {
  not_due: number
  days_1_30: number
  days_31_60: number
  days_61_90: number
  days_91: number
  open: number
}

interface OpenSums extends Ageing {
  clients: number
}

export interface Debts extends OpenSums {
  this_month: number
  next_month: number
}

/** What all clients owe together. */
export async function sumOpen(db: Db, query: OpenQuery): Promise<OpenSums> {
  const { rows } = await sql<OpenSums>`
    select ${sumsByAge(query.today)}, ${CLIENTS} from (${openDocuments(query)}) open`.execute(db)
  return only(rows)
}

/**
 * What all clients owe together, and when it is expected: as many days after the issue as its client usually takes; on the
 * due day where that is not known or past; on no day where the due day is past, too.
 */
export async function sumDebts(db: Db, query: DebtQuery): Promise<Debts> {
  const month = monthOf(query.today)
  const expectedIn = (of: Month) => sql`coalesce(sum(open_clp) filter (where expected_day
    between ${firstDayOf(of)}::date and ${lastDayOf(of)}::date), 0)::bigint`
  const { rows } = await sql<Debts>`
    with open as (${openDocuments(query)}),
    usual as (${usualDays(query, sql`select company_id, client_rut from open`)}),
    expected as (
      select open.*, case when open.issue_day + usual.days >= ${query.today}::date then open.issue_day + usual.days
        when open.due_day >= ${query.today}::date then open.due_day end as expected_day
      from open left join usual using (company_id, client_key))
    select ${sumsByAge(query.today)}, ${CLIENTS},
      ${expectedIn(month)} as this_month, ${expectedIn(addMonths(month, 1))} as next_month
    from expected`.execute(db)
  return only(rows)
}

function only<Sums>([sums]: readonly Sums[]): Sums {
  if (sums === undefined) throw new Error('No sums')
  return sums
}

export interface DebtorRow extends Ageing {
  company_id: number
  company_rut: string
  company_name: string
  client_rut: string
  /** As it stands on the client's newest open document. */
  client_name: string
  documents: number
  usual_days: number | null
  /** That newest document, by which two clients who owe as much are in order. */
  last_id: number
}

/** Clients that owe something to a company, the largest debt first, after the one that the page before ended with. */
export async function readDebtors(
  db: Db,
  query: DebtQuery & { after: Cursor | null; limit: number },
): Promise<DebtorRow[]> {
  const { after, organisationId } = query
  const isAfter =
    after === null
      ? sql`true`
      : sql`(open, last_id) < (${Number(after.key)}::bigint, ${after.id}::bigint)`
  const { rows } = await sql<DebtorRow>`
    with open as (${openDocuments(query)}),
    debtor as (
      select company_id, client_rut, client_key, max(document_id) as last_id, count(*)::int as documents,
        ${sumsByAge(query.today)}
      from open group by company_id, client_rut, client_key),
    page as (
      select * from debtor where ${isAfter} order by open desc, last_id desc limit ${query.limit}),
    usual as (${usualDays(query, sql`select company_id, client_rut from page`)})
    select page.*, usual.days as usual_days, company.rut as company_rut, company.name as company_name,
      document.recipient_name as client_name
    from page
    join company on company.organisation_id = ${organisationId} and company.id = page.company_id
    join document on document.organisation_id = ${organisationId} and document.id = page.last_id
    left join usual on usual.company_id = page.company_id and usual.client_key = page.client_key
    order by page.open desc, page.last_id desc`.execute(db)
  return rows
}

/** A row for each document with an open amount, as the index `receivable_open` has them. */
function openDocuments({ organisationId, today }: OpenQuery): RawBuilder<unknown> {
  return sql`
    select receivable.company_id, receivable.client_rut, ${clientKey} as client_key, receivable.document_id,
      receivable.due_day,
      coalesce(document.issue_day, receivable.due_day) as issue_day,
      ${paymentAmounts(today).open} as open_clp
    from receivable join document
      on document.organisation_id = receivable.organisation_id and document.id = receivable.document_id
    where receivable.organisation_id = ${organisationId} and not receivable.is_annulled
      and receivable.taken_back_clp < receivable.base_clp
      and receivable.paid_clp - receivable.refunded_clp < receivable.base_clp - receivable.taken_back_clp`
}

const CLIENTS = sql`count(distinct (company_id, client_key))::int as clients`

function sumsByAge(today: Day): RawBuilder<unknown> {
  const days = sql`${today}::date - due_day`
  const sumOf = (which: RawBuilder<unknown>) =>
    sql`coalesce(sum(open_clp) filter (where ${which}), 0)::bigint`
  return sql`${sumOf(sql`${days} <= 0`)} as not_due, ${sumOf(sql`${days} between 1 and 30`)} as days_1_30,
    ${sumOf(sql`${days} between 31 and 60`)} as days_31_60, ${sumOf(sql`${days} between 61 and 90`)} as days_61_90,
    ${sumOf(sql`${days} > 90`)} as days_91, coalesce(sum(open_clp), 0)::bigint as open`
}

/** How many of the last documents that a client paid say how long it usually takes. */
const LAST_PAID = 12

/**
 * Days from issue to the payment that made the rest nothing, of each of these clients that paid any document in full: the
 * median of the last paid ones, rounded half up. What comes after it, twice or by mistake, says nothing.
 */
function usualDays(
  { organisationId, usualSince }: DebtQuery,
  clients: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select company_id, client_key, floor(percentile_cont(0.5) within group (order by days) + 0.5)::int as days
    from (
      select company_id, client_key, greatest(0, max(day) - issue_day) as days,
        row_number() over (partition by company_id, client_key order by max(day) desc, document_id desc) as nth
      from (
        select receivable.company_id, ${clientKey} as client_key, document.issue_day, receivable.document_id,
          receivable.base_clp - receivable.taken_back_clp as owed_clp, money.day, money.amount_clp,
          sum(money.amount_clp) over (partition by receivable.document_id order by money.day, money.amount_clp desc
            rows unbounded preceding) as received_clp
        from receivable
        join document on document.organisation_id = receivable.organisation_id and document.id = receivable.document_id
        cross join lateral (
          select payment.day, share.amount_clp from payment_share share
          join payment on payment.organisation_id = share.organisation_id and payment.id = share.payment_id
          where share.organisation_id = receivable.organisation_id and share.document_id = receivable.document_id
            and payment.undone_at is null
          union all
          select refund.day, -refund.amount_clp from payment_refund refund
          join payment on payment.organisation_id = refund.organisation_id and payment.id = refund.payment_id
          where refund.organisation_id = receivable.organisation_id and refund.document_id = receivable.document_id
            and refund.undone_at is null and payment.undone_at is null) money
        where receivable.organisation_id = ${organisationId} and document.issue_day >= ${usualSince}::date
          and not receivable.is_annulled
          and receivable.paid_clp - receivable.refunded_clp >= receivable.base_clp - receivable.taken_back_clp
          and (receivable.company_id, receivable.client_rut) in (${clients})
      ) as moved
      where received_clp >= owed_clp and received_clp - amount_clp < owed_clp
      group by company_id, client_key, document_id, issue_day
    ) as paid
    where nth <= ${LAST_PAID}
    group by company_id, client_key`
}

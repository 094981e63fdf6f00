import { sql } from 'kysely'
import type { Db } from '../owed/receivable.ts'
import { isMaybeCountedTwice } from '../../standing/maybe-counted-twice.ts'
import { isRecordedTakenBack, isTakenBackByBank } from '../../standing/taken-back-by-bank.ts'
import type { OfCompany } from './store.ts'

export type View = 'review' | 'matched' | 'others' | 'aside'

export interface ListedRow {
  id: number
  day: string
  amount_clp: number
  payer_rut: string | null
  payer_name: string
  description: string
  reversal: string | null
  set_aside_at: string | null
  set_aside_email: string | null
  set_aside_why: 'notOfClient' | 'recorded' | null
  is_recorded_taken_back: boolean | null
}

/** The rows of a page: of these numbers, in their order; or of a view that the tables alone say, the newest first. */
export async function rowsOf(
  db: Db,
  { organisationId, companyId }: OfCompany,
  { view, ids, offset, limit }: { view: View; ids: number[] | null; offset: number; limit: number },
): Promise<ListedRow[]> {
  const rows = await db
    .selectFrom('bank_movement as movement')
    .leftJoin('app_user as user', 'user.id', 'movement.set_aside_by')
    .select([
      'movement.id',
      'movement.day',
      'movement.amount_clp',
      'movement.payer_rut',
      'movement.payer_name',
      'movement.description',
      'movement.reversal',
      'movement.set_aside_at',
      'movement.set_aside_why',
      isRecordedTakenBack.as('is_recorded_taken_back'),
      'user.email as set_aside_email',
    ])
    .where('movement.organisation_id', '=', organisationId)
    .where('movement.company_id', '=', companyId)
    .$if(ids !== null, (query) =>
      query.where(sql<boolean>`movement.id = any(${ids ?? []}::bigint[])`),
    )
    .$if(view === 'aside', (query) => query.where('movement.set_aside_at', 'is not', null))
    .$if(view === 'matched', (query) => query.where(isMatched(organisationId, companyId)))
    .$if(ids === null, (query) =>
      query.orderBy('movement.day', 'desc').orderBy('movement.id').limit(limit).offset(offset),
    )
    .execute()
  if (ids === null) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** By an array, which is looked up by the key whatever the planner knows of a table that was just filled. */
function isMatched(organisationId: number, companyId: number) {
  return sql<boolean>`movement.id = any(array(select movement_id from movement_match
    where organisation_id = ${organisationId} and company_id = ${companyId} and undone_at is null))`
}

export async function countMatches(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<number> {
  return count(
    db,
    sql`from movement_match where organisation_id = ${organisationId} and company_id = ${companyId}
      and undone_at is null`,
  )
}

export async function countAside(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<number> {
  return count(
    db,
    sql`from bank_movement where organisation_id = ${organisationId} and company_id = ${companyId}
      and set_aside_at is not null`,
  )
}

async function count(db: Db, from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

/** More of them are no list to look through. */
const MAX_ASKING = 500

/**
 * Movements that are matched with a payment although the bank took them back, or may have, unless a person matched them
 * knowing it, or although an online payment may be the same money: the newest first.
 */
export async function matchesThatAsk(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with taken_back as materialized (
      select organisation_id, id, day, reversal, reversal_id from bank_movement where organisation_id = ${organisationId} and company_id = ${companyId}
        and reversal in ('reversed', 'doubtful')),
    asking as (
      select movement.id, movement.day from taken_back movement where exists (select from movement_match match
        where match.organisation_id = ${organisationId} and match.movement_id = movement.id and ${isTakenBackByBank})
      union
      select movement.id, movement.day from movement_match match
      join bank_movement movement on movement.organisation_id = match.organisation_id
        and movement.id = match.movement_id
      where match.organisation_id = ${organisationId} and match.company_id = ${companyId} and ${isMaybeCountedTwice})
    select id from asking order by day desc, id limit ${MAX_ASKING}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Those of a statement's movements that take a matched one back, which a person is asked about. */
export async function reversalsThatAsk(
  db: Db,
  { organisationId, companyId }: OfCompany,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select distinct movement.reversal_id as id from bank_movement movement
    join movement_match match on match.organisation_id = movement.organisation_id and match.movement_id = movement.id
    where movement.organisation_id = ${organisationId} and movement.company_id = ${companyId}
      and movement.reversal_id = any(${[...ids]}::bigint[]) and ${isTakenBackByBank}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface MatchRow {
  movement_id: number
  is_taken_back: boolean
  how: 'automatic' | 'person' | 'recorded'
  matcher_email: string | null
  matched_at: string
  payment_clp: number
  document_id: number
  share_clp: number
  kind: string
  folio: number | null
  recipient_rut: string
  recipient_name: string
  maybe_payment_id: number | null
  maybe_provider: 'khipu' | 'fintoc' | null
  maybe_day: string | null
}

/** By movement the shares of what it is matched with. */
export async function matchesOf(
  db: Db,
  { organisationId }: OfCompany,
  ids: readonly number[],
): Promise<Map<number, MatchRow[]>> {
  const { rows } = await sql<MatchRow>`
    select match.movement_id, coalesce(${isTakenBackByBank}, false) as is_taken_back, match.how,
      matcher.email as matcher_email, match.matched_at,
      payment.amount_clp as payment_clp, share.document_id, share.amount_clp as share_clp, document.kind,
      document.folio, document.recipient_rut, document.recipient_name, maybe.id as maybe_payment_id,
      attempt.provider as maybe_provider, maybe.day as maybe_day
    from movement_match match
    join bank_movement movement on movement.organisation_id = match.organisation_id
      and movement.id = match.movement_id
    join payment on payment.organisation_id = match.organisation_id and payment.id = match.payment_id
    join payment_share share on share.organisation_id = payment.organisation_id and share.payment_id = payment.id
    join document on document.organisation_id = share.organisation_id and document.id = share.document_id
    left join app_user matcher on matcher.id = match.matched_by
    left join payment maybe on maybe.organisation_id = match.organisation_id
      and maybe.id = match.maybe_payment_id and ${isMaybeCountedTwice}
    left join payment_attempt attempt on attempt.organisation_id = maybe.organisation_id
      and attempt.payment_id = maybe.id
    where match.organisation_id = ${organisationId} and match.movement_id = any(${[...ids]}::bigint[])
      and match.undone_at is null
    order by share.document_id`.execute(db)
  return Map.groupBy(rows, ({ movement_id }) => movement_id)
}

/** Those of which a person refused something. */
export async function refusedMovements(
  db: Db,
  { organisationId }: OfCompany,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{
    movement_id: number
  }>`select distinct movement_id from movement_refusal
    where organisation_id = ${organisationId} and movement_id = any(${[...ids]}::bigint[])
      and taken_back_at is null`.execute(db)
  return new Set(rows.map(({ movement_id }) => movement_id))
}

/** So many are shown. */
const MAX_STATEMENTS = 100

/** A company's statements, the one uploaded last first. */
export async function statementsOf(db: Db, { organisationId, companyId }: OfCompany) {
  return db
    .selectFrom('bank_statement as statement')
    .leftJoin('app_user as user', 'user.id', 'statement.uploaded_by')
    .selectAll('statement')
    .select('user.email as uploader_email')
    .where('statement.organisation_id', '=', organisationId)
    .where('statement.company_id', '=', companyId)
    .orderBy('statement.id', 'desc')
    .limit(MAX_STATEMENTS)
    .execute()
}

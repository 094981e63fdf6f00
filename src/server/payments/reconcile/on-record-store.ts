import { sql } from 'kysely'
import { knownDay, type Day } from '#domain/day.ts'
import { clp } from '#domain/money.ts'
import { rut } from '#domain/rut.ts'
import type { Db } from '../owed/receivable.ts'
import type { StoredMovement } from '../statement/match/open-document.ts'
import type { OnRecord } from './recorded.ts'
import { MAX_UNDECIDED, MOVEMENT_COLUMNS, movementOf, type OfCompany } from './store.ts'

/** Payments that no statement brought and no movement is matched with, from that day on; cards pay to no account. */
export async function paymentsOnRecord(
  db: Db,
  { organisationId, companyId }: OfCompany,
  from: Day,
): Promise<OnRecord[]> {
  const { rows } = await sql<{
    id: number
    day: string
    amount_clp: number
    is_undone: boolean
    is_by_hand: boolean
    document_ids: number[]
    client_ruts: string[]
  }>`
    select payment.id, payment.day, payment.amount_clp, payment.undone_at is not null as is_undone,
      payment.source in ('person', 'declaration') as is_by_hand,
      array_agg(share.document_id order by share.document_id) as document_ids,
      array_agg(distinct receivable.client_rut) as client_ruts
    from payment
    join payment_share share on share.organisation_id = payment.organisation_id and share.payment_id = payment.id
    join receivable on receivable.organisation_id = share.organisation_id
      and receivable.document_id = share.document_id
    where payment.organisation_id = ${organisationId} and payment.company_id = ${companyId}
      and payment.day >= ${from}::date and payment.source <> 'statement' and payment.way <> 'card'
      and not exists (select from movement_match match where match.organisation_id = payment.organisation_id
        and match.payment_id = payment.id and match.undone_at is null)
    group by payment.organisation_id, payment.id
    order by payment.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    day: knownDay(row.day),
    amountClp: clp(row.amount_clp),
    isUndone: row.is_undone,
    isByHand: row.is_by_hand,
    documentIds: row.document_ids,
    clientRuts: row.client_ruts.map((client) => rut(client)),
  }))
}

/** Credits from that day on that a person set aside because their money was on record. */
export async function movementsOnRecord(
  db: Db,
  { organisationId, companyId }: OfCompany,
  from: Day,
): Promise<StoredMovement[]> {
  const rows = await db
    .selectFrom('bank_movement as movement')
    .select(MOVEMENT_COLUMNS)
    .where('movement.organisation_id', '=', organisationId)
    .where('movement.company_id', '=', companyId)
    .where('movement.day', '>=', from)
    .where('movement.set_aside_why', '=', 'recorded')
    .orderBy('movement.id')
    .limit(MAX_UNDECIDED)
    .execute()
  return rows.map(movementOf)
}

/** The last day of a company's statements; without any, today. */
export async function knownThrough(
  db: Db,
  { organisationId, companyId }: OfCompany,
  today: Day,
): Promise<Day> {
  const { last } = await db
    .selectFrom('bank_statement')
    .select(({ fn }) => fn.max('last_day').as('last'))
    .where('organisation_id', '=', organisationId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return last === null ? today : knownDay(last)
}

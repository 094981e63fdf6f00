import { sql } from 'kysely'
import { dayInChile, daysBetween, type Day } from '#domain/day.ts'
import { clp, type Clp } from '#domain/money.ts'
import { rut, type Rut } from '#domain/rut.ts'
import { msOf } from '../../clock.ts'
import type { Db } from '../owed/receivable.ts'
import type { Arrived, RecordedNeeds } from './recorded.ts'
import type { OfCompany } from './store.ts'

/** An online transfer of which nobody knows yet whether it came: its money arrives as any other transfer. */
export interface OnlineAttempt {
  id: number
  provider: 'khipu' | 'fintoc'
  startedDay: Day
  amountClp: Clp
  documentIds: number[]
  clientRuts: Rut[]
}

/** Attempts under way, and those that ended with a question about their money that a person has not answered. */
export async function onlineAttempts(
  db: Db,
  { organisationId, companyId }: OfCompany,
): Promise<OnlineAttempt[]> {
  const { rows } = await sql<{
    id: number
    provider: OnlineAttempt['provider']
    started_at: string
    amount_clp: number
    document_ids: number[]
    client_ruts: string[]
  }>`
    select attempt.id, attempt.provider, attempt.started_at, attempt.amount_clp,
      array_agg(share.document_id order by share.document_id) as document_ids,
      array_agg(distinct receivable.client_rut) as client_ruts
    from payment_attempt attempt
    join payment_attempt_share share on share.organisation_id = attempt.organisation_id
      and share.attempt_id = attempt.id
    join receivable on receivable.organisation_id = share.organisation_id
      and receivable.document_id = share.document_id
    where attempt.organisation_id = ${organisationId} and attempt.company_id = ${companyId}
      and attempt.provider in ('khipu', 'fintoc') and attempt.payment_id is null
      and attempt.id in (
        select under_way.id from payment_attempt under_way
          where under_way.organisation_id = ${organisationId} and under_way.company_id = ${companyId}
            and under_way.state in ('created', 'pending')
        union all
        select question.attempt_id from payment_question question
          where question.organisation_id = ${organisationId} and question.answered_at is null
            and question.kind in ('mismatch', 'unread'))
    group by attempt.organisation_id, attempt.id
    order by attempt.id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    startedDay: dayInChile(msOf(row.started_at)),
    amountClp: clp(row.amount_clp),
    documentIds: row.document_ids,
    clientRuts: row.client_ruts.map((client) => rut(client)),
  }))
}

/** States are read for a week, and banks credit some days later. */
const MAX_DAYS_AFTER = 14

/** Whether a movement of that day and amount may be the money of the attempt, whoever paid. */
export function mayBeOnline(
  { day, amountClp }: { day: Day; amountClp: number },
  attempt: OnlineAttempt,
): boolean {
  const daysAfter = daysBetween(attempt.startedDay, day)
  return Number(attempt.amountClp) === amountClp && daysAfter >= 0 && daysAfter <= MAX_DAYS_AFTER
}

/** By movement the attempts whose money it may be: of that amount, after they began, by a payer of their client or of nobody known. */
export function findOnline(
  movements: readonly Arrived[],
  attempts: readonly OnlineAttempt[],
  mayPay: RecordedNeeds['mayPay'],
): Map<number, OnlineAttempt[]> {
  const byAmount = Map.groupBy(attempts, ({ amountClp }) => Number(amountClp))
  const found = new Map<number, OnlineAttempt[]>()
  for (const movement of movements) {
    const { payerRut } = movement
    const alike = (byAmount.get(movement.amountClp) ?? []).filter(
      (attempt) =>
        mayBeOnline(movement, attempt) &&
        (payerRut === null || attempt.clientRuts.some((client) => mayPay(payerRut, client))),
    )
    if (alike.length > 0) found.set(movement.id, alike)
  }
  return found
}

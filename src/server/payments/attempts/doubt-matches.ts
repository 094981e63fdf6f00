import { sql } from 'kysely'
import type { Day } from '#domain/day.ts'
import type { Db, ShareRow } from './store.ts'

/** Banks write a transfer down some days after its provider says that it came, or before we read that. */
const MAX_DAYS_APART = 7

/**
 * Marks the matches by which a bank's statement has paid one of these documents already with that very amount in that
 * week: the money may be the same, and a person is asked. Under the receivables' locks, which every match takes.
 */
export async function doubtMatches(
  trx: Db,
  organisationId: number,
  { paymentId, shares, amountClp, day }: Confirmed,
): Promise<void> {
  const documents = shares.map(({ document_id }) => document_id)
  await sql`
    update movement_match match set maybe_payment_id = ${paymentId}::bigint
    from payment made, bank_movement movement
    where match.organisation_id = ${organisationId} and match.undone_at is null
      and made.organisation_id = match.organisation_id and made.id = match.payment_id
      and made.source = 'statement' and made.amount_clp = ${amountClp}::bigint
      and movement.organisation_id = match.organisation_id and movement.id = match.movement_id
      and movement.amount_clp = ${amountClp}::bigint
      and abs(movement.day - ${day}::date) <= ${MAX_DAYS_APART}::int
      and made.id in (select share.payment_id from payment_share share
        where share.organisation_id = ${organisationId} and share.document_id = any(${documents}::bigint[]))`.execute(
    trx,
  )
}

interface Confirmed {
  paymentId: number
  shares: readonly ShareRow[]
  amountClp: number
  day: Day
}

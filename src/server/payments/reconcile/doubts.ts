import { sql } from 'kysely'
import { isMaybeCountedTwice } from '../../standing/maybe-counted-twice.ts'
import { isTakenBackByBank } from '../../standing/taken-back-by-bank.ts'
import type { At, Db } from '../owed/receivable.ts'

/** A payment that a statement's movement made, and an online one of the same document that may be the same money. */
export interface Doubt {
  movement_id: number
  maybe_id: number
  amount_clp: number
  /** The movement's. */
  day: string
  provider: 'khipu' | 'fintoc'
}

/** A payment of the document whose movement the bank took back, or may have. */
export interface TakenBack {
  movement_id: number
  amount_clp: number
  /** The movement's. */
  day: string
  is_doubtful: boolean
}

export async function takenBackOf(
  db: Db,
  { organisationId, documentId }: At,
): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    select match.movement_id, movement.amount_clp, movement.day, movement.reversal = 'doubtful' as is_doubtful
    from payment_share share
    join movement_match match on match.organisation_id = share.organisation_id and match.payment_id = share.payment_id
    join bank_movement movement on movement.organisation_id = match.organisation_id and movement.id = match.movement_id
    where share.organisation_id = ${organisationId} and share.document_id = ${documentId} and ${isTakenBackByBank}
    order by match.id`.execute(db)
  return rows
}

export async function doubtsOf(db: Db, { organisationId, documentId }: At): Promise<Doubt[]> {
  const { rows } = await sql<Doubt>`
    select match.movement_id, match.maybe_payment_id as maybe_id, movement.amount_clp,
      movement.day, attempt.provider
    from payment_share share
    join movement_match match on match.organisation_id = share.organisation_id and match.payment_id = share.payment_id
    join bank_movement movement on movement.organisation_id = match.organisation_id and movement.id = match.movement_id
    join payment_attempt attempt on attempt.organisation_id = match.organisation_id
      and attempt.payment_id = match.maybe_payment_id
    where share.organisation_id = ${organisationId} and share.document_id = ${documentId} and ${isMaybeCountedTwice}
    order by match.id`.execute(db)
  return rows
}

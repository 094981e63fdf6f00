import { sql } from 'kysely'

/** Of `receivable`: money of a payment begun online may have moved, and nothing is certain yet. */
export const isBeingChecked = sql<boolean>`exists (select from payment_attempt_share share
  join payment_attempt attempt on attempt.organisation_id = share.organisation_id and attempt.id = share.attempt_id
  where share.organisation_id = receivable.organisation_id and share.document_id = receivable.document_id
    and attempt.is_checking)`

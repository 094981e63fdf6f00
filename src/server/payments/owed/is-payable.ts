import { sql } from 'kysely'

/** Of rows of `receivable`: its company shows an account, so its page takes "Ya transferí". */
export const takesTransfers = sql<boolean>`(exists (select from payment_terms terms
    where terms.organisation_id = receivable.organisation_id and terms.company_id = receivable.company_id
      and terms.account_number is not null))`

/** Of rows of `receivable`: its company takes payments by some way, so its page can be paid. */
export const isPayable = sql<boolean>`(${takesTransfers}
  or exists (select from payment_connection connection
    where connection.organisation_id = receivable.organisation_id and connection.company_id = receivable.company_id
      and connection.is_offered and connection.ended_at is null))`

import { sql } from 'kysely'

/**
 * Of the matches of movements (`match`, with its `movement`), those whose money the bank took back, or may have: unless a
 * person matched it, or said that the money stayed, after the statement that tells it was taken.
 */
export const isTakenBackByBank = sql<boolean>`(match.undone_at is null and movement.reversal in ('reversed', 'doubtful')
  and not exists (select from bank_movement back join bank_statement told
      on told.organisation_id = back.organisation_id and told.id = back.statement_id
    where back.organisation_id = movement.organisation_id and back.id = movement.reversal_id
      and ((match.matched_by is not null and told.uploaded_at < match.matched_at)
        or told.uploaded_at <= match.kept_at)))`

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

/**
 * Of the movements whose money a person said was on record already, those that the bank took back, or may have, by a statement
 * that was taken after that word: which payment it was nobody told, so its own does not say it.
 */
export const isRecordedTakenBack = sql<boolean>`(movement.set_aside_why = 'recorded'
  and movement.reversal in ('reversed', 'doubtful')
  and not exists (select from bank_movement back join bank_statement told
      on told.organisation_id = back.organisation_id and told.id = back.statement_id
    where back.organisation_id = movement.organisation_id and back.id = movement.reversal_id
      and told.uploaded_at <= movement.set_aside_at))`

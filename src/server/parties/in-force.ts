import { sql } from 'kysely'

/** Of `rule`: it is not deleted; where it is a one-off's row, its document may still be issued. */
export const IS_IN_FORCE = sql<boolean>`(rule.deleted_at is null and (rule.request_key is null
  or exists (select from document of_it where of_it.organisation_id = rule.organisation_id
    and of_it.rule_id = rule.id and of_it.state not in ('issued', 'annulled', 'skipped'))))`

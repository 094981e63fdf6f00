import { sql } from 'kysely'

/** In a query with `document`: it is being annulled by the SII or by a nota, or is. */
export const isTakenBack = sql<boolean>`(document.state <> 'issued' or document.annulment is not null
  or exists (select from document nota where nota.organisation_id = document.organisation_id
    and nota.nota_of = document.id and nota.nota_code = 1 and nota.state not in ('failed', 'skipped')))`

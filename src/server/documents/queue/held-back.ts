import { sql } from 'kysely'

/**
 * Whether the row `waiting` could be taken on the SII's list for the row `open`, or issue the same thing twice: same
 * person, issuer, kind, recipient, date and total. A person who has said since the attempt of `open` that it is another
 * one lets it go. `waiting_company` and `open_company` are their companies.
 */
export const isAlikeOpen = sql<boolean>`(open.person_rut = waiting.person_rut
  and (open.organisation_id, open.id) <> (waiting.organisation_id, waiting.id)
  and open.kind = waiting.kind
  and (open.kind = 'boletaHonorarios' or open_company.rut = waiting_company.rut)
  and open.recipient_rut = waiting.recipient_rut
  and open.issue_day = waiting.issue_day
  and open.total_clp = waiting.total_clp
  and not exists (
    select from document_event said
    where said.organisation_id = waiting.organisation_id and said.document_id = waiting.id
      and said.kind = 'alikeAccepted'
      and said.at >= (select max(intended_at) from attempt
        where attempt.organisation_id = open.organisation_id and attempt.document_id = open.id)))`

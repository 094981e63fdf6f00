import { sql, type Expression } from 'kysely'
import type { StopReason } from '#domain/standing.ts'

/** Which stop holds what is of that organisation, company and person: a user's own before ours. */
export function stopCase(
  organisation: Expression<unknown>,
  company: Expression<unknown>,
  person: Expression<unknown>,
) {
  return sql<StopReason | null>`case
    when exists (select from issuing_stop s where s.organisation_id = ${organisation}
      and (s.company_id is null or s.company_id = ${company})) then 'issuingStopped'
    when exists (select from operator_switch where stopped_at is not null)
      or exists (select from portal_person p where p.person_rut = ${person}
        and p.stopped_at is not null) then 'stoppedByUs' end`
}

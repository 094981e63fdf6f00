import { sql, type Expression } from 'kysely'
import type { CompanyStop, StopReason } from '#domain/standing.ts'

/** Which stop holds what is of that organisation, company and person: a user's own before ours. */
export function companyStopCase(
  organisation: Expression<unknown>,
  company: Expression<unknown>,
  person: Expression<unknown>,
) {
  return sql<CompanyStop | null>`case
    when exists (select from issuing_stop s where s.organisation_id = ${organisation}
      and s.upload_id is null and (s.company_id is null or s.company_id = ${company})) then 'issuingStopped'
    when is_stopped_by_operator(${person}) then 'stoppedByUs' end`
}

/** As `companyStopCase`; behind those, a pause of the uploaded file that it was ordered from. */
export function stopCase(
  organisation: Expression<unknown>,
  company: Expression<unknown>,
  person: Expression<unknown>,
  upload: Expression<unknown>,
) {
  return sql<StopReason | null>`coalesce(${companyStopCase(organisation, company, person)},
    case when exists (select from issuing_stop s where s.organisation_id = ${organisation}
      and s.upload_id = ${upload}) then 'uploadPaused' end)`
}
